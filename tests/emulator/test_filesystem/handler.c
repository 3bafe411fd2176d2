/* The handler's process: from the startup packet to the end of the system. */
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "tests/emulator/test_filesystem/filesystem.h"

enum { STARTUP_ARGUMENT = PACKET_ARGUMENTS + 4, NODE_ARGUMENT = PACKET_ARGUMENTS + 8, DEVICE_NODE_TASK = 8 };

__attribute__((used)) static const char version[] = "$VER: uaescope-test-filesystem 1.7 (1.12.2026)";

static uint32_t next_packet(uint32_t port) { return long_at(address_of(exec_wait_message(port)) + NODE_NAME); }

uint32_t program(const char* line, uint32_t length) {
    const uint32_t port = exec_this_task() + PROCESS_PORT;
    const uint32_t startup = next_packet(port);
    bool ready;
    (void)line;
    (void)length;
    ready = dos_open() && disk_open(from_bptr(long_at(startup + STARTUP_ARGUMENT)));
    if (ready) put_long(from_bptr(long_at(startup + NODE_ARGUMENT)) + DEVICE_NODE_TASK, port);
    packet_reply(startup, port, (uint32_t)(ready ? FS_TRUE : FS_FALSE), ready ? 0 : (uint32_t)ERROR_DEVICE);
    if (ready) volume_open(port); /* not before the reply: who waits for it may hold the list of volumes */
    while (ready) packet_answer(next_packet(port), port);
    return 0;
}
