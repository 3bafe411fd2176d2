#include "guest/suites/truth.h"

#include "guest/suites/truth_work.h"
#include "uaeplugin/capture/protocol.h"

enum { LABEL_WIDTH = 32 };

void us_truth_finish(struct us_run* run, uint64_t count, const char* unit) {
    if (us_going(run)) {
        struct us_line line;
        us_figure(run, count, unit);
        us_line_clear(&line);
        us_line_padded(&line, run->suite->tests[run->test - 1], LABEL_WIDTH);
        us_line_text(&line, " ");
        us_line_rate(&line, count, us_elapsed_us(run), " ");
        us_line_text(&line, unit);
        us_print(run, line.text);
    }
    us_test_end(run);
}

static void run_shape(struct us_run* run, const struct us_truth_shape* shape) {
    struct us_truth_work self = {.run = run, .shape = shape};
    if (us_scratch_enter(run, &self.scratch, "truth.tmp", US_TRUTH_BUFFER)) {
        us_truth_files(&self);
        if (us_going(run)) us_truth_data(&self);
    }
    run->cleaning = true;
    us_truth_remove(&self);
    us_scratch_leave(run, &self.scratch);
}

/* All numbers are here once for work and table.
 *
 * Files: a decade in two steps; a filesystem whose cost a file grows with the directory shows it between them, and ones
 * that search it for each new file need a second for a thousand. Larger directories are for truth-large.
 * Lookups, renames, appends: a 95th percentile wants some fifty times; more only lengthens the run.
 * Pieces: files of 128 KB to 2 MB, all beyond the buffers that a volume has by itself (25 KB or less).
 * Jumps: as lookups for small transfers; a large one is itself the sum of some hundred blocks and varies less. */
#define WHOLE_FILES 100, 300, 1000
#define WHOLE_LOOKUPS 100
#define WHOLE_RENAMES 50
#define WHOLE_APPENDS 64
#define WHOLE_PIECES 256, 128, 32, 16
#define WHOLE_JUMPS 64, 64, 32, 16
#define SMALL_FILES 16, 64, 256
#define SMALL_LOOKUPS 32
#define SMALL_RENAMES 16
#define SMALL_APPENDS 16
#define SMALL_PIECES 64, 32, 8, 2
#define SMALL_JUMPS 16, 16, 16, 16

/* Files to where emulators' own caches of directories have given up; data beyond any usual AddBuffers, on a volume of
 * 64 MB. The memory of the host is not exceeded. */
#define LARGE_FILES 1000, 4000, 16000
#define LARGE_LOOKUPS 400
#define LARGE_RENAMES 100
#define LARGE_APPENDS 256
#define LARGE_PIECES 1024, 1024, 512, 256
#define LARGE_JUMPS 256, 256, 128, 64

static const struct us_truth_shape whole = {{WHOLE_FILES}, WHOLE_LOOKUPS,  WHOLE_RENAMES,
                                            WHOLE_APPENDS, {WHOLE_PIECES}, {WHOLE_JUMPS}};
static const struct us_truth_shape small = {{SMALL_FILES}, SMALL_LOOKUPS,  SMALL_RENAMES,
                                            SMALL_APPENDS, {SMALL_PIECES}, {SMALL_JUMPS}};

static const struct us_truth_shape large = {{LARGE_FILES}, LARGE_LOOKUPS,  LARGE_RENAMES,
                                            LARGE_APPENDS, {LARGE_PIECES}, {LARGE_JUMPS}};

static void run_whole(struct us_run* run) { run_shape(run, &whole); }

static void run_small(struct us_run* run) { run_shape(run, &small); }

/* FFS hangs the 16000 files on 72 chains of 222 blocks, and walks one of them more than once for each file that is
 * made. With fewer buffers than that it reads all of the chain anew each time. */
enum { LARGE_BUFFERS = 300 };

static void run_large(struct us_run* run) {
    const struct us_storage* storage = run->storage;
    const int32_t lent = storage->lend_buffers(storage->context, LARGE_BUFFERS);
    if (lent > 0) {
        struct us_line line;
        us_line_clear(&line);
        us_line_text(&line, "The filesystem is lent ");
        us_line_number(&line, (uint64_t)lent, 0);
        us_line_text(&line, " buffers for this suite.");
        us_print(run, line.text);
    }
    run_shape(run, &large);
    if (lent > 0) storage->lend_buffers(storage->context, -lent);
}

#define LEVEL_LABELS(files)                                                                                            \
    "Create up to " files, "Look up among " files, "Look up among " files ", cold guest",                              \
        "Look up among " files ", cold host", "ExNext of " files, "ExNext of " files ", cold guest",                   \
        "ExNext of " files ", cold host", "ExAll of " files, "Rename among " files
