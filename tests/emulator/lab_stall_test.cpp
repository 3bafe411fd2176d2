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

const core::Operation* openAt(const core::Analysis& analysis, std::int64_t time) {
    for (const core::Operation& operation : analysis.operations)
        if (operation.begin <= time && time < operation.end) return &operation;
    return nullptr;
}

// What of the stall lies inside the operation.
std::int64_t overlap(const core::Operation& operation, const Stall& stall) {
    return std::min(operation.end, stall.end) - std::max(operation.begin, stall.begin);
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
    std::size_t calls = 0;
    std::size_t sleeps = 0;
    for (const Stall& stall : stallsIn(scratch.path() / "stalls")) {
        const core::Operation* operation = openAt(analysis, stall.begin);
        if (!operation) continue; // a sleep between operations
        const std::int64_t stalled = overlap(*operation, stall);
        const Owner owner = stall.kind == "call" ? Owner::hostIo : Owner::sleep;
        // A sleep gives way to host calls that another thread makes meanwhile.
        const std::int64_t others = operation->owners[Owner::guest] + operation->owners[Owner::device];
        EXPECT_GE(operation->owners[Owner::hostIo] + operation->owners[owner], stalled) << stall.kind;
        EXPECT_LE(others, operation->end - operation->begin - stalled) << stall.kind;
        if (stall.kind == "call") {
            ++calls;
            EXPECT_EQ(operation->kind, US_OP_DELETE);
            EXPECT_EQ(analysis.trace.string(operation->name), "tf000900.tst");
        } else {
            ++sleeps;
            EXPECT_GT(operation->owners[Owner::sleep], operation->owners[Owner::hostIo]);
        }
    }
    EXPECT_EQ(calls, 1u);
    EXPECT_GE(sleeps, 1u) << "no sleep fell into an operation";
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
