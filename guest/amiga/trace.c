#include "guest/amiga/trace.h"

#include "guest/amiga/amiga_storage.h"
#include "guest/amiga/command.h"
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/facts.h"
#include "guest/amiga/plugin.h"
#include "guest/amiga/pulse.h"
#include "guest/amiga/wedge.h"
#include "guest/suites/line.h"
#include "guest/suites/suite.h"
#include "uaeplugin/capture/protocol.h"

enum request_offset { REQUEST_REPLY_PORT = 14, REQUEST_LENGTH = 18, REQUEST_DEVICE = 20, REQUEST_UNIT = 24 };
enum { COMMAND_SIZE = 256, EMPTY_REQUESTS = 64, ERROR_NOT_FOUND = 205 };

/* struct IOStdReq; it keeps the device in memory while its vector is patched. */
static uint8_t request[48] __attribute__((aligned(4)));
static struct exec_port port;
static bool device_is_open;
static bool tracing;

static void open_device(const struct device_node* node) {
    device_is_open = false;
    if (node->device[0] == 0 || !exec_port_open(&port)) return;
    put_long(address_of(request) + REQUEST_REPLY_PORT, address_of(&port));
    request[REQUEST_LENGTH + 1] = sizeof request;
    device_is_open = exec_open_device(node->device, node->unit, request);
    if (!device_is_open) exec_port_close(&port);
}

static void close_device(void) {
    if (!device_is_open) return;
    exec_close_device(request);
    exec_port_close(&port);
    device_is_open = false;
}

static uint32_t opened(enum request_offset what) { return device_is_open ? long_at(address_of(request) + what) : 0; }

const char* trace_open(uint32_t handler_port, const struct device_node* node) {
    struct wedge_listener listener;
    unsigned index;
    if (tracing) return "a volume is being traced already.";
    if (!plugin_listener(&listener)) return "tracing needs the plugin, reached through uaenative.library.";
    open_device(node);
    if (!plugin_trace(handler_port, device_is_open, opened(REQUEST_UNIT))) {
        close_device();
        return "the plugin has no capture to write to.";
    }
    if (!wedge_install(&listener, opened(REQUEST_DEVICE))) {
        plugin_trace(0, false, 0);
        close_device();
        return "there is no memory for the patches.";
    }
    facts_of_trace(device_is_open);
    for (index = 0; index < EMPTY_REQUESTS; ++index) plugin_empty_request(request);
    tracing = true;
    return 0;
}

void trace_close(void) {
    if (!tracing) return;
    if (wedge_remove() != 0)
        amiga_print("uaebench: another program has patched what was traced; our patch stays, switched off.");
    plugin_trace(0, false, 0);
    close_device();
    tracing = false;
}

static void mark_program(uint8_t phase, const char* name, uint32_t value) {
    const struct us_mark mark = {US_OP_PROGRAM, phase, 1, 0, value, 0, name};
    plugin_mark(&mark, 0);
}

static uint32_t refuse(const char* problem) {
    struct us_line text;
    us_line_clear(&text);
    us_line_text(&text, "uaebench: ");
    us_line_text(&text, problem);
    amiga_print(text.text);
    return US_STATUS_REFUSED;
}

/* False when it is too long. */
static bool copy_line(char* to, uint32_t size, const char* line) {
    uint32_t length = 0;
    for (; line[length] != 0 && line[length] != '\n'; ++length) {
        if (length + 1 == size) return false;
        to[length] = line[length];
    }
    to[length] = 0;
    return true;
}

/* Is the command a file where the Shell looks? Those in the Shell itself and in its path are not found. */
static bool is_file(const char* line) {
    static const char* const places[] = {"", "C:", "Programs:"};
    char word[108];
    unsigned place;
    command_word(line, word, sizeof word);
    for (place = 0; place < sizeof places / sizeof *places; ++place) {
        struct us_line name;
        uint32_t lock;
        us_line_clear(&name);
        us_line_text(&name, places[place]);
        us_line_text(&name, word);
        lock = dos_lock(name.text);
        if (lock == 0) continue;
        dos_unlock(lock);
        return true;
    }
    return false;
}

uint32_t trace_command(const char* line, uint32_t handler_port, const struct device_node* node) {
    static char command[COMMAND_SIZE];
    const char* problem;
    uint32_t status;
    bool nothing_ran;
    if (!copy_line(command, sizeof command, line))
        return refuse("the command is too long; 255 characters are allowed.");
    problem = trace_open(handler_port, node);
    if (problem) return refuse(problem);
    mark_program(US_PHASE_BEGIN, command, 0);
    pulse_program_begins();
    status = dos_command(command);
    nothing_ran = status == 0 && dos_error() == ERROR_NOT_FOUND;
    pulse_program_ends();
    mark_program(US_PHASE_END, 0, status);
    trace_close();
    /* The Shell of AROS returns 0 for a command that it does not find; a command may leave this error as well. */
    if (!nothing_ran || is_file(command)) return status;
    return refuse("an object was not found (error 205); is there such a command?");
}
