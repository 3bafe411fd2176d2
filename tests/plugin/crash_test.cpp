// A recording cut short at a random moment, by a signal or for want of room: what is in the capture is everything from
// the beginning up to a moment shortly before, and the capture says what it can about the rest.
//
// UAESCOPE_CRASH_ROUNDS sets how often the tests with random moments try; UAESCOPE_CRASH_SEED sets the moments.
#include "describe.h"
#include "storm.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sys/mman.h>
#include <unistd.h>

using namespace uaescope::plugin;
using uaescope::capture::Call;
using uaescope::capture::Depth;
using uaescope::capture::Drop;
using uaescope::capture::factStopped;
using uaescope::capture::HostCall;
using uaescope::capture::ReadResult;

namespace {

unsigned long number(const char* variable, unsigned long fallback) {
    const char* text = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): one thread
    return text == nullptr ? fallback : std::strtoul(text, nullptr, 10);
}

unsigned long rounds(unsigned long inShort) { return number("UAESCOPE_CRASH_ROUNDS", inShort); }

std::mt19937 randomMoments() { return std::mt19937(static_cast<unsigned>(number("UAESCOPE_CRASH_SEED", 1))); }

class StormRun : public HostRun {
public:
    StormRun() {
        const auto file = folder / stormProgressFile;
        std::ofstream(file).close();
        std::filesystem::resize_file(file, sizeof(StormProgress));
        m_progress = mapProgress(file);
        if (m_progress == nullptr) throw std::runtime_error(file.string() + ": cannot be mapped");
    }
    ~StormRun() { munmap(m_progress, sizeof(StormProgress)); }

    const StormProgress& progress() const { return *m_progress; }

private:
    StormProgress* m_progress = nullptr;
};

// Where one line's records end, after it was checked that none is missing before.
struct Kept {
    std::uint64_t count = 0;
    std::int64_t last = 0; // time of the last record
    std::uint32_t thread = 0;
};

Kept keptMarks(const Captured& captured) {
    Kept kept;
    for (const auto& mark : captured.marks) {
        EXPECT_EQ(mark.size, kept.count) << "a mark is missing";
        kept = {kept.count + 1, mark.time, mark.thread};
    }
    return kept;
}

Kept keptReads(const Captured& captured, const std::string& thread, Depth depth) {
    Kept kept;
    for (const HostCall& call : captured.callsOf(thread, depth)) {
        if (call.call != Call::pread) continue;
        EXPECT_EQ(call.offset, static_cast<std::int64_t>(kept.count)) << "a call of " << thread << " is missing";
        kept = {kept.count + 1, call.end, call.thread};
    }
    return kept;
}

Kept keptOf(const Captured& captured, std::size_t line) {
    if (line == 0) return keptMarks(captured);
    const std::string thread = "storage" + std::to_string(line);
    const Kept outside = keptReads(captured, thread, Depth::library);
    const Kept inside = keptReads(captured, thread, Depth::system);
    EXPECT_LE(outside.count, inside.count);
    EXPECT_GE(outside.count + 1, inside.count);
    return outside;
}

// Nanoseconds of work that are not in the capture: the most of all lines.
std::int64_t lossOf(const Captured& captured, const StormProgress& progress) {
    std::int64_t most = 0;
    for (std::size_t i = 0; i < stormLines; ++i) {
        const Kept kept = keptOf(captured, i);
        const std::uint64_t done = progress.lines[i].done.load();
        EXPECT_LE(kept.count, done + 1);
        if (kept.count >= done) continue;
        const std::int64_t last = kept.count == 0 ? progress.began.load() : kept.last;
        most = std::max(most, progress.lines[i].time.load() - last);
    }
    return most;
}

constexpr std::int64_t fifthOfASecond = 200'000'000;

bool canMount() {
    static const bool can =
        std::system("unshare --user --map-root-user --mount mount -t tmpfs none /mnt 2>/dev/null") == 0; // NOLINT
    return can;
}

