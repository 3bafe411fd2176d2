#include "guest/suites/diskperf3.h"

#include "guest/suites/diskperf_work.h"
#include "guest/suites/line.h"
#include "uaeplugin/capture/protocol.h"

enum { BIG_FILE = 3145728, SMALL_FILE = 131072 };

static const uint32_t buffers[] = {1024, 8192, 32768, 0};

static void print_mode(const struct us_run* run, const char* mode) {
    struct us_line line;
    us_print(run, "DiskPerformance - V3.0 - 03/21/89");
    us_line_clear(&line);
    us_line_text(&line, "Testing drive ");
    us_line_text(&line, run->storage->volume.name);
    us_line_text(&line, mode);
    us_print(run, line.text);
}

static void print_big(const struct us_run* run) { print_mode(run, " with big files (harddisk mode)"); }

static void print_small(const struct us_run* run) { print_mode(run, " with small files (floppy mode)"); }

static void run_big(struct us_run* run) {
    static const struct us_diskperf program = {BIG_FILE,
                                               buffers,
                                               false,
                                               print_big,
                                               us_diskperf_print_files,
                                               us_diskperf_print_seeks,
                                               us_diskperf_print_transfer};
    us_diskperf_run(run, &program);
}

static void run_small(struct us_run* run) {
    static const struct us_diskperf program = {SMALL_FILE,
                                               buffers,
                                               false,
                                               print_small,
                                               us_diskperf_print_files,
                                               us_diskperf_print_seeks,
                                               us_diskperf_print_transfer};
    us_diskperf_run(run, &program);
}

static const char* const tests[] = {US_DISKPERF_LABELS, "Write 1024",  "Read 1024",  "Write 8192",
                                    "Read 8192",        "Write 32768", "Read 32768", 0};

static const struct us_count big_counts[] = {
    US_DISKPERF_COUNTS,
    US_DISKPERF_TRANSFER_COUNTS(0, 1024, BIG_FILE, false),
    US_DISKPERF_TRANSFER_COUNTS(1, 8192, BIG_FILE, false),
    US_DISKPERF_TRANSFER_COUNTS(2, 32768, BIG_FILE, false),
};

static const struct us_count small_counts[] = {
    US_DISKPERF_COUNTS,
    US_DISKPERF_TRANSFER_COUNTS(0, 1024, SMALL_FILE, false),
    US_DISKPERF_TRANSFER_COUNTS(1, 8192, SMALL_FILE, false),
    US_DISKPERF_TRANSFER_COUNTS(2, 32768, SMALL_FILE, false),
};

const struct us_suite us_diskperf3 = {.name = "diskperf3",
                                      .description = "DiskPerf3, hard-disk mode: files of 3 MB",
                                      .tests = tests,
                                      US_COUNTS(big_counts),
                                      .run = run_big};

const struct us_suite us_diskperf3_floppy = {.name = "diskperf3-floppy",
                                             .description = "DiskPerf3, floppy mode: files of 128 KB",
                                             .tests = tests,
                                             US_COUNTS(small_counts),
                                             .run = run_small};
