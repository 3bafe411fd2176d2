/* The part of truth about bytes in one file. */
#include "guest/suites/random.h"
#include "guest/suites/truth_pattern.h"
#include "guest/suites/truth_work.h"

static const char* const data_name = "data";

enum { KILO = 1024 };
const uint32_t us_truth_sizes[US_TRUTH_SIZES] = {512, 4 * KILO, 32 * KILO, 128 * KILO};

struct transfer {
    struct us_truth_work* work;
    struct us_run* run;
    void* buffer;
    uint32_t size, pieces, jumps;
    uint16_t first_test;
};

static void begin(struct us_run* run, uint16_t test) {
    us_test_begin(run, test);
    us_settle_writes(run);
}

static us_object open_data(struct us_truth_work* work, enum us_open_mode mode) {
    work->data = data_name;
    return us_open(work->run, data_name, mode);
}

/* The clock rests while the buffer is filled. */
static void write_piece(struct transfer* self, us_object file, uint32_t piece) {
    us_pattern_fill(self->buffer, self->size, piece * self->size, ++self->work->turns[piece]);
    us_timer_start(self->run);
    us_write(self->run, file, self->buffer, self->size);
    us_timer_stop(self->run);
}

/* A piece that came short keeps what the buffer was cleared to. */
static void read_piece(struct transfer* self, us_object file, uint32_t piece) {
    us_pattern_fill(self->buffer, self->size, piece * self->size, 0);
    us_timer_start(self->run);
    us_read(self->run, file, self->buffer, self->size);
    us_timer_stop(self->run);
    us_pattern_check(self->run, self->buffer, self->size, piece * self->size, self->work->turns[piece]);
}

typedef void (*move)(struct transfer*, us_object, uint32_t);

static void move_all(struct transfer* self, us_object file, move piece_by_piece) {
    uint32_t piece;
    for (piece = 0; piece < self->pieces && us_going(self->run); ++piece) piece_by_piece(self, file, piece);
}

static void in_order(struct transfer* self, unsigned test, enum us_open_mode mode, move piece_by_piece) {
    struct us_run* run = self->run;
    const uint16_t number = (uint16_t)(self->first_test + test);
    us_object file;
    if (test == US_TRUTH_COLD_GUEST_READ - US_TRUTH_WRITE || test == US_TRUTH_COLD_HOST_READ - US_TRUTH_WRITE) {
        const bool is_host = test == US_TRUTH_COLD_HOST_READ - US_TRUTH_WRITE;
        if (!us_cold_test_begin(run, number, is_host ? US_COLD_HOST : US_COLD_GUEST)) return;
    } else {
        begin(run, number);
    }
    us_timer_start(run);
    file = open_data(self->work, mode);
    us_timer_stop(run);
    move_all(self, file, piece_by_piece);
    us_timer_start(run);
    us_close(run, file);
    us_timer_stop(run);
    us_truth_finish(run, (uint64_t)self->pieces * self->size, "bytes/s");
}

static void jump(struct transfer* self, us_object file, move piece_by_piece) {
    uint32_t seed = US_RANDOM_FIRST_SEED, done;
    for (done = 0; done < self->jumps && us_going(self->run); ++done) {
        const uint32_t piece = us_random(&seed, self->pieces);
        us_timer_start(self->run);
        us_seek(self->run, file, piece * self->size);
        us_timer_stop(self->run);
        piece_by_piece(self, file, piece);
    }
}

static us_object open_before(struct transfer* self, unsigned test) {
    us_object file;
    us_test_begin(self->run, (uint16_t)(self->first_test + test));
    us_prepare_begin(self->run);
    file = open_data(self->work, US_OPEN_OLD);
    us_prepare_end(self->run);
    us_settle_writes(self->run);
    return file;
}

static void read_at_random(struct transfer* self) {
    const us_object file = open_before(self, US_TRUTH_RANDOM_READ - US_TRUTH_WRITE);
    jump(self, file, read_piece);
    us_prepare_begin(self->run);
    us_close(self->run, file);
    us_prepare_end(self->run);
    us_truth_finish(self->run, self->jumps, "seeks/s");
}

