#include "guest/suites/diskspeed13.h"

#include "guest/suites/diskspeed13_text.h"
#include "guest/suites/line.h"
#include "guest/suites/operation.h"
#include "guest/suites/random.h"
#include "guest/suites/scratch.h"
#include "uaeplugin/capture/protocol.h"

enum {
    FILES = US_DISKSPEED13_FILES,
    PIECE = 131072, /* largest single transfer while files are filled and loaded */
    PIECES = US_DISKSPEED13_FILE_SIZE / PIECE,
    MINIMUM_SECONDS = 8,    /* of each repeated test of the classic form */
    CLASSIC_SETTLE = 250,   /* ticks before each test */
    WRITE_LIMIT = 33554432, /* bytes: the classic form would write until the time is over, or the volume full */
    READS_A_PASS = US_DISKSPEED13_FILE_SIZE / US_DISKSPEED13_BUFFER_SIZE
};

enum { CREATE = 1, SCAN, LOCK, OPEN, LOAD, DELETE, SEEK, READ, WRITE };

struct disk_speed {
    struct us_run* run;
    struct us_scratch scratch;
    uint32_t first, last; /* numbers of the files that may exist; none when first > last */
    const char* data;     /* the one other file that may exist, NULL none */
};

static const char* file_name(struct us_line* line, uint32_t number) {
    us_line_clear(line);
    us_line_text(line, "tf");
    us_line_digits(line, number, 6);
    us_line_text(line, ".tst");
    return line->text;
}

static const char* random_name(struct us_line* line, uint32_t* seed) {
    return file_name(line, us_random(seed, FILES) + 1);
}

static void begin(struct disk_speed* self, uint16_t test) {
    us_test_begin(self->run, test);
    if (self->run->form == US_FORM_CLASSIC) us_settle(self->run, CLASSIC_SETTLE);
}

/* The fixed form settles after the preparations instead, because those write too. */
static void start(struct disk_speed* self) {
    us_settle_writes(self->run);
    us_timer_start(self->run);
}

static void finish(struct disk_speed* self, uint64_t count, const char* unit) {
    us_timer_stop(self->run);
    if (us_going(self->run)) us_figure(self->run, count, unit);
}

static bool more(const struct disk_speed* self, uint32_t done, uint32_t fixed) {
    return us_more(self->run, done, fixed, MINIMUM_SECONDS);
}

static void create_files(struct disk_speed* self) {
    struct us_run* run = self->run;
    struct us_line name;
    uint32_t number;
    begin(self, CREATE);
    self->last = FILES;
    start(self);
    for (number = FILES; number > 0 && us_going(run); --number) {
        us_object file;
        self->first = number;
        file = us_open(run, file_name(&name, number), US_OPEN_NEW);
        us_write(run, file, self->scratch.buffer, US_DISKSPEED13_CREATE_SIZE);
        us_seek(run, file, 0);
        us_close(run, file);
    }
    finish(self, FILES, "files/s");
    us_diskspeed13_creates(run);
    us_test_end(run);
}

static void scan_directory(struct disk_speed* self) {
    struct us_run* run = self->run;
    uint32_t entries = 0;
    begin(self, SCAN);
    us_prepare_begin(run);
    us_examine(run, self->scratch.lock);
    us_prepare_end(run);
    start(self);
    /* Starting again counts as an entry, so that a pass counts one more than there are files. */
    for (; more(self, entries, US_DISKSPEED13_SCANS * (FILES + 1)); ++entries)
        if (!us_exnext(run, self->scratch.lock)) us_examine(run, self->scratch.lock);
    finish(self, entries, "entries/s");
    us_diskspeed13_line(run, "Scan all files in a directory        : ", entries);
    us_test_end(run);
}

static void lock_files(struct disk_speed* self) {
    struct us_run* run = self->run;
    struct us_line name;
    uint32_t seed = US_RANDOM_FIRST_SEED, count;
    begin(self, LOCK);
    start(self);
    for (count = 0; more(self, count, US_DISKSPEED13_LOCKS); ++count)
        us_unlock(run, us_lock(run, random_name(&name, &seed)));
    finish(self, count, "files/s");
    us_diskspeed13_line(run, "Lock and unlock a random file        : ", count);
    us_test_end(run);
}

