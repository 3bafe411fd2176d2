/* DevSpeed of C Ltd: the device under the volume read in ten sizes, from 13 to 2800 blocks, four times each from the
 * volume's first block.
 *
 * The program is lost; sizes and passes follow from its published figures. Kept: that the four passes read the same
 * place, so that all but the first may come from a cache. Fixed: a device that is not there, and reads that fail or are
 * short, are errors and not rates. Left out: the write test, which overwrites the disk. The forms do not differ.
 */
#ifndef GUEST_DEVSPEED_H
#define GUEST_DEVSPEED_H

#include "guest/suites/suite.h"

extern const struct us_suite us_devspeed;

#endif
