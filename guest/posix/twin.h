/* The suites natively on a host folder: the host's own rate for the same work.
 *
 * A run makes one folder inside the given one and removes it again. It may run in any thread, several runs at a time
 * in different folders too: the process's current directory is not touched.
 */
#ifndef GUEST_TWIN_H
#define GUEST_TWIN_H

#ifndef __cplusplus
#include <stdbool.h>
#endif
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One side of an operation or span, as us_mark of protocol.h describes it. */
struct us_twin_record {
    int64_t time_ns; /* CLOCK_MONOTONIC */
    uint64_t size;
    uint32_t value, error;
    uint16_t test;
    uint8_t operation, phase;
    const char* name; /* NULL none; owned by the result */
};

struct us_twin_line {
    int64_t time_ns; /* as of a record */
    char* text;      /* UTF-8; owned by the result */
};

struct us_twin_options {
    const char* folder; /* exists */
    const char* suite;
    bool classic;       /* minimum times and settles of the original */
    bool synced;        /* fsync before closing a file that was written */
    volatile int* stop; /* set to non-zero from any thread or signal handler to stop; NULL never */
};

struct us_twin_result {
    struct us_twin_record* records;
    size_t count;
    struct us_twin_line* console; /* as printed */
    size_t console_count;
    struct us_twin_line* figures; /* of US_TEXT_FIGURE */
    size_t figure_count;
    int status;        /* 0 done, 5 stopped, 10 a test failed, 20 refused: enum us_status of suite.h */
    char message[256]; /* why not done; empty when done */
};

struct us_twin_result us_twin_run(const struct us_twin_options* options);
void us_twin_free(struct us_twin_result* result);

const char* const* us_suite_names(void);            /* NULL-terminated */
const char* us_suite_description(const char* name); /* NULL when there is no such suite */

#ifdef __cplusplus
}
#endif

#endif
