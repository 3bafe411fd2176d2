/* Starts uaebench as the Workbench does when a disk was chosen with its icon, for one volume, and ends it when the
 * suite's directory has come and gone; then once more with an icon that has no lock, and ends it at once. Linked with
 * the guest tool's own parts. */
#include "guest/amiga/amiga_storage.h"
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/plugin.h"

enum { CREATE_PROCESS = -138, LOAD_SEGMENTS = -150, UNLOAD_SEGMENTS = -156 };
enum { STACK = 16384, MOMENT = 5, PATIENCE = 3000 /* ticks */ };

struct argument {
    uint32_t lock;
    const char* name;
};

/* struct WBStartup */
static struct {
    uint8_t node[14];
    uint32_t reply_port;
    uint16_t length;
    uint32_t process, segments, arguments, tool_window, list;
} message __attribute__((aligned(4)));

static struct exec_port port;

static bool exists(const char* name) {
    const uint32_t lock = dos_lock(name);
    if (lock != 0) dos_unlock(lock);
    return lock != 0;
}

static bool wait_until(const char* name, bool there) {
    uint32_t waited = 0;
    for (; exists(name) != there && waited < PATIENCE; waited += MOMENT) dos_delay(MOMENT);
    return exists(name) == there;
}

static void launch(uint32_t segments, uint32_t volume) {
    static struct argument list[2];
    const uint32_t process =
        library_call(dos_library, CREATE_PROCESS,
                     &(struct registers){.d1 = address_of("uaebench"), .d2 = 0, .d3 = segments >> 2, .d4 = STACK});
    if (process == 0) {
        amiga_print("failed: no process");
        return;
    }
    list[0].name = "uaebench";
    list[1].lock = volume;
    list[1].name = "";
    message.reply_port = address_of(&port);
    message.length = sizeof message;
    message.process = process;
    message.arguments = 2;
    message.list = address_of(list);
    exec_put_message(process, &message);
    if (volume == 0) { /* nothing will be done that could take the signal for itself */
        exec_signal(process - PROCESS_PORT, SIGNAL_CTRL_C);
        exec_wait_message(address_of(&port));
        amiga_print("the message came back from an icon without a lock");
        return;
    }
    amiga_print(wait_until("DH1:_test_directory_", true) ? "the suite has begun" : "failed: it does not begin");
    amiga_print(wait_until("DH1:_test_directory_", false) ? "the suite has ended" : "failed: it does not end");
    dos_delay(MOMENT);
    exec_signal(process - PROCESS_PORT, SIGNAL_CTRL_C);
    exec_wait_message(address_of(&port));
    amiga_print("the message came back");
}

/* Loaded each time, as the Workbench does. */
static void start(uint32_t volume) {
    const uint32_t segments = from_bptr(library_call3(dos_library, LOAD_SEGMENTS, address_of("uaebench"), 0, 0));
    if (segments == 0) {
        amiga_print("failed: no program");
        return;
    }
    launch(segments, volume);
    dos_delay(50); /* until the process is gone */
    library_call3(dos_library, UNLOAD_SEGMENTS, segments >> 2, 0, 0);
}

uint32_t program(const char* line, uint32_t length) {
    uint32_t volume;
    (void)line;
    (void)length;
    if (!dos_open() || plugin_open() || !exec_port_open(&port)) return 20;
    volume = dos_lock("DH1:");
    if (volume != 0)
        start(volume);
    else
        amiga_print("failed: no volume");
    start(0);
    if (volume != 0) dos_unlock(volume);
    exec_port_close(&port);
    dos_close();
    return 0;
}