static void open_files(struct disk_speed* self) {
    struct us_run* run = self->run;
    struct us_line name;
    uint32_t seed = US_RANDOM_FIRST_SEED, count;
    begin(self, OPEN);
    start(self);
    for (count = 0; more(self, count, US_DISKSPEED13_OPENS); ++count)
        us_close(run, us_open(run, random_name(&name, &seed), US_OPEN_OLD));
    finish(self, count, "files/s");
    us_diskspeed13_line(run, "Open and close a random file         : ", count);
    us_test_end(run);
}

static void load_files(struct disk_speed* self) {
    struct us_run* run = self->run;
    struct us_line name;
    uint32_t seed = US_RANDOM_FIRST_SEED, count;
    begin(self, LOAD);
    start(self);
    for (count = 0; more(self, count, US_DISKSPEED13_LOADS); ++count) {
        const us_object file = us_open(run, random_name(&name, &seed), US_OPEN_OLD);
        while (us_read(run, file, self->scratch.buffer, PIECE) == PIECE) continue;
        us_close(run, file);
    }
    finish(self, count, "files/s");
    us_diskspeed13_line(run, "Load a random file                   : ", count);
    us_test_end(run);
}

static void delete_files(struct disk_speed* self) {
    struct us_run* run = self->run;
    struct us_line name;
    begin(self, DELETE);
    us_timer_start(run);
    while (self->last >= self->first && us_going(run)) {
        us_delete(run, file_name(&name, self->last));
        if (us_going(run)) --self->last;
    }
    finish(self, FILES, "files/s");
    us_diskspeed13_deletes(run);
    us_test_end(run);
}

/* A new file of zeros, still open. */
static us_object filled_file(struct disk_speed* self, const char* name) {
    us_object file;
    int piece;
    us_prepare_begin(self->run);
    self->data = name;
    file = us_open(self->run, name, US_OPEN_NEW);
    for (piece = 0; piece < PIECES; ++piece) us_write(self->run, file, self->scratch.buffer, PIECE);
    us_prepare_end(self->run);
    return file;
}

static void remove_file(struct disk_speed* self, us_object file) {
    us_prepare_begin(self->run);
    us_close(self->run, file);
    us_delete(self->run, self->data);
    if (us_going(self->run)) self->data = 0;
    us_prepare_end(self->run);
}

static void seek_and_read(struct disk_speed* self) {
    struct us_run* run = self->run;
    uint32_t seed = US_RANDOM_FIRST_SEED, count;
    us_object file;
    begin(self, SEEK);
    file = filled_file(self, "seekread.tst");
    start(self);
    for (count = 0; more(self, count, US_DISKSPEED13_SEEKS); ++count) {
        us_seek(run, file, us_random(&seed, US_DISKSPEED13_FILE_SIZE - US_DISKSPEED13_SEEK_SIZE));
        us_read(run, file, self->scratch.buffer, US_DISKSPEED13_SEEK_SIZE);
    }
    finish(self, count, "seeks/s");
    us_diskspeed13_seeks(run, count);
    remove_file(self, file);
    us_test_end(run);
}

static void read_data(struct disk_speed* self) {
    struct us_run* run = self->run;
    uint32_t count;
    us_object file;
    begin(self, READ);
    file = filled_file(self, "read.tst");
    us_prepare_begin(run);
    us_seek(run, file, 0);
    us_prepare_end(run);
    start(self);
    for (count = 0; more(self, count, US_DISKSPEED13_READS); ++count) {
        if (count != 0 && count % READS_A_PASS == 0) us_seek(run, file, 0);
        us_read(run, file, self->scratch.buffer, US_DISKSPEED13_BUFFER_SIZE);
    }
    finish(self, (uint64_t)count * US_DISKSPEED13_BUFFER_SIZE, "bytes/s");
    us_diskspeed13_transfer(run, "Read data using ", " byte buffer  : ", count);
    remove_file(self, file);
    us_test_end(run);
}

static void write_data(struct disk_speed* self) {
    struct us_run* run = self->run;
    uint32_t count;
    us_object file;
    begin(self, WRITE);
    us_prepare_begin(run);
    self->data = "write.tst";
    file = us_open(run, self->data, US_OPEN_NEW);
    us_prepare_end(run);
    start(self);
    for (count = 0; more(self, count, US_DISKSPEED13_WRITES); ++count) {
        if (count == WRITE_LIMIT / US_DISKSPEED13_BUFFER_SIZE) break;
        us_write(run, file, self->scratch.buffer, US_DISKSPEED13_BUFFER_SIZE);
    }
    finish(self, (uint64_t)count * US_DISKSPEED13_BUFFER_SIZE, "bytes/s");
    us_diskspeed13_transfer(run, "Write data using ", " byte buffer : ", count);
    remove_file(self, file);
    us_test_end(run);
}

