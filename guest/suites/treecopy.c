#include "guest/suites/treecopy.h"

#include "guest/suites/line.h"
#include "guest/suites/operation.h"
#include "guest/suites/scratch.h"
#include "guest/suites/tree.h"
#include "guest/suites/treecopy_source.h"
#include "uaeplugin/capture/protocol.h"

enum { COPY = 1, DELETE };
enum side { SOURCE, DESTINATION };

static const char* const target_name = "treecopy.copy";

struct tree_copy {
    struct us_run* run;
    struct us_tree tree; /* the source's, relative to the current directory */
    void* buffer;
    bool made;           /* something of the copy may exist: what is marked in the tree */
    enum side side;      /* to which calls go */
    uint64_t spent[2];   /* ticks on each side */
    uint64_t elapsed[2]; /* microseconds; once the copy is complete */
    uint32_t files;
    uint64_t bytes;
    struct us_line name;
};

static const char* target_path(struct tree_copy* self, uint32_t at) {
    const char* path = us_tree_path(&self->tree, at);
    us_line_clear(&self->name);
    us_line_text(&self->name, self->run->storage->destination);
    us_line_text(&self->name, target_name);
    if (*path) us_line_text(&self->name, "/");
    us_line_text(&self->name, path);
    return self->name.text;
}

/* The clock runs on; the time up to now was the other side's. */
static void turn_to(struct tree_copy* self, enum side side) {
    struct us_run* run = self->run;
    us_timer_stop(run);
    self->spent[self->side] += run->time;
    run->time = 0;
    self->side = side;
    us_timer_start(run);
}

static bool has_room(const struct tree_copy* self) { return self->bytes < US_TREECOPY_LIMIT; }

static void copy_file(struct tree_copy* self, uint32_t at) {
    struct us_run* run = self->run;
    const us_object from = us_open(run, us_tree_path(&self->tree, at), US_OPEN_READ);
    us_object to;
    uint32_t count = US_TREECOPY_BUFFER;
    turn_to(self, DESTINATION);
    us_tree_mark(&self->tree, at);
    to = us_open(run, target_path(self, at), US_OPEN_NEW);
    while (count == US_TREECOPY_BUFFER && us_going(run) && has_room(self)) {
        turn_to(self, SOURCE);
        count = us_read(run, from, self->buffer, US_TREECOPY_BUFFER);
        turn_to(self, DESTINATION);
        if (count != 0) us_write(run, to, self->buffer, count);
        self->bytes += count;
    }
    us_close(run, to);
    us_set_protection(run, self->name.text, 0);
    turn_to(self, SOURCE);
    us_close(run, from);
    ++self->files;
}

/* Lists it, makes its like and copies its files; what it holds of directories comes later. */
static void copy_directory(struct tree_copy* self, uint32_t at) {
    struct us_run* run = self->run;
    uint32_t entry = self->tree.size;
    us_object lock;
    us_tree_list(&self->tree, at);
    turn_to(self, DESTINATION);
    lock = us_create_dir(run, target_path(self, at));
    if (lock != 0) { /* else it may be another's */
        us_tree_mark(&self->tree, at);
        self->made = true;
    }
    us_unlock(run, lock);
    turn_to(self, SOURCE);
    for (; entry < self->tree.size && us_going(run) && has_room(self); entry = us_tree_after(&self->tree, entry))
        if (us_tree_is(&self->tree, entry, US_ENTRY_FILE)) copy_file(self, entry);
}

static void print_copy(struct tree_copy* self) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Copy tree:\t");
    us_line_number(&line, self->files, 0);
    us_line_text(&line, " files, ");
    us_line_number(&line, self->bytes, 0);
    us_line_text(&line, " bytes, ");
    us_line_rate(&line, self->bytes, self->elapsed[SOURCE] + self->elapsed[DESTINATION], " byte/sec");
    us_print(self->run, line.text);
    us_line_clear(&line);
    us_line_text(&line, "\t\tsource ");
    us_line_number(&line, self->elapsed[SOURCE] / 1000, 0);
    us_line_text(&line, " ms, destination ");
    us_line_number(&line, self->elapsed[DESTINATION] / 1000, 0);
    us_line_text(&line, " ms (");
    us_line_text(&line, self->run->storage->destination);
    us_line_text(&line, ")");
    us_print(self->run, line.text);
    us_tree_print_left_out(&self->tree);
    if (!has_room(self)) us_print(self->run, "Copying ended at the suite's limit of 24 MiB.");
}

