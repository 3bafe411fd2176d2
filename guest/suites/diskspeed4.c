#include "guest/suites/diskspeed4.h"

#include "guest/suites/diskspeed4_data.h"
#include "guest/suites/diskspeed4_text.h"
#include "guest/suites/line.h"
#include "guest/suites/operation.h"
#include "guest/suites/scratch.h"
#include "guest/suites/spare.h"
#include "uaeplugin/capture/protocol.h"

enum {
    FILES = US_DISKSPEED4_FILES,
    MINIMUM_SECONDS = 8, /* of each repeated test of the classic form */
    FILL_SIZE = 32768,   /* writes that make the seek test's file */
    FILLS = US_DISKSPEED4_FILE_SIZE / FILL_SIZE,
    THIRD = US_DISKSPEED4_FILE_SIZE / 3,
    STEP = US_DISKSPEED4_FILE_SIZE / 11,
    SEEKS_A_TURN = 3
};

enum { CREATE = 1, OPEN, SCAN, DELETE, SEEK, FIRST_DATA };

struct disk_speed {
    struct us_run* run;
    struct us_scratch scratch;
    uint32_t first, beyond;    /* numbers of the files that may exist */
    bool seek_file, data_file; /* may exist */
    struct us_line name;
};

static const char* file_name(struct disk_speed* self, uint32_t number) {
    us_line_clear(&self->name);
    us_line_hex(&self->name, number, 4);
    us_line_text(&self->name, " DiskSpeed Test File ");
    return self->name.text;
}

static const char* const seek_name = "seek DiskSpeed Test File ";

static void start(struct us_run* run, uint16_t test) {
    us_test_begin(run, test);
    us_settle_writes(run);
    us_timer_start(run);
}

static void tell(struct us_run* run, const char* label, uint64_t count, const char* unit, const char* printed_unit) {
    if (us_going(run)) us_figure(run, count, unit);
    us_diskspeed4_line(run, label, count, printed_unit);
}

static void finish(struct us_run* run, const char* label, uint64_t count, const char* unit) {
    us_timer_stop(run);
    tell(run, label, count, unit, " files/sec");
    us_test_end(run);
}

static void create_files(struct disk_speed* self) {
    struct us_run* run = self->run;
    start(run, CREATE);
    while (self->beyond < FILES && us_going(run)) {
        const uint32_t number = self->beyond++;
        us_close(run, us_open(run, file_name(self, number), US_OPEN_NEW));
    }
    finish(run, "File Create:", FILES, "files/s");
}

static void open_files(struct disk_speed* self) {
    struct us_run* run = self->run;
    uint32_t count;
    start(run, OPEN);
    for (count = 0; us_more(run, count, US_DISKSPEED4_OPENS, MINIMUM_SECONDS); ++count)
        us_close(run, us_open(run, file_name(self, count % FILES), US_OPEN_OLD));
    finish(run, "File Open:", count, "files/s");
}

static void scan_directory(struct disk_speed* self) {
    struct us_run* run = self->run;
    uint32_t entries = 0, passes;
    start(run, SCAN);
    for (passes = 0; us_more(run, passes, US_DISKSPEED4_SCANS, MINIMUM_SECONDS); ++passes) {
        us_examine(run, self->scratch.lock);
        for (++entries; us_exnext(run, self->scratch.lock); ++entries) continue;
    }
    finish(run, "Directory Scan:", entries, "entries/s");
}

static void delete_files(struct disk_speed* self) {
    struct us_run* run = self->run;
    start(run, DELETE);
    while (self->first < self->beyond && us_going(run)) {
        us_delete(run, file_name(self, self->first));
        if (us_going(run)) ++self->first;
    }
    finish(run, "File Delete:", FILES, "files/s");
}

static us_object make_seek_file(struct disk_speed* self) {
    us_object file;
    uint32_t fill;
    us_prepare_begin(self->run);
    self->seek_file = true;
    file = us_open(self->run, seek_name, US_OPEN_NEW);
    for (fill = 0; fill < FILLS; ++fill) us_write(self->run, file, self->scratch.buffer, FILL_SIZE);
    us_prepare_end(self->run);
    return file;
}

