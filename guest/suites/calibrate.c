#include "guest/suites/calibrate.h"

#include "uaeplugin/capture/protocol.h"

enum {
    STEPS = 8,      /* of the clock that are looked at; the smallest counts */
    PATIENCE = 4096 /* readings without a step after which there will be none */
};

static void mark_nothing(const struct us_run* run) {
    struct us_mark mark = {US_OP_EMPTY, US_PHASE_BEGIN, 0, 0, 0, 0, 0};
    unsigned pair;
    for (pair = 0; pair < US_CALIBRATE_PAIRS; ++pair) {
        mark.phase = US_PHASE_BEGIN;
        run->storage->mark(run->storage->context, &mark);
        mark.phase = US_PHASE_END;
        run->storage->mark(run->storage->context, &mark);
    }
}

static uint64_t smallest_step(const struct us_run* run) {
    uint64_t before = run->storage->clock(run->storage->context), smallest = 0;
    unsigned steps = 0, readings = 0;
    while (steps < STEPS && readings < PATIENCE) {
        const uint64_t now = run->storage->clock(run->storage->context);
        ++readings;
        if (now > before) {
            if (smallest == 0 || now - before < smallest) smallest = now - before;
            ++steps;
            readings = 0;
        }
        before = now;
    }
    return smallest;
}

void us_calibrate(struct us_run* run) {
    mark_nothing(run);
    run->step = smallest_step(run);
}
