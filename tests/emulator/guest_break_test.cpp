// Suites that are broken off at random moments leave the volumes as they were.
//
// UAESCOPE_BREAK_SEED chooses the moments, UAESCOPE_BREAK_WITHIN the number of operations before which they lie,
// UAESCOPE_BREAK_ROUNDS how often each suite is broken on each volume; tests/long/guest-breaks runs many.
#include "analyzer/lab/child_process.h"
#include "guest/suites/suite.h"
#include "hardfiles/create.h"
#include "tests/emulator/guest_session.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

using uaescope::guest_test::GuestSession;
namespace fs = std::filesystem;
namespace hardfiles = uaescope::hardfiles;
namespace lab = uaescope::lab;

namespace {

unsigned number(const char* variable, unsigned fallback) {
    const char* text = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): one thread
    return text == nullptr ? fallback : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

std::uint32_t operationsOf(const char* name) {
    const us_suite& suite = *us_suite_named(name);
    std::uint32_t operations = 0;
    for (std::size_t row = 0; row < suite.count_rows; ++row) operations += suite.counts[row].count;
    return operations;
}

std::string uaehdf(const lab::Scratch& scratch, std::vector<std::string> words) {
    words.insert(words.begin(), std::string(UAESCOPE_TEST_BIN) + "/uaehdf");
    const lab::Command command{words, {}, scratch.path(), scratch.path() / "said"};
    lab::ChildProcess child(command);
    const auto exit = child.waitFor(std::chrono::minutes(1));
    EXPECT_TRUE(exit && exit->status == 0) << lab::contents(command.output);
    return lab::contents(command.output);
}

// Names and contents of everything below.
std::string listing(const fs::path& folder) {
    std::vector<std::string> lines;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        lines.push_back(entry.path().string() + (entry.is_regular_file() ? ": " + lab::contents(entry.path()) : ""));
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

constexpr const char* keptText = "what was there before\n";

TEST(GuestBreak, LeavesTheVolumesAsTheyWere) {
    const unsigned seed = number("UAESCOPE_BREAK_SEED", 1);
    const unsigned rounds = number("UAESCOPE_BREAK_ROUNDS", 1);
    const std::uint32_t within = number("UAESCOPE_BREAK_WITHIN", 300);
    std::mt19937 random(seed);
    const lab::Scratch scratch;
    GuestSession session;
    const fs::path image = session.folder() / "image.hdf";
    const fs::path kept = scratch.file("kept", keptText);
    std::string before;
    session.makeFresh = [&] {
        hardfiles::CreateOptions options;
        options.size = 64u << 20;
        options.existing = hardfiles::Existing::replace;
        options.partitions[0].label = "Image"; // the built-in ROM looks on the first of two volumes of one name
        hardfiles::createHardfile(image, options);
        uaehdf(scratch, {"put", image, kept, "kept"});
        fs::create_directory(session.work() / "drawer");
        fs::copy_file(kept, session.work() / "drawer/kept");
        before = listing(session.work()) + uaehdf(scratch, {"ls", image});
    };
    session.run.settings.emplace_back("hard_drive_2", image.string());
    session.run.startupSequence.clear();
    std::string tale = "seed " + std::to_string(seed);
    for (unsigned round = 0; round < rounds; ++round)
        for (const char* volume : {"DH2:", "DH1:"})
            for (const char* suite : {"diskperf", "diskspeed13", "truth-small", "treecopy-small"}) {
                std::uniform_int_distribution<std::uint32_t> moments(1, std::min(within, operationsOf(suite) - 1));
                const std::string line =
                    std::string(suite) + " " + volume + " BREAKAFTER " + std::to_string(moments(random));
                session.run.startupSequence += "uaebench " + line + "\n";
                tale += "\n" + line;
            }
    SCOPED_TRACE(tale);
    session.run.startupSequence += "uaebench QUIT\n";
    session.run.timeout = std::chrono::minutes(2 + rounds);
    session.start();
    const std::vector<std::string> lines = session.console();
    const auto broken = std::count_if(lines.begin(), lines.end(),
                                      [](const std::string& line) { return line.find("*** Break") != line.npos; });
    EXPECT_EQ(broken, 8 * rounds);
    EXPECT_EQ(listing(session.work()) + uaehdf(scratch, {"ls", image}), before);
    uaehdf(scratch, {"check", image});
    uaehdf(scratch, {"get", image, "kept", scratch.path() / "back"});
    EXPECT_EQ(lab::contents(scratch.path() / "back"), keptText);
}

} // namespace
