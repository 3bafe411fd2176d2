#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "tests/emulator/test_filesystem/filesystem.h"

/* struct FileLock */
struct lock {
    uint32_t link;
    struct node* node;
    int32_t access;
    uint32_t port, volume;
};

static struct lock* at(uint32_t lock) { return (struct lock*)from_bptr(lock); }

bool locks_take(struct node* node, int32_t access) {
    const bool free = access == ACCESS_EXCLUSIVE ? node->users == 0 : node->users >= 0;
    if (!free) return fs_fail(ERROR_IN_USE);
    node->users = access == ACCESS_EXCLUSIVE ? -1 : node->users + 1;
    return true;
}

void locks_give_back(struct node* node) { node->users = node->users < 0 ? 0 : node->users - 1; }

uint32_t locks_make(struct node* node, int32_t access, uint32_t port) {
    struct lock* lock;
    if (!locks_take(node, access)) return 0;
    lock = exec_allocate(sizeof *lock, 0);
    if (!lock) {
        locks_give_back(node);
        fs_error = ERROR_NO_MEMORY;
        return 0;
    }
    lock->node = node;
    lock->access = access;
    lock->port = port;
    lock->volume = volume_node() >> 2;
    return address_of(lock) >> 2;
}

void locks_free(uint32_t lock) {
    if (lock == 0) return;
    locks_give_back(at(lock)->node);
    exec_free(at(lock), sizeof(struct lock));
}

struct node* locks_node(uint32_t lock) {
    return lock == 0 ? &root : at(lock)->node;
}
