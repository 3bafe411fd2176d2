// The host program's calls against the records of them.
#include "describe.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace uaescope::plugin;
using uaescope::capture::Call;
using uaescope::capture::Depth;
using uaescope::capture::HostCall;
namespace call_flag = uaescope::capture::call_flag;

namespace {

using Lines = std::vector<std::string>;

Captured capturedOf(HostRun& run, const std::string& scenario) {
    run.run(scenario);
    EXPECT_EQ(run.status, 0) << run.output;
    Captured captured = run.captured();
    EXPECT_TRUE(captured.end);
    EXPECT_TRUE(captured.drops.empty());
    EXPECT_TRUE(captured.damage.empty());
    return captured;
}

// Every call lies within the one around it, and those of one nesting follow each other.
void expectNested(const std::vector<HostCall>& calls) {
    std::vector<HostCall> outer;
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) { // in the order in which they ended, backwards
        EXPECT_LE(call->begin, call->end);
        while (outer.size() > call->nesting) {
            if (outer.size() == std::size_t{call->nesting} + 1) {
                EXPECT_LE(call->end, outer.back().begin);
            }
            outer.pop_back();
        }
        ASSERT_EQ(outer.size(), call->nesting);
        if (!outer.empty()) {
            EXPECT_GE(call->begin, outer.back().begin);
            EXPECT_LE(call->end, outer.back().end);
        }
        outer.push_back(*call);
    }
}

const Lines descriptorCalls = {"open =fd a",
                               "write 0+100=100 a",
                               "lseek 10=10 a",
                               "read 10+50=50 a",
                               "read 60+200=40 a",
                               "pwrite 500+30=30 a",
                               "pread 505+30=25 a",
                               "ftruncate +60=0 a",
                               "lseek 40=40 a",
                               "fstat =0 a",
                               "fsync =0 a",
                               "close =0 a",
                               "close =EBADF ",
                               "stat =0 a",
                               "lstat =0 a",
                               "access =0 a",
                               "access =ENOENT missing",
                               "open =ENOENT missing",
                               "chmod =0 a",
                               "utimes =0 a",
                               "stat =0 a",
                               "rename =0 a",
                               "unlink =0 b",
                               "mkdir =0 d",
                               "rmdir =0 d",
                               "access =ENOENT relative"};

// What passes the C library's stubs. ThreadSanitizer makes the fstat of the host program itself.
Lines expectedAt(Depth depth) {
    Lines lines = descriptorCalls;
#ifdef __SANITIZE_THREAD__
    constexpr bool isIntercepted = true;
#else
    constexpr bool isIntercepted = false;
#endif
    if (isIntercepted && depth == Depth::system) std::erase(lines, "fstat =0 a");
    return lines;
}

} // namespace

TEST(RecordedCalls, DescriptorsAndPathsAtBothDepths) {
    HostRun run;
    const Captured captured = capturedOf(run, "descriptors");
    EXPECT_EQ(describe(captured, captured.callsOf("storage", Depth::library)), descriptorCalls);
    EXPECT_EQ(describe(captured, captured.callsOf("storage", Depth::system)), expectedAt(Depth::system));
    for (const HostCall& call : captured.callsOf("storage", Depth::library)) EXPECT_EQ(call.nesting, 0);
    for (const HostCall& call : captured.callsOf("storage", Depth::system)) EXPECT_EQ(call.nesting, 1);
}

TEST(RecordedCalls, PathsAreAbsoluteAndOpensSayWhatFor) {
    HostRun run;
    const Captured captured = capturedOf(run, "descriptors");
    const auto calls = captured.callsOf("storage", Depth::library);
    ASSERT_FALSE(calls.empty());
    EXPECT_EQ(captured.path(calls.front()), run.folder.string() + "/a");
    EXPECT_EQ(calls.front().flags, call_flag::forWriting);
    EXPECT_EQ(captured.path(calls.back()), run.folder.string() + "/relative");
}

TEST(RecordedCalls, StreamsAndWhatTheyReallyDo) {
    HostRun run;
    const Captured captured = capturedOf(run, "streams");
    EXPECT_EQ(describe(captured, captured.callsOf("storage", Depth::library)),
              (Lines{"fopen =fd s", "fwrite 0+512=512 s", "fwrite 512+512=512 s", "fseek 512=512 s",
                     "fread 512+1024=512 s", "ftell 1024=1024 s", "fseek 1000=1000 s", "fputs 1000+5=5 s",
                     "fprintf 1005+6=6 s", "fputc 1011+1=1 s", "fflush 1012=0 s", "fseek 1000=1000 s",
                     "fgets 1000+100=5 s", "fgetc 1005+1=1 s", "fclose =0 s", "fopen =ENOENT missing"}));
    // The two fwrites reach the kernel inside the seek, as one write of both; the puts inside the flush.
    Lines writes;
    for (const HostCall& call : captured.callsOf("storage", Depth::system))
        if (call.call == Call::write) writes.push_back(describe(captured, call));
    EXPECT_EQ(writes, (Lines{"write 0+1024=1024 s", "write 1000+12=12 s"}));
}

