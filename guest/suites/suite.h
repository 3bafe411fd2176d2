/* The suites: named workloads on one volume.
 *
 * A suite of files makes a directory of its own on the volume, does its tests in it, and removes everything it made,
 * also when it is stopped or fails. It refuses to start when that directory exists already, so nothing of the user's is
 * touched. A suite that only reads changes nothing, and works on what it finds in the current directory and below.
 *
 * Every storage call is an operation with its pair of marks (operation.h). The suite is enclosed in a US_OP_SUITE
 * span, each test in one US_OP_TEST span; inside and outside tests, work that belongs to no figure is enclosed in
 * US_OP_PREPARE spans and pauses in US_OP_SETTLE spans. Operations of tests carry the test's number, others 0.
 *
 * The fixed form does the same operations on every volume and machine: exactly those of the table `counts`. A suite
 * that only reads does the same on the same contents.
 * The classic form keeps the original program's minimum times and settles, so its counts vary.
 *
 * Figures (US_TEXT_FIGURE) name the items counted and their unit: files/s, entries/s, seeks/s or bytes/s; guest_us is
 * the time on the guest's clock, 0 when that clock showed none.
 */
#ifndef GUEST_SUITE_H
#define GUEST_SUITE_H

#include "guest/suites/storage.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Also the AmigaDOS return codes of the program. */
enum us_status {
    US_STATUS_DONE = 0,
    US_STATUS_STOPPED = 5, /* the user asked for it */
    US_STATUS_FAILED = 10, /* a test could not be done; what was wrong has been printed */
    US_STATUS_REFUSED = 20 /* nothing was started */
};

enum us_form { US_FORM_FIXED, US_FORM_CLASSIC };

/* How often the fixed form does one kind of operation; what is not listed it never does. */
struct us_count {
    uint16_t test;     /* 0 outside tests */
    uint8_t operation; /* US_OP_* of a storage call */
    uint8_t prepares;  /* 1: inside a US_OP_PREPARE span */
    uint32_t count;
};

struct us_run;

struct us_suite {
    const char* name;
    const char* description;       /* one line, ASCII */
    const char* const* tests;      /* labels of tests 1, 2, ...; NULL at the end */
    const struct us_count* counts; /* NULL for a suite that only reads what it finds, and in the guest */
    size_t count_rows;
    bool reads_only;
    uint32_t memory;                 /* bytes that it fills beyond those of a small machine; 0 none */
    void (*run)(struct us_run* run); /* for us_suite_run */
};

/* Only hosts compare with the tables; the program for the guest does without their bytes. */
#ifdef US_WITHOUT_COUNTS
#define US_COUNTS(table) .count_rows = 0 * sizeof(table)
#else
#define US_COUNTS(table) .counts = (table), .count_rows = sizeof(table) / sizeof(table)[0]
#endif

/* NULL-terminated. */
extern const struct us_suite* const us_suites[];

/* NULL when there is none of that name; letter case does not matter. */
const struct us_suite* us_suite_named(const char* name);

/* The table's count; 0 when it has no such row. */
uint32_t us_suite_count(const struct us_suite* suite, uint16_t test, uint8_t operation, uint8_t prepares);

/* Runs a suite in the current directory of the storage. */
enum us_status us_suite_run(const struct us_suite* suite, const struct us_storage* storage, enum us_form form);

#ifdef __cplusplus
}
#endif

#endif