static void remove_seek_file(struct disk_speed* self, us_object file) {
    us_prepare_begin(self->run);
    us_close(self->run, file);
    us_delete(self->run, seek_name);
    if (us_going(self->run)) self->seek_file = false;
    us_prepare_end(self->run);
}

/* Positions counted from the beginning, from the end, and back from where the last read ended. */
static void seek_thrice(struct disk_speed* self, us_object file, uint32_t position) {
    const uint32_t from_end = position + US_DISKSPEED4_SEEK_SIZE, back = position + THIRD;
    us_seek(self->run, file, position);
    us_read(self->run, file, self->scratch.buffer, US_DISKSPEED4_SEEK_SIZE);
    us_seek_by(self->run, file, -(int32_t)from_end, US_FROM_END, US_DISKSPEED4_FILE_SIZE - from_end);
    us_read(self->run, file, self->scratch.buffer, US_DISKSPEED4_SEEK_SIZE);
    us_seek_by(self->run, file, -(int32_t)back, US_FROM_CURRENT, US_DISKSPEED4_FILE_SIZE - position - back);
    us_read(self->run, file, self->scratch.buffer, US_DISKSPEED4_SEEK_SIZE);
}

static void test_seek(struct disk_speed* self) {
    struct us_run* run = self->run;
    uint32_t position = 0, turns;
    us_object file;
    us_print(run, "");
    us_test_begin(run, SEEK);
    file = make_seek_file(self);
    us_settle_writes(run);
    us_timer_start(run);
    for (turns = 0; us_more(run, turns, US_DISKSPEED4_TURNS, MINIMUM_SECONDS); ++turns) {
        seek_thrice(self, file, position);
        position = (position + STEP) % THIRD;
    }
    us_timer_stop(run);
    tell(run, "Seek/Read:", (uint64_t)SEEKS_A_TURN * turns, "seeks/s", " seeks/sec");
    remove_seek_file(self, file);
    us_test_end(run);
}

/* After a stop or failure; in a finished run nothing is left to remove. */
static void remove_files(struct disk_speed* self) {
    if (self->first == self->beyond && !self->seek_file && !self->data_file) return;
    us_prepare_begin(self->run);
    for (; self->first < self->beyond; ++self->first) us_delete(self->run, file_name(self, self->first));
    if (self->seek_file) us_delete(self->run, seek_name);
    if (self->data_file) us_delete(self->run, us_diskspeed4_data_name);
    us_prepare_end(self->run);
}

static void run_suite(struct us_run* run) {
    struct disk_speed self = {run, {0, 0, 0, 0, 0}, 0, 0, false, false, {{0}, 0}};
    if (us_scratch_enter(run, &self.scratch, " DiskSpeed Test Directory ", FILL_SIZE)) {
        us_spare_calibrate(run);
        us_diskspeed4_header(run);
        create_files(&self);
        if (us_going(run)) open_files(&self);
        if (us_going(run)) scan_directory(&self);
        if (us_going(run)) delete_files(&self);
        if (us_going(run)) test_seek(&self);
        if (us_going(run)) us_diskspeed4_data(run, FIRST_DATA, &self.data_file);
    }
    run->cleaning = true;
    remove_files(&self);
    us_scratch_leave(run, &self.scratch);
}

#define SIZE_LABELS(size, kind) "Create " size kind, "Write " size kind, "Read " size kind
#define DATA_LABELS(kind)                                                                                              \
    SIZE_LABELS("512", kind), SIZE_LABELS("4096", kind), SIZE_LABELS("32768", kind), SIZE_LABELS("262144", kind)

