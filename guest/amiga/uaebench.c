/* The program: runs suites on volumes, from the Shell or as the host's jobs say. */
#include "guest/amiga/amiga_storage.h"
#include "guest/amiga/clock.h"
#include "guest/amiga/command.h"
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/facts.h"
#include "guest/amiga/plugin.h"
#include "guest/amiga/trace.h"
#include "guest/amiga/version.h"
#include "guest/suites/line.h"

enum { JOB_SIZE = 256, NO_REQUESTERS = -1 };
enum { LEAVE_TICKS = 25, LEFT_TICKS = 250 }; /* before the emulator is left, and until it surely has been */

static void print_two(const char* first, const char* second) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, first);
    us_line_text(&line, second);
    amiga_print(line.text);
}

static void print_suites(void) {
    const struct us_suite* const* suite;
    for (suite = us_suites; *suite; ++suite) {
        struct us_line line;
        us_line_clear(&line);
        us_line_text(&line, "  ");
        us_line_padded(&line, (*suite)->name, 17);
        us_line_text(&line, (*suite)->description);
        amiga_print(line.text);
    }
}

static void print_usage(void) {
    amiga_print(TOOL_NAME " - storage benchmarks with marks for uaescope");
    amiga_print("");
    amiga_print("uaebench SUITE VOLUME [CLASSIC] [TRACE] [BREAKAFTER n]");
    amiga_print("uaebench TRACE VOLUME COMMAND");
    amiga_print("uaebench JOBS");
    amiga_print("uaebench LIST");
    amiga_print("uaebench QUIT");
    amiga_print("");
    amiga_print("  VOLUME      where to test, for example DH1: or Work:Tests");
    amiga_print("  CLASSIC     minimum times and pauses of the original program");
    amiga_print("  TRACE       records every packet and device request of the volume as well,");
    amiga_print("              of the suite or of any COMMAND while that runs");
    amiga_print("  BREAKAFTER  acts as if Ctrl-C were pressed after n operations");
    amiga_print("  JOBS        does what the host asks for, then leaves the emulator");
    amiga_print("  QUIT        leaves the emulator");
    amiga_print("");
    amiga_print("Suites:");
    print_suites();
}

static uint32_t refuse(const char* volume, const char* what) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "uaebench: ");
    us_line_text(&line, volume);
    us_line_text(&line, what);
    us_line_number(&line, dos_error(), 0);
    us_line_text(&line, "); is the name right, and the volume formatted and mounted?");
    amiga_print(line.text);
    return US_STATUS_REFUSED;
}

/* What is known of a volume that a command names. */
struct place {
    uint32_t handler_port;
    struct device_node node;
    struct us_volume volume;
};

static void look_at(uint32_t lock, const struct command* command, const struct us_info* info, struct place* place) {
    place->handler_port = long_at(from_bptr(lock) + LOCK_TASK);
    device_node_find(place->handler_port, &place->node);
    place->volume.name = command->volume;
    place->volume.buffers = handler_buffers(place->handler_port);
    place->volume.dostype_known = place->node.dostype_known;
    place->volume.dostype = place->node.dostype;
    facts_of_volume(&place->volume, &place->node, info);
}

static uint32_t run_in(uint32_t lock, const struct command* command, const struct place* place) {
    const uint32_t before = dos_current_dir(lock);
    const char* problem = command->trace ? trace_open(place->handler_port, &place->node) : 0;
    struct us_storage storage;
    uint32_t status = US_STATUS_REFUSED;
    amiga_storage(&storage, place->handler_port, command->stop_after);
    storage.device = device_node_place(&place->node);
    storage.volume = place->volume;
    facts_of_suite(command->suite, command->form);
    if (problem)
        print_two("uaebench: ", problem);
    else
        status = (uint32_t)us_suite_run(command->suite, &storage, command->form);
    trace_close();
    dos_current_dir(before);
    return status;
}

