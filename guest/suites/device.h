/* Reading the device under the volume, below its filesystem, for suites. Nothing is ever written to it.
 *
 * Positions count from the first byte of the volume's part of the device, so a suite cannot leave it.
 */
#ifndef GUEST_DEVICE_H
#define GUEST_DEVICE_H

#include "guest/suites/operation.h"

/* False: there is none, which is printed and refuses the run, or it cannot be opened, which fails it. */
bool us_device_open(struct us_run* run);
void us_device_close(struct us_run* run); /* also when it is not open */

/* A marked operation; position and size are multiples of 512, and the end lies in the volume. Short is a failure. */
void us_device_read(struct us_run* run, uint64_t position, void* buffer, uint32_t size);

/* The same with all of them in flight at once: one operation of their size together. */
void us_device_read_many(struct us_run* run, const struct us_device_read* reads, uint32_t count);

#endif
