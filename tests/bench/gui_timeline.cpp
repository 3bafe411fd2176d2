// One frame of the timeline over ten million spans, painted by the processor into an image of 1600x900: the whole
// run and closer and closer views, each at places all over the run.
#include "analyzer/gui/timeline_painter.h"
#include "uaeplugin/capture/protocol.h"

#include <QApplication>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <random>

namespace uaescope::gui {
namespace {

constexpr int operationsPerTask = 500'000;
constexpr int tasks = 2;
constexpr int callsPerThread = 900'000; // half of them nested in the others
constexpr int threads = 10;
constexpr QSize frameSize(1600, 900);

class Generator {
public:
    core::Trace trace() {
        m_trace.strings = {"", "/run/Work.hdf", "Write"};
        m_trace.facts = {{"storage.0", "/run/Work.hdf"}, {"emulation.thread", "1"}};
        for (std::uint32_t task = 1; task <= tasks; ++task) operations(task);
        for (std::uint32_t thread = 1; thread <= threads; ++thread) calls(thread);
        mark(US_OP_TEST, US_PHASE_BEGIN, 0, 1);
        mark(US_OP_TEST, US_PHASE_END, m_end, 1);
        core::completeTrace(m_trace);
        return std::move(m_trace);
    }

private:
    std::int64_t about(std::int64_t ns) {
        return static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(2 * ns));
    }

    void mark(std::uint8_t operation, std::uint8_t phase, std::int64_t time, std::uint32_t task) {
        m_trace.marks.push_back({.time = time,
                                 .thread = 1,
                                 .task = task,
                                 .size = 512,
                                 .name = 2,
                                 .test = 1,
                                 .operation = operation,
                                 .phase = phase});
        m_end = std::max(m_end, time);
    }

    void operations(std::uint32_t task) {
        std::int64_t now = 0;
        for (int i = 0; i < operationsPerTask; ++i) {
            now += 1000 + about(10'000);
            mark(US_OP_WRITE, US_PHASE_BEGIN, now, task);
            now += 1000 + about(80'000);
            mark(US_OP_WRITE, US_PHASE_END, now, task);
        }
    }

    void calls(std::uint32_t thread) {
        std::int64_t now = 0;
        for (int i = 0; i < callsPerThread / 2; ++i) {
            capture::HostCall call;
            call.begin = now + about(60'000);
            call.end = now = call.begin + 1000 + about(m_random() % 1000 == 0 ? 1'000'000 : 40'000);
            call.thread = thread;
            call.path = 1;
            call.call = capture::Call::fwrite;
            m_trace.calls.push_back(call);
            call.begin += 200;
            call.end -= 200;
            call.nesting = 1;
            call.depth = capture::Depth::system;
            call.call = capture::Call::write;
            m_trace.calls.push_back(call);
        }
        m_end = std::max(m_end, now);
    }

    core::Trace m_trace;
    std::int64_t m_end = 0;
    std::mt19937 m_random{7};
};

const models::CaptureData& tenMillionSpans() {
    static const models::CaptureData capture = [] {
        models::CaptureData data;
        data.analysis = core::analyze(Generator().trace());
        data.lanes = models::makeLanes(data.analysis);
        return data;
    }();
    return capture;
}

// Argument: how many times closer than the whole run.
void timelineFrame(benchmark::State& state) {
    const models::CaptureData& capture = tenMillionSpans();
    const TimelineLayout layout = layOut(capture.lanes);
    TimelinePainter timeline(capture, layout);
    QImage image(frameSize, QImage::Format_RGB32);
    TimelineView view;
    view.selection.operation = 1000;
    const std::int64_t whole = capture.analysis.trace.end;
    const std::int64_t length = whole / state.range(0);
    std::int64_t begin = 0;
    double worst = 0;
    for (auto _ : state) {
        view.scale = {begin, begin + length, frameSize.width() - TimelineLayout::gutter};
        const auto start = std::chrono::steady_clock::now();
        QPainter painter(&image);
        timeline.paint(painter, frameSize, QApplication::palette(), view);
        painter.end();
        worst = std::max(worst,
                         std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
        begin = whole > length ? (begin + (whole - length) / 37) % (whole - length) : 0;
    }
    std::size_t spans = 0;
    for (const models::Lane& lane : capture.lanes) {
        for (const models::SpanIndex& row : lane.rows) spans += row.spans().size();
    }
    state.counters["spans"] = static_cast<double>(spans);
    state.counters["worst_ms"] = worst;
}
BENCHMARK(timelineFrame)->RangeMultiplier(10)->Range(1, 1'000'000)->Unit(benchmark::kMillisecond);

// What opening a capture adds for the window: the spans of all lanes and their sums.
void timelineIndex(benchmark::State& state) {
    const models::CaptureData& capture = tenMillionSpans();
    for (auto _ : state) benchmark::DoNotOptimize(models::makeLanes(capture.analysis));
}
BENCHMARK(timelineIndex)->Unit(benchmark::kMillisecond)->Iterations(1);

} // namespace
} // namespace uaescope::gui

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
