// uaebench in the emulated Amiga.
#include "analyzer/core/analysis.h"
#include "guest/suites/suite.h"
#include "tests/emulator/guest_session.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <tuple>

using uaescope::guest_test::GuestSession;
namespace core = uaescope::core;

namespace {

using Row = std::tuple<int, int, bool>; // test, operation, prepares

std::map<Row, std::uint32_t> rowsOf(const core::Trace& trace) {
    std::map<Row, std::uint32_t> rows;
    bool prepares = false;
    for (const auto& mark : trace.marks) {
        if (mark.operation == US_OP_PREPARE) prepares = mark.phase == US_PHASE_BEGIN;
        if (mark.operation >= US_OP_OPEN && mark.phase == US_PHASE_END) ++rows[{mark.test, mark.operation, prepares}];
    }
    return rows;
}

std::map<Row, std::uint32_t> rowsOf(const us_suite& suite) {
    std::map<Row, std::uint32_t> rows;
    for (std::size_t index = 0; index < suite.count_rows; ++index) {
        const us_count& count = suite.counts[index];
        rows[{count.test, count.operation, count.prepares != 0}] += count.count;
    }
    return rows;
}

// Each suite's operations, for several suites in one capture.
std::map<std::string, std::map<Row, std::uint32_t>> rowsBySuite(const core::Trace& trace) {
    std::map<std::string, core::Trace> parts;
    std::string suite;
    for (const auto& mark : trace.marks) {
        if (mark.operation == US_OP_SUITE && mark.phase == US_PHASE_BEGIN) suite = trace.string(mark.name);
        parts[suite].marks.push_back(mark);
    }
    std::map<std::string, std::map<Row, std::uint32_t>> rows;
    for (const auto& [name, part] : parts) rows[name] = rowsOf(part);
    return rows;
}

void expectEmpty(const std::filesystem::path& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) ADD_FAILURE() << entry.path() << " was left";
}

bool printed(const GuestSession& session, const std::string& part) {
    const auto lines = session.console();
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

TEST(GuestRun, BootsDoesTheSuiteTellsWhoItIsAndQuits) {
    GuestSession session;
    session.run.jobs = {"diskperf DH1:"};
    session.start();
    const core::Trace trace = session.trace();
    EXPECT_TRUE(trace.finished);
    EXPECT_EQ(rowsOf(trace), rowsOf(*us_suite_named("diskperf")));
    const std::map<std::string, std::string> expected = {
        {"guest.suite", "diskperf"}, {"guest.form", "fixed"}, {"guest.volume", "DH1:"},
        {"guest.cpu", "68040"},      {"guest.device", ""},    {"guest.dostype", "444f5300"},
    };
    for (const auto& [key, value] : expected) {
        ASSERT_TRUE(trace.facts.contains(key)) << key;
        EXPECT_EQ(trace.facts.at(key), value) << key;
    }
    EXPECT_TRUE(trace.facts.at("guest.tool").starts_with("uaebench "));
    for (const char* key : {"guest.exec", "guest.dos", "guest.eclock", "guest.envec", "guest.buffers", "guest.blocks",
                            "guest.block_bytes"})
        EXPECT_TRUE(trace.facts.contains(key)) << key;
    EXPECT_TRUE(printed(session, "Seek/read test:"));
    expectEmpty(session.work());
}

// The two largest of the DiskPerf family have the same body as the others.
TEST(GuestRun, DoesSuitesOneAfterAnother) {
    GuestSession session;
    std::map<std::string, std::map<Row, std::uint32_t>> expected;
    for (const char* suite : {"diskperf2", "diskperf3-floppy", "diskspeed4"}) {
        expected[suite] = rowsOf(*us_suite_named(suite));
        session.run.jobs.push_back(std::string(suite) + " DH1:");
    }
    session.run.settings.emplace_back("jit_compiler", "1");
    session.run.timeout = std::chrono::minutes(5); // some 30,000 operations, seconds on a machine of its own
    session.start();
    EXPECT_EQ(rowsBySuite(session.trace()), expected);
    const core::MarkCost cost = core::analyze(session.trace()).markCost;
    EXPECT_GT(cost.insideNs, 0);
    EXPECT_GT(cost.pairNs, cost.insideNs);
    EXPECT_TRUE(printed(session, "Buffer: 256k Read: "));
    EXPECT_TRUE(printed(session, "Testing drive DH1: with small files (floppy mode)"));
    EXPECT_TRUE(printed(session, "Testing with a 262144 byte, MEMF_CHIP, BYTE-aligned buffer."));
    expectEmpty(session.work());
}

TEST(GuestRun, StopLeavesNoFilesAndStartsNoFurtherJob) {
    GuestSession session;
    session.run.jobs = {"diskspeed13 DH1: BREAKAFTER 1500", "diskperf DH1:"};
    session.start();
    EXPECT_TRUE(printed(session, "*** Break"));
    EXPECT_FALSE(printed(session, "Seek/read test:"));
    std::uint32_t opened = 0;
    std::uint32_t deleted = 0;
    for (const auto& mark : session.trace().marks) {
        if (mark.phase != US_PHASE_END) continue;
        opened += mark.operation == US_OP_OPEN;
        deleted += mark.operation == US_OP_DELETE;
    }
    EXPECT_GT(opened, 300U);
    EXPECT_EQ(deleted, opened + 1); // the files and their directory
    expectEmpty(session.work());
}

TEST(GuestRun, RefusesWhatItDoesNotKnow) {
    GuestSession session;
    session.run.jobs = {"diskslow DH1:", "diskperf NOWHERE:", "diskperf DH1: FAST", "diskperf", "devspeed DH1:"};
    session.start();
    EXPECT_TRUE(printed(session, "unknown suite (uaebench LIST names them) 'diskslow'"));
    EXPECT_TRUE(printed(session, "NOWHERE: cannot be locked (error 218)"));
    EXPECT_TRUE(printed(session, "unknown option 'FAST'"));
    EXPECT_TRUE(printed(session, "name a volume or directory after 'diskperf'"));
    EXPECT_TRUE(printed(session, "devspeed: there is no device under DH1: to read from"));
    expectEmpty(session.work());
}

TEST(GuestRun, WorksWithoutPluginAndSaysSo) {
    GuestSession session;
    session.run.settings.emplace_back("uaenative_library", "0");
    session.run.settings.emplace_back("uae_native_code", "false");
    session.run.startupSequence = "uaebench >SYS:printed diskperf DH1:\nuaebench QUIT\n";
    session.start();
    const std::string text = session.bootFile("printed");
    EXPECT_NE(text.find("uaebench: not recording: "), std::string::npos) << text;
    EXPECT_NE(text.find("r/w speed:\t\tbuf 32768 bytes, rd "), std::string::npos) << text;
    expectEmpty(session.work());
}

TEST(GuestRun, WorksOnA68000) {
    GuestSession session;
    session.run.settings.emplace_back("amiga_model", "A500");
    session.run.settings.emplace_back("accuracy", "0");
    session.run.settings.emplace_back("uae_cpu_speed", "max");
    session.run.jobs = {"diskperf DH1: BREAKAFTER 2500"};
    session.start();
    EXPECT_EQ(session.trace().facts.at("guest.cpu"), "68000");
    EXPECT_TRUE(printed(session, "Directory scan:"));
    EXPECT_TRUE(printed(session, "*** Break"));
    expectEmpty(session.work());
}

} // namespace
