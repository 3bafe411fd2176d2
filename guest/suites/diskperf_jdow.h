/* DiskPerf of Joanne Dow (Fish Disk 187): as diskperf, with files of 1 MB and two larger buffers.
 *
 * The program is lost; file size and buffers follow from its published figures, which are all 60 MB over a whole
 * number of ticks. The original's ticks of 1/60 s became the clock's full resolution.
 */
#ifndef GUEST_DISKPERF_JDOW_H
#define GUEST_DISKPERF_JDOW_H

#include "guest/suites/suite.h"

extern const struct us_suite us_diskperf_jdow;

#endif
