/* ScsiSpeed, which comes with DiskSpeed 4: the device under the volume read from its beginning on, in four sizes, into
 * FAST and CHIP memory.
 *
 * Fixed: reading starts with the volume and not with the disk, goes on from the volume's beginning after its end, works
 * beyond 4 GB, and a read that fails or is short is an error and not a rate. Left out: CPU availability, as in
 * diskspeed4. Without memory of a kind its tests are skipped and say so.
 */
#ifndef GUEST_SCSISPEED_H
#define GUEST_SCSISPEED_H

#include "guest/suites/suite.h"

extern const struct us_suite us_scsispeed;

#endif
