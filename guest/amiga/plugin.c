#include "guest/amiga/plugin.h"

#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/file_marks.h"
#include "guest/amiga/results_file.h"
#include "guest/amiga/version.h"
#include "uaeplugin/capture/protocol.h"

/* uaenative.library: OpenNativeLibrary(a1 = name, d0 = version), GetNativeFunction(a0 = library, a1 = name),
 * CallNativeFunction(a0 = function, other registers as the function wants them). Handles are 0x80xxxxxx. */
enum native_vector { OPEN_LIBRARY = -30, GET_FUNCTION = -42, CALL_FUNCTION = -48 };

/* uae.resource tells where the emulator's own ROM lies; its entry for C programs and the function that quits. */
enum { RESOURCE_ROM = 42, ROM_ENTRY = 0xff60, ROM_USUAL = 0xf00000, FUNCTION_EXIT = 13 };
enum { TRAP_MASK = 0xf000, TRAP_CODE = 0xa000 }; /* of the instruction at the entry */

/* Those from OPTIONAL on an older plugin lacks. */
enum function { HELLO, MARK, TEXT, JOB, WAIT, END, TRACE, PACKET, REQUEST, OPTIONAL, FORGET = OPTIONAL, FUNCTIONS };

static const char* const function_names[FUNCTIONS] = {US_FN_HELLO,   US_FN_MARK,  US_FN_TEXT,  US_FN_JOB,
                                                      US_FN_WAIT,    US_FN_END,   US_FN_TRACE, US_FN_PACKET,
                                                      US_FN_REQUEST, US_FN_FORGET};

static uint32_t native; /* base of uaenative.library; 0 = no plugin */
static bool cannot_record;
static bool has_job;
static bool called_off; /* the job, by the host */
static uint32_t functions[FUNCTIONS];
static uint32_t task;

static uint32_t call(enum function function, struct registers* registers) {
    registers->a0 = functions[function];
    return library_call(native, CALL_FUNCTION, registers);
}

static bool is_handle(uint32_t value) { return (value & 0xff000000) == 0x80000000; }

static const char* find_functions(uint32_t base) {
    const uint32_t library =
        library_call(base, OPEN_LIBRARY, &(struct registers){.a1 = address_of(US_LIBRARY_NAME), .d0 = 1});
    int index;
    if (!is_handle(library)) return "the emulator finds no " US_LIBRARY_NAME " plugin in its plugin folder.";
    for (index = 0; index < FUNCTIONS; ++index) {
        functions[index] = library_call(base, GET_FUNCTION,
                                        &(struct registers){.a0 = library, .a1 = address_of(function_names[index])});
        if (is_handle(functions[index])) continue;
        if (index < OPTIONAL) return "the plugin lacks a function; it is of another version.";
        functions[index] = 0;
    }
    return 0;
}

/* The library and the plugin stay open: the emulator would unload the plugin, and with it what it has hooked. */
static const char* open_native(void) {
    const uint32_t base = exec_open_library("uaenative.library");
    const char* problem;
    struct registers hello = {.d1 = US_PROTOCOL_VERSION, .d2 = TOOL_MAJOR << 16 | TOOL_MINOR};
    int32_t answer;
    if (base == 0) return "there is no uaenative.library (no UAE, or native code is switched off).";
    problem = find_functions(base);
    if (problem) return problem;
    hello.d3 = exec_leave_port("uaescope.boot") ? US_BOOT_NEW : US_BOOT_KNOWN;
    native = base;
    answer = (int32_t)call(HELLO, &hello);
    if (answer != US_PROTOCOL_VERSION) {
        native = 0;
        cannot_record = answer == US_ERROR_CAPTURE;
        if (cannot_record) return "the plugin cannot write its capture; it says why on the host.";
        return "the plugin speaks another version; use plugin and uaebench of one build.";
    }
    return 0;
}

const char* plugin_open(void) {
    const char* problem = open_native();
    task = exec_this_task();
    return problem && file_marks_open() ? 0 : problem;
}

bool plugin_present(void) { return native != 0 || file_marks_present(); }

bool plugin_cannot_record(void) { return cannot_record; }

bool plugin_stop_wanted(void) { return called_off || (has_job && cannot_record); }

static uint32_t length_of(const char* text) {
    uint32_t length = 0;
    while (text[length] != 0) ++length;
    return length;
}

void plugin_mark(const struct us_mark* mark, uint64_t eclock) {
    struct registers registers;
    int32_t answer;
    if (file_marks_present()) file_marks_mark(mark, eclock, task);
    if (native == 0) return;
    registers.d1 = mark->operation;
    registers.d2 = mark->phase;
    registers.d3 = mark->test;
    registers.d4 = mark->size;
    registers.d5 = mark->value;
    registers.d6 = (uint32_t)(eclock >> 32);
    registers.d7 = (uint32_t)eclock;
    registers.a1 = address_of(mark->name);
    registers.a2 = mark->name ? length_of(mark->name) : 0;
    registers.a3 = task;
    registers.a4 = mark->error;
    answer = (int32_t)call(MARK, &registers);
    if (answer == US_ERROR_CAPTURE) cannot_record = true;
    if (answer == US_MARK_STOP) called_off = true;
}

