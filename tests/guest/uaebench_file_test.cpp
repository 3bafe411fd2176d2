// The guest program as it is built: a load file with nothing in it that a 68000 cannot execute.
#include "tests/guest/hunk_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <string>
#include <unistd.h>

using namespace uaescope;

namespace {

struct CloseFile {
    void operator()(FILE* file) const { std::fclose(file); }
};

// What objdump makes of code for a 68000, as lines.
std::vector<std::string> disassembled(const std::vector<std::uint8_t>& code) {
    std::string name = (std::filesystem::temp_directory_path() / "uaescope-code-XXXXXX").string();
    const int descriptor = mkstemp(name.data());
    EXPECT_GE(descriptor, 0);
    EXPECT_EQ(write(descriptor, code.data(), code.size()), static_cast<ssize_t>(code.size()));
    close(descriptor);
    const std::string command = "m68k-linux-gnu-objdump -D -z -b binary -m m68k:68000 " + name;
    FILE* pipe = popen(command.c_str(), "r");
    std::vector<std::string> lines;
    std::array<char, 512> line{};
    while (pipe && std::fgets(line.data(), line.size(), pipe)) lines.emplace_back(line.data());
    EXPECT_TRUE(pipe && pclose(pipe) == 0) << command;
    std::filesystem::remove(name);
    return lines;
}

// Lines with instructions that a 68000 does not have. objdump shows unknown words as data; scaled indices, floating
// point and long branches it shows as if they were fine, the latter as branches to odd addresses.
std::vector<std::string> foreignTo68000(const std::vector<std::uint8_t>& code) {
    static const std::regex unknown(R"(\t\.(short|word|long))");
    static const std::regex scaled(R"(@\([^)]*:[wl]:[248]\)|@\(.*\)@)");
    static const std::regex oddBranch(R"(\tb[a-z]+s? 0x[0-9a-f]*[13579bdf]\b)");
    static const std::regex floating(R"(\t[0-9a-f ]+\tf[a-z]+ )");
    std::vector<std::string> found;
    for (const std::string& line : disassembled(code))
        for (const std::regex* foreign : {&unknown, &scaled, &oddBranch, &floating})
            if (std::regex_search(line, *foreign)) found.push_back(line);
    return found;
}

std::vector<hunk::Hunk> program() { return guest_test::readHunks(guest_test::fileBytes(UAESCOPE_TEST_GUEST)); }

TEST(UaebenchFile, HasOneCodeOneDataAndOneBssHunk) {
    const auto hunks = program();
    ASSERT_EQ(hunks.size(), 3U);
    EXPECT_EQ(hunks[0].type, hunk::block::code);
    EXPECT_EQ(hunks[1].type, hunk::block::data);
    EXPECT_EQ(hunks[2].type, hunk::block::bss);
    EXPECT_FALSE(hunks[0].relocations.empty());
    EXPECT_FALSE(hunks[1].relocations.empty());
}

TEST(UaebenchFile, HasNoInstructionThatA68000Lacks) {
    const auto found = foreignTo68000(program()[0].content);
    EXPECT_TRUE(found.empty()) << found.size() << " lines, the first: " << (found.empty() ? "" : found.front());
}

TEST(UaebenchFile, SearchFindsInstructionsOfLaterProcessors) {
    const std::vector<std::uint8_t> samples[] = {
        {0x4c, 0x40, 0x10, 0x01, 0x4e, 0x75},             // divu.l d0,d1:d1
        {0x4c, 0x00, 0x00, 0x01, 0x4e, 0x75},             // mulu.l d0,d0
        {0xed, 0xc0, 0x00, 0x20, 0x4e, 0x75},             // bfffo
        {0x49, 0xc0, 0x4e, 0x75},                         // extb.l d0
        {0x61, 0xff, 0x00, 0x00, 0x01, 0x00, 0x4e, 0x75}, // bsr.l
        {0x20, 0x30, 0x0c, 0x00, 0x4e, 0x75},             // move.l (0,a0,d0.l*4),d0
        {0xf2, 0x00, 0x00, 0x00, 0x4e, 0x75},             // fmove
    };
    for (const auto& sample : samples) EXPECT_FALSE(foreignTo68000(sample).empty()) << int(sample[0]);
    EXPECT_TRUE(foreignTo68000({0x4e, 0x75, 0x4e, 0x71}).empty()); // rts, nop
}

} // namespace
