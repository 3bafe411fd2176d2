/* The work that the programs of the DiskPerf family share: small files, one-byte reads after seeks, and transfers in
 * several buffer sizes. The programs differ in those sizes, in the file they transfer, and in what they print.
 *
 * All keep the first one's 100 empty files, its five scans (which are no scans of a directory: they lock and examine
 * files by name) and its 1364 seeks. Unlike the original each of the 100 files is looked at in the scan (the original
 * took five of them a hundred times, and counted one too many), the lock on the directory is given back, the clock is
 * used at its full resolution, and no rate is divided by an interval that the clock did not show.
 *
 * The three files of one buffer size are all written before they are all read, where the originals alternate: so every
 * test is one stretch of time, and each file is still read once, after it was written. The forms differ only in that
 * the classic one does not settle.
 */
#ifndef GUEST_DISKPERF_WORK_H
#define GUEST_DISKPERF_WORK_H

#include "guest/suites/operation.h"

enum {
    US_DISKPERF_FILES = 100,
    US_DISKPERF_SCANS = 5,
    US_DISKPERF_STATS = US_DISKPERF_SCANS * US_DISKPERF_FILES,
    US_DISKPERF_SEEK_SIZE = 262144, /* the seek test's file */
    US_DISKPERF_FILL_SIZE = 8192,   /* writes that make it */
    US_DISKPERF_SEEKS = 1364,       /* every 256, 1024, 4096, 16384 and 65536 bytes */
    US_DISKPERF_PASSES = 3          /* files a buffer size */
};

/* Numbers of the tests; two more for each further buffer size. */
enum us_diskperf_test {
    US_DISKPERF_CREATE = 1,
    US_DISKPERF_SCAN,
    US_DISKPERF_DELETE,
    US_DISKPERF_SEEK,
    US_DISKPERF_WRITE,
    US_DISKPERF_READ
};

/* Microseconds by the guest's clock. */
struct us_diskperf_times {
    uint64_t created, scanned, deleted, sought;
    uint64_t written, read; /* of the present buffer size */
};

/* One program of the family. */
struct us_diskperf {
    uint32_t file_size;      /* of the transfers */
    const uint32_t* buffers; /* ascending; 0 at the end */
    bool opening_counts;     /* Open and Close lie inside the measured time of the transfers */
    /* What it prints: at the beginning, after the small files, after the seeks, after each buffer size. */
    void (*print_header)(const struct us_run* run);
    void (*print_files)(const struct us_run* run, const struct us_diskperf_times* times);
    void (*print_seeks)(const struct us_run* run, const struct us_diskperf_times* times);
    void (*print_transfer)(const struct us_run* run, uint32_t buffer, uint64_t bytes,
                           const struct us_diskperf_times* times);
};

void us_diskperf_run(struct us_run* run, const struct us_diskperf* program);

/* The lines of the first program, which most others kept. */
void us_diskperf_print_nothing(const struct us_run* run);
void us_diskperf_print_files(const struct us_run* run, const struct us_diskperf_times* times);
void us_diskperf_print_seeks(const struct us_run* run, const struct us_diskperf_times* times);
void us_diskperf_print_transfer(const struct us_run* run, uint32_t buffer, uint64_t bytes,
                                const struct us_diskperf_times* times);

#define US_DISKPERF_LABELS "Create files", "Stat files", "Delete files", "Seek and read"

/* Rows of a us_count table: all but the transfers. */
#define US_DISKPERF_COUNTS                                                                                             \
    {0, US_OP_CREATE_DIR, 1, 1}, {0, US_OP_UNLOCK, 1, 1}, {0, US_OP_DELETE, 1, 1},                                     \
        {US_DISKPERF_CREATE, US_OP_OPEN, 0, US_DISKPERF_FILES},                                                        \
        {US_DISKPERF_CREATE, US_OP_CLOSE, 0, US_DISKPERF_FILES}, {US_DISKPERF_SCAN, US_OP_LOCK, 0, US_DISKPERF_STATS}, \
        {US_DISKPERF_SCAN, US_OP_EXAMINE, 0, US_DISKPERF_STATS},                                                       \
        {US_DISKPERF_SCAN, US_OP_UNLOCK, 0, US_DISKPERF_STATS},                                                        \
        {US_DISKPERF_DELETE, US_OP_DELETE, 0, US_DISKPERF_FILES}, {US_DISKPERF_SEEK, US_OP_OPEN, 1, 1},                \
        {US_DISKPERF_SEEK, US_OP_WRITE, 1, US_DISKPERF_SEEK_SIZE / US_DISKPERF_FILL_SIZE},                             \
        {US_DISKPERF_SEEK, US_OP_SEEK, 0, US_DISKPERF_SEEKS}, {US_DISKPERF_SEEK, US_OP_READ, 0, US_DISKPERF_SEEKS},    \
        {US_DISKPERF_SEEK, US_OP_CLOSE, 1, 1}, {                                                                       \
        US_DISKPERF_SEEK, US_OP_DELETE, 1, 1                                                                           \
    }

/* Those of the buffer size with this index. */
#define US_DISKPERF_TRANSFER_COUNTS(index, buffer, file_size, opening_counts)                                          \
    {US_DISKPERF_WRITE + 2 * (index), US_OP_OPEN, !(opening_counts), US_DISKPERF_PASSES},                              \
        {US_DISKPERF_WRITE + 2 * (index), US_OP_WRITE, 0, US_DISKPERF_PASSES * (file_size) / (buffer)},                \
        {US_DISKPERF_WRITE + 2 * (index), US_OP_CLOSE, !(opening_counts), US_DISKPERF_PASSES},                         \
        {US_DISKPERF_READ + 2 * (index), US_OP_OPEN, !(opening_counts), US_DISKPERF_PASSES},                           \
        {US_DISKPERF_READ + 2 * (index), US_OP_READ, 0, US_DISKPERF_PASSES * (file_size) / (buffer)},                  \
        {US_DISKPERF_READ + 2 * (index), US_OP_CLOSE, !(opening_counts), US_DISKPERF_PASSES}, {                        \
        US_DISKPERF_READ + 2 * (index), US_OP_DELETE, 1, US_DISKPERF_PASSES                                            \
    }

#endif
