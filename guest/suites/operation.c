#include "guest/suites/operation.h"

#include "guest/suites/line.h"
#include "uaeplugin/capture/protocol.h"

bool us_going(const struct us_run* run) { return run->cleaning || run->status == US_STATUS_DONE; }

static void mark(const struct us_run* run, uint8_t operation, uint8_t phase, const char* name) {
    const struct us_mark span = {operation, phase, run->test, 0, 0, 0, name};
    run->storage->mark(run->storage->context, &span);
}

void us_operation_begin(const struct us_run* run, uint8_t operation, us_object object, uint32_t size,
                        const char* name) {
    const struct us_mark side = {operation, US_PHASE_BEGIN, run->test, size, (uint32_t)object, 0, name};
    run->storage->mark(run->storage->context, &side);
}

/* The end mark comes before anything else that takes time; the error number is read for failures only. */
uint32_t us_operation_end(struct us_run* run, uint8_t operation, uint32_t size, uint32_t result, bool failed) {
    const struct us_storage* storage = run->storage;
    const uint32_t error = failed ? storage->error(storage->context) : 0;
    const struct us_mark side = {operation, US_PHASE_END, run->test, size, result, error, 0};
    storage->mark(storage->context, &side);
    if (!run->cleaning && run->status == US_STATUS_DONE && storage->stopped(storage->context)) {
        run->status = US_STATUS_STOPPED;
        us_print(run, "*** Break");
    }
    return error;
}

us_object us_open(struct us_run* run, const char* name, enum us_open_mode mode) {
    us_object file;
    uint32_t error;
    if (!us_going(run)) return 0;
    us_operation_begin(run, US_OP_OPEN, 0, 0, name);
    file = run->storage->open(run->storage->context, name, mode);
    error = us_operation_end(run, US_OP_OPEN, 0, (uint32_t)file, file == 0);
    if (file == 0) us_fail(run, "Open", name, error);
    if (mode == US_OPEN_NEW) run->changed = true;
    return file;
}

void us_close(struct us_run* run, us_object file) {
    bool done;
    uint32_t error;
    if (file == 0) return;
    us_operation_begin(run, US_OP_CLOSE, file, 0, 0);
    done = run->storage->close(run->storage->context, file);
    error = us_operation_end(run, US_OP_CLOSE, 0, done ? US_DOS_TRUE : 0, !done);
    if (!done) us_fail(run, "Close", "", error);
}

uint32_t us_read(struct us_run* run, us_object file, void* buffer, uint32_t size) {
    int32_t count;
    uint32_t error;
    if (!us_going(run) || file == 0) return 0;
    us_operation_begin(run, US_OP_READ, file, size, 0);
    count = run->storage->read(run->storage->context, file, buffer, size);
    error = us_operation_end(run, US_OP_READ, size, (uint32_t)count, count < 0);
    if (count < 0) us_fail(run, "Read", "", error);
    return count < 0 ? 0 : (uint32_t)count;
}

void us_write(struct us_run* run, us_object file, const void* buffer, uint32_t size) {
    int32_t count;
    uint32_t error;
    bool done;
    if (!us_going(run) || file == 0) return;
    us_operation_begin(run, US_OP_WRITE, file, size, 0);
    count = run->storage->write(run->storage->context, file, buffer, size);
    done = count >= 0 && (uint32_t)count == size;
    error = us_operation_end(run, US_OP_WRITE, size, (uint32_t)count, !done);
    if (!done) us_fail(run, "Write", "", error);
    run->changed = true;
}

void us_seek(struct us_run* run, us_object file, uint32_t position) {
    us_seek_by(run, file, (int32_t)position, US_FROM_BEGINNING, position);
}

void us_seek_by(struct us_run* run, us_object file, int32_t distance, enum us_seek_from from, uint32_t position) {
    int32_t before;
    uint32_t error;
    if (!us_going(run) || file == 0) return;
    us_operation_begin(run, US_OP_SEEK, file, position, 0);
    before = run->storage->seek(run->storage->context, file, distance, from);
    error = us_operation_end(run, US_OP_SEEK, position, (uint32_t)before, before < 0);
    if (before < 0) us_fail(run, "Seek", "", error);
}

void us_test_begin(struct us_run* run, uint16_t test) {
    run->test = test;
    run->time = run->spare = 0;
    mark(run, US_OP_TEST, US_PHASE_BEGIN, run->suite->tests[test - 1]);
}

void us_test_end(struct us_run* run) {
    mark(run, US_OP_TEST, US_PHASE_END, 0);
    run->test = 0;
}

void us_prepare_begin(struct us_run* run) { mark(run, US_OP_PREPARE, US_PHASE_BEGIN, 0); }