#define SIZE_LABELS(size)                                                                                              \
    "Write " size, "Read " size, "Read " size ", cold guest", "Read " size ", cold host", "Overwrite " size,           \
        "Random read " size, "Random write " size
#define DATA_LABELS                                                                                                    \
    "Append to a file", SIZE_LABELS("512"), SIZE_LABELS("4096"), SIZE_LABELS("32768"), SIZE_LABELS("131072")

static const char* const whole_tests[] = {LEVEL_LABELS("100"), LEVEL_LABELS("300"), LEVEL_LABELS("1000"),
                                          "Delete 1000 files", DATA_LABELS,         0};
static const char* const large_tests[] = {LEVEL_LABELS("1000"), LEVEL_LABELS("4000"), LEVEL_LABELS("16000"),
                                          "Delete 16000 files", DATA_LABELS,          0};
static const char* const small_tests[] = {LEVEL_LABELS("16"), LEVEL_LABELS("64"), LEVEL_LABELS("256"),
                                          "Delete 256 files", DATA_LABELS,        0};

#define LOOKUP_COUNTS(test, lookups)                                                                                   \
    {(test), US_OP_LOCK, 0, lookups}, { (test), US_OP_UNLOCK, 0, lookups }
#define LIST_COUNTS(test, files)                                                                                       \
    {(test), US_OP_EXAMINE, 0, 1}, { (test), US_OP_EXNEXT, 0, (files) + 1 }
#define READ_COUNTS(test, pieces)                                                                                      \
    {(test), US_OP_OPEN, 0, 1}, {(test), US_OP_READ, 0, pieces}, { (test), US_OP_CLOSE, 0, 1 }
#define FIRST(level) (US_TRUTH_TESTS_A_LEVEL * (level))
#define LEVEL_COUNTS(level, files, created, lookups, renames)                                                          \
    {FIRST(level) + US_TRUTH_CREATE, US_OP_OPEN, 0, created},                                                          \
        {FIRST(level) + US_TRUTH_CREATE, US_OP_CLOSE, 0, created},                                                     \
        LOOKUP_COUNTS(FIRST(level) + US_TRUTH_LOOKUP, lookups),                                                        \
        LOOKUP_COUNTS(FIRST(level) + US_TRUTH_COLD_GUEST_LOOKUP, lookups),                                             \
        LOOKUP_COUNTS(FIRST(level) + US_TRUTH_COLD_HOST_LOOKUP, lookups),                                              \
        LIST_COUNTS(FIRST(level) + US_TRUTH_EXNEXT, files),                                                            \
        LIST_COUNTS(FIRST(level) + US_TRUTH_COLD_GUEST_EXNEXT, files),                                                 \
        LIST_COUNTS(FIRST(level) + US_TRUTH_COLD_HOST_EXNEXT, files),                                                  \
        {FIRST(level) + US_TRUTH_EXALL, US_OP_EXALL, 0, 1}, {                                                          \
        FIRST(level) + US_TRUTH_RENAME, US_OP_RENAME, 0, renames                                                       \
    }
#define LEVELS(first, second, third, lookups, renames)                                                                 \
    LEVEL_COUNTS(0, first, first, lookups, renames), LEVEL_COUNTS(1, second, (second) - (first), lookups, renames),    \
        LEVEL_COUNTS(2, third, (third) - (second), lookups, renames), {                                                \
        US_TRUTH_DELETE, US_OP_DELETE, 0, third                                                                        \
    }

#define APPEND_COUNTS(appends)                                                                                         \
    {US_TRUTH_APPEND, US_OP_OPEN, 1, 2}, {US_TRUTH_APPEND, US_OP_CLOSE, 1, 2}, {US_TRUTH_APPEND, US_OP_READ, 1, 1},    \
        {US_TRUTH_APPEND, US_OP_DELETE, 1, 1}, {US_TRUTH_APPEND, US_OP_OPEN, 0, appends},                              \
        {US_TRUTH_APPEND, US_OP_SEEK, 0, appends}, {US_TRUTH_APPEND, US_OP_WRITE, 0, appends}, {                       \
        US_TRUTH_APPEND, US_OP_CLOSE, 0, appends                                                                       \
    }
