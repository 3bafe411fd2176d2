#include "guest/amiga/exec.h"
#include "tests/emulator/test_filesystem/filesystem.h"

enum { STARTUP_UNIT = 0, STARTUP_DEVICE = 4, STARTUP_ENVIRONMENT = 8 };
/* Longs of the DosEnvec. */
enum { BLOCK_LONGS = 1, SURFACES = 3, SECTORS_PER_BLOCK = 4, TRACK = 5, LOW_CYLINDER = 9, HIGH_CYLINDER = 10 };
enum { READ = 2, WRITE = 3 };

/* struct IOStdReq */
static struct {
    uint8_t node[14];
    uint32_t reply_port;
    uint16_t message_length;
    uint32_t device, unit;
    uint16_t command;
    uint8_t flags, error;
    uint32_t actual, length, data, offset;
} request __attribute__((aligned(4)));

static struct exec_port port;
static uint32_t first_sector;
struct disk disk;

bool disk_open(uint32_t startup) {
    static char name[64];
    const uint32_t envec = from_bptr(long_at(startup + STARTUP_ENVIRONMENT));
    const uint32_t device = from_bptr(long_at(startup + STARTUP_DEVICE));
    const uint32_t cylinder = long_at(envec + 4 * SURFACES) * long_at(envec + 4 * TRACK);
    uint32_t index;
    for (index = 0; index < byte_at(device) && index + 1 < sizeof name; ++index)
        name[index] = (char)byte_at(device + 1 + index);
    name[index] = 0;
    first_sector = long_at(envec + 4 * LOW_CYLINDER) * cylinder;
    disk.sectors = (long_at(envec + 4 * HIGH_CYLINDER) - long_at(envec + 4 * LOW_CYLINDER) + 1) * cylinder;
    disk.sector_size = 4 * long_at(envec + 4 * BLOCK_LONGS) * long_at(envec + 4 * SECTORS_PER_BLOCK);
    if (!exec_port_open(&port)) return false;
    request.reply_port = address_of(&port);
    request.message_length = sizeof request;
    return exec_open_device(name, long_at(startup + STARTUP_UNIT), &request);
}

static bool transfer(uint16_t command, uint32_t sector, uint32_t count, uint32_t address) {
    request.command = command;
    request.flags = 0;
    request.actual = 0;
    request.offset = (first_sector + sector) * SECTOR_BYTES;
    request.length = count * SECTOR_BYTES;
    request.data = address;
    exec_do_io(&request);
    return request.error == 0 || fs_fail(ERROR_DEVICE);
}

bool disk_read(uint32_t sector, uint32_t count, uint32_t address) { return transfer(READ, sector, count, address); }

bool disk_write(uint32_t sector, uint32_t count, uint32_t address) { return transfer(WRITE, sector, count, address); }
