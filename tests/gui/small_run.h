// A run small enough to check by eye: two tests on a hardfile, five operations.
//
//   operation        time          its time                        its calls
//   0 Open  a        1000..2000    device and guest code only      none
//   1 Write a        3000..8000    host I/O 600                    fseek { read }, fwrite (kept in the buffer)
//   2 Close a       10000..11000   guest code only                 none          (its preparation span: not counted)
//   3 Read  b       20000..40000   sleep 4000, host I/O 1000       fseek { write of operation 1, late }, fread
//   4 Close b       41000..42000   guest code only                 none
#pragma once

#include "analyzer/models/capture_data.h"
#include "tests/core/trace_builder.h"

namespace uaescope::models::test {

// Indices in the trace, whose calls are sorted by begin.
constexpr std::uint32_t firstSeek = 0;
constexpr std::uint32_t nestedRead = 1;
constexpr std::uint32_t bufferedWrite = 2;
constexpr std::uint32_t secondSeek = 3;
constexpr std::uint32_t lateWrite = 4;
constexpr std::uint32_t fileRead = 5;
constexpr std::uint32_t sleepCall = 6;

inline core::test::TraceBuilder smallTrace() {
    using capture::Call;
    using core::test::storage;
    core::test::TraceBuilder trace;
    trace.threadName(core::test::emulation, "emulation").threadName(storage, "hardfile");
    trace.fact("setup", "hdf").fact("suite", "small");
    trace.span(US_OP_TEST, 500, 12'000, {.name = "Write it", .test = 1});
    trace.operation(US_OP_OPEN, 1000, 2000, {.result = 7, .name = "DH1:a", .test = 1});
    trace.operation(US_OP_WRITE, 3000, 8000, {.size = 512, .object = 7, .result = 512, .name = "DH1:a", .test = 1});
    trace.span(US_OP_PREPARE, 9000, 11'500, {.test = 1});
    trace.operation(US_OP_CLOSE, 10'000, 11'000, {.object = 7, .name = "DH1:a", .test = 1});
    trace.span(US_OP_TEST, 15'000, 45'000, {.name = "Read it", .test = 2});
    trace.operation(US_OP_READ, 20'000, 40'000,
                    {.size = 4096, .object = 8, .result = 4096, .name = "DH1:b", .test = 2});
    trace.operation(US_OP_CLOSE, 41'000, 42'000, {.object = 8, .name = "DH1:b", .test = 2});
    trace.library(Call::fseek, 4000, 4500, {.offset = 8192});
    trace.system(Call::read, 4100, 4400, {.offset = 8192, .size = 4096, .result = 4096, .nesting = 1});
    trace.library(Call::fwrite, 4600, 4700, {.offset = 8192, .size = 512, .result = 512});
    trace.library(Call::fseek, 21'000, 21'800, {.offset = 0});
    trace.system(Call::write, 21'200, 21'600, {.offset = 8192, .size = 512, .result = 512, .nesting = 1});
    trace.library(Call::fread, 22'000, 22'600, {.offset = 0, .size = 4096, .result = 4096});
    trace.sleep(30'000, 34'000);
    trace.text(US_TEXT_FIGURE, "test=1 count=512 unit=bytes/s guest_us=5", 12'000);
    return trace;
}

inline CapturePtr smallRun() { return makeCaptureData(smallTrace().analyze()); }

} // namespace uaescope::models::test