void us_prepare_end(struct us_run* run) { mark(run, US_OP_PREPARE, US_PHASE_END, 0); }

void us_settle(struct us_run* run, uint32_t ticks) {
    if (!us_going(run) || ticks == 0) return;
    mark(run, US_OP_SETTLE, US_PHASE_BEGIN, 0);
    if (run->form == US_FORM_FIXED) run->storage->flush(run->storage->context);
    run->storage->delay(run->storage->context, ticks);
    mark(run, US_OP_SETTLE, US_PHASE_END, 0);
    run->changed = false;
}

void us_settle_writes(struct us_run* run) {
    enum { TICKS = 3 }; /* for what the flush has set going and not waited for */
    if (run->form == US_FORM_FIXED && run->changed) us_settle(run, TICKS);
}

static void not_measured(const struct us_run* run, const char* why) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "test=");
    us_line_number(&line, run->test, 0);
    us_line_text(&line, " why=");
    us_line_text(&line, why);
    run->storage->figure(run->storage->context, line.text);
    us_line_clear(&line);
    us_line_text(&line, run->suite->tests[run->test - 1]);
    us_line_text(&line, " not measured: ");
    us_line_text(&line, why);
    us_print(run, line.text);
}

static const char* drop(const struct us_run* run, enum us_cold cold) {
    const struct us_storage* storage = run->storage;
    const char* why = 0;
    if (storage->device.name || cold == US_COLD_GUEST)
        why = storage->drop_caches(storage->context);
    else if (cold == US_COLD_HOST_NAMES)
        why = "what the host keeps of its directories no program can drop";
    return why || cold == US_COLD_GUEST ? why : storage->drop_host_cache(storage->context);
}

bool us_cold_test_begin(struct us_run* run, uint16_t test, enum us_cold cold) {
    const char* why;
    us_test_begin(run, test);
    us_settle_writes(run);
    mark(run, US_OP_SETTLE, US_PHASE_BEGIN, 0);
    why = drop(run, cold);
    mark(run, US_OP_SETTLE, US_PHASE_END, 0);
    if (!why) return true;
    not_measured(run, why);
    us_test_end(run);
    return false;
}

void us_timer_start(struct us_run* run) {
    if (run->spare_base != 0) run->storage->spare_start(run->storage->context);
    run->started = run->storage->clock(run->storage->context);
}

static uint64_t since_start(const struct us_run* run) {
    const uint64_t now = run->storage->clock(run->storage->context);
    return now > run->started ? now - run->started : 0;
}

void us_timer_stop(struct us_run* run) {
    run->time += since_start(run);
    if (run->spare_base != 0) run->spare += run->storage->spare_stop(run->storage->context);
}

/* Of whole seconds and the rest apart, so that nothing wraps whatever the clock's rate. */
static uint64_t in_units(const struct us_run* run, uint64_t ticks, uint32_t units_per_second) {
    const uint32_t rate = run->storage->ticks_per_second;
    if (rate == 0) return 0;
    return ticks / rate * units_per_second + ticks % rate * units_per_second / rate;
}

uint64_t us_elapsed_us(const struct us_run* run) { return in_units(run, run->time, 1000000); }

bool us_timer_reached(const struct us_run* run, uint32_t seconds, uint32_t operations) {
    const uint64_t elapsed = since_start(run);
    const uint32_t patience = run->step == 0 ? US_DEAD_CLOCK_PATIENCE : US_CLOCK_PATIENCE;
    if (elapsed == 0) return operations >= patience;
    return elapsed >= (uint64_t)run->storage->ticks_per_second * seconds;
}

bool us_more(const struct us_run* run, uint32_t done, uint32_t fixed, uint32_t seconds) {
    if (!us_going(run)) return false;
    if (run->form == US_FORM_FIXED) return done < fixed;
    return done == 0 || !us_timer_reached(run, seconds, done);
}

void us_print(const struct us_run* run, const char* text) { run->storage->print(run->storage->context, text); }

void us_figure(const struct us_run* run, uint64_t count, const char* unit) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "test=");
    us_line_number(&line, run->test, 0);
    us_line_text(&line, " count=");
    us_line_number(&line, count, 0);
    us_line_text(&line, " unit=");
    us_line_text(&line, unit);
    us_line_text(&line, " guest_us=");
    us_line_number(&line, us_elapsed_us(run), 0);
    us_line_text(&line, " step_ns=");
    us_line_number(&line, in_units(run, run->step, 1000000000), 0);
    run->storage->figure(run->storage->context, line.text);
}

void us_line_rate(struct us_line* line, uint64_t count, uint64_t microseconds, const char* unit) {
    if (microseconds == 0)
        us_line_text(line, "below resolution");
    else
        us_line_number(line, us_rate(count, microseconds), 0);
    us_line_text(line, unit);
}
