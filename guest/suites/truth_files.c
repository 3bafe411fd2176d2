/* The part of truth about many files in one directory. */
#include "guest/suites/random.h"
#include "guest/suites/truth_work.h"

enum { DIGITS = 5 };

static const char* file_name(struct us_line* line, const char* letter, uint32_t number) {
    us_line_clear(line);
    us_line_text(line, letter);
    us_line_digits(line, number, DIGITS);
    return line->text;
}

/* False: it was not to be. */
static bool begin(struct us_truth_work* self, unsigned level, enum us_truth_level_test test) {
    const uint16_t number = (uint16_t)(US_TRUTH_TESTS_A_LEVEL * level + test);
    if (test == US_TRUTH_COLD_GUEST_LOOKUP || test == US_TRUTH_COLD_GUEST_EXNEXT) {
        if (!us_cold_test_begin(self->run, number, US_COLD_GUEST)) return false;
    } else if (test == US_TRUTH_COLD_HOST_LOOKUP || test == US_TRUTH_COLD_HOST_EXNEXT) {
        if (!us_cold_test_begin(self->run, number, US_COLD_HOST_NAMES)) return false;
    } else {
        us_test_begin(self->run, number);
        us_settle_writes(self->run);
    }
    us_timer_start(self->run);
    return true;
}

static void finish(struct us_truth_work* self, uint32_t count, const char* unit) {
    us_timer_stop(self->run);
    us_truth_finish(self->run, count, unit);
}

static void create_up_to(struct us_truth_work* self, uint32_t count) {
    struct us_run* run = self->run;
    const uint32_t before = self->beyond;
    while (self->beyond < count && us_going(run))
        us_close(run, us_open(run, file_name(&self->name, "f", self->beyond++), US_OPEN_NEW));
    finish(self, count - before, "files/s");
}

static void look_up(struct us_truth_work* self, uint32_t count) {
    struct us_run* run = self->run;
    uint32_t seed = US_RANDOM_FIRST_SEED, done;
    for (done = 0; done < self->shape->lookups && us_going(run); ++done)
        us_unlock(run, us_lock(run, file_name(&self->name, "f", us_random(&seed, count))));
    finish(self, done, "files/s");
}

/* A directory that shows too few or too many is a failure. */
static void expect(struct us_truth_work* self, uint32_t found, uint32_t count) {
    struct us_line line;
    if (!us_going(self->run) || found == count) return;
    us_line_clear(&line);
    us_line_text(&line, "*** Directory error: it showed ");
    us_line_number(&line, found, 0);
    us_line_text(&line, " entries and has ");
    us_line_number(&line, count, 0);
    us_print(self->run, line.text);
    self->run->status = US_STATUS_FAILED;
}

static void list_one_by_one(struct us_truth_work* self, uint32_t count) {
    struct us_run* run = self->run;
    uint32_t found = 0;
    us_examine(run, self->scratch.lock);
    while (us_exnext(run, self->scratch.lock)) ++found;
    expect(self, found, count);
    finish(self, count, "entries/s");
}

static void list_at_once(struct us_truth_work* self, uint32_t count) {
    expect(self, us_exall(self->run, self->scratch.lock, self->scratch.buffer, US_TRUTH_BUFFER), count);
    finish(self, count, "entries/s");
}

static void give_name(struct us_truth_work* self, const char* from, const char* to) {
    struct us_line target;
    us_rename(self->run, file_name(&self->name, from, self->renamed), file_name(&target, to, self->renamed));
}

static void rename_and_back(struct us_truth_work* self, uint32_t count) {
    struct us_run* run = self->run;
    uint32_t seed = US_RANDOM_FIRST_SEED, done;
    for (done = 0; done < self->shape->renames && us_going(run); done += 2) {
        self->renamed = us_random(&seed, count);
        self->away = true;
        give_name(self, "f", "g");
        give_name(self, "g", "f");
        if (us_going(run)) self->away = false;
    }
    finish(self, done, "files/s");
}

static void delete_files(struct us_truth_work* self) {
    struct us_run* run = self->run;
    const uint32_t count = self->beyond;
    us_test_begin(run, US_TRUTH_DELETE);
    us_settle_writes(run);
    us_timer_start(run);
    while (self->first < self->beyond && us_going(run)) {
        us_delete(run, file_name(&self->name, "f", self->first));
        if (us_going(run)) ++self->first;
    }
    finish(self, count, "files/s");
}

static bool can_exall(const struct us_run* run) {
    if (run->storage->exall) return true;
    us_print(run, "ExAll is skipped: it needs AmigaOS 2.0.");
    return false;
}

void us_truth_files(struct us_truth_work* self) {
    static void (*const parts[])(struct us_truth_work*, uint32_t) = {create_up_to,    look_up,         look_up,
                                                                     look_up,         list_one_by_one, list_one_by_one,
                                                                     list_one_by_one, list_at_once,    rename_and_back};
    unsigned level, part;
    for (level = 0; level < US_TRUTH_LEVELS; ++level)
        for (part = 0; part < US_TRUTH_TESTS_A_LEVEL && us_going(self->run); ++part) {
            if (part + 1 == US_TRUTH_EXALL && !can_exall(self->run)) continue;
            if (begin(self, level, (enum us_truth_level_test)(US_TRUTH_CREATE + part)))
                parts[part](self, self->shape->files[level]);
        }
    if (us_going(self->run)) delete_files(self);
}

void us_truth_remove(struct us_truth_work* self) {
    if (self->first == self->beyond && !self->data) return;
    us_prepare_begin(self->run);
    if (self->away) us_delete(self->run, file_name(&self->name, "g", self->renamed));
    for (; self->first < self->beyond; ++self->first) us_delete(self->run, file_name(&self->name, "f", self->first));
    if (self->data) us_delete(self->run, self->data);
    us_prepare_end(self->run);
}
