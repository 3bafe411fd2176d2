#include "guest/amiga/dos.h"
#include "tests/emulator/test_filesystem/filesystem.h"

enum { REMOVE_ENTRY = -672, ADD_ENTRY = -678, MAKE_ENTRY = -696, FREE_ENTRY = -702, VOLUME = 2 };
enum { ENTRY_TASK = 8, ENTRY_DATE = 16, ENTRY_DISK_TYPE = 32 };
enum { INFO_STATE = 8, INFO_BLOCKS = 12, INFO_USED = 16, INFO_BYTES = 20, INFO_TYPE = 24, INFO_NODE = 28 };
enum { STATE_GOOD = 82, INFO_LONGS = 9 };
enum { MAGIC = 0x55535400 /* UST\0 */ };

/* The first block of the disk. */
static struct {
    uint32_t magic;
    uint8_t label[LONGEST_NAME + 2]; /* BSTR */
    uint8_t unused[SECTOR_BYTES - 4 - LONGEST_NAME - 2];
} first_block __attribute__((aligned(4)));

static uint32_t handler_port, node;

static void show(void) {
    static char name[LONGEST_NAME + 1];
    uint32_t index;
    for (index = 0; index < first_block.label[0]; ++index) name[index] = (char)first_block.label[1 + index];
    name[index] = 0;
    for (index = 0; index <= first_block.label[0]; ++index) root.name[index] = first_block.label[index];
    node = library_call3(dos_library, MAKE_ENTRY, address_of(name), VOLUME, 0);
    if (node == 0) return;
    put_long(node + ENTRY_TASK, handler_port);
    put_long(node + ENTRY_DISK_TYPE, MAGIC);
    for (index = 0; index < 3; ++index) put_long(node + ENTRY_DATE + 4 * index, root.date[index]);
    library_call3(dos_library, ADD_ENTRY, node, 0, 0);
}

void volume_open(uint32_t port) {
    handler_port = port;
    tree_clear();
    if (slots_open()) volume_look();
}

void volume_look(void) {
    if (node != 0 || !disk_read(0, 1, address_of(&first_block))) return;
    if (first_block.magic == MAGIC && first_block.label[0] <= LONGEST_NAME) show();
}

void volume_hide(void) {
    if (node == 0) return;
    library_call3(dos_library, REMOVE_ENTRY, node, 0, 0);
    library_call3(dos_library, FREE_ENTRY, node, 0, 0);
    node = 0;
}

bool volume_format(uint32_t label) {
    uint32_t index;
    if (node != 0) return fs_fail(ERROR_IN_USE);
    if (disk.sector_size != SECTOR_BYTES) return fs_fail(ERROR_BAD_NUMBER);
    for (index = 0; index < sizeof first_block; ++index) ((uint8_t*)&first_block)[index] = 0;
    first_block.magic = MAGIC;
    first_block.label[0] = byte_at(label) < LONGEST_NAME ? byte_at(label) : LONGEST_NAME;
    for (index = 1; index <= first_block.label[0]; ++index) first_block.label[index] = byte_at(label + index);
    tree_clear();
    return slots_open() && disk_write(0, 1, address_of(&first_block));
}

uint32_t volume_node(void) { return node; }

void volume_info(uint32_t info) {
    enum { SECTORS = SLOT_BYTES / SECTOR_BYTES };
    uint32_t index;
    for (index = 0; index < INFO_LONGS; ++index) put_long(info + 4 * index, 0);
    put_long(info + INFO_STATE, STATE_GOOD);
    put_long(info + INFO_BLOCKS, slots_count() * SECTORS);
    put_long(info + INFO_USED, slots_used() * SECTORS);
    put_long(info + INFO_BYTES, SECTOR_BYTES);
    put_long(info + INFO_TYPE, node != 0 ? MAGIC : 0xffffffff);
    put_long(info + INFO_NODE, node >> 2);
}
