/* Guest program of the storage tests: the first time it resets the Amiga in the middle of a Write; once SYS:reset-done
 * is there it does nothing. */
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/plugin.h"
#include "uaeplugin/capture/protocol.h"

enum { COLD_REBOOT = -726, SETTLE_TICKS = 25 };

static void begin(uint8_t operation, uint16_t test, const char* name) {
    const struct us_mark mark = {operation, US_PHASE_BEGIN, test, 0, 0, 0, name};
    plugin_mark(&mark, 0);
}

uint32_t program(const char* line, uint32_t length) {
    static struct registers none;
    uint32_t file;
    (void)line;
    (void)length;
    if (!dos_open() || plugin_open()) return 20;
    file = dos_open_file("SYS:reset-done", DOS_MODE_OLD);
    if (file != 0) {
        dos_close_file(file);
        dos_close();
        return 0;
    }
    dos_close_file(dos_open_file("SYS:reset-done", DOS_MODE_NEW));
    dos_delay(SETTLE_TICKS);
    begin(US_OP_SUITE, 0, "reset");
    begin(US_OP_TEST, 1, "Reset");
    begin(US_OP_WRITE, 1, "DH1:cut");
    file = dos_open_file("DH1:cut", DOS_MODE_NEW);
    dos_write(file, "half", 4);
    library_call(exec_base(), COLD_REBOOT, &none);
    return 20;
}