static uint64_t microseconds_of(struct us_run* run, uint64_t ticks) {
    run->time = ticks;
    return us_elapsed_us(run);
}

static void test_copy(struct tree_copy* self) {
    struct us_run* run = self->run;
    uint32_t at;
    us_test_begin(run, COPY);
    us_settle_writes(run);
    us_timer_start(run);
    for (at = 0; at < self->tree.size && us_going(run) && has_room(self); at = us_tree_after(&self->tree, at))
        if (us_tree_is(&self->tree, at, US_ENTRY_DIRECTORY)) copy_directory(self, at);
    turn_to(self, SOURCE);
    self->elapsed[SOURCE] = microseconds_of(run, self->spent[SOURCE]);
    self->elapsed[DESTINATION] = microseconds_of(run, self->spent[DESTINATION]);
    run->time = self->spent[SOURCE] + self->spent[DESTINATION];
    if (us_going(run) && self->files == 0) us_fail(run, "Looking for a file to copy", "", US_DOS_NOT_FOUND);
    if (us_going(run)) us_figure(run, self->bytes, "bytes/s");
    us_test_end(run);
    if (us_going(run)) print_copy(self);
}

/* What lies in a directory was met after it, so backwards everything is empty when its turn comes. */
static void delete_copy(struct tree_copy* self) {
    uint32_t at = self->tree.size;
    while (self->made && at > 0 && us_going(self->run)) {
        at = us_tree_before(&self->tree, at);
        if (us_tree_marked(&self->tree, at)) us_delete(self->run, target_path(self, at));
    }
    if (at == 0) self->made = false;
}

static void test_delete(struct tree_copy* self) {
    struct us_run* run = self->run;
    struct us_line line;
    us_test_begin(run, DELETE);
    us_timer_start(run);
    delete_copy(self);
    us_timer_stop(run);
    if (us_going(run)) us_figure(run, self->files, "files/s");
    us_test_end(run);
    if (!us_going(run)) return;
    us_line_clear(&line);
    us_line_text(&line, "Delete copy:\t");
    us_line_rate(&line, self->files, us_elapsed_us(run), " files/sec");
    us_print(run, line.text);
}

static void copy_and_delete(struct tree_copy* self) {
    test_copy(self);
    if (us_going(self->run)) test_delete(self);
    if (!self->made) return;
    self->run->cleaning = true;
    us_prepare_begin(self->run);
    delete_copy(self);
    us_prepare_end(self->run);
}

static uint32_t length_of(const char* text) {
    uint32_t length = 0;
    while (text[length] != 0) ++length;
    return length;
}

/* Of paths that still are none too long with the copy's in front of them. */
static bool open_tree(struct tree_copy* self) {
    const uint32_t front = length_of(self->run->storage->destination) + length_of(target_name) + 1;
    const bool open = us_tree_open(self->run, &self->tree);
    self->tree.longest_path -= front < self->tree.longest_path ? front : self->tree.longest_path;
    return open;
}

static void run_found(struct us_run* run) {
    const struct us_storage* storage = run->storage;
    struct tree_copy self = {.run = run};
    self.buffer = storage->allocate(storage->context, US_TREECOPY_BUFFER, US_MEMORY_ANY);
    if (!self.buffer) {
        us_fail(run, "allocating the buffer", "", US_DOS_NO_MEMORY);
        return;
    }
    if (open_tree(&self)) copy_and_delete(&self);
    us_tree_close(&self.tree);
    storage->release(storage->context, self.buffer, US_TREECOPY_BUFFER);
}

/* Twice when the first time fails; what is gone already is no failure while cleaning. */
static void remove_source(struct us_run* run, const struct us_tree_shape* shape, bool* made) {
    us_prepare_begin(run);
    us_tree_remove(run, shape);
    us_prepare_end(run);
    if (us_going(run)) *made = false;
}

