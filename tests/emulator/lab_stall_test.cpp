// Known delays in a host call, in the emulator's sleep and in guest code land on the right owner.

#include "analyzer/core/analysis.h"
#include "analyzer/lab/run.h"
#include "tests/lab/scratch.h"
#include "uaeplugin/capture/protocol.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>

namespace uaescope::lab {
namespace {

using core::Owner;

struct Stall {
    std::string kind; // "call" or "sleep"
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

std::vector<Stall> stallsIn(const std::filesystem::path& log) {
    std::istringstream text(contents(log));
    std::vector<Stall> stalls;
    for (Stall stall; text >> stall.kind >> stall.begin >> stall.end;) stalls.push_back(stall);
    return stalls;
}

struct Expected {
    std::int64_t call = 0; // nanoseconds of stalls inside the operation, by kind
    std::int64_t sleep = 0;
};

std::int64_t overlap(const core::Operation& operation, const Stall& stall) {
    return std::max<std::int64_t>(0, std::min(operation.end, stall.end) - std::max(operation.begin, stall.begin));
}

Expected expectedIn(const core::Operation& operation, const std::vector<Stall>& stalls) {
    Expected expected;
    for (const Stall& stall : stalls)
        (stall.kind == "call" ? expected.call : expected.sleep) += overlap(operation, stall);
    return expected;
}

TEST(LabStall, HostCallAndSleepOwnTheirOwnDelays) {
    const Scratch scratch;
    RunOptions options;
    options.out = scratch.folder("out");
    options.environment = {{"LD_PRELOAD", UAESCOPE_STALL_SHIM},
                           {"LAB_STALL_LOG", scratch.path() / "stalls"},
                           {"LAB_STALL_NAME", "/tf000900.tst"}};
    const RunResult result = runSetup(parseSetup("dir"), 1, options);
    const core::Analysis analysis = core::analyze(core::loadTrace(result.capture));
    const std::vector<Stall> stalls = stallsIn(scratch.path() / "stalls");
    std::size_t calls = 0;
    std::size_t sleeps = 0;
    for (const core::Operation& operation : analysis.operations) {
        const Expected expected = expectedIn(operation, stalls);
        if (expected.call > 0) {
            ++calls;
            EXPECT_EQ(operation.kind, US_OP_DELETE);
            EXPECT_EQ(analysis.trace.string(operation.name), "tf000900.tst");
        }
        sleeps += expected.sleep > 0;
        const std::int64_t ownCalls = operation.owners[Owner::hostIo] - expected.call; // without the stall
        EXPECT_GE(ownCalls, 0);
        // A sleep gives way to host calls that another thread makes meanwhile; everything else is its own.
        EXPECT_GE(operation.owners[Owner::sleep] + ownCalls, expected.sleep);
        EXPECT_LE(operation.detail.overheadIo, operation.owners[Owner::hostIo]);
        EXPECT_LE(operation.detail.workAsleep + operation.detail.wakeUp, operation.owners[Owner::sleep]);
        EXPECT_LE(operation.owners[Owner::guest] + operation.owners[Owner::device],
                  operation.end - operation.begin - expected.call - expected.sleep);
    }
    EXPECT_EQ(calls, 1u);
    EXPECT_GE(sleeps, 1u) << "no sleep fell into an operation";
    EXPECT_GT(result.report.detail.wakeUp, 0)
        << "the emulation thread never slept on after the storage thread was done";
    EXPECT_GT(result.report.overheadCalls, 0u) << "FS-UAE looks up the time zone and writes its log";
}

TEST(LabStall, GuestCodeOwnsWhatTheGuestComputes) {
    const Scratch scratch;
    RunOptions options;
    options.out = scratch.folder("out");
    options.guestTool = UAESCOPE_STALL_GUEST;
    const RunResult result = runSetup(parseSetup("hdf"), 1, options);
    const core::Analysis analysis = core::analyze(core::loadTrace(result.capture));
    ASSERT_EQ(analysis.operations.size(), 20u);
    const core::Operation& slow = analysis.operations[9];
    EXPECT_EQ(slow.size, 10u);
    for (const core::Operation& operation : analysis.operations) {
        if (&operation == &slow) continue;
        EXPECT_LT(operation.owners[Owner::guest], slow.owners[Owner::guest]);
    }
    EXPECT_GT(slow.owners[Owner::guest],
              slow.owners[Owner::hostIo] + slow.owners[Owner::device] + slow.owners[Owner::sleep]);
}

} // namespace
} // namespace uaescope::lab