/* After a stop or failure; in a finished run nothing is left to remove. */
static void remove_files(struct disk_speed* self) {
    struct us_line name;
    if (self->first > self->last && !self->data) return;
    us_prepare_begin(self->run);
    for (; self->first <= self->last; --self->last) us_delete(self->run, file_name(&name, self->last));
    if (self->data) us_delete(self->run, self->data);
    us_prepare_end(self->run);
}

static void run_suite(struct us_run* run) {
    struct disk_speed self = {run, {0, 0, 0, 0, 0}, 1, 0, 0};
    if (us_scratch_enter(run, &self.scratch, "_test_directory_", PIECE)) {
        us_diskspeed13_header(run, self.scratch.lock);
        create_files(&self);
        if (us_going(run)) scan_directory(&self);
        if (us_going(run)) lock_files(&self);
        if (us_going(run)) open_files(&self);
        if (us_going(run)) load_files(&self);
        if (us_going(run)) delete_files(&self);
        if (us_going(run)) seek_and_read(&self);
        if (us_going(run)) read_data(&self);
        if (us_going(run)) write_data(&self);
    }
    run->cleaning = true;
    remove_files(&self);
    us_scratch_leave(run, &self.scratch);
}

static const char* const tests[] = {"Create files",    "Scan directory",
                                    "Lock and unlock", "Open and close",
                                    "Load files",      "Delete files",
                                    "Seek and read",   "Read",
                                    "Write",           0};

static const struct us_count counts[] = {
    {0, US_OP_CREATE_DIR, 1, 1},
    {0, US_OP_INFO, 1, 1},
    {0, US_OP_UNLOCK, 1, 1},
    {0, US_OP_DELETE, 1, 1},
    {CREATE, US_OP_OPEN, 0, FILES},
    {CREATE, US_OP_WRITE, 0, FILES},
    {CREATE, US_OP_SEEK, 0, FILES},
    {CREATE, US_OP_CLOSE, 0, FILES},
    {SCAN, US_OP_EXAMINE, 1, 1},
    {SCAN, US_OP_EXNEXT, 0, US_DISKSPEED13_SCANS*(FILES + 1)},
    {SCAN, US_OP_EXAMINE, 0, US_DISKSPEED13_SCANS},
    {LOCK, US_OP_LOCK, 0, US_DISKSPEED13_LOCKS},
    {LOCK, US_OP_UNLOCK, 0, US_DISKSPEED13_LOCKS},
    {OPEN, US_OP_OPEN, 0, US_DISKSPEED13_OPENS},
    {OPEN, US_OP_CLOSE, 0, US_DISKSPEED13_OPENS},
    {LOAD, US_OP_OPEN, 0, US_DISKSPEED13_LOADS},
    {LOAD, US_OP_READ, 0, US_DISKSPEED13_LOADS},
    {LOAD, US_OP_CLOSE, 0, US_DISKSPEED13_LOADS},
    {DELETE, US_OP_DELETE, 0, FILES},
    {SEEK, US_OP_OPEN, 1, 1},
    {SEEK, US_OP_WRITE, 1, PIECES},
    {SEEK, US_OP_SEEK, 0, US_DISKSPEED13_SEEKS},
    {SEEK, US_OP_READ, 0, US_DISKSPEED13_SEEKS},
    {SEEK, US_OP_CLOSE, 1, 1},
    {SEEK, US_OP_DELETE, 1, 1},
    {READ, US_OP_OPEN, 1, 1},
    {READ, US_OP_WRITE, 1, PIECES},
    {READ, US_OP_SEEK, 1, 1},
    {READ, US_OP_READ, 0, US_DISKSPEED13_READS},
    {READ, US_OP_SEEK, 0, (US_DISKSPEED13_READS - 1) / READS_A_PASS},
    {READ, US_OP_CLOSE, 1, 1},
    {READ, US_OP_DELETE, 1, 1},
    {WRITE, US_OP_OPEN, 1, 1},
    {WRITE, US_OP_WRITE, 0, US_DISKSPEED13_WRITES},
    {WRITE, US_OP_CLOSE, 1, 1},
    {WRITE, US_OP_DELETE, 1, 1},
};

const struct us_suite us_diskspeed13 = {.name = "diskspeed13",
                                        .description = "Diskspeed 1.3: 1000 small files, seeks, 2 MB transfers",
                                        .tests = tests,
                                        US_COUNTS(counts),
                                        .run = run_suite};
