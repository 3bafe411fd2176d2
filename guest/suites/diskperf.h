/* DiskPerf of Rick Spanbauer (1986): small files, one-byte reads after seeks, and transfers in four buffer sizes.
 *
 * Unlike the original it looks at each of its 100 files in the scan (the original took five of them a hundred times,
 * and counted one too many), gives back the lock on its directory, uses the clock's full resolution, and divides by no
 * interval that the clock did not show. The scan is no directory scan in either: it locks and examines files by name.
 * The three files of one buffer size are all written before they are all read, where the original alternates: so every
 * test is one stretch of time, and each file is still read once, after it was written. The forms
 * differ only in that the classic one does not settle.
 */
#ifndef GUEST_DISKPERF_H
#define GUEST_DISKPERF_H

#include "guest/suites/suite.h"

enum {
    US_DISKPERF_FILES = 100,
    US_DISKPERF_SCANS = 5,
    US_DISKPERF_FILE_SIZE = 262144, /* of the seek and transfer tests */
    US_DISKPERF_FILL_SIZE = 8192,   /* writes that make the seek test's file */
    US_DISKPERF_SEEKS = 1364,       /* every 256, 1024, 4096, 16384 and 65536 bytes */
    US_DISKPERF_PASSES = 3,         /* files a buffer size */
    US_DISKPERF_BUFFERS = 4         /* 512, 4096, 8192 and 32768 bytes */
};

extern const struct us_suite us_diskperf;

#endif