// Runs the host program with a session folder on a disk of its own, and copies the capture to where it is looked for.
void runOnSmallDisk(HostRun& run, const std::string& scenario, const std::string& options) {
    const auto disk = run.session / "disk";
    std::filesystem::create_directory(disk);
    run.environment["UAESCOPE_SESSION"] = disk.string();
    run.wrapper = {"unshare",
                   "--user",
                   "--map-root-user",
                   "--mount",
                   "sh",
                   "-c",
                   "mount -t tmpfs -o " + options + " none '" + disk.string() + "' && \"$@\"; status=$?; cp '" +
                       disk.string() + "'/* '" + run.session.string() + "' 2>/dev/null; exit $status",
                   "sh"};
    run.run(scenario);
}

} // namespace

TEST(Crash, AtAnyMomentLeavesACaptureWithoutHoles) {
    constexpr std::array signals = {SIGKILL, SIGSEGV, SIGTERM};
    constexpr int longest = 120'000; // microseconds
    std::mt19937 random = randomMoments();
    std::int64_t worst = 0;
    unsigned long opened = 0;
    for (unsigned long i = 0; i < rounds(30); ++i) {
        StormRun run;
        const auto moment = static_cast<useconds_t>(std::uniform_int_distribution(0, longest)(random));
        run.runAndKill(
            "storm", [&] { usleep(moment); }, signals[i % signals.size()]);
        SCOPED_TRACE("round " + std::to_string(i) + ", after " + std::to_string(moment) + " microseconds");
        if (!std::filesystem::exists(run.captureFile())) {
            EXPECT_EQ(run.progress().began.load(), 0) << "uni_init returned, and there is no capture";
            continue;
        }
        const Captured captured = run.captured();
        EXPECT_TRUE(captured.damage.empty());
        EXPECT_TRUE(captured.drops.empty());
        EXPECT_FALSE(captured.end);
        if (run.progress().began.load() == 0) continue;
        ++opened;
        const std::int64_t loss = lossOf(captured, run.progress());
        EXPECT_LE(loss, fifthOfASecond + run.progress().oversleep.load());
        worst = std::max(worst, loss);
    }
    EXPECT_GT(opened, 0u) << "no round got as far as recording";
    RecordProperty("worst_loss_us", static_cast<int>(worst / 1000));
    std::printf("%lu captures, at most %.1f ms of work lost\n", opened, static_cast<double>(worst) / 1e6);
}

namespace {

// The capture of a run that ended in order, but for want of room not with a whole capture.
void expectCutShortInOrder(const Captured& captured, const StormProgress& progress, const std::string& reason) {
    EXPECT_TRUE(captured.damage.empty());
    EXPECT_EQ(captured.last, ReadResult::end) << "the file ends after a whole chunk";
    EXPECT_NE(captured.end, !captured.fact(factStopped).empty()) << "a capture ends in order or says why not";
    if (captured.end) return;
    EXPECT_EQ(captured.fact(factStopped), reason);
    EXPECT_FALSE(captured.drops.empty()) << "what made it too large is counted";
    for (std::size_t i = 0; i < stormLines; ++i) {
        const Kept kept = keptOf(captured, i);
        EXPECT_LE(kept.count, progress.lines[i].done.load());
        for (const Drop& drop : captured.drops) {
            EXPECT_GT(drop.count, 0u);
            const bool isOfLine = kept.count > 0 && drop.thread == kept.thread;
            EXPECT_TRUE(!isOfLine || kept.last <= drop.end);
        }
    }
}

} // namespace