static uint32_t work_on_volume(const struct command* command) {
    static struct place place;
    const uint32_t lock = dos_lock(command->volume);
    struct us_info info = {0, 0};
    uint32_t status = US_STATUS_REFUSED;
    bool known;
    if (lock == 0) return refuse(command->volume, " cannot be locked (error ");
    known = amiga_info(lock, &info);
    if (!known)
        refuse(command->volume, " gives no information (error ");
    else
        look_at(lock, command, &info, &place);
    if (known && command->action == COMMAND_RUN) status = run_in(lock, command, &place);
    dos_unlock(lock); /* the program of a user may want the volume to itself */
    if (known && command->action == COMMAND_TRACE)
        status = trace_command(command->program, place.handler_port, &place.node);
    return status;
}

static uint32_t quit(void) {
    /* The emulator may still be closing the startup-sequence on the host; leaving at once has crashed it. */
    dos_delay(LEAVE_TICKS);
    plugin_leave_emulator();
    dos_delay(LEFT_TICKS);
    amiga_print("uaebench: this emulator cannot be left by a program; quit it by hand.");
    return US_STATUS_FAILED;
}

static uint32_t refuse_line(const char* problem, const char* word) {
    struct us_line text;
    us_line_clear(&text);
    us_line_text(&text, "uaebench: ");
    us_line_text(&text, problem);
    us_line_text(&text, " '");
    us_line_text(&text, word);
    us_line_text(&text, "'");
    amiga_print(text.text);
    return US_STATUS_REFUSED;
}

static uint32_t obey(const struct command* command) {
    switch (command->action) {
    case COMMAND_RUN:
    case COMMAND_TRACE: return work_on_volume(command);
    case COMMAND_LIST: print_suites(); return US_STATUS_DONE;
    case COMMAND_USAGE: print_usage(); return US_STATUS_DONE;
    case COMMAND_QUIT: return quit();
    case COMMAND_JOBS: return refuse_line("only the Shell can start", "JOBS");
    case COMMAND_WRONG: break;
    }
    return refuse_line(command->problem, command->word);
}

/* After a stop the remaining jobs are not started. */
static uint32_t run_jobs(void) {
    static char job[JOB_SIZE];
    uint32_t worst = US_STATUS_DONE;
    bool stopped = false;
    while (!stopped && plugin_job(job, JOB_SIZE)) {
        const struct command command = command_parse(job);
        const uint32_t status = obey(&command);
        plugin_end(status);
        stopped = status == US_STATUS_STOPPED && command.action == COMMAND_RUN;
        if (status > worst || stopped) worst = status;
    }
    quit();
    return worst;
}

static uint32_t run_from_shell(const char* line) {
    const char* problem = plugin_open();
    const struct command command = command_parse(line);
    if (problem) print_two("uaebench: not recording: ", problem);
    facts_of_machine();
    if (command.action != COMMAND_JOBS) return obey(&command);
    if (plugin_present()) return run_jobs();
    /* Nothing can be recorded, and the runner on the host waits for the emulator's end to say why. */
    if (plugin_cannot_record()) return quit();
    return refuse_line("without the plugin there are no", "JOBS");
}

static uint32_t run_with_system(const char* line, uint32_t process) {
    const uint32_t window = long_at(process + PROCESS_WINDOW);
    uint32_t status;
    put_long(process + PROCESS_WINDOW, (uint32_t)NO_REQUESTERS);
    if (!clock_open()) amiga_print("uaebench: there is no timer.device; times will be missing.");
    status = run_from_shell(line);
    clock_close();
    put_long(process + PROCESS_WINDOW, window);
    return status;
}

/* There is no window to print to; only the message has to be answered. */
static uint32_t refuse_workbench(uint32_t process) {
    void* const message = exec_wait_message(process + PROCESS_PORT);
    exec_forbid(); /* until we have ended, so that Workbench does not unload us before */
    exec_reply(message);
    return US_STATUS_REFUSED;
}

uint32_t program(const char* line, uint32_t length) {
    const uint32_t process = exec_this_task();
    uint32_t status;
    if (long_at(process + PROCESS_CLI) == 0) return refuse_workbench(process);
    if (!dos_open()) return US_STATUS_REFUSED;
    status = run_with_system(length == 0 ? "" : line, process);
    dos_close();
    return status;
}
