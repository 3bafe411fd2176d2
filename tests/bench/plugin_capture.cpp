// Size and reading speed of captures: of the file that UAESCOPE_CAPTURE names, else of made-up hardfile writes.
#include "tests/capture/samples.h"

#include <benchmark/benchmark.h>

#include <cstdlib>

using namespace uaescope::capture;

namespace {

constexpr std::size_t madeUpBlocks = 300'000;

void readCapture(benchmark::State& state) {
    const TemporaryFile madeUp;
    std::filesystem::path file = madeUp.path();
    if (const char* named = std::getenv("UAESCOPE_CAPTURE")) { // NOLINT(concurrency-mt-unsafe): one thread
        file = named;
    } else {
        Writer writer(file);
        const std::uint32_t path = writer.string("/images/work.hdf");
        for (const HostCall& call : hardfileWrites(madeUpBlocks, path, 42)) writer.add(call);
        writer.finish(0, 0);
    }
    std::size_t events = 0;
    for (auto _ : state) {
        events = 0;
        Reader reader(file);
        Batch batch;
        while (reader.next(batch) == ReadResult::batch) events += batch.calls.size() + batch.marks.size();
    }
    const auto all = static_cast<double>(events);
    state.counters["events"] = all;
    state.counters["bytesPerEvent"] = static_cast<double>(std::filesystem::file_size(file)) / all;
    state.counters["secondsPerEvent"] =
        benchmark::Counter(all, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(readCapture)->Unit(benchmark::kMillisecond);

} // namespace
