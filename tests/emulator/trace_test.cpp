// Packets and device requests, traced in the emulated Amiga.
#include "analyzer/core/packets.h"
#include "analyzer/core/report.h"
#include "analyzer/lab/run.h"
#include "analyzer/lab/suites.h"
#include "tests/emulator/guest_session.h"
#include "tests/lab/scratch.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>

using uaescope::guest_test::GuestSession;
namespace core = uaescope::core;
namespace lab = uaescope::lab;

namespace {

std::string guestProgram(const std::string& name) { return std::string(UAESCOPE_TEST_GUEST_FOLDER) + "/" + name; }

// A session whose DH1: is a fresh setup. The scratch folder holds the image.
void useSetup(GuestSession& session, const std::string& setup, const lab::Scratch& scratch) {
    const lab::GuestStorage storage =
        lab::prepareStorage(lab::parseSetup(setup), scratch.path(), lab::StorageUse::copy);
    session.run.settings = storage.settings;
    session.run.rawLines = storage.rawLines;
    session.run.facts = {{"storage.0", storage.path}};
}

std::map<std::string, std::string> reported(const GuestSession& session) {
    std::map<std::string, std::string> values;
    for (const std::string& line : session.console())
        if (const std::size_t equals = line.find('='); equals != std::string::npos)
            values[line.substr(0, equals)] = line.substr(equals + 1);
    return values;
}

std::map<std::string, std::string> expectedOfVectors(const std::string& device) {
    const std::string all = "3";
    const std::string patched = device == "1" ? "3" : "1";
    return {{"device", device},    {"opened", "1"},          {"opened_twice", "0"},  {"patched", patched},
            {"used_patched", "5"}, {"restored", all},        {"used_restored", "5"}, {"opened_again", "1"},
            {"other_kept", "1"},   {"others_restored", "2"}, {"used_below", "5"},    {"ours_left", "1"},
            {"used_left", "5"},    {"opened_on_top", "1"},   {"used_on_top", "5"},   {"top_restored", all}};
}

class TraceVectors : public testing::TestWithParam<const char*> {};

TEST_P(TraceVectors, AreGivenBackAndLeftWhereAnotherPatchLiesOnTop) {
    const lab::Scratch scratch;
    GuestSession session;
    useSetup(session, GetParam(), scratch);
    session.run.bootFiles = {guestProgram("trace_vectors_guest")};
    session.run.startupSequence = "trace_vectors_guest DH1:\n";
    session.start();
    EXPECT_EQ(reported(session), expectedOfVectors(GetParam() == std::string("dir") ? "0" : "1"));
    // Two tracings of three used the volume: nothing of the uses between them was recorded.
    std::size_t created = 0;
    for (const core::Packet& packet : core::pairPackets(session.trace())) created += packet.action == 1006;
    EXPECT_EQ(created, 2u);
    EXPECT_EQ(!core::pairRequests(session.trace()).empty(), GetParam() == std::string("hdf"));
}

INSTANTIATE_TEST_SUITE_P(Setups, TraceVectors, testing::Values("dir", "hdf"));

void expectEveryNanosecondOwned(const core::Analysis& analysis) {
    for (std::size_t i = 0; i < analysis.operations.size(); ++i) {
        const core::Operation& operation = analysis.operations[i];
        ASSERT_EQ(operation.owners.total(), operation.end - operation.begin) << "operation " << i;
        for (const std::int64_t part : operation.owners.ns) ASSERT_GE(part, 0) << "operation " << i;
        ASSERT_GE(operation.detail.handler, 0) << "operation " << i;
        ASSERT_LE(operation.detail.handler, operation.owners[core::Owner::guest]) << "operation " << i;
    }
}

// dos.library asks the handler for each of these.
void expectPacketsOfOperations(const core::Analysis& analysis) {
    std::vector<std::size_t> packets(analysis.operations.size());
    for (const core::Packet& packet : analysis.packets)
        if (packet.operation != core::none) ++packets[packet.operation];
    for (std::size_t i = 0; i < packets.size(); ++i) {
        const std::uint8_t kind = analysis.operations[i].kind;
        const bool asks = kind == US_OP_OPEN || kind == US_OP_LOCK || kind == US_OP_DELETE || kind == US_OP_EXNEXT;
        if (asks && packets[i] == 0) FAIL() << "operation " << i << ", " << core::operationName(kind);
    }
}

// Each host call on the image that was made for an operation lies in a request to the device.
void expectRequestsCoverHostCalls(const core::Analysis& analysis) {
    std::size_t calls = 0;
    for (std::size_t i = 0; i < analysis.calls.size(); ++i) {
        const core::CallInfo info = analysis.calls[i];
        if (!info.outermost || info.role != core::Role::storage || info.place != core::Place::attributed) continue;
        const uaescope::capture::HostCall call = analysis.trace.calls[i];
        // The handler has one request in flight at a time.
        const auto next =
            std::upper_bound(analysis.requests.begin(), analysis.requests.end(), call.begin,
                             [](std::int64_t time, const core::Request& request) { return time < request.begin; });
        const bool covered = next != analysis.requests.begin() && call.end <= std::prev(next)->end;
        ASSERT_TRUE(covered) << "call " << i << " of " << analysis.calls.size() << " at " << call.begin;
        ++calls;
    }
    EXPECT_GT(calls, 100u);
}

class TracedRun : public testing::TestWithParam<const char*> {};

TEST_P(TracedRun, HoldsPacketsAndRequestsOfTheSameOperations) {
    const lab::Scratch scratch;
    lab::RunOptions options;
    options.tracing = lab::Tracing::on;
    options.plugin = UAESCOPE_TEST_PLUGIN;
    options.guestTool = UAESCOPE_TEST_GUEST;
    options.out = scratch.path();
    const lab::RunResult result = lab::runSetup(lab::parseSetup(GetParam()), 1, options);
    if (!result.retried.empty()) std::cout << "tried twice: " << result.retried << "\n";
    for (const std::string& fault : lab::countFaults(result.report, "diskspeed13")) ADD_FAILURE() << fault;
    EXPECT_EQ(result.report.failedOperations, 0u);
    EXPECT_EQ(result.report.dropped, 0u);

    const core::Analysis analysis = core::analyze(core::loadTrace(result.capture));
    expectEveryNanosecondOwned(analysis);
    expectPacketsOfOperations(analysis);
    ASSERT_TRUE(result.report.traffic);
    const core::GuestTraffic& traffic = *result.report.traffic;
    EXPECT_LE(traffic.packetsOpen, 1u);
    EXPECT_GT(result.report.detail.handler, 0);
    EXPECT_EQ(traffic.hasDevice, GetParam() != std::string("dir"));
    EXPECT_EQ(traffic.requestsOpen, 0u);
    EXPECT_EQ(traffic.failed, 0u);
    if (!traffic.hasDevice) {
        EXPECT_EQ(traffic.requests, 0u);
        return;
    }
    EXPECT_GT(traffic.bytesWritten, 0u);
    expectRequestsCoverHostCalls(analysis);
}

INSTANTIATE_TEST_SUITE_P(Setups, TracedRun, testing::Values("dir", "hdf", "rdb"));

TEST(TracedSuite, WorksOnA68000) {
    const lab::Scratch scratch;
    GuestSession session;
    useSetup(session, "hdf", scratch);
    session.run.settings.emplace_back("amiga_model", "A500");
    session.run.settings.emplace_back("accuracy", "0");
    session.run.settings.emplace_back("uae_cpu_speed", "max");
    session.run.jobs = {"diskperf DH1: TRACE BREAKAFTER 900"};
    session.start();
    const core::Analysis analysis = core::analyze(session.trace());
    EXPECT_EQ(analysis.trace.facts.at("guest.cpu"), "68000");
    expectPacketsOfOperations(analysis);
    const core::GuestTraffic traffic = core::trafficOf(analysis).value();
    EXPECT_GT(traffic.requests, 100u);
    EXPECT_EQ(traffic.packetsOpen + traffic.requestsOpen + traffic.failed, 0u);
}

TEST(TracedProgram, IsShownByItsPackets) {
    const lab::Scratch scratch;
    GuestSession session;
    useSetup(session, "hdf", scratch);
    session.run.bootFiles = {guestProgram("trace_program_guest")};
    session.run.jobs = {"trace DH1: SYS:trace_program_guest made"};
    session.start();
    const core::Analysis analysis = core::analyze(session.trace());
    EXPECT_EQ(analysis.trace.facts.at("guest.trace"), "packets,requests");
    EXPECT_EQ(analysis.trace.facts.at("job.status"), "5"); // the program's own
    std::map<int, std::size_t> kinds;
    for (const core::Operation& operation : analysis.operations) ++kinds[operation.kind];
    EXPECT_EQ(kinds[US_OP_OPEN], 2u);
    EXPECT_EQ(kinds[US_OP_CLOSE], 2u);
    EXPECT_EQ(kinds[US_OP_DELETE], 1u);
    EXPECT_GE(kinds[US_OP_WRITE], 1u);
    EXPECT_GE(kinds[US_OP_READ], 1u);
    expectEveryNanosecondOwned(analysis);

    const core::Report report = core::makeReport(analysis);
    ASSERT_EQ(report.tests.size(), 1u);
    const core::TestReport& test = report.tests.front();
    EXPECT_EQ(test.name, "SYS:trace_program_guest made");
    EXPECT_EQ(test.operations, analysis.operations.size());
    EXPECT_EQ(test.guestBytesWritten, 20000u);
    EXPECT_EQ(test.guestBytesRead, 20000u);
    EXPECT_GT(test.hostCalls, 0u);
    EXPECT_GT(test.traffic->requests, 0u);
}

TEST(TracedProgram, ThatMarksItsOperationsIsNotCountedTwice) {
    GuestSession session;
    session.run.jobs = {"trace DH1: SYS:uaebench diskperf DH1: BREAKAFTER 100"};
    session.start();
    const core::Analysis analysis = core::analyze(session.trace());
    std::size_t marked = 0;
    for (const auto& mark : session.trace().marks) marked += mark.operation >= US_OP_OPEN && mark.phase == US_PHASE_END;
    std::size_t inside = 0;
    for (const core::Operation& operation : analysis.operations) inside += operation.kind != US_OP_PACKET;
    EXPECT_GE(marked, 100u);
    EXPECT_LT(inside, marked + 40); // a lock or two of the program itself
}

// A line of this length, by blanks at its end but for one dot.
std::string padded(std::string line, std::size_t length) {
    line.resize(length - 1, ' ');
    return line + ".";
}

TEST(TracedProgram, WrongLinesAreRefusedAndLongOnesAreWhole) {
    constexpr std::size_t longest = 255;
    const std::string work = "SYS:trace_program_guest made";
    GuestSession session;
    session.run.bootFiles = {guestProgram("trace_program_guest")};
    session.run.jobs = {"trace DH1:", "trace NOWHERE: list", "trace DH1: " + padded(work, longest + 1),
                        "trace DH1: " + padded(work, longest), "trace DH1: no_such_command"};
    session.start();
    const core::Report report = core::makeReport(core::analyze(session.trace()));
    ASSERT_EQ(report.tests.size(), 2u);
    EXPECT_EQ(report.tests.front().name, padded(work, longest));
    EXPECT_EQ(report.tests.front().guestBytesWritten, 20000u);
    const std::vector<std::string> lines = session.console();
    const auto printed = [&](const std::string& part) {
        return std::any_of(lines.begin(), lines.end(),
                           [&](const std::string& line) { return line.find(part) != std::string::npos; });
    };
    EXPECT_TRUE(printed("the command is too long; 255 characters are allowed."));
    EXPECT_TRUE(printed("is there such a command?"));
    EXPECT_EQ(session.trace().facts.at("job.status"), "20"); // of the last job
    EXPECT_TRUE(printed("name a command after the volume of 'trace'"));
    EXPECT_TRUE(printed("NOWHERE: cannot be locked (error 218)"));
}

} // namespace
