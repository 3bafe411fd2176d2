// The suites on a real folder of this machine.
#include "guest/posix/twin.h"
#include "guest/suites/suite.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unistd.h>

namespace {

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "uaescope-twin-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) std::abort();
        m_path = pattern;
    }
    ~TemporaryFolder() { std::filesystem::remove_all(m_path); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    std::string path() const { return m_path.string(); }
    bool empty() const { return std::filesystem::is_empty(m_path); }

private:
    std::filesystem::path m_path;
};

class TwinRun {
public:
    TwinRun(const std::string& folder, const char* suite, bool synced = false, volatile int* stop = nullptr) {
        const us_twin_options options{folder.c_str(), suite, false, synced, stop};
        result = us_twin_run(&options);
    }
    ~TwinRun() { us_twin_free(&result); }
    TwinRun(const TwinRun&) = delete;
    TwinRun& operator=(const TwinRun&) = delete;
    us_twin_result result{};
};

using Row = std::tuple<int, int, bool>; // test, operation, prepares

std::map<Row, std::uint32_t> rowsOf(const us_twin_result& result) {
    std::map<Row, std::uint32_t> rows;
    bool prepares = false;
    for (std::size_t index = 0; index < result.count; ++index) {
        const us_twin_record& record = result.records[index];
        if (record.operation == US_OP_PREPARE) prepares = record.phase == US_PHASE_BEGIN;
        if (record.operation >= US_OP_OPEN && record.phase == US_PHASE_END)
            ++rows[{record.test, record.operation, prepares}];
    }
    return rows;
}

// Tests that need what this system does not let a program do.
std::set<int> notMeasured(const us_twin_result& result) {
    std::set<int> tests;
    for (std::size_t index = 0; index < result.figure_count; ++index) {
        const std::string figure = result.figures[index].text;
        if (figure.find(" why=") != std::string::npos) tests.insert(std::stoi(figure.substr(5)));
    }
    return tests;
}

class Twin : public testing::TestWithParam<std::string> {};

TEST_P(Twin, DoesExactlyTheOperationsOfTheTable) {
    const TemporaryFolder folder;
    const TwinRun run(folder.path(), GetParam().c_str());
    ASSERT_EQ(run.result.status, US_STATUS_DONE) << run.result.message;
    EXPECT_STREQ(run.result.message, "");
    const us_suite* suite = us_suite_named(GetParam().c_str());
    const std::set<int> left = notMeasured(run.result);
    std::map<Row, std::uint32_t> expected;
    for (std::size_t index = 0; index < suite->count_rows; ++index) {
        const us_count& count = suite->counts[index];
        if (!left.contains(count.test)) expected[{count.test, count.operation, count.prepares != 0}] += count.count;
    }
    EXPECT_EQ(rowsOf(run.result), expected);
    EXPECT_TRUE(folder.empty());
}

TEST_P(Twin, TimesAscendAndNoCallFails) {
    const TemporaryFolder folder;
    const TwinRun run(folder.path(), GetParam().c_str());
    ASSERT_GT(run.result.count, 0U);
    for (std::size_t index = 1; index < run.result.count; ++index) {
        const us_twin_record& record = run.result.records[index];
        ASSERT_GE(record.time_ns, run.result.records[index - 1].time_ns) << index;
        if (record.operation != US_OP_EXNEXT) {
            ASSERT_EQ(record.error, 0U) << index;
        }
    }
}

TEST_P(Twin, StopsAndLeavesTheFolderEmpty) {
    const TemporaryFolder folder;
    volatile int stop = 1;
    const TwinRun run(folder.path(), GetParam().c_str(), false, &stop);
    EXPECT_EQ(run.result.status, US_STATUS_STOPPED);
    EXPECT_STREQ(run.result.message, "stopped");
    EXPECT_TRUE(folder.empty());
}

TEST_P(Twin, NamesAndDescribesTheSuite) {
    EXPECT_STREQ(us_suite_description(GetParam().c_str()), us_suite_named(GetParam().c_str())->description);
}

std::vector<std::string> names() {
    std::vector<std::string> result;
    for (const char* const* name = us_suite_names(); *name; ++name) result.emplace_back(*name);
    return result;
}