#define OF_SIZE(test, index) ((test) + US_TRUTH_TESTS_A_SIZE * (index))
#define SIZE_COUNTS(index, pieces, jumps)                                                                              \
    {OF_SIZE(US_TRUTH_WRITE, index), US_OP_OPEN, 0, 1}, {OF_SIZE(US_TRUTH_WRITE, index), US_OP_WRITE, 0, pieces},      \
        {OF_SIZE(US_TRUTH_WRITE, index), US_OP_CLOSE, 0, 1}, {OF_SIZE(US_TRUTH_OVERWRITE, index), US_OP_OPEN, 0, 1},   \
        {OF_SIZE(US_TRUTH_OVERWRITE, index), US_OP_WRITE, 0, pieces},                                                  \
        {OF_SIZE(US_TRUTH_OVERWRITE, index), US_OP_CLOSE, 0, 1}, READ_COUNTS(OF_SIZE(US_TRUTH_READ, index), pieces),   \
        READ_COUNTS(OF_SIZE(US_TRUTH_COLD_GUEST_READ, index), pieces),                                                 \
        READ_COUNTS(OF_SIZE(US_TRUTH_COLD_HOST_READ, index), pieces),                                                  \
        {OF_SIZE(US_TRUTH_RANDOM_READ, index), US_OP_OPEN, 1, 1},                                                      \
        {OF_SIZE(US_TRUTH_RANDOM_READ, index), US_OP_SEEK, 0, jumps},                                                  \
        {OF_SIZE(US_TRUTH_RANDOM_READ, index), US_OP_READ, 0, jumps},                                                  \
        {OF_SIZE(US_TRUTH_RANDOM_READ, index), US_OP_CLOSE, 1, 1},                                                     \
        {OF_SIZE(US_TRUTH_RANDOM_WRITE, index), US_OP_OPEN, 1, 2},                                                     \
        {OF_SIZE(US_TRUTH_RANDOM_WRITE, index), US_OP_SEEK, 0, jumps},                                                 \
        {OF_SIZE(US_TRUTH_RANDOM_WRITE, index), US_OP_WRITE, 0, jumps},                                                \
        {OF_SIZE(US_TRUTH_RANDOM_WRITE, index), US_OP_CLOSE, 0, 1},                                                    \
        {OF_SIZE(US_TRUTH_RANDOM_WRITE, index), US_OP_READ, 1, pieces},                                                \
        {OF_SIZE(US_TRUTH_RANDOM_WRITE, index), US_OP_CLOSE, 1, 1}, {                                                  \
        OF_SIZE(US_TRUTH_RANDOM_WRITE, index), US_OP_DELETE, 1, 1                                                      \
    }
#define SIZES(first, second, third, fourth, first_jumps, second_jumps, third_jumps, fourth_jumps)                      \
    SIZE_COUNTS(0, first, first_jumps), SIZE_COUNTS(1, second, second_jumps), SIZE_COUNTS(2, third, third_jumps),      \
        SIZE_COUNTS(3, fourth, fourth_jumps)
#define ENTER_AND_LEAVE                                                                                                \
    {0, US_OP_CREATE_DIR, 1, 1}, {0, US_OP_UNLOCK, 1, 1}, { 0, US_OP_DELETE, 1, 1 }
#define EXPANDED(macro, ...) macro(__VA_ARGS__)

static const struct us_count whole_counts[] = {
    ENTER_AND_LEAVE, EXPANDED(LEVELS, WHOLE_FILES, WHOLE_LOOKUPS, WHOLE_RENAMES), APPEND_COUNTS(WHOLE_APPENDS),
    EXPANDED(SIZES, WHOLE_PIECES, WHOLE_JUMPS)};
static const struct us_count small_counts[] = {
    ENTER_AND_LEAVE, EXPANDED(LEVELS, SMALL_FILES, SMALL_LOOKUPS, SMALL_RENAMES), APPEND_COUNTS(SMALL_APPENDS),
    EXPANDED(SIZES, SMALL_PIECES, SMALL_JUMPS)};
static const struct us_count large_counts[] = {
    ENTER_AND_LEAVE, EXPANDED(LEVELS, LARGE_FILES, LARGE_LOOKUPS, LARGE_RENAMES), APPEND_COUNTS(LARGE_APPENDS),
    EXPANDED(SIZES, LARGE_PIECES, LARGE_JUMPS)};

const struct us_suite us_truth = {.name = "truth",
                                  .description = "ours: full directories, sizes, random access, verified",
                                  .tests = whole_tests,
                                  US_COUNTS(whole_counts),
                                  .run = run_whole};

const struct us_suite us_truth_small = {.name = "truth-small",
                                        .description = "the same with fewer files and less data",
                                        .tests = small_tests,
                                        US_COUNTS(small_counts),
                                        .run = run_small};

const struct us_suite us_truth_large = {.name = "truth-large",
                                        .description = "the same with 16000 files and 32 MB; ten minutes and more",
                                        .tests = large_tests,
                                        US_COUNTS(large_counts),
                                        .run = run_large};
