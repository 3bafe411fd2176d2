// treecopy from one volume to another, in both directions, and of what a medium holds: a folder, a hardfile, a CD.
#include "analyzer/core/report.h"
#include "analyzer/lab/text_file.h"
#include "hardfiles/create.h"
#include "hardfiles/hardfile.h"
#include "tests/emulator/guest_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

using uaescope::guest_test::GuestSession;
namespace core = uaescope::core;
namespace fs = std::filesystem;
namespace hardfiles = uaescope::hardfiles;

namespace {

constexpr std::size_t longBytes = 50000;
constexpr std::uint64_t foundBytes = 5 + longBytes;

void makeFiles(const fs::path& folder) {
    fs::create_directories(folder / "sub" / "deeper");
    uaescope::lab::writeTextFile(folder / "short", "12345");
    uaescope::lab::writeTextFile(folder / "sub" / "long", std::string(longBytes, 'x'));
}

std::vector<std::string> namesOnImage(const fs::path& image) {
    const hardfiles::Hardfile hardfile = hardfiles::Hardfile::open(image);
    const hardfiles::Volume& volume = *hardfile.partitions().front().volume;
    hardfiles::Findings findings;
    std::vector<std::string> names;
    volume.walk(volume.info().root, findings, [&](const std::string& path, const auto&) { names.push_back(path); });
    return names;
}

std::size_t linesWith(const GuestSession& session, const std::string& part) {
    const auto lines = session.console();
    return static_cast<std::size_t>(std::count_if(
        lines.begin(), lines.end(), [&](const std::string& line) { return line.find(part) != std::string::npos; }));
}

TEST(GuestTreecopy, CopiesFromVolumeToVolumeAndLeavesBothAsTheyWere) {
    GuestSession session;
    const fs::path image = session.folder() / "image.hdf";
    const fs::path cd = session.folder() / "files.iso";
    session.makeFresh = [&] {
        makeFiles(session.work());
        hardfiles::CreateOptions options;
        options.size = 8u << 20;
        options.partitions[0].label = "Image";
        options.existing = hardfiles::Existing::replace;
        hardfiles::createHardfile(image, options);
        const std::string command =
            "genisoimage -quiet -V FILES -o " + cd.string() + " " + session.work().string() + " 2>/dev/null";
        ASSERT_EQ(std::system(command.c_str()), 0) << command; // NOLINT(concurrency-mt-unsafe)
    };
    session.run.settings.emplace_back("hard_drive_2", image.string());
    session.run.settings.emplace_back("cdrom_drive_0", cd.string());
    session.run.jobs = {"treecopy-small DH1: TO DH2:", "treecopy-small DH2: TO DH1:sub",
                        "treecopy-found DH1: TO DH2:", "treecopy-found CD0: TO DH2:", "treecopy-found CD0:"};
    session.start();

    EXPECT_EQ(linesWith(session, "failed"), 0u);
    EXPECT_EQ(linesWith(session, "Copy tree:\t110 files, 1908369 bytes, "), 2u);
    EXPECT_EQ(linesWith(session, "Copy tree:\t2 files, 50005 bytes, "), 3u);
    EXPECT_EQ(linesWith(session, " (DH2:)"), 3u);
    EXPECT_EQ(linesWith(session, " (DH1:sub/)"), 1u);
    EXPECT_EQ(linesWith(session, " (RAM:)"), 1u);

    const core::Report report = core::makeReport(core::analyze(session.trace()));
    EXPECT_EQ(report.failedOperations, 0u);
    EXPECT_EQ(report.unpaired, 0u);
    std::size_t copies = 0;
    for (const core::TestReport& test : report.tests) {
        if (test.name != "Copy tree") continue;
        ++copies;
        EXPECT_GT(test.elsewhere.operations, 0u);
        EXPECT_TRUE(test.items == foundBytes || test.items == 1908369u) << test.items;
    }
    EXPECT_EQ(copies, 5u);

    EXPECT_EQ(namesOnImage(image), std::vector<std::string>());
    std::vector<std::string> left;
    for (const auto& entry : fs::recursive_directory_iterator(session.work()))
        if (entry.path().extension() != ".uaem") // FS-UAE's own: the date of a directory that was changed
            left.push_back(fs::relative(entry.path(), session.work()).string());
    std::sort(left.begin(), left.end());
    EXPECT_EQ(left, (std::vector<std::string>{"short", "sub", "sub/deeper", "sub/long"}));
}

} // namespace
