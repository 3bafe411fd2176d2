/* DiskPerf2 (author unknown): as diskperf, with buffers up to the whole file of 256 KB.
 *
 * The program is lost. Its published figures with small buffers lie a quarter below those of the others on the same
 * disk, so Open and Close are taken to be inside what it measured; that is why they are here.
 */
#ifndef GUEST_DISKPERF2_H
#define GUEST_DISKPERF2_H

#include "guest/suites/suite.h"

extern const struct us_suite us_diskperf2;

#endif
