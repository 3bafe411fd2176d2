// The plugin for Linux on aarch64: nothing here can run it, but it is compiled from the same sources.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>

namespace {

constexpr std::size_t machineOffset = 18; // e_machine in the header of an ELF file
constexpr unsigned char aarch64 = 183;

} // namespace

TEST(Aarch64, EachObjectIsForThatProcessor) {
    if (!std::filesystem::exists(TEST_AARCH64_FOLDER))
        GTEST_SKIP()
            << "no compiler for aarch64 (package g++-aarch64-linux-gnu) when the tests were built; './run test "
               "--all' installs it";
    std::size_t objects = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(TEST_AARCH64_FOLDER)) {
        const std::string path = file.path().string();
        if (file.path().extension() != ".o" || path.find("uaescope_plugin.dir") == std::string::npos) continue;
        std::array<char, machineOffset + 1> header{};
        std::ifstream(file.path(), std::ios::binary).read(header.data(), header.size());
        EXPECT_EQ(static_cast<unsigned char>(header[machineOffset]), aarch64) << path;
        ++objects;
    }
    EXPECT_GT(objects, 20u) << "the plugin's sources are more";
}
