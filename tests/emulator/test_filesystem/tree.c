#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "tests/emulator/test_filesystem/filesystem.h"

enum { DATE_STAMP = -192 };

struct node root = {.is_directory = true, .name = {0}};
static uint32_t last_serial;
static struct node* shown; /* by the last tree_after, so that the next need not look for its place */

static uint8_t upper(uint8_t letter) { return letter >= 'a' && letter <= 'z' ? (uint8_t)(letter - 'a' + 'A') : letter; }

static bool same_name(const uint8_t* left, const uint8_t* right) {
    uint32_t index;
    if (left[0] != right[0]) return false;
    for (index = left[0]; index > 0; --index) /* names of suites differ at their ends */
        if (upper(left[index]) != upper(right[index])) return false;
    return true;
}

static void copy_name(uint8_t* to, const uint8_t* from) {
    uint32_t index;
    for (index = 0; index <= from[0]; ++index) to[index] = from[index];
}

void tree_touch(struct node* node) { library_call3(dos_library, DATE_STAMP, address_of(node->date), 0, 0); }

static void append(struct node* directory, struct node* node) {
    node->parent = directory;
    node->next = 0;
    node->serial = ++last_serial;
    if (directory->last)
        directory->last->next = node;
    else
        directory->first = node;
    directory->last = node;
}

static void unlink_node(struct node* node) {
    struct node* directory = node->parent;
    struct node* before = 0;
    if (directory->first == node) {
        directory->first = node->next;
    } else {
        for (before = directory->first; before->next != node; before = before->next) {
        }
        before->next = node->next;
    }
    if (directory->last == node) directory->last = before;
    shown = 0;
}

void tree_clear(void) {
    struct node* node = &root;
    while (root.first) {
        struct node* parent;
        while (node->first) node = node->first;
        parent = node->parent;
        unlink_node(node);
        exec_free(node, sizeof *node);
        node = parent;
    }
    tree_touch(&root);
}

struct node* tree_entry(struct node* directory, const uint8_t* name) {
    struct node* node;
    for (node = directory->first; node; node = node->next)
        if (same_name(node->name, name)) return node;
    return 0;
}

/* The path without its volume. */
static uint32_t path_start(uint32_t path) {
    uint32_t index;
    for (index = byte_at(path); index > 0; --index)
        if (byte_at(path + index) == ':') return index + 1;
    return 1;
}

struct node* tree_parent(struct node* from, uint32_t path, uint8_t* name) {
    const uint32_t length = byte_at(path);
    uint32_t index = path_start(path);
    if (index > 1) from = &root;
    for (;;) {
        name[0] = 0;
        for (; index <= length && byte_at(path + index) != '/'; ++index)
            if (name[0] < LONGEST_NAME) name[++name[0]] = byte_at(path + index);
        if (index > length) return from;
        ++index; /* the slash: after nothing it leads to the parent */
        from = name[0] == 0 ? from->parent : tree_entry(from, name);
        if (!from || !from->is_directory) {
            fs_error = from ? ERROR_WRONG_TYPE : ERROR_NOT_FOUND;
            return 0;
        }
    }
}

struct node* tree_find(struct node* from, uint32_t path) {
    uint8_t name[LONGEST_NAME + 2];
    struct node* directory = tree_parent(from, path, name);
    struct node* node;
    if (!directory || name[0] == 0) return directory;
    node = tree_entry(directory, name);
    if (!node) fs_error = ERROR_NOT_FOUND;
    return node;
}

struct node* tree_add(struct node* directory, const uint8_t* name, bool is_directory) {
    struct node* node = exec_allocate(sizeof *node, 0);
    if (!node) {
        fs_error = ERROR_NO_MEMORY;
        return 0;
    }
    node->is_directory = is_directory;
    copy_name(node->name, name);
    tree_touch(node);
    append(directory, node);
    tree_touch(directory);
    return node;
}

bool tree_remove(struct node* node) {
    if (node->users != 0 || node == &root) return fs_fail(ERROR_IN_USE);
    if (node->first) return fs_fail(ERROR_NOT_EMPTY);
    slots_release(node->slot);
    unlink_node(node);
    tree_touch(node->parent);
    exec_free(node, sizeof *node);
    return true;
}

bool tree_move(struct node* node, struct node* directory, const uint8_t* name) {
    struct node* there = tree_entry(directory, name);
    struct node* above;
    if (node == &root) return fs_fail(ERROR_IN_USE);
    if (there && there != node) return fs_fail(ERROR_EXISTS);
    for (above = directory; above; above = above->parent)
        if (above == node) return fs_fail(ERROR_IN_USE);
    copy_name(node->name, name);
    if (directory != node->parent) {
        unlink_node(node);
        append(directory, node);
    }
    tree_touch(directory);
    return true;
}

struct node* tree_after(struct node* directory, uint32_t serial) {
    struct node* node = directory->first;
    if (shown && shown->parent == directory && shown->serial == serial) node = shown->next;
    while (node && node->serial <= serial) node = node->next;
    shown = node;
    return node;
}