void plugin_text(uint32_t kind, const char* text) {
    results_text(kind, text);
    if (file_marks_present()) file_marks_text(kind, text);
    if (native == 0) return;
    call(TEXT, &(struct registers){.d1 = kind, .a1 = address_of(text), .d2 = length_of(text)});
}

static int32_t next_job(char* buffer, uint32_t capacity, uint32_t which) {
    const int32_t length =
        (int32_t)call(JOB, &(struct registers){.a1 = address_of(buffer), .d1 = capacity - 1, .d2 = which, .a3 = task});
    if (length > 0) buffer[length] = 0;
    has_job = true;
    called_off = false;
    return length;
}

bool plugin_job(char* buffer, uint32_t capacity) {
    has_job = true;
    if (native == 0) return file_marks_present() && file_marks_job(buffer, capacity);
    return next_job(buffer, capacity, US_JOB_NEXT) > 0;
}

int32_t plugin_agent_job(char* buffer, uint32_t capacity) {
    return native != 0 ? next_job(buffer, capacity, US_JOB_AGENT) : US_ERROR_ARGUMENT;
}

void plugin_agent_leave(void) {
    if (native != 0) call(JOB, &(struct registers){.d2 = US_JOB_LEAVE, .a3 = task});
}

bool plugin_agent_pulse(void) {
    return native != 0 && call(JOB, &(struct registers){.d2 = US_JOB_PULSE, .a3 = task}) == US_PULSE_STOP;
}

bool plugin_has_job(void) { return has_job; }

void plugin_wait(uint32_t milliseconds) {
    if (file_marks_present()) file_marks_wait(milliseconds);
    if (native != 0) call(WAIT, &(struct registers){.d1 = milliseconds});
}

void plugin_end(uint32_t status) {
    if (file_marks_present()) file_marks_end(status);
    if (native != 0) call(END, &(struct registers){.d1 = status});
}

static const char* why_kept(int32_t answer) {
    switch (answer) {
    case US_FORGET_DONE: return 0;
    case US_FORGET_PENDING: return "the host has not dropped its cache in a minute";
    case US_FORGET_KEPT: return "the host keeps part of the volume's files in memory";
    case US_FORGET_IN_MEMORY: return "the volume's files lie on a host file system that is in memory";
    case US_FORGET_NO_FILES: return "the plugin does not know the volume's files on the host";
    case US_FORGET_IMPOSSIBLE: return "this host system lets no program drop its cache";
    default: return "the plugin cannot have the host drop its cache";
    }
}

/* The emulation goes on meanwhile. */
const char* plugin_forget(bool has_device) {
    enum { MOST_TICKS = 60 * DOS_TICKS_PER_SECOND };
    int32_t answer, waited;
    if (native == 0) return "it takes the plugin, called by way of uaenative.library, to drop the host's cache";
    if (functions[FORGET] == 0) return "the plugin is older than this program and cannot drop the host's cache";
    answer = (int32_t)call(FORGET, &(struct registers){.d1 = US_FORGET_BEGIN, .d2 = has_device});
    for (waited = 0; answer == US_FORGET_PENDING && waited < MOST_TICKS; ++waited) {
        dos_delay(1);
        answer = (int32_t)call(FORGET, &(struct registers){.d1 = US_FORGET_ASK});
    }
    return why_kept(answer);
}

bool plugin_listener(struct wedge_listener* listener) {
    if (native == 0) return false;
    listener->native = native;
    listener->packet_function = functions[PACKET];
    listener->request_function = functions[REQUEST];
    return true;
}

bool plugin_trace(uint32_t port, bool has_device, uint32_t unit) {
    return native != 0 && call(TRACE, &(struct registers){.d1 = has_device, .a1 = port, .a2 = unit}) == 0;
}

void plugin_empty_request(const void* request) {
    if (native != 0) call(REQUEST, &(struct registers){.d1 = US_REQUEST_EMPTY, .a1 = address_of(request)});
}

void plugin_leave_emulator(void) {
    const uint32_t resource = exec_open_resource("uae.resource");
    const uint32_t rom = resource != 0 ? long_at(resource + RESOURCE_ROM) : ROM_USUAL;
    if ((word_at(rom + ROM_ENTRY) & TRAP_MASK) == TRAP_CODE) trap_call(rom + ROM_ENTRY, FUNCTION_EXIT);
}
