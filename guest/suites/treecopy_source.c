#include "guest/suites/treecopy_source.h"

enum { HUNDRED = 100 };

static const uint8_t shares[US_TREE_FILES] = {1, 2, 3, 4, 5, 7, 10, 14, 20, 34}; /* percent; 100 together */

/* Directory 0 of a branch is the branch itself, the others lie in it. */
static void append_directory(struct us_line* name, uint32_t branch, uint32_t directory) {
    us_line_clear(name);
    us_line_text(name, "d");
    us_line_number(name, branch, 0);
    if (directory == 0) return;
    us_line_text(name, "/s");
    us_line_number(name, directory - 1, 0);
}

static void append_file(struct us_line* name, uint32_t branch, uint32_t directory, uint32_t file) {
    append_directory(name, branch, directory);
    us_line_text(name, "/f");
    us_line_number(name, file, 0);
}

/* What does not divide evenly is in the last file. */
static uint32_t size_of_file(const struct us_tree_shape* shape, uint32_t branch, uint32_t directory, uint32_t file) {
    const uint32_t directories = shape->branches * US_TREE_BRANCH;
    const uint32_t bytes = shape->bytes / directories;
    const bool last = branch + 1 == shape->branches && directory + 1 == US_TREE_BRANCH && file + 1 == US_TREE_FILES;
    uint32_t size = bytes * shares[file] / HUNDRED, index;
    if (file + 1 == US_TREE_FILES) {
        size = bytes;
        for (index = 0; index + 1 < US_TREE_FILES; ++index) size -= bytes * shares[index] / HUNDRED;
    }
    return last ? size + shape->bytes % directories : size;
}

static void make_directory(struct us_run* run, const struct us_tree_shape* shape, uint32_t branch, uint32_t directory,
                           const void* buffer) {
    struct us_line name;
    uint32_t number;
    append_directory(&name, branch, directory);
    us_unlock(run, us_create_dir(run, name.text));
    for (number = 0; number < US_TREE_FILES && us_going(run); ++number) {
        us_object file;
        append_file(&name, branch, directory, number);
        file = us_open(run, name.text, US_OPEN_NEW);
        us_write(run, file, buffer, size_of_file(shape, branch, directory, number));
        us_close(run, file);
    }
}

void us_tree_make(struct us_run* run, const struct us_tree_shape* shape, const void* buffer) {
    uint32_t branch, directory;
    for (branch = 0; branch < shape->branches; ++branch)
        for (directory = 0; directory < US_TREE_BRANCH && us_going(run); ++directory)
            make_directory(run, shape, branch, directory, buffer);
}

void us_tree_remove(struct us_run* run, const struct us_tree_shape* shape) {
    struct us_line name;
    uint32_t branch, directory, file;
    for (branch = 0; branch < shape->branches; ++branch)
        for (directory = US_TREE_BRANCH; directory-- > 0;) {
            for (file = 0; file < US_TREE_FILES; ++file) {
                append_file(&name, branch, directory, file);
                us_delete(run, name.text);
            }
            append_directory(&name, branch, directory);
            us_delete(run, name.text);
        }
}
