#include "guest/amiga/workbench.h"

#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"

/* struct WBStartup and struct WBArg; the first argument is the program itself. */
enum { STARTUP_ARGUMENTS = 28, STARTUP_LIST = 36, ARGUMENT_SIZE = 8, ARGUMENT_LOCK = 0 };

/* struct FileLock and the volume's DosList. */
enum { LOCK_VOLUME = 16, VOLUME_NAME = 40 };

enum { MOMENT = 500000 /* microseconds */ };

static uint32_t window;

uint32_t workbench_message(void) {
    const uint32_t process = exec_this_task();
    return long_at(process + PROCESS_CLI) != 0 ? 0 : address_of(exec_wait_message(process + PROCESS_PORT));
}

void workbench_reply(uint32_t message) {
    exec_forbid(); /* until we have ended, so that Workbench does not unload us before */
    exec_reply((void*)message);
}

bool workbench_window_open(void) {
    window = dos_open_file("CON:0/20/640/170/uaebench", DOS_MODE_NEW);
    dos_set_output(window);
    return window != 0;
}

void workbench_window_close(void) {
    static const char text[] = "\nPress RETURN to close this window.\n";
    char answer;
    bool pressed = false;
    dos_write(window, text, sizeof text - 1);
    while (!pressed && exec_take_signals(SIGNAL_CTRL_C) == 0) pressed = dos_wait_for_character(window, MOMENT);
    if (pressed) dos_read(window, &answer, 1);
    dos_set_output(0);
    dos_close_file(window);
}

uint32_t workbench_places(uint32_t message) {
    const uint32_t count = long_at(message + STARTUP_ARGUMENTS);
    return count > 1 ? count - 1 : 0;
}

uint32_t workbench_place(uint32_t message, uint32_t index) {
    return long_at(long_at(message + STARTUP_LIST) + ARGUMENT_SIZE * (index + 1) + ARGUMENT_LOCK);
}

void workbench_volume_name(uint32_t lock, char* name, uint32_t size) {
    const uint32_t volume = from_bptr(long_at(from_bptr(lock) + LOCK_VOLUME));
    const uint32_t text = from_bptr(long_at(volume + VOLUME_NAME));
    const uint32_t length = byte_at(text);
    uint32_t index;
    for (index = 0; index < length && index + 2 < size && byte_at(text + 1 + index) != 0; ++index)
        name[index] = (char)byte_at(text + 1 + index);
    name[index++] = ':';
    name[index] = 0;
}
