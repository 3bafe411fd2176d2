/* What truth writes: each long tells its own place in the file and the time at which it was written, so that a byte
 * that is lost, stale or from elsewhere is noticed. For suites only.
 */
#ifndef GUEST_TRUTH_PATTERN_H
#define GUEST_TRUTH_PATTERN_H

#include "guest/suites/operation.h"

/* position and size: multiples of four. turn: how often the place has been written to. */
void us_pattern_fill(void* buffer, uint32_t size, uint32_t position, uint32_t turn);

/* Fails the run, and says where, when the buffer holds something else. */
void us_pattern_check(struct us_run* run, const void* buffer, uint32_t size, uint32_t position, uint32_t turn);

#endif
