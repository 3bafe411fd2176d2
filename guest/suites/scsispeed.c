#include "guest/suites/scsispeed.h"

#include "guest/suites/device.h"
#include "guest/suites/diskspeed4_text.h"
#include "guest/suites/line.h"
#include "uaeplugin/capture/protocol.h"

enum { MINIMUM_SECONDS = 20 /* of each test of the classic form */ };

/* Sizes, and how many reads the fixed form makes of each: more data in larger pieces. */
enum { READS_512 = 256, READS_4096 = 128, READS_32768 = 64, READS_262144 = 32 };

static const struct {
    uint32_t size, reads;
} sizes[] = {{512, READS_512}, {4096, READS_4096}, {32768, READS_32768}, {262144, READS_262144}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static const struct {
    enum us_memory kind;
    const char* name;
} memories[] = {{US_MEMORY_FAST, "FAST"}, {US_MEMORY_CHIP, "CHIP"}};
enum { MEMORIES = sizeof memories / sizeof memories[0] };

static void print_header(const struct us_run* run) {
    struct us_line line;
    us_print(run, run->form == US_FORM_FIXED ? "ScsiSpeed workload - fixed counts - run by uaebench"
                                             : "ScsiSpeed workload - classic times - run by uaebench");
    us_print(run, "------------------------------------------------------------");
    us_diskspeed4_machine(run);
    us_line_clear(&line);
    us_line_text(&line, "Device: ");
    us_line_text(&line, run->storage->device.name);
    us_line_text(&line, ":");
    us_line_number(&line, run->storage->device.unit, 0);
    us_print(run, line.text);
    us_print(run, "");
    us_print(run, "No CPU Speed Rating -- CPU % not available.");
}

static uint32_t read_on(struct us_run* run, unsigned index, void* buffer) {
    const uint32_t size = sizes[index].size;
    uint64_t position = 0;
    uint32_t count;
    us_timer_start(run);
    for (count = 0; us_more(run, count, sizes[index].reads, MINIMUM_SECONDS); ++count) {
        us_device_read(run, position, buffer, size);
        position += size;
        if (position + size > run->storage->device.bytes) position = 0;
    }
    us_timer_stop(run);
    return count;
}

static void test_size(struct us_run* run, unsigned memory, unsigned index, void* buffer) {
    uint64_t bytes;
    us_diskspeed4_section(run, sizes[index].size, memories[memory].name, "LONG");
    us_test_begin(run, (uint16_t)(SIZES * memory + index + 1));
    bytes = (uint64_t)sizes[index].size * read_on(run, index, buffer);
    if (us_going(run)) us_figure(run, bytes, "bytes/s");
    us_diskspeed4_line(run, "Read from SCSI:", bytes, " bytes/sec");
    us_test_end(run);
}

static void test_or_skip(struct us_run* run, unsigned memory, unsigned index) {
    const struct us_storage* storage = run->storage;
    const uint32_t size = sizes[index].size;
    void* const buffer = storage->allocate(storage->context, size, memories[memory].kind);
    if (!buffer || size > storage->device.bytes) {
        us_diskspeed4_skipped(run, size, memories[memory].name);
    } else {
        test_size(run, memory, index, buffer);
    }
    if (buffer) storage->release(storage->context, buffer, size);
}

static void run_suite(struct us_run* run) {
    unsigned memory, index;
    if (us_device_open(run)) {
        print_header(run);
        for (memory = 0; memory < MEMORIES; ++memory)
            for (index = 0; index < SIZES && us_going(run); ++index) test_or_skip(run, memory, index);
    }
    us_device_close(run);
}

static const char* const tests[] = {"Read 512 FAST",    "Read 4096 FAST",   "Read 32768 FAST",
                                    "Read 262144 FAST", "Read 512 CHIP",    "Read 4096 CHIP",
                                    "Read 32768 CHIP",  "Read 262144 CHIP", 0};

static const struct us_count counts[] = {
    {1, US_OP_DEVICE_READ, 0, READS_512},   {2, US_OP_DEVICE_READ, 0, READS_4096},
    {3, US_OP_DEVICE_READ, 0, READS_32768}, {4, US_OP_DEVICE_READ, 0, READS_262144},
    {5, US_OP_DEVICE_READ, 0, READS_512},   {6, US_OP_DEVICE_READ, 0, READS_4096},
    {7, US_OP_DEVICE_READ, 0, READS_32768}, {8, US_OP_DEVICE_READ, 0, READS_262144},
};

const struct us_suite us_scsispeed = {.name = "scsispeed",
                                      .description = "ScsiSpeed: the device under the volume read in order",
                                      .tests = tests,
                                      US_COUNTS(counts),
                                      .run = run_suite};
