/* Guest program of the tracing tests: works on files as any program does, without marks and without the plugin. The
 * command line names a file that it makes, writes, reads and deletes; or it says
 *   wait    makes the file "waiting", and works until Ctrl-C; returns 10
 *   deaf    makes the file "deaf", and works until somebody has made "enough", whatever else it is told; returns 0
 *   reset   resets the Amiga
 *   once    returns at once the first time, from then on when somebody has made SYS:again */
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"

enum { SIZE = 20000, PIECE = 2000, COLD_REBOOT = -726, TICKS = 5 };

static bool is(const char* name, const char* what) {
    for (; *what && *name == *what; ++name, ++what) {
    }
    return *name == *what;
}

static bool exists(const char* name) {
    const uint32_t lock = dos_lock(name);
    if (lock != 0) dos_unlock(lock);
    return lock != 0;
}

static uint32_t wait(void) {
    dos_close_file(dos_open_file("waiting", DOS_MODE_NEW));
    while (exec_take_signals(SIGNAL_CTRL_C) == 0) {
        exists("waiting");
        dos_delay(TICKS);
    }
    return 10;
}

static uint32_t deaf(void) {
    dos_close_file(dos_open_file("deaf", DOS_MODE_NEW));
    while (!exists("enough")) dos_delay(TICKS);
    return 0;
}

static uint32_t reset(void) {
    static const struct registers none;
    library_call(exec_base(), COLD_REBOOT, &none);
    return 20;
}

static uint32_t once(void) {
    if (exists("SYS:booted"))
        while (!exists("SYS:again")) dos_delay(TICKS);
    else
        dos_close_file(dos_open_file("SYS:booted", DOS_MODE_NEW));
    return 0;
}

uint32_t program(const char* line, uint32_t length) {
    static uint8_t buffer[PIECE];
    static char name[64];
    uint32_t file, index;
    for (index = 0; index < length && index + 1 < sizeof name && line[index] > ' '; ++index) name[index] = line[index];
    if (!dos_open()) return 20;
    if (is(name, "wait")) return wait();
    if (is(name, "deaf")) return deaf();
    if (is(name, "reset")) return reset();
    if (is(name, "once")) return once();
    file = dos_open_file(name, DOS_MODE_NEW);
    for (index = 0; index < SIZE; index += PIECE) dos_write(file, buffer, PIECE);
    dos_close_file(file);
    file = dos_open_file(name, DOS_MODE_OLD);
    for (index = 0; index < SIZE; index += PIECE) dos_read(file, buffer, PIECE);
    dos_close_file(file);
    dos_delete(name);
    dos_close();
    return 5;
}
