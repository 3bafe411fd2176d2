#include "guest/suites/suite.h"

#include "guest/suites/calibrate.h"
#include "guest/suites/devspeed.h"
#include "guest/suites/diskperf.h"
#include "guest/suites/diskperf2.h"
#include "guest/suites/diskperf3.h"
#include "guest/suites/diskperf_jdow.h"
#include "guest/suites/diskspeed13.h"
#include "guest/suites/diskspeed4.h"
#include "guest/suites/operation.h"
#include "guest/suites/readtree.h"
#include "guest/suites/scsispeed.h"
#include "guest/suites/treecopy.h"
#include "guest/suites/truth.h"
#include "guest/suites/truth_device.h"
#include "uaeplugin/capture/protocol.h"

const struct us_suite* const us_suites[] = {
    &us_diskspeed13,    &us_diskperf, &us_diskperf_jdow, &us_diskperf2,   &us_diskperf3,    &us_diskperf3_floppy,
    &us_diskspeed4,     &us_devspeed, &us_scsispeed,     &us_readtree,    &us_treecopy,     &us_treecopy_small,
    &us_treecopy_found, &us_truth,    &us_truth_small,   &us_truth_large, &us_truth_device, 0};

static char lower(char character) {
    return character >= 'A' && character <= 'Z' ? (char)(character - 'A' + 'a') : character;
}

static bool same_name(const char* left, const char* right) {
    while (*left && lower(*left) == lower(*right)) {
        ++left;
        ++right;
    }
    return lower(*left) == lower(*right);
}

const struct us_suite* us_suite_named(const char* name) {
    const struct us_suite* const* suite;
    for (suite = us_suites; *suite; ++suite)
        if (same_name((*suite)->name, name)) return *suite;
    return 0;
}

uint32_t us_suite_count(const struct us_suite* suite, uint16_t test, uint8_t operation, uint8_t prepares) {
    size_t row;
    for (row = 0; row < suite->count_rows; ++row) {
        const struct us_count* count = &suite->counts[row];
        if (count->test == test && count->operation == operation && count->prepares == prepares) return count->count;
    }
    return 0;
}

enum us_status us_suite_run(const struct us_suite* suite, const struct us_storage* storage, enum us_form form) {
    struct us_run run = {.storage = storage, .suite = suite, .form = form, .status = US_STATUS_DONE};
    struct us_mark span = {US_OP_SUITE, US_PHASE_BEGIN, 0, 0, 0, 0, suite->name};
    storage->mark(storage->context, &span);
    us_calibrate(&run);
    suite->run(&run);
    span.phase = US_PHASE_END;
    span.name = 0;
    span.value = (uint32_t)run.status;
    storage->mark(storage->context, &span);
    return run.status;
}
