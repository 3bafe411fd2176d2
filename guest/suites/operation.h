/* Storage calls with their marks, and the state of a running suite. For suites only.
 *
 * Each function marks, calls, marks; then it looks whether the user wants to stop, and notes a failure. Once stopped
 * or failed, us_going() is false and every further function does nothing and reports failure, until the suite starts
 * to clean up. Only us_close and us_unlock always act. So a suite needs to test us_going() in its loops, and to keep
 * what it must remove; nothing else.
 */
#ifndef GUEST_OPERATION_H
#define GUEST_OPERATION_H

#include "guest/suites/line.h"
#include "guest/suites/rate.h"
#include "guest/suites/storage.h"
#include "guest/suites/suite.h"

#define US_DOS_TRUE 0xffffffffu

struct us_run {
    const struct us_storage* storage;
    const struct us_suite* suite;
    enum us_form form;
    enum us_status status;
    uint16_t test;       /* 0 outside tests */
    bool cleaning;       /* after the end, or after a stop or failure: go on regardless */
    bool changed;        /* the volume was written to since the last settle */
    bool device_open;    /* device.h */
    uint64_t time;       /* ticks measured for the test so far */
    uint64_t started;    /* clock at us_timer_start */
    uint64_t spare;      /* what the counter of spare time reached in that time */
    uint64_t spare_base; /* the same in a second without work; 0: the counter does not run (spare.h) */
    uint64_t step;       /* ticks; the smallest difference that the clock shows, 0 when it stands still */
};

/* A running clock that still shows nothing after so many operations never will; one that never ran needs fewer. */
enum { US_CLOCK_PATIENCE = 65536, US_DEAD_CLOCK_PATIENCE = 256 };

bool us_going(const struct us_run* run);

/* The marks of one operation, for what is not declared here. object, size and name as protocol.h says, 0 none. The end
 * returns the error of an operation that failed. */
void us_operation_begin(const struct us_run* run, uint8_t operation, us_object object, uint32_t size, const char* name);
uint32_t us_operation_end(struct us_run* run, uint8_t operation, uint32_t size, uint32_t result, bool failed);

us_object us_open(struct us_run* run, const char* name, enum us_open_mode mode);
void us_close(struct us_run* run, us_object file);
uint32_t us_read(struct us_run* run, us_object file, void* buffer, uint32_t size); /* bytes; 0 at the end of the file */
void us_write(struct us_run* run, us_object file, const void* buffer, uint32_t size); /* short is a failure */
void us_seek(struct us_run* run, us_object file, uint32_t position);                  /* from the beginning */
/* By a distance; position is where that leads, for the mark. */
void us_seek_by(struct us_run* run, us_object file, int32_t distance, enum us_seek_from from, uint32_t position);
us_object us_lock(struct us_run* run, const char* name);
void us_unlock(struct us_run* run, us_object lock);
void us_examine(struct us_run* run, us_object lock);
bool us_exnext(struct us_run* run, us_object lock); /* false after the last entry */
/* What the last us_examine or us_exnext said; no operation. */
void us_entry(struct us_run* run, struct us_entry* entry);
/* The whole directory by ExAll, in as many calls as it takes with that buffer: one operation. The entries it has. */
uint32_t us_exall(struct us_run* run, us_object lock, void* buffer, uint32_t size);
void us_delete(struct us_run* run, const char* name);
void us_rename(struct us_run* run, const char* from, const char* to);
void us_set_protection(struct us_run* run, const char* name, uint32_t bits);
us_object us_create_dir(struct us_run* run, const char* name);
void us_info(struct us_run* run, us_object lock, struct us_info* info);

void us_test_begin(struct us_run* run, uint16_t test);
void us_test_end(struct us_run* run);
void us_prepare_begin(struct us_run* run);
void us_prepare_end(struct us_run* run);
/* Lets the volume come to rest: waits, and in the fixed form asks it first to write what it has held back, so that
 * these writes do not fall into whatever test runs when its filesystem's timer expires. */
void us_settle(struct us_run* run, uint32_t ticks); /* of 1/50 s */
/* The same in the fixed form, when something was written since the last settle; else nothing. */
void us_settle_writes(struct us_run* run);

/* Begins a test that is to find caches empty: those of the guest's filesystem, or those and what the host keeps of the
 * volume's files. Names in host directories it keeps where no program can drop them. False: they cannot be emptied; the
 * test has ended, and its figure and a line say why it was not measured. */
enum us_cold { US_COLD_GUEST, US_COLD_HOST, US_COLD_HOST_NAMES };
bool us_cold_test_begin(struct us_run* run, uint16_t test, enum us_cold cold);

/* The measured time of a test is the sum of its intervals. */
void us_timer_start(struct us_run* run);
void us_timer_stop(struct us_run* run);
uint64_t us_elapsed_us(const struct us_run* run); /* microseconds; 0 when the clock showed none or ran backwards */
/* While started: the interval has lasted so long, or the clock stands still. */
bool us_timer_reached(const struct us_run* run, uint32_t seconds, uint32_t operations);

/* After `done` turns of a test: is there one more to do? In the fixed form until there were so many, in the classic one
 * until so many seconds have passed since us_timer_start. */
bool us_more(const struct us_run* run, uint32_t done, uint32_t fixed, uint32_t seconds);

/* Notes a failure and prints it: "TEST: WHAT NAME failed: REASON (ERROR)". */
void us_fail(struct us_run* run, const char* what, const char* name, uint32_t error);

void us_print(const struct us_run* run, const char* text);
/* The figure of the present test. */
void us_figure(const struct us_run* run, uint64_t count, const char* unit);
/* The rate in words, with the unit after it. */
void us_line_rate(struct us_line* line, uint64_t count, uint64_t microseconds, const char* unit);

#endif
