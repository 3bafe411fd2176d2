#include "guest/amiga/exec.h"
#include "tests/emulator/test_filesystem/filesystem.h"

/* For each slot the next of its file. Slot 0 holds the first block, so its number can stand for none. */
enum { FREE = 0xffff, LAST = 0, MOST_SLOTS = 0xfff0 };

static uint16_t* next;
static uint32_t count, used, first_free; /* below first_free none is free */

bool slots_open(void) {
    uint32_t slot;
    if (!next) {
        count = disk.sectors / (SLOT_BYTES / SECTOR_BYTES);
        if (count > MOST_SLOTS) count = MOST_SLOTS;
        next = exec_allocate(count * sizeof *next, 0);
        if (!next) return fs_fail(ERROR_NO_MEMORY);
    }
    for (slot = 1; slot < count; ++slot) next[slot] = FREE;
    first_free = 1;
    used = 1;
    return true;
}

uint32_t slots_take(void) {
    while (first_free < count && next[first_free] != FREE) ++first_free;
    if (first_free == count) return NO_SLOT;
    ++used;
    next[first_free] = LAST;
    return first_free++;
}

uint32_t slots_after(uint32_t slot) { return next[slot]; }

void slots_link(uint32_t slot, uint32_t to) { next[slot] = (uint16_t)to; }

void slots_release(uint32_t slot) {
    while (slot != NO_SLOT) {
        const uint32_t after = next[slot];
        next[slot] = FREE;
        --used;
        if (slot < first_free) first_free = slot;
        slot = after;
    }
}

uint32_t slots_count(void) { return count; }

uint32_t slots_used(void) { return used; }
