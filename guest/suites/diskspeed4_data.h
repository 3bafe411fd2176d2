/* The data tests of DiskSpeed 4: one file created, written and read with every kind of buffer. */
#ifndef GUEST_DISKSPEED4_DATA_H
#define GUEST_DISKSPEED4_DATA_H

#include "guest/suites/operation.h"

extern const char* const us_diskspeed4_data_name;

/* first_test: number of the first of the 72 tests. exists: set while the file may be there; after a stop or failure it
 * is left for the caller to remove. */
void us_diskspeed4_data(struct us_run* run, uint16_t first_test, bool* exists);

#endif
