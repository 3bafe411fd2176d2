/* The parts of truth. For truth*.c only. */
#ifndef GUEST_TRUTH_WORK_H
#define GUEST_TRUTH_WORK_H

#include "guest/suites/operation.h"
#include "guest/suites/scratch.h"
#include "guest/suites/truth.h"

enum { US_TRUTH_BUFFER = 131072 };

/* Numbers of the tests. */
enum { US_TRUTH_TESTS_A_LEVEL = 9, US_TRUTH_TESTS_A_SIZE = 7 };
enum us_truth_level_test {
    US_TRUTH_CREATE = 1,
    US_TRUTH_LOOKUP,
    US_TRUTH_COLD_GUEST_LOOKUP,
    US_TRUTH_COLD_HOST_LOOKUP,
    US_TRUTH_EXNEXT,
    US_TRUTH_COLD_GUEST_EXNEXT,
    US_TRUTH_COLD_HOST_EXNEXT,
    US_TRUTH_EXALL,
    US_TRUTH_RENAME
};
enum {
    US_TRUTH_DELETE = US_TRUTH_LEVELS * US_TRUTH_TESTS_A_LEVEL + 1,
    US_TRUTH_APPEND,
    US_TRUTH_WRITE, /* of the first size, and those after it */
    US_TRUTH_READ,
    US_TRUTH_COLD_GUEST_READ,
    US_TRUTH_COLD_HOST_READ,
    US_TRUTH_OVERWRITE,
    US_TRUTH_RANDOM_READ,
    US_TRUTH_RANDOM_WRITE
};

struct us_truth_work {
    struct us_run* run;
    const struct us_truth_shape* shape;
    struct us_scratch scratch;
    /* What may exist, to be removed */
    uint32_t first, beyond; /* numbers of files */
    bool away;              /* file `renamed` may have its other name */
    uint32_t renamed;
    const char* data;                    /* one more file; NULL none */
    uint8_t turns[US_TRUTH_MOST_PIECES]; /* how often each piece of the file was written */
    struct us_line name;
};

void us_truth_files(struct us_truth_work* self);  /* the directory's sizes, and their end */
void us_truth_data(struct us_truth_work* self);   /* appending, and the transfers */
void us_truth_remove(struct us_truth_work* self); /* after a stop or failure */

/* Of the present test, whose clock stands: sends the figure and prints the line, unless the run was stopped, and ends
 * it. */
void us_truth_finish(struct us_run* run, uint64_t count, const char* unit);

#endif
