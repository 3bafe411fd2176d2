#include "analyzer/core/jobs.h"

#include "analyzer/core/report.h"
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/capture/writer.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <sys/resource.h>

namespace uaescope::core::test {
namespace {

namespace fs = std::filesystem;

class Jobs : public testing::Test {
protected:
    ~Jobs() override { fs::remove_all(m_folder); }

    void text(std::int64_t time, std::uint8_t kind, const char* line) {
        m_writer.add(capture::Text{time, m_writer.string(line), kind});
    }
    void mark(std::int64_t time, int operation, int phase, const char* name) {
        m_writer.add(capture::Mark{.time = time,
                                   .thread = 1,
                                   .task = 1,
                                   .value = 1,
                                   .name = m_writer.string(name),
                                   .test = 1,
                                   .operation = static_cast<std::uint8_t>(operation),
                                   .phase = static_cast<std::uint8_t>(phase)});
    }
    // A job of one test with one operation and one host call for it, in 100 ns.
    void job(std::int64_t begin, const char* line, const char* test, const char* fact) {
        text(begin, US_TEXT_JOB, line);
        text(begin + 1, US_TEXT_FACT, fact);
        mark(begin + 2, US_OP_TEST, US_PHASE_BEGIN, test);
        mark(begin + 10, US_OP_LOCK, US_PHASE_BEGIN, "file");
        capture::HostCall call{.begin = begin + 20, .end = begin + 30, .thread = 2, .call = capture::Call::stat};
        call.path = m_writer.string(std::string("/vol/") + test);
        m_writer.add(call);
        mark(begin + 40, US_OP_LOCK, US_PHASE_END, "");
        mark(begin + 50, US_OP_TEST, US_PHASE_END, "");
        text(begin + 60, US_TEXT_CONSOLE, line);
        text(begin + 100, US_TEXT_JOB_END, "0");
        m_writer.addFact("job.status", "0");
        m_writer.flush();
    }

    static fs::path ownFolder() {
        const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
        const fs::path folder = fs::path(testing::TempDir()) / ("uaescope-jobs-" + test);
        fs::create_directories(folder);
        return folder;
    }

    fs::path m_folder = ownFolder();
    fs::path m_whole = m_folder / "whole.uascope";
    fs::path m_part = m_folder / "part.uascope";
    capture::Writer m_writer{m_whole};
};

TEST_F(Jobs, AreCutOutOfAGrowingCaptureWithTheirOwnEventsAndFacts) {
    m_writer.addFact("storage.0", "/vol");
    capture::HostCall open{.descriptor = 9, .call = capture::Call::open, .flags = capture::call_flag::openBefore};
    open.path = m_writer.string("/vol/open");
    m_writer.add(open);
    job(1000, "first DH1:", "First", "trace=packets");
    job(2000, "second DH1:", "Second", "volume=DH1:");
    job(3000, "third DH1:", "Third", "volume=DH3:");
    cutJob(m_whole, {"second DH1:", 2000, 2100, 10}, m_part);

    const Trace trace = loadTrace(m_part);
    EXPECT_TRUE(trace.finished);
    EXPECT_TRUE(trace.damage.empty());
    EXPECT_EQ(trace.openBefore.size(), 1u);
    EXPECT_EQ(trace.facts.at("storage.0"), "/vol");
    EXPECT_EQ(trace.facts.at("job.status"), "10");
    EXPECT_EQ(trace.facts.at(cutFact), "second DH1:");
    EXPECT_EQ(trace.facts.at("guest.volume"), "DH1:");
    EXPECT_FALSE(trace.facts.contains("guest.trace"));
    EXPECT_EQ(trace.begin, 2000);
    EXPECT_EQ(trace.end, 2100);
    const Report report = makeReport(analyze(trace));
    ASSERT_EQ(report.tests.size(), 1u);
    EXPECT_EQ(report.tests[0].name, "Second");
    EXPECT_EQ(report.tests[0].hostCalls, 1u);
    EXPECT_EQ(report.console, std::vector<std::string>{"second DH1:"});
}

TEST_F(Jobs, LeaveNoFileWhereNoneCanBeMade) {
    job(1000, "first DH1:", "First", "volume=DH1:");
    const fs::path nowhere = m_folder / "missing/part.uascope";
    EXPECT_THROW(cutJob(m_whole, {"first DH1:", 1000, 1100, 0}, nowhere), capture::CaptureError);
    EXPECT_FALSE(fs::exists(nowhere));
}

// Stands in for a disk that fills up while the job is cut.
TEST_F(Jobs, LeaveNoHalfOfAFile) {
    for (int i = 1; i < 2000; ++i) job(i * 1000, ("diskperf DH" + std::to_string(i) + ":").c_str(), "First", "a=b");
    ASSERT_GT(fs::file_size(m_whole), 20'000u);
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    rlimit small = before;
    small.rlim_cur = 10'000;
    const auto action = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    EXPECT_THROW(cutJob(m_whole, {"first DH1:", 1000, 2'000'000, 0}, m_part), capture::CaptureError);
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, action);
    EXPECT_FALSE(fs::exists(m_part));
}

} // namespace
} // namespace uaescope::core::test
