#include "guest/amiga/exec.h"
#include "tests/emulator/test_filesystem/filesystem.h"

enum action {
    CURRENT_VOLUME = 7,
    LOCATE_OBJECT = 8,
    FREE_LOCK = 15,
    DELETE_OBJECT = 16,
    RENAME_OBJECT = 17,
    COPY_DIR = 19,
    SET_PROTECT = 21,
    CREATE_DIR = 22,
    EXAMINE_OBJECT = 23,
    EXAMINE_NEXT = 24,
    DISK_INFO = 25,
    INFO = 26,
    FLUSH = 27,
    PARENT = 29,
    INHIBIT = 31,
    SAME_LOCK = 40,
    READ = 'R',
    WRITE = 'W',
    FIND_UPDATE = 1004,
    FIND_INPUT = 1005,
    FIND_OUTPUT = 1006,
    END = 1007,
    SEEK = 1008,
    FORMAT = 1020,
    IS_FILESYSTEM = 1027,
    EXAMINE_FH = 1034
};
enum { HANDLE_ARGUMENT = 36 };
enum { FIB_KEY = 0, FIB_TYPE = 4, FIB_NAME = 8, FIB_PROTECTION = 116, FIB_TYPE_TOO = 120, FIB_SIZE = 124 };
enum { FIB_BLOCKS = 128, FIB_DATE = 132, FIB_COMMENT = 144, TYPE_DIRECTORY = 2, TYPE_FILE = -3 };

int32_t fs_error;
static uint32_t own_port;
static uint32_t arguments[4];

bool fs_fail(int32_t error) {
    fs_error = error;
    return false;
}

static uint32_t truth(bool done) { return (uint32_t)(done ? FS_TRUE : FS_FALSE); }

static struct node* object(uint32_t lock, uint32_t name) { return tree_find(locks_node(lock), from_bptr(name)); }

static uint32_t lock_of(struct node* node, int32_t access) {
    return node ? locks_make(node, access == ACCESS_EXCLUSIVE ? ACCESS_EXCLUSIVE : ACCESS_SHARED, own_port) : 0;
}

static uint32_t parent(void) {
    struct node* node = locks_node(arguments[0])->parent;
    if (!node) fs_error = 0; /* the root has none, which is no failure */
    return lock_of(node, ACCESS_SHARED);
}

static void show(const struct node* node, uint32_t info) {
    const uint32_t type = (uint32_t)(node->is_directory ? TYPE_DIRECTORY : TYPE_FILE);
    uint32_t index;
    put_long(info + FIB_KEY, node->serial);
    put_long(info + FIB_TYPE, type);
    put_long(info + FIB_TYPE_TOO, type);
    for (index = 0; index <= node->name[0]; ++index) ((uint8_t*)info)[FIB_NAME + index] = node->name[index];
    put_long(info + FIB_PROTECTION, node->protection);
    put_long(info + FIB_SIZE, node->size);
    put_long(info + FIB_BLOCKS, (node->size + SECTOR_BYTES - 1) / SECTOR_BYTES);
    for (index = 0; index < 3; ++index) put_long(info + FIB_DATE + 4 * index, node->date[index]);
    ((uint8_t*)info)[FIB_COMMENT] = 0;
}

/* The key of a directory's own entry must come before those of its entries. */
static uint32_t examine(const struct node* node) {
    const uint32_t info = from_bptr(arguments[1]);
    show(node, info);
    put_long(info + FIB_KEY, 0);
    return truth(true);
}

static uint32_t examine_next(void) {
    struct node* directory = locks_node(arguments[0]);
    const uint32_t info = from_bptr(arguments[1]);
    struct node* node = directory->is_directory ? tree_after(directory, long_at(info + FIB_KEY)) : 0;
    if (!node) return truth(fs_fail(ERROR_NO_MORE_ENTRIES));
    show(node, info);
    return truth(true);
}

static struct node* add(uint32_t lock, uint32_t path, bool is_directory) {
    uint8_t name[LONGEST_NAME + 2];
    struct node* directory = tree_parent(locks_node(lock), from_bptr(path), name);
    if (!directory) return 0;
    if (name[0] != 0 && !tree_entry(directory, name)) return tree_add(directory, name, is_directory);
    fs_error = ERROR_EXISTS;
    return 0;
}

static uint32_t rename_object(void) {
    uint8_t name[LONGEST_NAME + 2];
    struct node* node = object(arguments[0], arguments[1]);
    struct node* directory = tree_parent(locks_node(arguments[2]), from_bptr(arguments[3]), name);
    if (!node || !directory) return truth(false);
    return truth(name[0] != 0 ? tree_move(node, directory, name) : fs_fail(ERROR_EXISTS));
}

