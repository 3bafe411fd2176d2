/* DiskPerformance 3.0 (1989, author unknown), better known as DiskPerf3: as diskperf, in three other buffer sizes, with
 * files for floppies (128 KB) or for hard disks (3 MB).
 *
 * The program is lost; file sizes follow from its published figures. What is not kept: its clock of 1/10 s, which made
 * 1,310,720 bytes/s of everything between 0.1 and 0.2 s, and some wait once in each operation that kept all its
 * transfers in 1024 bytes near 55 a second, whatever the disk.
 */
#ifndef GUEST_DISKPERF3_H
#define GUEST_DISKPERF3_H

#include "guest/suites/suite.h"

extern const struct us_suite us_diskperf3;        /* hard-disk mode */
extern const struct us_suite us_diskperf3_floppy; /* floppy mode */

#endif