static const char* const tests[] = {"Create files",
                                    "Open files",
                                    "Scan directory",
                                    "Delete files",
                                    "Seek and read",
                                    DATA_LABELS(" FAST LONG"),
                                    DATA_LABELS(" FAST WORD"),
                                    DATA_LABELS(" FAST BYTE"),
                                    DATA_LABELS(" CHIP LONG"),
                                    DATA_LABELS(" CHIP WORD"),
                                    DATA_LABELS(" CHIP BYTE"),
                                    0};

#define PASSES US_DISKSPEED4_PASSES
#define MOVES(size) (PASSES * US_DISKSPEED4_FILE_SIZE / (size))
/* Creating, writing and reading with one buffer; `test` is the first of the three. */
#define SIZE_COUNTS(test, size)                                                                                        \
    {(test), US_OP_OPEN, 0, PASSES}, {(test), US_OP_WRITE, 0, MOVES(size)}, {(test), US_OP_CLOSE, 0, PASSES - 1},      \
        {(test), US_OP_DELETE, 0, PASSES - 1}, {(test), US_OP_CLOSE, 1, 1}, {(test) + 1, US_OP_OPEN, 1, 1},            \
        {(test) + 1, US_OP_WRITE, 0, MOVES(size)}, {(test) + 1, US_OP_SEEK, 0, PASSES},                                \
        {(test) + 1, US_OP_CLOSE, 1, 1}, {(test) + 2, US_OP_OPEN, 1, 1}, {(test) + 2, US_OP_READ, 0, MOVES(size)},     \
        {(test) + 2, US_OP_SEEK, 0, PASSES}, {(test) + 2, US_OP_CLOSE, 1, 1}, {                                        \
        (test) + 2, US_OP_DELETE, 1, 1                                                                                 \
    }
#define TESTS_A_SIZE 3
#define DATA_COUNTS(kind)                                                                                              \
    SIZE_COUNTS(FIRST_DATA + TESTS_A_SIZE * (4 * (kind)), 512),                                                        \
        SIZE_COUNTS(FIRST_DATA + TESTS_A_SIZE * (4 * (kind) + 1), 4096),                                               \
        SIZE_COUNTS(FIRST_DATA + TESTS_A_SIZE * (4 * (kind) + 2), 32768),                                              \
        SIZE_COUNTS(FIRST_DATA + TESTS_A_SIZE * (4 * (kind) + 3), 262144)

static const struct us_count counts[] = {
    {0, US_OP_CREATE_DIR, 1, 1},
    {0, US_OP_UNLOCK, 1, 1},
    {0, US_OP_DELETE, 1, 1},
    {CREATE, US_OP_OPEN, 0, FILES},
    {CREATE, US_OP_CLOSE, 0, FILES},
    {OPEN, US_OP_OPEN, 0, US_DISKSPEED4_OPENS},
    {OPEN, US_OP_CLOSE, 0, US_DISKSPEED4_OPENS},
    {SCAN, US_OP_EXAMINE, 0, US_DISKSPEED4_SCANS},
    {SCAN, US_OP_EXNEXT, 0, US_DISKSPEED4_SCANS*(FILES + 1)},
    {DELETE, US_OP_DELETE, 0, FILES},
    {SEEK, US_OP_OPEN, 1, 1},
    {SEEK, US_OP_WRITE, 1, FILLS},
    {SEEK, US_OP_SEEK, 0, SEEKS_A_TURN* US_DISKSPEED4_TURNS},
    {SEEK, US_OP_READ, 0, SEEKS_A_TURN* US_DISKSPEED4_TURNS},
    {SEEK, US_OP_CLOSE, 1, 1},
    {SEEK, US_OP_DELETE, 1, 1},
    DATA_COUNTS(0),
    DATA_COUNTS(1),
    DATA_COUNTS(2),
    DATA_COUNTS(3),
    DATA_COUNTS(4),
    DATA_COUNTS(5),
};

const struct us_suite us_diskspeed4 = {.name = "diskspeed4",
                                       .description = "DiskSpeed 4: 200 files, seeks, 24 kinds of buffers",
                                       .tests = tests,
                                       US_COUNTS(counts),
                                       .run = run_suite};
