#include "guest/suites/devspeed.h"

#include "guest/suites/device.h"
#include "guest/suites/line.h"
#include "uaeplugin/capture/protocol.h"

enum { BLOCK = 512, PASSES = 4, KILOBYTE = 1000 };

static const uint32_t blocks[] = {13, 30, 100, 300, 600, 1000, 1500, 2000, 2400, 2800};
enum { SIZES = sizeof blocks / sizeof blocks[0] };

static void print_header(const struct us_run* run) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "devspeed ");
    us_line_text(&line, run->storage->device.name);
    us_line_text(&line, " ");
    us_line_number(&line, run->storage->device.unit, 0);
    us_line_text(&line, " 0");
    us_print(run, line.text);
}

static void print_rate(const struct us_run* run, uint32_t size) {
    struct us_line line;
    if (!us_going(run)) return;
    us_line_clear(&line);
    us_line_number(&line, size / KILOBYTE, 0);
    us_line_text(&line, " K Reads ");
    us_line_rate(&line, (uint64_t)PASSES * size, us_elapsed_us(run), " Writes - b/sec");
    us_print(run, line.text);
}

static void print_skipped(const struct us_run* run, uint32_t size, const char* why) {
    struct us_line line;
    us_line_clear(&line);
    us_line_number(&line, size / KILOBYTE, 0);
    us_line_text(&line, " K skipped: ");
    us_line_text(&line, why);
    us_print(run, line.text);
}

static void test_size(struct us_run* run, uint16_t test, uint32_t size, void* buffer) {
    unsigned pass;
    us_test_begin(run, test);
    us_timer_start(run);
    for (pass = 0; pass < PASSES; ++pass) us_device_read(run, 0, buffer, size);
    us_timer_stop(run);
    if (us_going(run)) us_figure(run, (uint64_t)PASSES * size, "bytes/s");
    print_rate(run, size);
    us_test_end(run);
}

static void test_or_skip(struct us_run* run, unsigned index) {
    const struct us_storage* storage = run->storage;
    const uint32_t size = blocks[index] * BLOCK;
    void* buffer;
    if (size > storage->device.bytes) {
        print_skipped(run, size, "the volume is smaller");
        return;
    }
    buffer = storage->allocate(storage->context, size, US_MEMORY_ANY);
    if (!buffer) {
        print_skipped(run, size, "not enough memory");
        return;
    }
    test_size(run, (uint16_t)(index + 1), size, buffer);
    storage->release(storage->context, buffer, size);
}

static void run_suite(struct us_run* run) {
    unsigned index;
    if (us_device_open(run)) {
        print_header(run);
        for (index = 0; index < SIZES && us_going(run); ++index) test_or_skip(run, index);
    }
    us_device_close(run);
}

static const char* const tests[] = {"Read 6656",
                                    "Read 15360",
                                    "Read 51200",
                                    "Read 153600",
                                    "Read 307200",
                                    "Read 512000",
                                    "Read 768000",
                                    "Read 1024000",
                                    "Read 1228800",
                                    "Read 1433600",
                                    0};

static const struct us_count counts[] = {
    {1, US_OP_DEVICE_READ, 0, PASSES},  {2, US_OP_DEVICE_READ, 0, PASSES}, {3, US_OP_DEVICE_READ, 0, PASSES},
    {4, US_OP_DEVICE_READ, 0, PASSES},  {5, US_OP_DEVICE_READ, 0, PASSES}, {6, US_OP_DEVICE_READ, 0, PASSES},
    {7, US_OP_DEVICE_READ, 0, PASSES},  {8, US_OP_DEVICE_READ, 0, PASSES}, {9, US_OP_DEVICE_READ, 0, PASSES},
    {10, US_OP_DEVICE_READ, 0, PASSES},
};

const struct us_suite us_devspeed = {.name = "devspeed",
                                     .description = "DevSpeed: the device under the volume read in ten sizes",
                                     .tests = tests,
                                     US_COUNTS(counts),
                                     .run = run_suite};
