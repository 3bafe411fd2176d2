#include "guest/suites/diskperf.h"

#include "guest/suites/line.h"
#include "guest/suites/operation.h"
#include "guest/suites/scratch.h"
#include "uaeplugin/capture/protocol.h"

/* Numbers from which the names of directory and files are made. */
enum { DIRECTORY, FIRST_FILE, SEEK_FILE = FIRST_FILE + US_DISKPERF_FILES, FIRST_TRANSFER };

/* WRITE and READ of the first buffer size; two more tests for each further size. */
enum { CREATE = 1, SCAN, DELETE, SEEK, WRITE, READ };

static const uint32_t buffers[US_DISKPERF_BUFFERS] = {512, 4096, 8192, 32768};
enum { LARGEST_BUFFER = 32768 };

struct disk_perf {
    struct us_run* run;
    struct us_scratch scratch;
    uint32_t first, last; /* numbers of the files that may exist; none when first > last */
};

static const char* file_name(struct us_line* line, uint32_t number) {
    char letters[4];
    int place;
    for (place = 0; place < 3; ++place) letters[place] = (char)('A' + ((number >> (8 - 4 * place)) & 15));
    letters[3] = 0;
    us_line_clear(line);
    us_line_text(line, "diskperf");
    us_line_text(line, letters);
    return line->text;
}

static us_object make_file(struct disk_perf* self, uint32_t number) {
    struct us_line name;
    if (!us_going(self->run)) return 0;
    self->last = number;
    return us_open(self->run, file_name(&name, number), US_OPEN_NEW);
}

/* The file with the lowest number of those that exist. */
static void delete_first(struct disk_perf* self) {
    struct us_line name;
    us_delete(self->run, file_name(&name, self->first));
    if (us_going(self->run)) ++self->first;
}

static void rate(struct us_line* line, uint64_t count, uint64_t elapsed, const char* unit) {
    if (elapsed == 0)
        us_line_text(line, "below resolution");
    else
        us_line_number(line, us_rate(count, elapsed), 0);
    us_line_text(line, unit);
}

static void create_files(struct disk_perf* self) {
    uint32_t number;
    us_timer_start(self->run);
    for (number = FIRST_FILE; number < SEEK_FILE && us_going(self->run); ++number)
        us_close(self->run, make_file(self, number));
    us_timer_stop(self->run);
}

static void scan_files(struct disk_perf* self) {
    struct us_line name;
    uint32_t pass, number;
    us_timer_start(self->run);
    for (pass = 0; pass < US_DISKPERF_SCANS; ++pass)
        for (number = FIRST_FILE; number < SEEK_FILE && us_going(self->run); ++number) {
            const us_object lock = us_lock(self->run, file_name(&name, number));
            us_examine(self->run, lock);
            us_unlock(self->run, lock);
        }
    us_timer_stop(self->run);
}

static void delete_files(struct disk_perf* self) {
    us_timer_start(self->run);
    while (self->first < SEEK_FILE && us_going(self->run)) delete_first(self);
    us_timer_stop(self->run);
}

/* Runs one test of small files; its time in microseconds. */
static uint64_t small_files(struct disk_perf* self, uint16_t test, void (*work)(struct disk_perf*), uint32_t count,
                            const char* unit) {
    us_test_begin(self->run, test);
    us_settle_writes(self->run);
    if (us_going(self->run)) work(self);
    if (us_going(self->run)) us_figure(self->run, count, unit);
    us_test_end(self->run);
    return us_elapsed_us(self->run);
}

static void test_small_files(struct disk_perf* self) {
    enum { STATS = US_DISKPERF_SCANS * US_DISKPERF_FILES };
    const uint64_t created = small_files(self, CREATE, create_files, US_DISKPERF_FILES, "files/s");
    const uint64_t scanned = small_files(self, SCAN, scan_files, STATS, "entries/s");
    const uint64_t deleted = small_files(self, DELETE, delete_files, US_DISKPERF_FILES, "files/s");
    struct us_line line;
    if (!us_going(self->run)) return;
    us_line_clear(&line);
    us_line_text(&line, "File create/delete:\tcreate ");
    rate(&line, US_DISKPERF_FILES, created, " files/sec, delete ");
    rate(&line, US_DISKPERF_FILES, deleted, " files/sec");
    us_print(self->run, line.text);
    us_line_clear(&line);
    us_line_text(&line, "Directory scan:\t\t");
    rate(&line, STATS, scanned, " entries/sec");
    us_print(self->run, line.text);
}