static uint32_t find_file(int32_t action) {
    const uint32_t handle = from_bptr(arguments[0]);
    struct node* node = object(arguments[1], arguments[2]);
    struct open_file* file;
    if (!node && fs_error == ERROR_NOT_FOUND && action != FIND_INPUT) node = add(arguments[1], arguments[2], false);
    if (!node) return truth(false);
    if (node->is_directory) return truth(fs_fail(ERROR_WRONG_TYPE));
    if (!locks_take(node, action == FIND_OUTPUT ? ACCESS_EXCLUSIVE : ACCESS_SHARED)) return truth(false);
    file = exec_allocate(sizeof *file, 0);
    if (!file) {
        locks_give_back(node);
        return truth(fs_fail(ERROR_NO_MEMORY));
    }
    if (action == FIND_OUTPUT) file_cut(node);
    file->node = node;
    put_long(handle + HANDLE_ARGUMENT, address_of(file));
    return truth(true);
}

static struct open_file* opened(void) { return (struct open_file*)arguments[0]; }

static uint32_t end_file(void) {
    locks_give_back(opened()->node);
    exec_free(opened(), sizeof(struct open_file));
    return truth(true);
}

static uint32_t seek(void) {
    struct open_file* file = opened();
    const uint32_t old = file->position;
    const int32_t from = (int32_t)arguments[2];
    const uint32_t base = from < 0 ? 0 : from == 0 ? old : file->node->size;
    const uint32_t position = base + arguments[1];
    if (position > file->node->size) {
        fs_error = ERROR_SEEK;
        return (uint32_t)-1;
    }
    file->position = position;
    return old;
}

static uint32_t delete_object(void) {
    struct node* node = object(arguments[0], arguments[1]);
    return truth(node && tree_remove(node));
}

static uint32_t set_protection(void) {
    struct node* node = object(arguments[1], arguments[2]);
    if (node) node->protection = arguments[3];
    return truth(node != 0);
}

static uint32_t inhibit(void) {
    if (arguments[0] != 0)
        volume_hide();
    else
        volume_look();
    return truth(true);
}

static uint32_t info(uint32_t data) {
    volume_info(from_bptr(data));
    return truth(true);
}

/* What needs no volume. */
static bool answer_always(int32_t action, uint32_t* result) {
    switch (action) {
    case IS_FILESYSTEM:
    case FLUSH: *result = truth(true); return true;
    case INHIBIT: *result = inhibit(); return true;
    case FORMAT: *result = truth(volume_format(from_bptr(arguments[0]))); return true;
    case DISK_INFO: *result = info(arguments[0]); return true;
    case CURRENT_VOLUME: *result = volume_node() >> 2; return true;
    case END: *result = end_file(); return true;
    case FREE_LOCK:
        locks_free(arguments[0]);
        *result = truth(true);
        return true;
    default: return false;
    }
}

static uint32_t answer(int32_t action) {
    switch (action) {
    case LOCATE_OBJECT: return lock_of(object(arguments[0], arguments[1]), (int32_t)arguments[2]);
    case COPY_DIR: return lock_of(locks_node(arguments[0]), ACCESS_SHARED);
    case PARENT: return parent();
    case SAME_LOCK: return truth(locks_node(arguments[0]) == locks_node(arguments[1]));
    case EXAMINE_OBJECT: return examine(locks_node(arguments[0]));
    case EXAMINE_FH: return examine(opened()->node);
    case EXAMINE_NEXT: return examine_next();
    case INFO: return info(arguments[1]);
    case CREATE_DIR: return lock_of(add(arguments[0], arguments[1], true), ACCESS_SHARED);
    case DELETE_OBJECT: return delete_object();
    case RENAME_OBJECT: return rename_object();
    case SET_PROTECT: return set_protection();
    case FIND_INPUT:
    case FIND_OUTPUT:
    case FIND_UPDATE: return find_file(action);
    case READ: return (uint32_t)file_read(opened(), arguments[1], arguments[2]);
    case WRITE: return (uint32_t)file_write(opened(), arguments[1], arguments[2]);
    case SEEK: return seek();
    default: return truth(fs_fail(ERROR_ACTION_UNKNOWN));
    }
}

void packet_reply(uint32_t packet, uint32_t port, uint32_t first, uint32_t second) {
    const uint32_t to = long_at(packet + PACKET_PORT);
    put_long(packet + PACKET_RESULTS, first);
    put_long(packet + PACKET_RESULTS + 4, second);
    put_long(packet + PACKET_PORT, port);
    exec_put_message(to, (void*)long_at(packet + PACKET_LINK));
}

void packet_answer(uint32_t packet, uint32_t port) {
    const int32_t action = (int32_t)long_at(packet + PACKET_TYPE);
    uint32_t result, index;
    own_port = port;
    fs_error = 0;
    for (index = 0; index < 4; ++index) arguments[index] = long_at(packet + PACKET_ARGUMENTS + 4 * index);
    if (!answer_always(action, &result)) result = volume_node() != 0 ? answer(action) : truth(fs_fail(ERROR_NO_DISK));
    packet_reply(packet, port, result, (uint32_t)fs_error);
}
