// What one record costs on the hot path: both stamps, all fields, stored for the recording thread, which encodes and
// writes meanwhile.
#include "uaeplugin/clock.h"
#include "uaeplugin/host_calls.h"
#include "uaeplugin/linux/path_number.h"
#include "uaeplugin/recording_thread.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

using namespace uaescope::plugin;

namespace {

std::filesystem::path captureFile() {
    return std::filesystem::temp_directory_path() / ("uaescope-bench-" + std::to_string(getpid()) + ".uascope");
}

// A recording that runs until the program ends.
RecordingThread& recording() {
    static RecordingThread& thread = []() -> RecordingThread& {
        Clock::choose(ClockKind::counter);
        auto& made =
            *new RecordingThread(captureFile(), std::chrono::seconds(0), *new Mailbox({}), *new Forgetting({}));
        std::atexit([] { std::filesystem::remove(captureFile()); });
        made.start();
        Recorder::start();
        return made;
    }();
    return thread;
}

// Records in bursts that the log can hold, and lets it be emptied between them, untimed: the mean of what an emulator
// pays, which records far fewer than a log takes.
template <typename RecordOne>
void inBursts(benchmark::State& state, RecordOne recordOne) {
    constexpr int burst = 4096;
    RecordingThread& thread = recording();
    for (auto _ : state) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < burst; ++i) recordOne(i);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        state.SetIterationTime(taken.count() / burst); // so that the time printed is that of one record
        thread.flush();
    }
}

void stampTwice(benchmark::State& state) {
    Clock::choose(ClockKind::counter);
    for (auto _ : state) {
        benchmark::DoNotOptimize(Clock::ticks());
        benchmark::DoNotOptimize(Clock::ticks());
    }
}
BENCHMARK(stampTwice);

void recordedCall(benchmark::State& state) {
    inBursts(state, [](int block) {
        HostCallSpan span(uaescope::capture::Depth::system);
        span.stop();
        span.record({.call = uaescope::capture::Call::write,
                     .descriptor = 5,
                     .offset = block * std::int64_t{512},
                     .size = 512,
                     .result = 512});
    });
}
BENCHMARK(recordedCall)->UseManualTime()->Iterations(1000);

void recordedCallWithPath(benchmark::State& state) {
    std::vector<std::string> paths;
    for (int i = 0; i < 1000; ++i)
        paths.push_back("/home/someone/Amiga/Harddisks/Work/Projects/file." + std::to_string(i));
    inBursts(state, [&](int i) {
        HostCallSpan span(uaescope::capture::Depth::system);
        span.stop();
        const std::string& path = paths[static_cast<std::size_t>(i) % paths.size()];
        span.record({.call = uaescope::capture::Call::access, .path = pathNumber(path.c_str())});
    });
}
BENCHMARK(recordedCallWithPath)->UseManualTime()->Iterations(1000);

std::int64_t seconds() {
    const char* text = std::getenv("UAESCOPE_BENCH_SECONDS"); // NOLINT(concurrency-mt-unsafe): one thread
    return text == nullptr ? 3 : std::atol(text);
}

// A million records a second for so many seconds; none may be dropped.
void millionASecond(benchmark::State& state) {
    constexpr std::uint64_t spacing = 1000; // nanoseconds
    RecordingThread& thread = recording();
    thread.flush();
    std::uint64_t next = Clock::kernelNanoseconds();
    std::int64_t block = 0;
    std::uint64_t full = 0;
    for (auto _ : state) {
        while (Clock::kernelNanoseconds() < next) {
        }
        next += spacing;
        if (Recorder::log()->next() == nullptr) ++full;
        HostCallSpan span(uaescope::capture::Depth::system);
        span.stop();
        span.record({.call = uaescope::capture::Call::write, .offset = block++ * 512, .size = 512, .result = 512});
    }
    state.counters["dropped"] = static_cast<double>(full);
}
BENCHMARK(millionASecond)->Iterations(seconds() * 1'000'000);

double residentMegabytes() {
    constexpr double megabyte = 1 << 20;
    std::int64_t pages = 0;
    std::int64_t resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return static_cast<double>(resident * sysconf(_SC_PAGESIZE)) / megabyte;
}

// An hour of an emulator at work, 5,000 calls a second on a thousand files, as fast as it can be recorded and encoded.
void hourLongCapture(benchmark::State& state) {
    constexpr int callsAStep = 250; // as many as come between two collections, 50 milliseconds apart
    constexpr int steps = 3600 * 20;
    RecordingThread& thread = recording();
    std::vector<std::uint32_t> files;
    for (int i = 0; i < 1000; ++i)
        files.push_back(pathNumber(("/home/someone/Work/file." + std::to_string(i)).c_str()));
    for (auto _ : state) {
        double afterAMinute = 0;
        for (int step = 0; step < steps; ++step) {
            for (int i = 0; i < callsAStep; ++i) {
                HostCallSpan span(uaescope::capture::Depth::system);
                span.stop();
                span.record({.call = uaescope::capture::Call::write,
                             .descriptor = i % 10,
                             .path = files[static_cast<std::size_t>(step * 7 + i / 25) % files.size()],
                             .offset = (step * std::int64_t{callsAStep} + i) * 512,
                             .size = 512,
                             .result = 512});
            }
            thread.flush();
            if (step == steps / 60) afterAMinute = residentMegabytes();
        }
        state.counters["MBAfterAMinute"] = afterAMinute;
        state.counters["MBAfterAnHour"] = residentMegabytes();
    }
}
BENCHMARK(hourLongCapture)->Iterations(1)->Unit(benchmark::kSecond);

} // namespace
