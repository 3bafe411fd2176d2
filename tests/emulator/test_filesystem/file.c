#include "tests/emulator/test_filesystem/filesystem.h"

enum direction { READING, WRITING };
enum { SLOT_SECTORS = SLOT_BYTES / SECTOR_BYTES };

static uint8_t sector_buffer[SECTOR_BYTES] __attribute__((aligned(4)));

/* Less than a sector; its rest stays as it is. */
static bool move_part(enum direction direction, uint32_t sector, uint32_t begin, uint32_t size, uint8_t* memory) {
    uint32_t index;
    if (!disk_read(sector, 1, address_of(sector_buffer))) return false;
    for (index = 0; index < size; ++index) {
        if (direction == READING)
            memory[index] = sector_buffer[begin + index];
        else
            sector_buffer[begin + index] = memory[index];
    }
    return direction == READING || disk_write(sector, 1, address_of(sector_buffer));
}

/* Within one slot: whole sectors go straight from or to memory. */
static bool move_in_slot(enum direction direction, uint32_t slot, uint32_t begin, uint32_t size, uint32_t memory) {
    while (size != 0) {
        const uint32_t sector = slot * SLOT_SECTORS + begin / SECTOR_BYTES;
        const uint32_t within = begin % SECTOR_BYTES;
        uint32_t moved = SECTOR_BYTES - within;
        bool done;
        if (within == 0 && size >= SECTOR_BYTES) {
            moved = size & ~(uint32_t)(SECTOR_BYTES - 1);
            done = direction == READING ? disk_read(sector, moved / SECTOR_BYTES, memory)
                                        : disk_write(sector, moved / SECTOR_BYTES, memory);
        } else {
            if (moved > size) moved = size;
            done = move_part(direction, sector, within, moved, (uint8_t*)memory);
        }
        if (!done) return false;
        begin += moved;
        memory += moved;
        size -= moved;
    }
    return true;
}

/* The slot with this part of the file, added where there is none yet. Every file that is written to has all slots
 * before it. NO_SLOT: the disk is full. */
static uint32_t slot_at(struct node* node, uint32_t position) {
    uint32_t slot = node->slot, before = NO_SLOT;
    for (;; position -= SLOT_BYTES) {
        if (slot == NO_SLOT) {
            slot = slots_take();
            if (slot == NO_SLOT) return NO_SLOT;
            if (before == NO_SLOT)
                node->slot = slot;
            else
                slots_link(before, slot);
        }
        if (position < SLOT_BYTES) return slot;
        before = slot;
        slot = slots_after(slot);
    }
}

static int32_t move(enum direction direction, struct open_file* file, uint32_t memory, uint32_t size) {
    uint32_t done = 0, slot = NO_SLOT;
    while (done < size) {
        const uint32_t begin = file->position % SLOT_BYTES;
        uint32_t part = SLOT_BYTES - begin;
        if (part > size - done) part = size - done;
        slot = begin == 0 && slot != NO_SLOT && slots_after(slot) != NO_SLOT ? slots_after(slot)
                                                                             : slot_at(file->node, file->position);
        if (slot == NO_SLOT) fs_error = ERROR_DISK_FULL;
        if (slot == NO_SLOT || !move_in_slot(direction, slot, begin, part, memory + done)) return -1;
        done += part;
        file->position += part;
        if (file->position > file->node->size) file->node->size = file->position;
    }
    return (int32_t)done;
}

int32_t file_read(struct open_file* file, uint32_t buffer, uint32_t size) {
    const uint32_t left = file->node->size - file->position;
    return move(READING, file, buffer, size < left ? size : left);
}

int32_t file_write(struct open_file* file, uint32_t buffer, uint32_t size) {
    const int32_t written = move(WRITING, file, buffer, size);
    tree_touch(file->node);
    return written;
}

void file_cut(struct node* node) {
    slots_release(node->slot);
    node->slot = NO_SLOT;
    node->size = 0;
}