static void read_back(struct transfer* self) {
    us_object file;
    us_prepare_begin(self->run);
    file = open_data(self->work, US_OPEN_OLD);
    move_all(self, file, read_piece);
    us_close(self->run, file);
    us_delete(self->run, data_name);
    if (us_going(self->run)) self->work->data = 0;
    us_prepare_end(self->run);
}

static void write_at_random(struct transfer* self) {
    struct us_run* run = self->run;
    const us_object file = open_before(self, US_TRUTH_RANDOM_WRITE - US_TRUTH_WRITE);
    uint64_t time;
    jump(self, file, write_piece);
    us_timer_start(run);
    us_close(run, file);
    us_timer_stop(run);
    time = run->time;
    read_back(self);
    run->time = time;
    us_truth_finish(run, self->jumps, "seeks/s");
}

static void transfer_all(struct us_truth_work* work, unsigned index) {
    struct transfer self = {work,
                            work->run,
                            work->scratch.buffer,
                            us_truth_sizes[index],
                            work->shape->pieces[index],
                            work->shape->jumps[index],
                            (uint16_t)(US_TRUTH_WRITE + US_TRUTH_TESTS_A_SIZE * index)};
    uint32_t piece;
    unsigned test;
    for (piece = 0; piece < self.pieces; ++piece) work->turns[piece] = 0;
    in_order(&self, 0, US_OPEN_NEW, write_piece);
    for (test = US_TRUTH_READ; test <= US_TRUTH_COLD_HOST_READ && us_going(work->run); ++test)
        in_order(&self, test - US_TRUTH_WRITE, US_OPEN_OLD, read_piece);
    if (us_going(work->run)) in_order(&self, US_TRUTH_OVERWRITE - US_TRUTH_WRITE, US_OPEN_OLD, write_piece);
    if (us_going(work->run)) read_at_random(&self);
    if (us_going(work->run)) write_at_random(&self);
}

static void append_once(struct us_truth_work* self, uint32_t number) {
    struct us_run* run = self->run;
    const uint32_t position = US_TRUTH_APPEND_SIZE * number;
    us_object file;
    us_pattern_fill(self->scratch.buffer, US_TRUTH_APPEND_SIZE, position, 1);
    us_timer_start(run);
    file = us_open(run, data_name, US_OPEN_OLD);
    us_seek_by(run, file, 0, US_FROM_END, position);
    us_write(run, file, self->scratch.buffer, US_TRUTH_APPEND_SIZE);
    us_close(run, file);
    us_timer_stop(run);
}

static void check_appended(struct us_truth_work* self) {
    struct us_run* run = self->run;
    const uint32_t size = US_TRUTH_APPEND_SIZE * self->shape->appends;
    us_object file;
    us_prepare_begin(run);
    file = us_open(run, data_name, US_OPEN_OLD);
    us_pattern_fill(self->scratch.buffer, size, 0, 0);
    us_read(run, file, self->scratch.buffer, size);
    us_pattern_check(run, self->scratch.buffer, size, 0, 1);
    us_close(run, file);
    us_delete(run, data_name);
    if (us_going(run)) self->data = 0;
    us_prepare_end(run);
}

static void test_append(struct us_truth_work* self) {
    struct us_run* run = self->run;
    uint32_t number;
    us_test_begin(run, US_TRUTH_APPEND);
    us_prepare_begin(run);
    us_close(run, open_data(self, US_OPEN_NEW));
    us_prepare_end(run);
    us_settle_writes(run);
    for (number = 0; number < self->shape->appends && us_going(run); ++number) append_once(self, number);
    check_appended(self);
    us_truth_finish(run, self->shape->appends, "files/s");
}

void us_truth_data(struct us_truth_work* self) {
    unsigned index;
    test_append(self);
    for (index = 0; index < US_TRUTH_SIZES && us_going(self->run); ++index) transfer_all(self, index);
}