TEST(RecordedCalls, NestInTimeAsTheirNestingSays) {
    for (const char* scenario : {"descriptors", "streams", "folders"}) {
        HostRun run;
        const Captured captured = capturedOf(run, scenario);
        std::vector<HostCall> calls;
        std::copy_if(captured.calls.begin(), captured.calls.end(), std::back_inserter(calls),
                     [&](const HostCall& call) { return captured.threadName(call.thread) == "storage"; });
        EXPECT_FALSE(calls.empty());
        expectNested(calls);
    }
}

TEST(RecordedCalls, FolderReadsThatFollowEachOtherAreOneRecord) {
    HostRun run;
    const Captured captured = capturedOf(run, "folders");
    auto calls = captured.callsOf("storage", Depth::library);
    ASSERT_GE(calls.size(), 20u);
    calls.erase(calls.begin(), calls.begin() + 20); // mkdir
    EXPECT_EQ(describe(captured, calls), (Lines{"opendir =fd work", "readdir +23=22 work", "closedir =0 work"}));
    int inside = 0;
    for (const HostCall& call : captured.callsOf("storage", Depth::system)) {
        if (call.call == Call::mkdir) continue;
        EXPECT_EQ(captured.path(call), run.folder) << "the descriptor that opendir opened has its path";
        if (call.call == Call::getdents) ++inside;
    }
    EXPECT_EQ(inside, 2); // the entries, and the end
}

TEST(RecordedCalls, OffWhatIsSwitchedOff) {
    for (const auto& [hooks, depth] : {std::pair{"library", Depth::library}, std::pair{"system", Depth::system}}) {
        HostRun run;
        run.environment["UAESCOPE_HOOKS"] = hooks;
        const Captured captured = capturedOf(run, "descriptors");
        EXPECT_EQ(captured.fact("depths"), hooks);
        EXPECT_EQ(describe(captured, captured.callsOf("storage", depth)), expectedAt(depth));
        for (const HostCall& call : captured.callsOf("storage", depth)) EXPECT_EQ(call.nesting, 0);
        const Depth other = depth == Depth::library ? Depth::system : Depth::library;
        EXPECT_TRUE(captured.callsOf("storage", other).empty());
    }
    HostRun run;
    run.environment["UAESCOPE_HOOKS"] = "none";
    EXPECT_EQ(capturedOf(run, "descriptors").fact("depths"), "");
}

TEST(RecordedCalls, AreTheSameByTheKernelsClock) {
    HostRun run;
    run.environment["UAESCOPE_CLOCK"] = "kernel";
    const Captured captured = capturedOf(run, "descriptors");
    EXPECT_EQ(captured.fact("clock"), "clock_gettime");
    EXPECT_EQ(describe(captured, captured.callsOf("storage", Depth::library)), descriptorCalls);
    expectNested(captured.calls);
}

TEST(RecordedCalls, NameTheDescriptorsThatWereOpenBefore) {
    HostRun run;
    const Captured captured = capturedOf(run, "waits");
    const auto output = std::find_if(captured.calls.begin(), captured.calls.end(), [&](const HostCall& call) {
        return (call.flags & call_flag::openBefore) != 0 && call.descriptor == 2;
    });
    ASSERT_NE(output, captured.calls.end());
    EXPECT_EQ(std::filesystem::path(captured.path(*output)).filename(), "output");
    EXPECT_NE(output->flags & call_flag::forWriting, 0);
}

TEST(RecordedCalls, WaitsOnlyOfThreadsThatMatter) {
    HostRun run;
    const Captured captured = capturedOf(run, "waits");
    std::map<std::string, Lines> waits;
    for (const HostCall& call : captured.calls)
        if (isWait(call.call)) waits[captured.threadName(call.thread)].push_back(describe(captured, call));
    EXPECT_EQ(waits,
              (std::map<std::string, Lines>{{"plugin_host", {"usleep +2000=0 "}}, {"storage", {"usleep +3000=0 "}}}));
    EXPECT_EQ(captured.threadName(static_cast<std::uint32_t>(std::stoul(captured.fact("emulation.thread")))),
              "plugin_host");
}

TEST(RecordedCalls, OfThreadsThatEndAreComplete) {
    HostRun run;
    const Captured captured = capturedOf(run, "many-threads");
    const auto count = std::count_if(captured.calls.begin(), captured.calls.end(), [](const HostCall& call) {
        return call.call == Call::access && call.depth == Depth::library;
    });
    EXPECT_EQ(count, 20 * 8 * 100);
}

TEST(RecordedCalls, GoOnToWhatIsPreloadedOverTheCLibrary) {
    HostRun run;
    run.environment["LD_PRELOAD"] = TEST_PRELOAD;
    run.environment["ASAN_OPTIONS"] = "verify_asan_link_order=0"; // a sanitized host wants to be first
    const Captured captured = capturedOf(run, "shim");
    const auto calls = captured.callsOf("plugin_host", Depth::library);
    ASSERT_EQ(calls.size(), 1u);
    EXPECT_EQ(describe(captured, calls), (Lines{"access =0 by-the-shim"}));
}

// A hook that took the program's stub for the C library's function would call itself for ever.
TEST(RecordedCalls, GoOnToTheCLibraryWhereTheProgramHasStubsOfItsFunctions) {
    HostRun run;
    const Captured captured = capturedOf(run, "function-pointer");
    std::size_t lines = 0;
    for (const HostCall& call : captured.callsOf("plugin_host", Depth::library)) lines += call.call == Call::fgets;
    EXPECT_GE(lines, 1u); // the call through the pointer may pass the table or not
}
