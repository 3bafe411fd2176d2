#include "guest/suites/diskspeed4_data.h"

#include "guest/suites/diskspeed4.h"
#include "guest/suites/diskspeed4_text.h"

enum { MINIMUM_SECONDS = 8 };

static const uint32_t sizes[] = {512, 4096, 32768, 262144};
enum { SIZES = sizeof sizes / sizeof sizes[0], TESTS_A_SIZE = 3 };

static const struct {
    enum us_memory kind;
    const char* name;
} memories[] = {{US_MEMORY_FAST, "FAST"}, {US_MEMORY_CHIP, "CHIP"}};
enum { MEMORIES = sizeof memories / sizeof memories[0] };

/* Bytes after the beginning of memory that is aligned to 8. */
static const struct {
    uint32_t offset;
    const char* name;
} alignments[] = {{4, "LONG"}, {2, "WORD"}, {1, "BYTE"}};
enum { ALIGNMENTS = sizeof alignments / sizeof alignments[0] };

const char* const us_diskspeed4_data_name = "data DiskSpeed Test File ";

struct data {
    struct us_run* run;
    bool* exists;
    uint16_t test; /* the first of the three */
    uint32_t size;
    uint8_t* buffer;
};

/* Transfers that make or cover the file. */
static uint32_t file_moves(const struct data* self) { return US_DISKSPEED4_FILE_SIZE / self->size; }

static bool more(const struct data* self, uint32_t done) {
    return us_more(self->run, done, US_DISKSPEED4_PASSES * file_moves(self), MINIMUM_SECONDS);
}

static void fill(struct data* self) {
    uint32_t index;
    for (index = 0; index < self->size; ++index) self->buffer[index] = (uint8_t)index;
}

static void clear(struct data* self) {
    uint32_t index;
    for (index = 0; index < self->size; ++index) self->buffer[index] = 0;
}

static void verify(struct data* self) {
    uint32_t index;
    for (index = 0; index < self->size; ++index)
        if (self->buffer[index] != (uint8_t)index) {
            us_print(self->run, "*** Data Error ***  Buffer did not read correctly.");
            self->run->status = US_STATUS_FAILED;
            return;
        }
}

static us_object open_prepared(struct data* self) {
    us_object file;
    us_prepare_begin(self->run);
    file = us_open(self->run, us_diskspeed4_data_name, US_OPEN_OLD);
    us_prepare_end(self->run);
    us_settle_writes(self->run);
    return file;
}

static void tell(struct data* self, const char* label, uint32_t count) {
    const uint64_t bytes = (uint64_t)count * self->size;
    if (us_going(self->run)) us_figure(self->run, bytes, "bytes/s");
    us_diskspeed4_line(self->run, label, bytes, " bytes/sec");
}

/* A new file each time one is complete; the last one stays. */
static us_object renew(struct data* self, us_object file) {
    if (*self->exists) {
        us_close(self->run, file);
        us_delete(self->run, us_diskspeed4_data_name);
    }
    if (!us_going(self->run)) return 0;
    *self->exists = true;
    return us_open(self->run, us_diskspeed4_data_name, US_OPEN_NEW);
}

static void create_file(struct data* self) {
    struct us_run* run = self->run;
    us_object file = 0;
    uint32_t count;
    us_test_begin(run, self->test);
    us_settle_writes(run);
    us_timer_start(run);
    for (count = 0; more(self, count); ++count) {
        if (count % file_moves(self) == 0) file = renew(self, file);
        us_write(run, file, self->buffer, self->size);
    }
    us_timer_stop(run);
    tell(self, "Create file:", count);
    us_prepare_begin(run);
    for (; count % file_moves(self) != 0 && us_going(run); ++count) us_write(run, file, self->buffer, self->size);
    us_close(run, file);
    us_prepare_end(run);
    us_test_end(run);
}

enum direction { WRITES, READS };

/* Writes or reads the file from its beginning, again and again. */
static uint32_t move(struct data* self, us_object file, enum direction direction) {
    struct us_run* run = self->run;
    uint32_t count;
    us_timer_start(run);
    for (count = 0; more(self, count);) {
        if (direction == WRITES)
            us_write(run, file, self->buffer, self->size);
        else
            us_read(run, file, self->buffer, self->size);
        if (++count % file_moves(self) == 0) us_seek(run, file, 0);
    }
    us_timer_stop(run);
    return count;
}

static void write_file(struct data* self) {
    struct us_run* run = self->run;
    us_object file;
    us_test_begin(run, (uint16_t)(self->test + 1));
    file = open_prepared(self);
    tell(self, "Write to file:", move(self, file, WRITES));
    us_prepare_begin(run);
    us_close(run, file);
    us_prepare_end(run);
    us_test_end(run);
}

static void read_file(struct data* self) {
    struct us_run* run = self->run;
    us_object file;
    us_test_begin(run, (uint16_t)(self->test + 2));
    file = open_prepared(self);
    clear(self);
    tell(self, "Read from file:", move(self, file, READS));
    if (us_going(run)) verify(self);
    us_prepare_begin(run);
    us_close(run, file);
    us_delete(run, us_diskspeed4_data_name);
    if (us_going(run)) *self->exists = false;
    us_prepare_end(run);
    us_test_end(run);
}

static void test_buffer(struct data* self, unsigned memory, unsigned alignment) {
    const struct us_storage* storage = self->run->storage;
    const uint32_t allocated = self->size + alignments[alignment].offset;
    uint8_t* const block = storage->allocate(storage->context, allocated, memories[memory].kind);
    if (!block) {
        us_diskspeed4_skipped(self->run, self->size, memories[memory].name);
        return;
    }
    self->buffer = block + alignments[alignment].offset;
    fill(self);
    us_diskspeed4_section(self->run, self->size, memories[memory].name, alignments[alignment].name);
    create_file(self);
    if (us_going(self->run)) write_file(self);
    if (us_going(self->run)) read_file(self);
    storage->release(storage->context, block, allocated);
}

void us_diskspeed4_data(struct us_run* run, uint16_t first_test, bool* exists) {
    struct data self = {run, exists, first_test, 0, 0};
    unsigned memory, alignment, size;
    for (memory = 0; memory < MEMORIES; ++memory)
        for (alignment = 0; alignment < ALIGNMENTS; ++alignment)
            for (size = 0; size < SIZES && us_going(run); ++size, self.test += TESTS_A_SIZE) {
                self.size = sizes[size];
                test_buffer(&self, memory, alignment);
            }
}
