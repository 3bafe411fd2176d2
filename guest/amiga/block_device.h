/* Reading an exec device that holds blocks. One at a time. */
#ifndef GUEST_BLOCK_DEVICE_H
#define GUEST_BLOCK_DEVICE_H

#include "guest/suites/storage.h"

bool block_device_open(const char* name, uint32_t unit);
void block_device_close(void);
/* Bytes read, or -1. Beyond 4 GB with the 64-bit command, which old devices do not have. */
int32_t block_device_read(uint64_t offset, void* buffer, uint32_t size);
/* All of them in flight at once; bytes of all, or -1. Offsets count from `begin`. */
int32_t block_device_read_many(uint64_t begin, const struct us_device_read* reads, uint32_t count);
uint32_t block_device_error(void); /* io_Error of the last failure */

#endif