static void copy_made(struct tree_copy* self, const struct us_tree_shape* shape, bool* made) {
    struct us_run* run = self->run;
    us_prepare_begin(run);
    *made = true;
    us_tree_make(run, shape, self->buffer);
    us_prepare_end(run);
    if (us_going(run)) copy_and_delete(self);
    if (run->status == US_STATUS_DONE && self->bytes != shape->bytes)
        us_fail(run, "Reading the whole tree", "", US_DOS_SEEK);
    if (us_going(run)) remove_source(run, shape, made);
}

static void run_made(struct us_run* run, const struct us_tree_shape* shape) {
    struct tree_copy self = {.run = run};
    struct us_scratch scratch;
    bool made = false;
    if (!open_tree(&self)) return;
    if (us_scratch_enter(run, &scratch, "treecopy.tmp", US_TREECOPY_BUFFER)) {
        self.buffer = scratch.buffer;
        copy_made(&self, shape, &made);
    }
    run->cleaning = true;
    if (made) remove_source(run, shape, &made);
    us_scratch_leave(run, &scratch);
    us_tree_close(&self.tree);
}

static const struct us_tree_shape whole = {10, 19083695}, tenth = {1, 1908369};

static void run_whole(struct us_run* run) { run_made(run, &whole); }

static void run_tenth(struct us_run* run) { run_made(run, &tenth); }

static const char* const tests[] = {"Copy tree", "Delete copy", 0};

/* Directories without and with the one that holds them. */
#define DIRECTORIES(branches) ((branches)*US_TREE_BRANCH)
#define LISTED(branches) (DIRECTORIES(branches) + 1)
#define FILES(branches) (DIRECTORIES(branches) * US_TREE_FILES)
#define COUNTS(branches)                                                                                               \
    {                                                                                                                  \
        {0, US_OP_CREATE_DIR, 1, LISTED(branches)}, {0, US_OP_UNLOCK, 1, LISTED(branches)},                            \
            {0, US_OP_OPEN, 1, FILES(branches)}, {0, US_OP_WRITE, 1, FILES(branches)},                                 \
            {0, US_OP_CLOSE, 1, FILES(branches)}, {0, US_OP_DELETE, 1, FILES(branches) + LISTED(branches)},            \
            {COPY, US_OP_LOCK, 0, LISTED(branches)}, {COPY, US_OP_EXAMINE, 0, LISTED(branches)},                       \
            {COPY, US_OP_EXNEXT, 0, FILES(branches) + DIRECTORIES(branches) + LISTED(branches)},                       \
            {COPY, US_OP_UNLOCK, 0, 2 * LISTED(branches)}, {COPY, US_OP_CREATE_DIR, 0, LISTED(branches)},              \
            {COPY, US_OP_OPEN, 0, 2 * FILES(branches)}, {COPY, US_OP_CLOSE, 0, 2 * FILES(branches)},                   \
            {COPY, US_OP_READ, 0, FILES(branches)}, {COPY, US_OP_WRITE, 0, FILES(branches)},                           \
            {COPY, US_OP_SET_PROTECTION, 0, FILES(branches)}, {                                                        \
            DELETE, US_OP_DELETE, 0, FILES(branches) + LISTED(branches)                                                \
        }                                                                                                              \
    }

static const struct us_count whole_counts[] = COUNTS(10);
static const struct us_count tenth_counts[] = COUNTS(1);

const struct us_suite us_treecopy = {.name = "treecopy",
                                     .description = "AllegroCDFS test: 1100 files, 19 MB, copied to RAM:",
                                     .tests = tests,
                                     US_COUNTS(whole_counts),
                                     .memory = US_TREECOPY_MEMORY,
                                     .run = run_whole};

const struct us_suite us_treecopy_small = {.name = "treecopy-small",
                                           .description = "a tenth of it: 110 files, 1.9 MB",
                                           .tests = tests,
                                           US_COUNTS(tenth_counts),
                                           .run = run_tenth};

const struct us_suite us_treecopy_found = {.name = "treecopy-found",
                                           .description = "what the volume holds, copied to RAM:",
                                           .tests = tests,
                                           .reads_only = true,
                                           .memory = US_TREECOPY_MEMORY,
                                           .run = run_found};
