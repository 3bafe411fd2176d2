/* truth-device: the device under the volume, read at random with one, two, four and eight requests in flight at a time,
 * of 4 KB and of 64 KB. Nothing is written.
 *
 * One operation is a batch: all its requests are sent, then all are waited for; its size is theirs together. Every
 * depth reads the same places in the same order, from the generator in random.h, and what was read is summed up outside
 * the marks: a depth whose sum differs from that of the first has read something else, which is a failure. Both forms
 * are the same. A device smaller than a transfer is left out, and that is said.
 */
#ifndef GUEST_TRUTH_DEVICE_H
#define GUEST_TRUTH_DEVICE_H

#include "guest/suites/suite.h"

enum {
    US_TRUTH_DEPTHS = 4, /* 1, 2, 4, 8 */
    US_TRUTH_SMALL = 4096,
    US_TRUTH_LARGE = 65536,
    US_TRUTH_SMALL_READS = 256, /* of each depth */
    US_TRUTH_LARGE_READS = 64
};

extern const struct us_suite us_truth_device;

#endif
