#include "guest/suites/diskperf2.h"

#include "guest/suites/diskperf_work.h"
#include "guest/suites/line.h"
#include "uaeplugin/capture/protocol.h"

enum { FILE_SIZE = 262144, KILOBYTE = 1024 };

static const uint32_t buffers[] = {512, 4096, 8192, 32768, 65536, 262144, 0};

static void print_header(const struct us_run* run) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "DiskPerf2. Testing ");
    us_line_text(&line, run->storage->volume.name);
    us_print(run, line.text);
}

static void print_files(const struct us_run* run, const struct us_diskperf_times* times) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Create Files: ");
    us_line_rate(&line, US_DISKPERF_FILES, times->created, " files/sec. Directory Scan: ");
    us_line_rate(&line, US_DISKPERF_STATS, times->scanned, " entries/sec.");
    us_print(run, line.text);
}

static void print_seeks(const struct us_run* run, const struct us_diskperf_times* times) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Delete Files: ");
    us_line_rate(&line, US_DISKPERF_FILES, times->deleted, " files/sec. Seek/Read Test: ");
    us_line_rate(&line, US_DISKPERF_SEEKS, times->sought, " seek/sec.");
    us_print(run, line.text);
    us_print(run, "Read/Write Speed Test: (bytes/sec.)");
}

static void add_rate(struct us_line* line, uint64_t bytes, uint64_t elapsed) {
    if (elapsed == 0)
        us_line_text(line, "below resolution");
    else
        us_line_thousands(line, us_rate(bytes, elapsed));
}

static void print_transfer(const struct us_run* run, uint32_t buffer, uint64_t bytes,
                           const struct us_diskperf_times* times) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Buffer: ");
    us_line_number(&line, buffer < KILOBYTE ? buffer : buffer / KILOBYTE, 0);
    us_line_text(&line, buffer < KILOBYTE ? " Read: " : "k Read: ");
    add_rate(&line, bytes, times->read);
    us_line_text(&line, " Write: ");
    add_rate(&line, bytes, times->written);
    us_print(run, line.text);
}

static void run_suite(struct us_run* run) {
    static const struct us_diskperf program = {FILE_SIZE,   buffers,     true,          print_header,
                                               print_files, print_seeks, print_transfer};
    us_diskperf_run(run, &program);
}

static const char* const tests[] = {
    US_DISKPERF_LABELS, "Write 512",  "Read 512",    "Write 4096", "Read 4096",    "Write 8192",  "Read 8192",
    "Write 32768",      "Read 32768", "Write 65536", "Read 65536", "Write 262144", "Read 262144", 0};

static const struct us_count counts[] = {
    US_DISKPERF_COUNTS,
    US_DISKPERF_TRANSFER_COUNTS(0, 512, FILE_SIZE, true),
    US_DISKPERF_TRANSFER_COUNTS(1, 4096, FILE_SIZE, true),
    US_DISKPERF_TRANSFER_COUNTS(2, 8192, FILE_SIZE, true),
    US_DISKPERF_TRANSFER_COUNTS(3, 32768, FILE_SIZE, true),
    US_DISKPERF_TRANSFER_COUNTS(4, 65536, FILE_SIZE, true),
    US_DISKPERF_TRANSFER_COUNTS(5, 262144, FILE_SIZE, true),
};

const struct us_suite us_diskperf2 = {.name = "diskperf2",
                                      .description = "DiskPerf2: opening measured too, six buffer sizes",
                                      .tests = tests,
                                      US_COUNTS(counts),
                                      .run = run_suite};
