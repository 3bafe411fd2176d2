/* Guest program of the storage tests: opens the plugin twice more and closes it as often as it can, as a program would
 * that knows nothing of hooks. What it records afterwards tells that the plugin is still there. */
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/plugin.h"
#include "uaeplugin/capture/protocol.h"

enum { OPEN_LIBRARY = -30, CLOSE_LIBRARY = -36, TIMES = 2 };

uint32_t program(const char* line, uint32_t length) {
    uint32_t native;
    uint32_t libraries[TIMES];
    int time;
    (void)line;
    (void)length;
    if (!dos_open()) return 20;
    native = exec_open_library("uaenative.library");
    if (native == 0) return 20;
    for (time = 0; time < TIMES; ++time)
        libraries[time] =
            library_call(native, OPEN_LIBRARY, &(struct registers){.a1 = address_of(US_LIBRARY_NAME), .d0 = 1});
    for (time = 0; time < TIMES; ++time)
        library_call(native, CLOSE_LIBRARY, &(struct registers){.a0 = libraries[time], .a1 = libraries[time]});
    exec_close_library(native);
    if (plugin_open()) return 20;
    plugin_text(US_TEXT_CONSOLE, "closed and open again");
    dos_close();
    return 0;
}
