/* Guest program of the stall test: twenty operations on DH1:, the tenth of which computes for a second of the guest's
 * time before its DOS call, as slow code of a filesystem would. Linked with the guest tool's own back end. */
#include "guest/amiga/clock.h"
#include "guest/amiga/dos.h"
#include "guest/amiga/library.h"
#include "guest/amiga/plugin.h"
#include "uaeplugin/capture/protocol.h"

enum { OPERATIONS = 20, SLOW = 10 };

static void mark(uint8_t operation, uint8_t phase, uint32_t size, const char* name) {
    struct us_mark one = {operation, phase, 1, size, 1, 0, name};
    plugin_mark(&one, 0);
}

static void compute_for_a_second(void) {
    const uint64_t end = clock_ticks() + clock_rate();
    while (clock_ticks() < end) {
    }
}

uint32_t program(const char* line, uint32_t length) {
    (void)line;
    (void)length;
    if (!dos_open()) return 20;
    if (plugin_open() || !clock_open()) return 20;
    mark(US_OP_SUITE, US_PHASE_BEGIN, 0, "stall");
    mark(US_OP_TEST, US_PHASE_BEGIN, 0, "Lock");
    for (uint32_t i = 1; i <= OPERATIONS; ++i) {
        mark(US_OP_LOCK, US_PHASE_BEGIN, i, "DH1:");
        if (i == SLOW) compute_for_a_second();
        const uint32_t lock = dos_lock("DH1:");
        mark(US_OP_LOCK, US_PHASE_END, i, 0);
        dos_unlock(lock);
    }
    mark(US_OP_TEST, US_PHASE_END, 0, 0);
    mark(US_OP_SUITE, US_PHASE_END, 0, 0);
    plugin_end(0);
    clock_close();
    dos_delay(25);
    plugin_leave_emulator();
    dos_delay(500);
    return 0;
}