static void seek_file(struct disk_perf* self, us_object file) {
    struct us_run* run = self->run;
    uint32_t distance, position;
    us_timer_start(run);
    for (distance = 256; distance <= 65536; distance *= 4)
        for (position = 0; position < US_DISKPERF_FILE_SIZE && us_going(run); position += distance) {
            us_seek(run, file, position);
            us_read(run, file, self->scratch.buffer, 1);
        }
    us_timer_stop(run);
}

static void test_seek(struct disk_perf* self) {
    struct us_run* run = self->run;
    struct us_line line;
    us_object file;
    uint32_t written;
    us_test_begin(run, SEEK);
    us_prepare_begin(run);
    file = make_file(self, SEEK_FILE);
    for (written = 0; written < US_DISKPERF_FILE_SIZE; written += US_DISKPERF_FILL_SIZE)
        us_write(run, file, self->scratch.buffer, US_DISKPERF_FILL_SIZE);
    us_prepare_end(run);
    us_settle_writes(run);
    seek_file(self, file);
    if (us_going(run)) us_figure(run, US_DISKPERF_SEEKS, "seeks/s");
    us_prepare_begin(run);
    us_close(run, file);
    if (us_going(run)) delete_first(self);
    us_prepare_end(run);
    us_test_end(run);
    if (!us_going(run)) return;
    us_line_clear(&line);
    us_line_text(&line, "Seek/read test:\t\t");
    rate(&line, US_DISKPERF_SEEKS, us_elapsed_us(run), " seek/reads per second");
    us_print(run, line.text);
}

static void write_file(struct disk_perf* self, us_object file, uint32_t size) {
    uint32_t done;
    us_timer_start(self->run);
    for (done = 0; done < US_DISKPERF_FILE_SIZE && us_going(self->run); done += size)
        us_write(self->run, file, self->scratch.buffer, size);
    us_timer_stop(self->run);
}

static void read_file(struct disk_perf* self, us_object file, uint32_t size) {
    uint32_t done;
    us_timer_start(self->run);
    for (done = 0; done < US_DISKPERF_FILE_SIZE && us_going(self->run); done += size)
        us_read(self->run, file, self->scratch.buffer, size);
    us_timer_stop(self->run);
}

/* Writes or reads the files of one buffer size; opening and closing them is not measured. */
static uint64_t transfer(struct disk_perf* self, unsigned size, bool writes) {
    struct us_run* run = self->run;
    struct us_line name;
    uint32_t pass;
    us_test_begin(run, (uint16_t)((writes ? WRITE : READ) + 2 * size));
    us_settle_writes(run);
    for (pass = 0; pass < US_DISKPERF_PASSES && us_going(run); ++pass) {
        us_object file;
        us_prepare_begin(run);
        if (writes)
            file = make_file(self, self->first + pass);
        else
            file = us_open(run, file_name(&name, self->first + pass), US_OPEN_OLD);
        us_prepare_end(run);
        (writes ? write_file : read_file)(self, file, buffers[size]);
        us_prepare_begin(run);
        us_close(run, file);
        us_prepare_end(run);
    }
    if (us_going(run)) us_figure(run, US_DISKPERF_PASSES * US_DISKPERF_FILE_SIZE, "bytes/s");
    if (!writes) {
        us_prepare_begin(run);
        for (pass = 0; pass < US_DISKPERF_PASSES && us_going(run); ++pass) delete_first(self);
        us_prepare_end(run);
    }
    us_test_end(run);
    return us_elapsed_us(run);
}

static void test_transfer(struct disk_perf* self, unsigned size) {
    enum { BYTES = US_DISKPERF_PASSES * US_DISKPERF_FILE_SIZE };
    const uint64_t written = transfer(self, size, true);
    const uint64_t read = us_going(self->run) ? transfer(self, size, false) : 0;
    struct us_line line;
    if (!us_going(self->run)) return;
    us_line_clear(&line);
    us_line_text(&line, "r/w speed:\t\tbuf ");
    us_line_number(&line, buffers[size], 0);
    us_line_text(&line, " bytes, rd ");
    rate(&line, BYTES, read, " byte/sec, wr ");
    rate(&line, BYTES, written, " byte/sec");
    us_print(self->run, line.text);
}

