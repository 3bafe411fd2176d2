#include "guest/suites/diskperf_work.h"

#include "guest/suites/line.h"
#include "guest/suites/scratch.h"

/* Numbers from which the names of directory and files are made. */
enum { DIRECTORY, FIRST_FILE, SEEK_FILE = FIRST_FILE + US_DISKPERF_FILES };

struct disk_perf {
    struct us_run* run;
    const struct us_diskperf* program;
    struct us_scratch scratch;
    struct us_diskperf_times times;
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
    struct us_diskperf_times* times = &self->times;
    times->created = small_files(self, US_DISKPERF_CREATE, create_files, US_DISKPERF_FILES, "files/s");
    times->scanned = small_files(self, US_DISKPERF_SCAN, scan_files, US_DISKPERF_STATS, "entries/s");
    times->deleted = small_files(self, US_DISKPERF_DELETE, delete_files, US_DISKPERF_FILES, "files/s");
    if (us_going(self->run)) self->program->print_files(self->run, times);
}

static void seek_file(struct disk_perf* self, us_object file) {
    struct us_run* run = self->run;
    uint32_t distance, position;
    us_timer_start(run);
    for (distance = 256; distance <= 65536; distance *= 4)
        for (position = 0; position < US_DISKPERF_SEEK_SIZE && us_going(run); position += distance) {
            us_seek(run, file, position);
            us_read(run, file, self->scratch.buffer, 1);
        }
    us_timer_stop(run);
}

static void test_seek(struct disk_perf* self) {
    struct us_run* run = self->run;
    us_object file;
    uint32_t written;
    us_test_begin(run, US_DISKPERF_SEEK);
    us_prepare_begin(run);
    file = make_file(self, SEEK_FILE);
    for (written = 0; written < US_DISKPERF_SEEK_SIZE; written += US_DISKPERF_FILL_SIZE)
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
    self->times.sought = us_elapsed_us(run);
    if (us_going(run)) self->program->print_seeks(run, &self->times);
}

enum direction { WRITES, READS };

static us_object open_file(struct disk_perf* self, uint32_t number, enum direction direction) {
    struct us_line name;
    if (direction == WRITES) return make_file(self, number);
    return us_open(self->run, file_name(&name, number), US_OPEN_OLD);
}

static void move_file(struct disk_perf* self, us_object file, uint32_t buffer, enum direction direction) {
    uint32_t done;
    for (done = 0; done < self->program->file_size && us_going(self->run); done += buffer)
        if (direction == WRITES)
            us_write(self->run, file, self->scratch.buffer, buffer);
        else
            us_read(self->run, file, self->scratch.buffer, buffer);
}

static void transfer_with_opening(struct disk_perf* self, uint32_t number, uint32_t buffer, enum direction direction) {
    us_object file;
    us_timer_start(self->run);
    file = open_file(self, number, direction);
    move_file(self, file, buffer, direction);
    us_close(self->run, file);
    us_timer_stop(self->run);
}

static void transfer_alone(struct disk_perf* self, uint32_t number, uint32_t buffer, enum direction direction) {
    struct us_run* run = self->run;
    us_object file;
    us_prepare_begin(run);
    file = open_file(self, number, direction);
    us_prepare_end(run);
    us_timer_start(run);
    move_file(self, file, buffer, direction);
    us_timer_stop(run);
    us_prepare_begin(run);
    us_close(run, file);
    us_prepare_end(run);
}

static uint64_t bytes(const struct disk_perf* self) { return (uint64_t)US_DISKPERF_PASSES * self->program->file_size; }

/* Writes or reads the files of one buffer size; the time in microseconds. */
static uint64_t transfer(struct disk_perf* self, unsigned size, enum direction direction) {
    struct us_run* run = self->run;
    const uint32_t buffer = self->program->buffers[size];
    uint32_t pass;
    us_test_begin(run, (uint16_t)((direction == WRITES ? US_DISKPERF_WRITE : US_DISKPERF_READ) + 2 * size));
    us_settle_writes(run);
    for (pass = 0; pass < US_DISKPERF_PASSES && us_going(run); ++pass)
        (self->program->opening_counts ? transfer_with_opening : transfer_alone)(self, self->first + pass, buffer,
                                                                                 direction);
    if (us_going(run)) us_figure(run, bytes(self), "bytes/s");
    if (direction == READS) {
        us_prepare_begin(run);
        for (pass = 0; pass < US_DISKPERF_PASSES && us_going(run); ++pass) delete_first(self);
        us_prepare_end(run);
    }
    us_test_end(run);
    return us_elapsed_us(run);
}

static void test_transfer(struct disk_perf* self, unsigned size) {
    self->times.written = transfer(self, size, WRITES);
    if (us_going(self->run)) self->times.read = transfer(self, size, READS);
    if (us_going(self->run))
        self->program->print_transfer(self->run, self->program->buffers[size], bytes(self), &self->times);
}

/* After a stop or failure; in a finished run nothing is left to remove. */
static void remove_files(struct disk_perf* self) {
    if (self->first > self->last) return;
    us_prepare_begin(self->run);
    while (self->first <= self->last) delete_first(self);
    us_prepare_end(self->run);
}

static uint32_t largest(const uint32_t* buffers) {
    uint32_t result = US_DISKPERF_FILL_SIZE;
    for (; *buffers != 0; ++buffers)
        if (*buffers > result) result = *buffers;
    return result;
}

void us_diskperf_run(struct us_run* run, const struct us_diskperf* program) {
    struct disk_perf self = {run, program, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, FIRST_FILE, DIRECTORY};
    struct us_line name;
    unsigned size;
    if (us_scratch_enter(run, &self.scratch, file_name(&name, DIRECTORY), largest(program->buffers))) {
        program->print_header(run);
        test_small_files(&self);
        if (us_going(run)) test_seek(&self);
        for (size = 0; program->buffers[size] != 0 && us_going(run); ++size) test_transfer(&self, size);
    }
    run->cleaning = true;
    remove_files(&self);
    us_scratch_leave(run, &self.scratch);
}

void us_diskperf_print_nothing(const struct us_run* run) { (void)run; }

void us_diskperf_print_files(const struct us_run* run, const struct us_diskperf_times* times) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "File create/delete:\tcreate ");
    us_line_rate(&line, US_DISKPERF_FILES, times->created, " files/sec, delete ");
    us_line_rate(&line, US_DISKPERF_FILES, times->deleted, " files/sec");
    us_print(run, line.text);
    us_line_clear(&line);
    us_line_text(&line, "Directory scan:\t\t");
    us_line_rate(&line, US_DISKPERF_STATS, times->scanned, " entries/sec");
    us_print(run, line.text);
}

void us_diskperf_print_seeks(const struct us_run* run, const struct us_diskperf_times* times) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Seek/read test:\t\t");
    us_line_rate(&line, US_DISKPERF_SEEKS, times->sought, " seek/reads per second");
    us_print(run, line.text);
}

void us_diskperf_print_transfer(const struct us_run* run, uint32_t buffer, uint64_t bytes_moved,
                                const struct us_diskperf_times* times) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "r/w speed:\t\tbuf ");
    us_line_number(&line, buffer, 0);
    us_line_text(&line, " bytes, rd ");
    us_line_rate(&line, bytes_moved, times->read, " byte/sec, wr ");
    us_line_rate(&line, bytes_moved, times->written, " byte/sec");
    us_print(run, line.text);
}
