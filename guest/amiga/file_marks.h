/* What plugin.h does, in an emulator without uaenative.library: the host sees which files we look for. See the
 * protocol's US_FILES_*. */
#ifndef GUEST_FILE_MARKS_H
#define GUEST_FILE_MARKS_H

#include "guest/suites/storage.h"

bool file_marks_open(void); /* false: the folder is not mounted */
bool file_marks_present(void);
void file_marks_mark(const struct us_mark* mark, uint64_t eclock, uint32_t task);
void file_marks_text(uint32_t kind, const char* text);
bool file_marks_job(char* buffer, uint32_t capacity); /* false: there is no further one */
void file_marks_wait(uint32_t milliseconds);
void file_marks_end(uint32_t status);

#endif
