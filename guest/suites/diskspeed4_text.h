/* What DiskSpeed 4 prints without CPU availability. A line of a test that was stopped or failed is not printed. */
#ifndef GUEST_DISKSPEED4_TEXT_H
#define GUEST_DISKSPEED4_TEXT_H

#include "guest/suites/operation.h"

void us_diskspeed4_machine(const struct us_run* run);
void us_diskspeed4_header(const struct us_run* run);
void us_diskspeed4_line(const struct us_run* run, const char* label, uint64_t count, const char* unit);
void us_diskspeed4_section(const struct us_run* run, uint32_t size, const char* memory, const char* alignment);
void us_diskspeed4_skipped(const struct us_run* run, uint32_t size, const char* memory);

#endif
