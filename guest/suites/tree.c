#include "guest/suites/tree.h"

enum { FILE_LETTER = 'F', DIRECTORY_LETTER = 'D', MARKED = 'f' - 'F' };

static uint32_t length_of(const char* text) {
    uint32_t length = 0;
    while (text[length] != 0) ++length;
    return length;
}

bool us_tree_open(struct us_run* run, struct us_tree* tree) {
    tree->run = run;
    tree->size = 2;
    tree->longest_path = US_TREE_LONGEST_PATH;
    tree->directories = tree->entries = tree->left_out = 0;
    tree->objects = run->storage->allocate(run->storage->context, US_TREE_NAMES, US_MEMORY_ANY);
    if (tree->objects)
        tree->objects[0] = DIRECTORY_LETTER;
    else
        us_fail(run, "allocating the buffer", "", US_DOS_NO_MEMORY);
    return tree->objects != 0;
}

void us_tree_close(struct us_tree* tree) {
    const struct us_storage* storage = tree->run->storage;
    if (tree->objects) storage->release(storage->context, tree->objects, US_TREE_NAMES);
}

bool us_tree_is(const struct us_tree* tree, uint32_t at, enum us_entry_kind kind) {
    return (tree->objects[at] & ~MARKED) == (kind == US_ENTRY_FILE ? FILE_LETTER : DIRECTORY_LETTER);
}

void us_tree_mark(struct us_tree* tree, uint32_t at) { tree->objects[at] |= MARKED; }

bool us_tree_marked(const struct us_tree* tree, uint32_t at) { return (tree->objects[at] & MARKED) != 0; }

const char* us_tree_path(const struct us_tree* tree, uint32_t at) { return tree->objects + at + 1; }

uint32_t us_tree_after(const struct us_tree* tree, uint32_t at) { return at + length_of(us_tree_path(tree, at)) + 2; }

uint32_t us_tree_before(const struct us_tree* tree, uint32_t at) {
    for (--at; at > 0 && tree->objects[at - 1] != 0; --at) continue;
    return at;
}

static void append(struct us_tree* tree, const char* text) {
    while (*text) tree->objects[tree->size++] = *text++;
}

/* parent: where the directory's object is. */
static void keep(struct us_tree* tree, uint32_t parent, const struct us_entry* entry) {
    const char* const directory = us_tree_path(tree, parent);
    const uint32_t length = length_of(directory) + 1 + length_of(entry->name);
    if (length > tree->longest_path || tree->size + length + 2 > US_TREE_NAMES) {
        ++tree->left_out;
        return;
    }
    tree->objects[tree->size++] = entry->kind == US_ENTRY_FILE ? FILE_LETTER : DIRECTORY_LETTER;
    append(tree, directory);
    if (*directory) append(tree, "/");
    append(tree, entry->name);
    tree->objects[tree->size++] = 0;
}

void us_tree_list(struct us_tree* tree, uint32_t at) {
    struct us_run* run = tree->run;
    const us_object lock = us_lock(run, us_tree_path(tree, at));
    struct us_entry entry;
    us_examine(run, lock);
    while (us_exnext(run, lock)) {
        us_entry(run, &entry);
        ++tree->entries;
        if (entry.kind != US_ENTRY_OTHER) keep(tree, at, &entry);
    }
    us_unlock(run, lock);
    ++tree->directories;
}

void us_tree_print_left_out(const struct us_tree* tree) {
    struct us_line line;
    if (tree->left_out == 0) return;
    us_line_clear(&line);
    us_line_number(&line, tree->left_out, 0);
    us_line_text(&line, " entries and what is below them were left out: there is no room for more names");
    us_print(tree->run, line.text);
}