/* After a stop or failure; in a finished run nothing is left to remove. */
static void remove_files(struct disk_perf* self) {
    if (self->first > self->last) return;
    us_prepare_begin(self->run);
    while (self->first <= self->last) delete_first(self);
    us_prepare_end(self->run);
}

static void run_suite(struct us_run* run) {
    struct disk_perf self = {run, {0, 0, 0, 0, 0}, FIRST_FILE, DIRECTORY};
    struct us_line name;
    unsigned size;
    if (us_scratch_enter(run, &self.scratch, file_name(&name, DIRECTORY), LARGEST_BUFFER)) {
        test_small_files(&self);
        if (us_going(run)) test_seek(&self);
        for (size = 0; size < US_DISKPERF_BUFFERS && us_going(run); ++size) test_transfer(&self, size);
    }
    run->cleaning = true;
    remove_files(&self);
    us_scratch_leave(run, &self.scratch);
}

static const char* const tests[] = {
    "Create files", "Stat files", "Delete files", "Seek and read", "Write 512",  "Read 512", "Write 4096",
    "Read 4096",    "Write 8192", "Read 8192",    "Write 32768",   "Read 32768", 0};

#define BYTES (US_DISKPERF_PASSES * US_DISKPERF_FILE_SIZE)
#define TRANSFER(index, size)                                                                                          \
    {WRITE + 2 * (index), US_OP_OPEN, 1, US_DISKPERF_PASSES}, {WRITE + 2 * (index), US_OP_WRITE, 0, BYTES / (size)},   \
        {WRITE + 2 * (index), US_OP_CLOSE, 1, US_DISKPERF_PASSES},                                                     \
        {READ + 2 * (index), US_OP_OPEN, 1, US_DISKPERF_PASSES}, {READ + 2 * (index), US_OP_READ, 0, BYTES / (size)},  \
        {READ + 2 * (index), US_OP_CLOSE, 1, US_DISKPERF_PASSES}, {                                                    \
        READ + 2 * (index), US_OP_DELETE, 1, US_DISKPERF_PASSES                                                        \
    }

static const struct us_count counts[] = {
    {0, US_OP_CREATE_DIR, 1, 1},
    {0, US_OP_UNLOCK, 1, 1},
    {0, US_OP_DELETE, 1, 1},
    {CREATE, US_OP_OPEN, 0, US_DISKPERF_FILES},
    {CREATE, US_OP_CLOSE, 0, US_DISKPERF_FILES},
    {SCAN, US_OP_LOCK, 0, US_DISKPERF_SCANS* US_DISKPERF_FILES},
    {SCAN, US_OP_EXAMINE, 0, US_DISKPERF_SCANS* US_DISKPERF_FILES},
    {SCAN, US_OP_UNLOCK, 0, US_DISKPERF_SCANS* US_DISKPERF_FILES},
    {DELETE, US_OP_DELETE, 0, US_DISKPERF_FILES},
    {SEEK, US_OP_OPEN, 1, 1},
    {SEEK, US_OP_WRITE, 1, US_DISKPERF_FILE_SIZE / US_DISKPERF_FILL_SIZE},
    {SEEK, US_OP_SEEK, 0, US_DISKPERF_SEEKS},
    {SEEK, US_OP_READ, 0, US_DISKPERF_SEEKS},
    {SEEK, US_OP_CLOSE, 1, 1},
    {SEEK, US_OP_DELETE, 1, 1},
    TRANSFER(0, 512),
    TRANSFER(1, 4096),
    TRANSFER(2, 8192),
    TRANSFER(3, 32768),
};

const struct us_suite us_diskperf = {"diskperf",
                                     "DiskPerf: 100 empty files, 1364 seeks, four buffer sizes",
                                     tests,
                                     counts,
                                     sizeof counts / sizeof counts[0],
                                     run_suite};
