#include "guest/suites/spare.h"

enum { REST_TICKS = 60, COUNT_TICKS = 75 /* of 1/50 s */ };

void us_spare_calibrate(struct us_run* run) {
    const struct us_storage* storage = run->storage;
    uint64_t counts;
    if (run->form != US_FORM_CLASSIC || !storage->spare_start || !us_going(run)) return;
    us_settle(run, REST_TICKS);
    run->time = 0;
    us_timer_start(run);
    storage->spare_start(storage->context);
    storage->delay(storage->context, COUNT_TICKS);
    counts = storage->spare_stop(storage->context);
    us_timer_stop(run);
    run->spare_base = us_rate(counts, us_elapsed_us(run));
}

/* In tenths first, so that the last digit is rounded. */
int32_t us_spare_percent(const struct us_run* run) {
    const uint64_t rate = us_rate(run->spare, us_elapsed_us(run));
    if (run->spare_base == 0 || us_elapsed_us(run) == 0) return -1;
    return (int32_t)((1000 * rate / run->spare_base + 5) / 10);
}
