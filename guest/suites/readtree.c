#include "guest/suites/readtree.h"

#include "guest/suites/line.h"
#include "guest/suites/operation.h"
#include "uaeplugin/capture/protocol.h"

enum { LIST = 1, READ };

/* Longer paths than AmigaDOS takes are left out. */
enum { LONGEST_PATH = 255 };

/* Objects in the order in which they were met: a byte of kind, the path, a NUL; at first the directory "". */
struct tree {
    struct us_run* run;
    char* objects;
    uint32_t size; /* of what is in use */
    void* buffer;
    uint32_t directories, entries, files, left_out;
    uint64_t bytes;
};

static uint32_t length_of(const char* text) {
    uint32_t length = 0;
    while (text[length] != 0) ++length;
    return length;
}

static const char* path_at(const struct tree* self, uint32_t at) { return self->objects + at + 1; }

static bool is_kind(const struct tree* self, uint32_t at, enum us_entry_kind kind) {
    return self->objects[at] == (char)kind;
}

static uint32_t after(const struct tree* self, uint32_t at) { return at + length_of(path_at(self, at)) + 2; }

static void append(struct tree* self, const char* text) {
    while (*text) self->objects[self->size++] = *text++;
}

/* parent: where the directory's object is. */
static void keep(struct tree* self, uint32_t parent, const struct us_entry* entry) {
    const char* const directory = path_at(self, parent);
    const uint32_t length = length_of(directory) + 1 + length_of(entry->name);
    if (length > LONGEST_PATH || self->size + length + 2 > US_READTREE_NAMES) {
        ++self->left_out;
        return;
    }
    self->objects[self->size++] = (char)entry->kind;
    append(self, directory);
    if (*directory) append(self, "/");
    append(self, entry->name);
    self->objects[self->size++] = 0;
}

static void list_directory(struct tree* self, uint32_t at) {
    struct us_run* run = self->run;
    const us_object lock = us_lock(run, path_at(self, at));
    struct us_entry entry;
    us_examine(run, lock);
    while (us_exnext(run, lock)) {
        us_entry(run, &entry);
        ++self->entries;
        if (entry.kind != US_ENTRY_OTHER) keep(self, at, &entry);
    }
    us_unlock(run, lock);
    ++self->directories;
}

static void print_list(const struct tree* self) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "List tree:\t");
    us_line_number(&line, self->directories, 0);
    us_line_text(&line, " directories, ");
    us_line_number(&line, self->entries, 0);
    us_line_text(&line, " entries, ");
    us_line_rate(&line, self->entries, us_elapsed_us(self->run), " entries/sec");
    us_print(self->run, line.text);
    if (self->left_out == 0) return;
    us_line_clear(&line);
    us_line_number(&line, self->left_out, 0);
    us_line_text(&line, " entries and what is below them were left out: there is no room for more names");
    us_print(self->run, line.text);
}

static void test_list(struct tree* self) {
    struct us_run* run = self->run;
    uint32_t at;
    us_test_begin(run, LIST);
    us_timer_start(run);
    for (at = 0; at < self->size && us_going(run); at = after(self, at))
        if (is_kind(self, at, US_ENTRY_DIRECTORY)) list_directory(self, at);
    us_timer_stop(run);
    if (us_going(run)) us_figure(run, self->entries, "entries/s");
    us_test_end(run);
    if (us_going(run)) print_list(self);
}

static void read_file(struct tree* self, uint32_t at) {
    struct us_run* run = self->run;
    const us_object file = us_open(run, path_at(self, at), US_OPEN_READ);
    uint32_t count = US_READTREE_BUFFER;
    while (count == US_READTREE_BUFFER && self->bytes < US_READTREE_LIMIT) {
        count = us_read(run, file, self->buffer, US_READTREE_BUFFER);
        self->bytes += count;
    }
    us_close(run, file);
    ++self->files;
}

static void print_read(const struct tree* self) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Read files:\t");
    us_line_number(&line, self->files, 0);
    us_line_text(&line, " files, ");
    us_line_number(&line, self->bytes, 0);
    us_line_text(&line, " bytes, ");
    us_line_rate(&line, self->bytes, us_elapsed_us(self->run), " byte/sec");
    us_print(self->run, line.text);
    if (self->bytes >= US_READTREE_LIMIT) us_print(self->run, "Reading ended at the suite's limit of 32 MiB.");
}

static void test_read(struct tree* self) {
    struct us_run* run = self->run;
    uint32_t at;
    us_test_begin(run, READ);
    us_timer_start(run);
    for (at = 0; at < self->size && self->bytes < US_READTREE_LIMIT && us_going(run); at = after(self, at))
        if (is_kind(self, at, US_ENTRY_FILE)) read_file(self, at);
    us_timer_stop(run);
    if (us_going(run) && self->files == 0) us_fail(run, "Looking for a file to read", "", US_DOS_NOT_FOUND);
    if (us_going(run)) us_figure(run, self->bytes, "bytes/s");
    us_test_end(run);
    if (us_going(run)) print_read(self);
}

static void run_suite(struct us_run* run) {
    const struct us_storage* storage = run->storage;
    struct tree self = {run, 0, 2, 0, 0, 0, 0, 0, 0};
    self.objects = storage->allocate(storage->context, US_READTREE_NAMES, US_MEMORY_ANY);
    self.buffer = storage->allocate(storage->context, US_READTREE_BUFFER, US_MEMORY_ANY);
    if (self.objects && self.buffer) {
        self.objects[0] = US_ENTRY_DIRECTORY;
        test_list(&self);
        if (us_going(run)) test_read(&self);
    } else {
        us_fail(run, "allocating the buffer", "", US_DOS_NO_MEMORY);
    }
    run->cleaning = true;
    if (self.objects) storage->release(storage->context, self.objects, US_READTREE_NAMES);
    if (self.buffer) storage->release(storage->context, self.buffer, US_READTREE_BUFFER);
}

static const char* const tests[] = {"List tree", "Read files", 0};

const struct us_suite us_readtree = {.name = "readtree",
                                     .description = "lists the tree and reads its files; changes nothing",
                                     .tests = tests,
                                     .reads_only = true,
                                     .run = run_suite};