TEST(Crash, AFileSizeLimitNeverDisturbsTheEmulatorAndIsSaid) {
    constexpr int largest = 40'000;
    std::mt19937 random = randomMoments();
    unsigned long cutShort = 0;
    for (unsigned long i = 0; i < rounds(6); ++i) {
        StormRun run;
        const int limit = i == 0 ? 0 : std::uniform_int_distribution(0, largest)(random);
        run.environment["HOST_FILE_LIMIT"] = std::to_string(limit);
        run.run("short-storm");
        SCOPED_TRACE("limit " + std::to_string(limit));
        ASSERT_EQ(run.status, 0) << run.output;
        for (std::size_t line = 0; line < stormLines; ++line) EXPECT_EQ(run.progress().lines[line].done.load(), 2000u);
        const bool isThere = std::filesystem::exists(run.captureFile());
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(run.session), {}), isThere ? 1 : 0);
        if (!isThere) {
            constexpr int lineOfText = 500; // what the plugin prints goes into a file with the same limit
            if (limit < lineOfText) continue;
            EXPECT_NE(run.output.find("cannot be written: File too large"), std::string::npos) << run.output;
            continue;
        }
        EXPECT_LE(std::filesystem::file_size(run.captureFile()), static_cast<std::uintmax_t>(limit));
        const Captured captured = run.captured();
        if (!captured.end) ++cutShort;
        expectCutShortInOrder(captured, run.progress(), "File too large");
    }
    EXPECT_GT(cutShort, 0u) << "no limit was met while recording";
}

TEST(Crash, AFullDiskNeverDisturbsTheEmulatorAndIsSaid) {
    if (!canMount()) GTEST_SKIP() << "this system lets no user namespace mount a file system";
    for (const int kilobytes : {4, 16, 32}) {
        SCOPED_TRACE(kilobytes);
        StormRun run;
        runOnSmallDisk(run, "short-storm", "size=" + std::to_string(kilobytes) + "k");
        ASSERT_EQ(run.status, 0) << run.output;
        EXPECT_NE(run.output.find("cannot be written: No space left on device"), std::string::npos) << run.output;
        if (std::filesystem::exists(run.captureFile()))
            expectCutShortInOrder(run.captured(), run.progress(), "No space left on device");
        else
            EXPECT_LT(kilobytes, 16) << "a capture fits";
    }
}

TEST(Crash, AReadOnlySessionNeverDisturbsTheEmulator) {
    if (!canMount()) GTEST_SKIP() << "this system lets no user namespace mount a file system";
    StormRun run;
    runOnSmallDisk(run, "no-capture", "ro");
    ASSERT_EQ(run.status, 0) << run.output;
    EXPECT_NE(run.output.find("cannot be made: Read-only file system; recording is off"), std::string::npos)
        << run.output;
    EXPECT_FALSE(std::filesystem::exists(run.captureFile()));
}

TEST(Crash, AFloodIsCountedWhereItOverflowsTheLogs) {
    HostRun run;
    run.run("flood");
    ASSERT_EQ(run.status, 0) << run.output;
    const Captured captured = run.captured();
    ASSERT_TRUE(captured.end);
    EXPECT_FALSE(captured.drops.empty()) << "the recording thread had no time to keep up";
    for (std::size_t i = 0; i < floodThreads; ++i) {
        const std::string name = "flood" + std::to_string(i);
        SCOPED_TRACE(name);
        const auto outside = captured.callsOf(name, Depth::library);
        const auto inside = captured.callsOf(name, Depth::system);
        ASSERT_FALSE(inside.empty());
        const std::int64_t first = inside.front().begin;
        std::uint64_t recorded = outside.size() + inside.size();
        for (const Drop& drop : captured.drops) {
            if (drop.thread != inside.front().thread) continue;
            recorded += drop.count;
            EXPECT_GT(drop.count, 0u);
            EXPECT_LE(first, drop.begin);
            EXPECT_LE(drop.begin, drop.end);
            EXPECT_LE(drop.end, captured.endTime);
        }
        EXPECT_EQ(recorded, 2 * (floodCalls + 2)) << "at both depths, each call and the open and close around them";
    }
}
