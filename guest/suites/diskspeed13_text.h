/* What Diskspeed 1.3 prints. A line of a test that was stopped or failed is not printed. */
#ifndef GUEST_DISKSPEED13_TEXT_H
#define GUEST_DISKSPEED13_TEXT_H

#include "guest/suites/operation.h"

void us_diskspeed13_header(struct us_run* run, us_object lock);
void us_diskspeed13_creates(const struct us_run* run);
void us_diskspeed13_deletes(const struct us_run* run);
void us_diskspeed13_line(const struct us_run* run, const char* label, uint32_t count);
void us_diskspeed13_seeks(const struct us_run* run, uint32_t count);
void us_diskspeed13_transfer(const struct us_run* run, const char* before, const char* after, uint32_t count);

#endif
