// Loading and analysing a capture of a million records of the kind that writing to a hardfile makes.
#include "analyzer/core/report.h"
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/capture/writer.h"

#include <benchmark/benchmark.h>

#include <malloc.h>

#include <filesystem>
#include <string>
#include <unistd.h>

namespace uaescope::core {
namespace {

namespace fs = std::filesystem;
using capture::Call;
using capture::Depth;

constexpr int events = 1'000'000;

// Guest writes of 4 KiB, two marks each. The hardfile does them in blocks: for each a wait of the storage thread, and
// seek, tell and write with the system calls in them, of which one carries the block before.
class HardfileCapture {
public:
    explicit HardfileCapture(const fs::path& file) : m_writer(file), m_image(m_writer.string("/vol/test.hdf")) {
        m_writer.addFact("storage.0", "/vol/test.hdf");
        m_writer.addFact("emulation.thread", "100");
    }

    void write() {
        mark(US_OP_TEST, US_PHASE_BEGIN, m_writer.string("Write"));
        while (m_events < events) {
            guestWrite();
            if (m_events / 5000 != m_flushed) {
                m_flushed = m_events / 5000;
                m_writer.flush();
            }
        }
        mark(US_OP_TEST, US_PHASE_END, 0);
        m_writer.finish(m_time, 0);
    }

private:
    void guestWrite() {
        mark(US_OP_WRITE, US_PHASE_BEGIN, 0);
        for (int block = 0; block < 8; ++block) writeBlock();
        mark(US_OP_WRITE, US_PHASE_END, 0);
        m_time += 3000;
    }

    void writeBlock() {
        m_time += 20000;
        add(Call::semaphoreWait, Depth::library, 0, m_time - 19000, 19000, {});
        const std::int64_t start = m_time;
        if (m_offset > 0) add(Call::write, Depth::system, 1, start + 200, 1400, {m_offset - 512, 512});
        add(Call::lseek, Depth::system, 1, start + 1700, 150, {m_offset, 0});
        add(Call::read, Depth::system, 1, start + 1900, 800, {m_offset & ~4095, 4096});
        add(Call::fseek, Depth::library, 0, start, 3000, {m_offset, 0});
        add(Call::ftell, Depth::library, 0, start + 3100, 60, {m_offset, 0});
        add(Call::fwrite, Depth::library, 0, start + 3300, 90, {m_offset, 512});
        m_offset += 512;
        m_time += 5000;
    }

    struct Bytes {
        std::int64_t offset = -1;
        std::int64_t size = 0;
    };

    void add(Call call, Depth depth, std::uint8_t nesting, std::int64_t begin, std::int64_t duration, Bytes bytes) {
        capture::HostCall record;
        record.begin = begin;
        record.end = begin + duration;
        record.offset = bytes.offset;
        record.size = record.result = bytes.size;
        record.thread = 200;
        record.path = call == Call::semaphoreWait ? 0 : m_image;
        record.descriptor = 12;
        record.call = call;
        record.depth = depth;
        record.nesting = nesting;
        m_writer.add(record);
        ++m_events;
    }

    void mark(std::uint8_t kind, std::uint8_t phase, std::uint32_t name) {
        m_writer.add(capture::Mark{.time = m_time,
                                   .thread = 100,
                                   .task = 0x1000,
                                   .size = 512,
                                   .name = name,
                                   .test = 1,
                                   .operation = kind,
                                   .phase = phase});
        ++m_events;
    }

    capture::Writer m_writer;
    std::uint32_t m_image;
    std::int64_t m_time = 1'000'000'000'000;
    std::int64_t m_offset = 0;
    int m_events = 0;
    int m_flushed = 0;
};

// Made once, removed at the end of the program.
const fs::path& captureFile() {
    struct File {
        fs::path path = fs::temp_directory_path() / ("uaescope-bench-" + std::to_string(::getpid()) + ".uascope");
        File() { HardfileCapture(path).write(); }
        ~File() { fs::remove(path); }
    };
    static const File file;
    return file.path;
}

double heapBytes() {
    const struct mallinfo2 info = ::mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd);
}

void load(benchmark::State& state) {
    const fs::path& file = captureFile();
    for (auto _ : state) benchmark::DoNotOptimize(loadTrace(file));
    state.counters["bytes/event"] = static_cast<double>(fs::file_size(file)) / events;
}
BENCHMARK(load)->Unit(benchmark::kMillisecond);

void analyse(benchmark::State& state) {
    const Trace trace = loadTrace(captureFile());
    for (auto _ : state) {
        state.PauseTiming();
        Trace copy = trace;
        state.ResumeTiming();
        benchmark::DoNotOptimize(analyze(std::move(copy)));
    }
}
BENCHMARK(analyse)->Unit(benchmark::kMillisecond);

void loadAndAnalyse(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(analyze(loadTrace(captureFile())));
    ::malloc_trim(0);
    const double before = heapBytes();
    const Analysis analysis = analyze(loadTrace(captureFile()));
    state.counters["heap MB/M events"] = (heapBytes() - before) / 1e6 / (events / 1e6);
}
BENCHMARK(loadAndAnalyse)->Unit(benchmark::kMillisecond);

void report(benchmark::State& state) {
    const Analysis analysis = analyze(loadTrace(captureFile()));
    for (auto _ : state) benchmark::DoNotOptimize(makeReport(analysis));
}
BENCHMARK(report)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace uaescope::core
