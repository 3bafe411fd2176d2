#include "guest/amiga/device_node.h"

#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"

enum dos_vector { LOCK_DOS_LIST = -654, UNLOCK_DOS_LIST = -660, NEXT_DOS_ENTRY = -690 };
enum { LIST_DEVICES_READ = 5 }; /* LDF_DEVICES | LDF_READ */
enum { DOS_ROOT = 34, ROOT_INFO = 24, INFO_DEVICES = 4 };
enum { NODE_NEXT = 0, NODE_TYPE = 4, NODE_TASK = 8, NODE_STARTUP = 28, TYPE_DEVICE = 0 };
enum { STARTUP_UNIT = 0, STARTUP_DEVICE = 4, STARTUP_ENVIRONMENT = 8, SMALLEST_STARTUP = 64 };
enum { ENVEC_SIZE_MINIMUM = 11, ENVEC_SIZE_MAXIMUM = 63 };
enum { ACTION_MORE_CACHE = 18 };

static bool is_ours(uint32_t entry, uint32_t handler_port) {
    return long_at(entry + NODE_TYPE) == TYPE_DEVICE && long_at(entry + NODE_TASK) == handler_port;
}

/* The startup message's address, 0 when there is none. The list must be locked. */
static uint32_t startup_of(uint32_t entry) {
    const uint32_t startup = long_at(entry + NODE_STARTUP);
    uint32_t address;
    if (startup <= SMALLEST_STARTUP) return 0; /* a small number and no pointer */
    address = from_bptr(startup);
    return exec_is_readable(address) ? address : 0;
}

static void copy_name(char* to, uint32_t size, uint32_t from) {
    const uint32_t length = byte_at(from);
    uint32_t index;
    for (index = 0; index < length && index + 1 < size; ++index) to[index] = (char)byte_at(from + 1 + index);
    to[index] = 0; /* the emulator counts a NUL in the length; it ends the name as well */
}

static void copy_startup(uint32_t startup, struct device_node* node) {
    const uint32_t environment = from_bptr(long_at(startup + STARTUP_ENVIRONMENT));
    const uint32_t name = from_bptr(long_at(startup + STARTUP_DEVICE));
    uint32_t size, index;
    if (!exec_is_readable(environment) || !exec_is_readable(name)) return;
    size = long_at(environment);
    if (size < ENVEC_SIZE_MINIMUM || size > ENVEC_SIZE_MAXIMUM) return;
    node->has_startup = true;
    node->unit = long_at(startup + STARTUP_UNIT);
    copy_name(node->device, sizeof node->device, name);
    node->envec_count = size < ENVEC_LONGS ? size + 1 : ENVEC_LONGS;
    for (index = 0; index < node->envec_count; ++index) node->envec[index] = long_at(environment + 4 * index);
    node->dostype_known = size >= ENVEC_DOSTYPE;
    if (node->dostype_known) node->dostype = node->envec[ENVEC_DOSTYPE];
}

static uint32_t find_in_locked_list(uint32_t handler_port) {
    uint32_t entry = library_call3(dos_library, LOCK_DOS_LIST, LIST_DEVICES_READ, 0, 0);
    while ((entry = library_call3(dos_library, NEXT_DOS_ENTRY, entry, LIST_DEVICES_READ, 0)) != 0)
        if (is_ours(entry, handler_port)) return entry;
    return 0;
}

static uint32_t find_under_forbid(uint32_t handler_port) {
    const uint32_t info = from_bptr(long_at(long_at(dos_library + DOS_ROOT) + ROOT_INFO));
    uint32_t entry = from_bptr(long_at(info + INFO_DEVICES));
    while (entry != 0 && !is_ours(entry, handler_port)) entry = from_bptr(long_at(entry + NODE_NEXT));
    return entry;
}

void device_node_find(uint32_t handler_port, struct device_node* node) {
    const bool locks = word_at(dos_library + LIBRARY_VERSION) >= SYSTEM_2_0;
    uint32_t entry, startup;
    node->has_startup = node->dostype_known = false;
    node->device[0] = 0;
    node->envec_count = 0;
    if (!locks) exec_forbid();
    entry = locks ? find_in_locked_list(handler_port) : find_under_forbid(handler_port);
    startup = entry != 0 ? startup_of(entry) : 0;
    if (startup != 0) copy_startup(startup, node);
    if (locks)
        library_call3(dos_library, UNLOCK_DOS_LIST, LIST_DEVICES_READ, 0, 0);
    else
        exec_permit();
    if (!exec_has_device(node->device)) node->device[0] = 0;
}

struct us_device device_node_place(const struct device_node* node) {
    struct us_device device = {0, 0, 0, 0};
    uint64_t cylinder;
    if (node->device[0] == 0 || node->envec_count <= ENVEC_HIGH_CYLINDER) return device;
    cylinder = (uint64_t)(4 * node->envec[ENVEC_BLOCK_LONGS]) * node->envec[ENVEC_SURFACES] * node->envec[ENVEC_TRACK];
    device.name = node->device;
    device.unit = node->unit;
    device.begin = cylinder * node->envec[ENVEC_LOW_CYLINDER];
    device.bytes = cylinder * (node->envec[ENVEC_HIGH_CYLINDER] - node->envec[ENVEC_LOW_CYLINDER] + 1);
    return device;
}

int32_t handler_buffers(uint32_t handler_port) {
    /* Old filesystems return the count, newer ones success and the count in the second result. */
    const struct dos_packet_result result = dos_send_packet(handler_port, ACTION_MORE_CACHE, 0, 0);
    if (result.first > 0) return result.first;
    return result.first < 0 && result.second > 0 ? result.second : -1;
}
