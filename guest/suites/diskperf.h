/* DiskPerf of Rick Spanbauer (1986): files of 256 KB in four buffer sizes. What it fixes stands in diskperf_work.h. */
#ifndef GUEST_DISKPERF_H
#define GUEST_DISKPERF_H

#include "guest/suites/suite.h"

extern const struct us_suite us_diskperf;

#endif
