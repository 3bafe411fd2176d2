#include "guest/suites/truth_device.h"

#include "guest/suites/device.h"
#include "guest/suites/random.h"
#include "guest/suites/truth_work.h"
#include "uaeplugin/capture/protocol.h"

enum { BUFFER = US_DEVICE_MOST_READS * US_TRUTH_LARGE };

struct depths {
    struct us_run* run;
    uint8_t* buffer;
    uint32_t size, reads;
    uint16_t first_test;
    uint32_t expected; /* sum of what the first depth read */
};

/* In the order of the longs, so that two reads that change places are noticed. */
static uint32_t add_up(uint32_t sum, const void* buffer, uint32_t size) {
    const uint32_t* at = buffer;
    const uint32_t* const end = at + size / 4;
    for (; at != end; ++at) sum = (sum << 1 | sum >> 31) + *at;
    return sum;
}

static uint32_t read_batch(struct depths* self, uint32_t depth, uint32_t* seed, uint32_t sum) {
    struct us_device_read reads[US_DEVICE_MOST_READS];
    const uint64_t places = self->run->storage->device.bytes / self->size;
    uint32_t index;
    for (index = 0; index < depth; ++index) {
        reads[index].position = (uint64_t)us_random(seed, (uint32_t)places) * self->size;
        reads[index].buffer = self->buffer + index * self->size;
        reads[index].size = self->size;
    }
    us_timer_start(self->run);
    us_device_read_many(self->run, reads, depth);
    us_timer_stop(self->run);
    return add_up(sum, self->buffer, depth * self->size);
}

static void test_depth(struct depths* self, unsigned index) {
    struct us_run* run = self->run;
    const uint32_t depth = UINT32_C(1) << index;
    uint32_t seed = US_RANDOM_FIRST_SEED, sum = 0, done;
    us_test_begin(run, (uint16_t)(self->first_test + index));
    for (done = 0; done < self->reads && us_going(run); done += depth) sum = read_batch(self, depth, &seed, sum);
    if (index == 0) self->expected = sum;
    if (us_going(run) && sum != self->expected) {
        us_print(run, "*** Data error: the same places gave other bytes with more requests in flight");
        run->status = US_STATUS_FAILED;
    }
    us_truth_finish(run, (uint64_t)self->reads * self->size, "bytes/s");
}

static void test_size(struct us_run* run, uint8_t* buffer, uint32_t size, uint32_t reads, uint16_t first_test) {
    struct depths self = {run, buffer, size, reads, first_test, 0};
    unsigned index;
    if (run->storage->device.bytes < size) {
        us_print(run, "Transfers larger than the volume are skipped.");
        return;
    }
    for (index = 0; index < US_TRUTH_DEPTHS && us_going(run); ++index) test_depth(&self, index);
}

static void run_suite(struct us_run* run) {
    const struct us_storage* storage = run->storage;
    uint8_t* buffer;
    if (!us_device_open(run)) return;
    buffer = storage->allocate(storage->context, BUFFER, US_MEMORY_ANY);
    if (buffer) {
        test_size(run, buffer, US_TRUTH_SMALL, US_TRUTH_SMALL_READS, 1);
        if (us_going(run)) test_size(run, buffer, US_TRUTH_LARGE, US_TRUTH_LARGE_READS, 1 + US_TRUTH_DEPTHS);
        storage->release(storage->context, buffer, BUFFER);
    } else {
        us_fail(run, "allocating the buffer", "", US_DOS_NO_MEMORY);
    }
    us_device_close(run);
}

static const char* const tests[] = {"4096 bytes, 1 at once",  "4096 bytes, 2 at once",  "4096 bytes, 4 at once",
                                    "4096 bytes, 8 at once",  "65536 bytes, 1 at once", "65536 bytes, 2 at once",
                                    "65536 bytes, 4 at once", "65536 bytes, 8 at once", 0};

#define COUNTS(first, reads)                                                                                           \
    {(first), US_OP_DEVICE_READ, 0, (reads)}, {(first) + 1, US_OP_DEVICE_READ, 0, (reads) / 2},                        \
        {(first) + 2, US_OP_DEVICE_READ, 0, (reads) / 4}, {                                                            \
        (first) + 3, US_OP_DEVICE_READ, 0, (reads) / 8                                                                 \
    }

static const struct us_count counts[] = {COUNTS(1, US_TRUTH_SMALL_READS),
                                         COUNTS(1 + US_TRUTH_DEPTHS, US_TRUTH_LARGE_READS)};

const struct us_suite us_truth_device = {.name = "truth-device",
                                         .description = "the device read at random, 1 to 8 requests in flight",
                                         .tests = tests,
                                         US_COUNTS(counts),
                                         .run = run_suite};
