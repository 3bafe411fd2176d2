#include "guest/suites/readtree.h"

#include "guest/suites/line.h"
#include "guest/suites/operation.h"
#include "guest/suites/tree.h"
#include "uaeplugin/capture/protocol.h"

enum { LIST = 1, READ };

struct read_tree {
    struct us_run* run;
    struct us_tree tree;
    void* buffer;
    uint32_t files;
    uint64_t bytes;
};

static void print_list(const struct read_tree* self) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "List tree:\t");
    us_line_number(&line, self->tree.directories, 0);
    us_line_text(&line, " directories, ");
    us_line_number(&line, self->tree.entries, 0);
    us_line_text(&line, " entries, ");
    us_line_rate(&line, self->tree.entries, us_elapsed_us(self->run), " entries/sec");
    us_print(self->run, line.text);
    us_tree_print_left_out(&self->tree);
}

static void test_list(struct read_tree* self) {
    struct us_run* run = self->run;
    struct us_tree* tree = &self->tree;
    uint32_t at;
    us_test_begin(run, LIST);
    us_timer_start(run);
    for (at = 0; at < tree->size && us_going(run); at = us_tree_after(tree, at))
        if (us_tree_is(tree, at, US_ENTRY_DIRECTORY)) us_tree_list(tree, at);
    us_timer_stop(run);
    if (us_going(run)) us_figure(run, tree->entries, "entries/s");
    us_test_end(run);
    if (us_going(run)) print_list(self);
}

static void read_file(struct read_tree* self, uint32_t at) {
    struct us_run* run = self->run;
    const us_object file = us_open(run, us_tree_path(&self->tree, at), US_OPEN_READ);
    uint32_t count = US_READTREE_BUFFER;
    while (count == US_READTREE_BUFFER && self->bytes < US_READTREE_LIMIT) {
        count = us_read(run, file, self->buffer, US_READTREE_BUFFER);
        self->bytes += count;
    }
    us_close(run, file);
    ++self->files;
}

static void print_read(const struct read_tree* self) {
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

static void test_read(struct read_tree* self) {
    struct us_run* run = self->run;
    const struct us_tree* tree = &self->tree;
    uint32_t at;
    us_test_begin(run, READ);
    us_timer_start(run);
    for (at = 0; at < tree->size && self->bytes < US_READTREE_LIMIT && us_going(run); at = us_tree_after(tree, at))
        if (us_tree_is(tree, at, US_ENTRY_FILE)) read_file(self, at);
    us_timer_stop(run);
    if (us_going(run) && self->files == 0) us_fail(run, "Looking for a file to read", "", US_DOS_NOT_FOUND);
    if (us_going(run)) us_figure(run, self->bytes, "bytes/s");
    us_test_end(run);
    if (us_going(run)) print_read(self);
}

static void run_suite(struct us_run* run) {
    const struct us_storage* storage = run->storage;
    struct read_tree self = {.run = run};
    self.buffer = storage->allocate(storage->context, US_READTREE_BUFFER, US_MEMORY_ANY);
    if (!self.buffer) {
        us_fail(run, "allocating the buffer", "", US_DOS_NO_MEMORY);
        return;
    }
    if (us_tree_open(run, &self.tree)) test_list(&self);
    if (us_going(run)) test_read(&self);
    run->cleaning = true;
    us_tree_close(&self.tree);
    storage->release(storage->context, self.buffer, US_READTREE_BUFFER);
}

static const char* const tests[] = {"List tree", "Read files", 0};

const struct us_suite us_readtree = {.name = "readtree",
                                     .description = "lists the tree and reads its files; changes nothing",
                                     .tests = tests,
                                     .reads_only = true,
                                     .run = run_suite};
