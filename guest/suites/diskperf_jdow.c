#include "guest/suites/diskperf_jdow.h"

#include "guest/suites/diskperf_work.h"
#include "uaeplugin/capture/protocol.h"

enum { FILE_SIZE = 1048576 };

static const uint32_t buffers[] = {512, 4096, 8192, 32768, 131072, 524288, 0};

static void run_suite(struct us_run* run) {
    static const struct us_diskperf program = {FILE_SIZE,
                                               buffers,
                                               false,
                                               us_diskperf_print_nothing,
                                               us_diskperf_print_files,
                                               us_diskperf_print_seeks,
                                               us_diskperf_print_transfer};
    us_diskperf_run(run, &program);
}

static const char* const tests[] = {
    US_DISKPERF_LABELS, "Write 512",  "Read 512",     "Write 4096",  "Read 4096",    "Write 8192",  "Read 8192",
    "Write 32768",      "Read 32768", "Write 131072", "Read 131072", "Write 524288", "Read 524288", 0};

static const struct us_count counts[] = {
    US_DISKPERF_COUNTS,
    US_DISKPERF_TRANSFER_COUNTS(0, 512, FILE_SIZE, false),
    US_DISKPERF_TRANSFER_COUNTS(1, 4096, FILE_SIZE, false),
    US_DISKPERF_TRANSFER_COUNTS(2, 8192, FILE_SIZE, false),
    US_DISKPERF_TRANSFER_COUNTS(3, 32768, FILE_SIZE, false),
    US_DISKPERF_TRANSFER_COUNTS(4, 131072, FILE_SIZE, false),
    US_DISKPERF_TRANSFER_COUNTS(5, 524288, FILE_SIZE, false),
};

const struct us_suite us_diskperf_jdow = {.name = "diskperf-jdow",
                                          .description = "DiskPerf of J. Dow: files of 1 MB, six buffer sizes",
                                          .tests = tests,
                                          US_COUNTS(counts),
                                          .run = run_suite};
