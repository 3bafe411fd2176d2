/* What a twin's run leaves behind, growing while it runs. */
#ifndef GUEST_RECORDER_H
#define GUEST_RECORDER_H

#include "guest/posix/twin.h"
#include "guest/suites/storage.h"

struct recorder {
    struct us_twin_result* result;
    size_t record_capacity;
    bool out_of_memory; /* something could not be kept */
};

/* Begin marks are stamped last and end marks first, so that a pair encloses nothing but the call. */
void recorder_mark(struct recorder* recorder, const struct us_mark* mark);
void recorder_console(struct recorder* recorder, const char* line); /* ISO 8859-1 */
void recorder_figure(struct recorder* recorder, const char* line);

int64_t monotonic_ns(void);

#endif
