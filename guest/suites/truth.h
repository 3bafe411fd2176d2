/* truth: our own suite, which asks what the classic ones leave out.
 *
 * One directory grows to three sizes; at each of them files are created, looked up at random, listed by ExNext and by
 * ExAll, and renamed, so that a filesystem's knee shows. Then a file grows as a log does, by opening it, appending and
 * closing. Then a file is written, read, overwritten, and read and written at random, with transfers from a block to
 * 128 KB. Every entry is counted and every byte read is compared with what was written there last (truth_pattern.h).
 * Positions and names come from the generator in random.h, so they are the same everywhere.
 *
 * Each operation has its marks, so the host knows the distribution of their times, not only a mean (`report
 * --latency`). Filling and comparing buffers lies outside the marks and outside the guest's own times. Opening and
 * closing lie inside the time where what was written may have to be completed by it. Both forms are the same.
 *
 * "Cold guest" are tests that begin with none of the filesystem's buffers filled: all of them are taken away by
 * AddBuffers and given back (us_storage.drop_caches), outside the time. What the emulator or the host keeps in memory
 * stays there. "Cold host" are those that begin with nothing of the volume's files in the host's page cache either
 * (us_storage.drop_host_cache). Of a host directory only the files' contents can be dropped, not their names, and there
 * is no filesystem in the guest. Where caches cannot be emptied, the test says so and is not measured.
 *
 * truth-small does the same with a quarter of the files and an eighth of the data, truth-large with 16 times as much of
 * both: it takes ten minutes and more, as a new file costs as much as there are, and the filesystem is lent 300 buffers
 * for it (AddBuffers), which are taken back at the end. truth-device reads the device under the volume at random with
 * one to eight requests in flight (truth_device.h).
 */
#ifndef GUEST_TRUTH_H
#define GUEST_TRUTH_H

#include "guest/suites/suite.h"

enum {
    US_TRUTH_LEVELS = 3,        /* sizes of the directory */
    US_TRUTH_SIZES = 4,         /* of transfers */
    US_TRUTH_APPEND_SIZE = 100, /* bytes each time */
    US_TRUTH_MOST_PIECES = 1024
};

struct us_truth_shape {
    uint32_t files[US_TRUTH_LEVELS];
    uint32_t lookups, renames; /* in each size of the directory; renames is even */
    uint32_t appends;
    uint32_t pieces[US_TRUTH_SIZES]; /* transfers that make up the file; at most US_TRUTH_MOST_PIECES */
    uint32_t jumps[US_TRUTH_SIZES];  /* random reads, and as many writes */
};

extern const uint32_t us_truth_sizes[US_TRUTH_SIZES]; /* bytes */

extern const struct us_suite us_truth;
extern const struct us_suite us_truth_small;
extern const struct us_suite us_truth_large;

#endif