std::vector<std::string> writingSuites() {
    std::vector<std::string> result = names();
    std::erase_if(result, [](const std::string& name) { return us_suite_named(name.c_str())->reads_only; });
    return result;
}

INSTANTIATE_TEST_SUITE_P(All, Twin, testing::ValuesIn(writingSuites()), [](const auto& suite) {
    std::string words = suite.param;
    std::replace(words.begin(), words.end(), '-', '_');
    return words;
});

TEST(TwinSynced, DoesTheSameOperations) {
    const TemporaryFolder folder;
    const TwinRun cached(folder.path(), "diskperf");
    const TwinRun synced(folder.path(), "diskperf", true);
    ASSERT_EQ(synced.result.status, US_STATUS_DONE) << synced.result.message;
    EXPECT_EQ(rowsOf(synced.result), rowsOf(cached.result));
    EXPECT_TRUE(folder.empty());
}

TEST(TwinNames, AreThoseOfTheSuites) {
    std::vector<std::string> expected;
    for (const us_suite* const* suite = us_suites; *suite; ++suite) expected.emplace_back((*suite)->name);
    EXPECT_EQ(names(), expected);
    EXPECT_EQ(us_suite_description("diskslow"), nullptr);
}

TEST(TwinReadtree, ReadsWhatIsThereAndFollowsNoLink) {
    const TemporaryFolder folder;
    const std::filesystem::path root = folder.path();
    std::filesystem::create_directories(root / "sub/deep");
    std::ofstream(root / "sub/deep/file") << std::string(40000, 'x');
    std::ofstream(root / "read-only") << "12345";
    std::filesystem::permissions(root / "read-only", std::filesystem::perms::owner_read);
    std::filesystem::create_symlink("..", root / "sub/loop");
    const TwinRun run(folder.path(), "readtree");
    ASSERT_EQ(run.result.status, US_STATUS_DONE) << run.result.message;
    const std::map<Row, std::uint32_t> expected = {{{1, US_OP_LOCK, false}, 3},       {{1, US_OP_EXAMINE, false}, 3},
                                                   {{1, US_OP_EXNEXT, false}, 5 + 3}, {{1, US_OP_UNLOCK, false}, 3},
                                                   {{2, US_OP_OPEN, false}, 2},       {{2, US_OP_READ, false}, 1 + 2},
                                                   {{2, US_OP_CLOSE, false}, 2}};
    EXPECT_EQ(rowsOf(run.result), expected);
}

TEST(TwinErrors, UnknownSuiteAndFolderAreNamed) {
    const TemporaryFolder folder;
    const TwinRun suite(folder.path(), "diskslow");
    EXPECT_EQ(suite.result.status, US_STATUS_REFUSED);
    EXPECT_STREQ(suite.result.message, "suite 'diskslow': there is none of that name");
    const TwinRun missing(folder.path() + "/none", "diskperf");
    EXPECT_EQ(missing.result.status, US_STATUS_REFUSED);
    EXPECT_EQ(missing.result.message, "folder '" + folder.path() + "/none': No such file or directory");
    EXPECT_TRUE(folder.empty());
}

TEST(TwinErrors, FolderInTheWayIsKept) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() + "/diskperfAAA");
    std::ofstream(folder.path() + "/diskperfAAA/mine") << "precious";
    const TwinRun run(folder.path(), "diskperf");
    EXPECT_EQ(run.result.status, US_STATUS_FAILED);
    EXPECT_NE(std::string(run.result.message).find("object exists already"), std::string::npos) << run.result.message;
    EXPECT_TRUE(std::filesystem::exists(folder.path() + "/diskperfAAA/mine"));
}

TEST(TwinErrors, RunsInTwoFoldersDoNotDisturbEachOther) {
    const auto before = std::filesystem::current_path();
    const TemporaryFolder first;
    const TemporaryFolder second;
    const TwinRun one(first.path(), "diskperf");
    const TwinRun two(second.path(), "diskperf");
    EXPECT_EQ(one.result.status, US_STATUS_DONE);
    EXPECT_EQ(two.result.status, US_STATUS_DONE);
    EXPECT_EQ(std::filesystem::current_path(), before);
}

} // namespace
