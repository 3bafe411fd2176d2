/* The program: runs suites on volumes, from the Shell or as the host's jobs say. */
#include "guest/amiga/amiga_storage.h"
#include "guest/amiga/clock.h"
#include "guest/amiga/command.h"
#include "guest/amiga/dos.h"
#include "guest/amiga/environment.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/facts.h"
#include "guest/amiga/format.h"
#include "guest/amiga/jobs.h"
#include "guest/amiga/lines.h"
#include "guest/amiga/plugin.h"
#include "guest/amiga/results_file.h"
#include "guest/amiga/trace.h"
#include "guest/amiga/version.h"
#include "guest/amiga/workbench.h"
#include "guest/suites/line.h"

enum { NO_REQUESTERS = -1 };

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
    amiga_print("uaebench SUITE VOLUME [CLASSIC] [TRACE] [TO place] [RESULTS file]");
    amiga_print("                      [BREAKAFTER n]");
    amiga_print("uaebench TRACE VOLUME COMMAND");
    amiga_print("uaebench LINES file");
    amiga_print("uaebench JOBS");
    amiga_print("uaebench AGENT");
    amiga_print("uaebench LIST");
    amiga_print("uaebench QUIT");
    amiga_print("");
    amiga_print("  VOLUME      where to test, for example DH1: or Work:Tests");
    amiga_print("  CLASSIC     minimum times and pauses of the original program");
    amiga_print("  TRACE       records every packet and device request of the volume as well,");
    amiga_print("              of the suite or of any COMMAND while that runs");
    amiga_print("  TO          where treecopy copies to; RAM: when it is left out");
    amiga_print("  RESULTS     a file for what is found, in machine form");
    amiga_print("  BREAKAFTER  acts as if Ctrl-C were pressed after n operations");
    amiga_print("  LINES       does what each line of a file says, also after one that failed");
    amiga_print("  JOBS        does what the host asks for, then leaves the emulator");
    amiga_print("  AGENT       stays, and does what 'uaescope ask' on the host asks for, until Ctrl-C");
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
    struct us_info info;
};

/* False: it has said why not. */
static bool look_at(uint32_t lock, const struct command* command, struct place* place) {
    if (!amiga_info(lock, &place->info)) {
        refuse(command->volume, " gives no information (error ");
        return false;
    }
    place->handler_port = long_at(from_bptr(lock) + LOCK_TASK);
    device_node_find(place->handler_port, &place->node);
    place->volume.name = command->volume;
    place->volume.buffers = handler_buffers(place->handler_port);
    place->volume.dostype_known = place->node.dostype_known;
    place->volume.dostype = place->node.dostype;
    facts_of_volume(&place->volume, &place->node, &place->info);
    return true;
}

static uint32_t run_in(uint32_t lock, const struct command* command, const struct place* place) {
    const uint32_t before = dos_current_dir(lock);
    const char* problem = command->trace ? trace_open(place->handler_port, &place->node) : 0;
    const struct environment environment = environment_of(&place->node);
    struct us_storage storage;
    uint32_t status = US_STATUS_REFUSED;
    amiga_storage(&storage, place->handler_port, command->stop_after);
    storage.device = device_node_place(&place->node);
    storage.volume = place->volume;
    storage.destination = command->destination[0] != 0 ? command->destination : "RAM:";
    facts_of_environment(&environment);
    facts_of_suite(command->suite, command->form);
    environment_print(&environment, &place->volume, &place->node, &place->info);
    if (problem)
        print_two("uaebench: ", problem);
    else
        status = (uint32_t)us_suite_run(command->suite, &storage, command->form);
    trace_close();
    dos_current_dir(before);
    return status;
}

/* The same, with what is found in a file as well where the command names one. */
static uint32_t run_with_results(uint32_t lock, const struct command* command, const struct place* place) {
    uint32_t status;
    if (command->results[0] == 0) return run_in(lock, command, place);
    if (!results_open(command->results)) {
        print_two("uaebench: this file for the results cannot be made: ", command->results);
        return US_STATUS_REFUSED;
    }
    facts_of_machine();
    facts_of_volume(&place->volume, &place->node, &place->info);
    status = run_in(lock, command, place);
    if (results_close(status)) return status;
    print_two("uaebench: not all results could be written to ", command->results);
    return status > US_STATUS_FAILED ? status : (uint32_t)US_STATUS_FAILED;
}

/* From the Shell in its current directory, and the program may have the volume to itself; who sends jobs knows of no
 * other directory than the one that he names. */
static uint32_t trace_in(uint32_t lock, const struct command* command, const struct place* place) {
    uint32_t status, before;
    if (!plugin_has_job()) {
        dos_unlock(lock);
        return trace_command(command->program, place->handler_port, &place->node);
    }
    before = dos_current_dir(lock);
    status = trace_command(command->program, place->handler_port, &place->node);
    dos_unlock(dos_current_dir(before));
    return status;
}

static uint32_t work_on_volume(const struct command* command) {
    static struct place place;
    const uint32_t lock = dos_lock(command->volume);
    uint32_t status = US_STATUS_REFUSED;
    bool known;
    if (lock == 0) return refuse(command->volume, " cannot be locked (error ");
    known = look_at(lock, command, &place);
    if (known && command->action == COMMAND_RUN) status = run_with_results(lock, command, &place);
    if (known && command->action == COMMAND_TRACE)
        status = trace_in(lock, command, &place);
    else
        dos_unlock(lock);
    return status;
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

enum origin { FROM_SHELL, FROM_JOB };

static uint32_t obey(const struct command* command, enum origin origin) {
    switch (command->action) {
    case COMMAND_RUN:
    case COMMAND_TRACE: return work_on_volume(command);
    case COMMAND_LIST: print_suites(); return US_STATUS_DONE;
    case COMMAND_USAGE: print_usage(); return US_STATUS_DONE;
    case COMMAND_QUIT: return jobs_leave_emulator();
    case COMMAND_FORMAT:
        if (origin == FROM_JOB) return format_disk(command->volume, command->label);
        return refuse_line("only jobs of the host can", "FORMAT");
    case COMMAND_JOBS:
    case COMMAND_LINES:
    case COMMAND_AGENT: return refuse_line("only the Shell can start", command->word);
    case COMMAND_LEAVE: return refuse_line("only an agent can", command->word);
    case COMMAND_WRONG: break;
    }
    return refuse_line(command->problem, command->word);
}

static uint32_t obey_job(const struct command* command) { return obey(command, FROM_JOB); }
static uint32_t obey_line(const struct command* command) { return obey(command, FROM_SHELL); }

static uint32_t run_from_shell(const char* line) {
    const char* problem = plugin_open();
    const struct command command = command_parse(line);
    if (problem) print_two("uaebench: not recording: ", problem);
    facts_of_machine();
    if (command.action == COMMAND_AGENT) return jobs_as_agent(obey_job);
    if (command.action == COMMAND_LINES) return lines_obey(command.volume, obey_line);
    if (command.action != COMMAND_JOBS) return obey(&command, FROM_SHELL);
    if (plugin_present()) return jobs_run(obey_job);
    /* Nothing can be recorded, and the runner on the host waits for the emulator's end to say why. */
    if (plugin_cannot_record()) return jobs_leave_emulator();
    return refuse_line("without the plugin there are no", "JOBS");
}

/* The first suite on each disk and drawer that was chosen with the program. */
static uint32_t run_from_workbench(uint32_t message) {
    const uint32_t places = workbench_places(message);
    const char* problem;
    uint32_t index, worst = US_STATUS_DONE;
    if (!workbench_window_open()) return US_STATUS_REFUSED;
    problem = plugin_open();
    if (problem) print_two("uaebench: not recording: ", problem);
    facts_of_machine();
    if (places == 0) {
        print_usage();
        amiga_print("");
        amiga_print("From the Workbench: click this icon, then double-click a disk or drawer with the");
        amiga_print("Shift key held down, and it is measured.");
    }
    for (index = 0; index < places && worst != US_STATUS_STOPPED; ++index) {
        static struct place place;
        struct command command = command_parse("");
        const uint32_t lock = workbench_place(message, index);
        uint32_t status = US_STATUS_REFUSED;
        command.suite = us_suites[0];
        if (lock == 0) {
            amiga_print("uaebench: this icon is no disk or drawer.");
        } else {
            workbench_volume_name(lock, command.volume, sizeof command.volume);
            if (look_at(lock, &command, &place)) status = run_with_results(lock, &command, &place);
        }
        if (status > worst || status == US_STATUS_STOPPED) worst = status;
    }
    workbench_window_close();
    return worst;
}

static uint32_t run_with_system(const char* line, uint32_t message) {
    const uint32_t process = exec_this_task();
    const uint32_t window = long_at(process + PROCESS_WINDOW);
    uint32_t status;
    put_long(process + PROCESS_WINDOW, (uint32_t)NO_REQUESTERS);
    if (!clock_open() && message == 0) amiga_print("uaebench: there is no timer.device; times will be missing.");
    status = message == 0 ? run_from_shell(line) : run_from_workbench(message);
    clock_close();
    put_long(process + PROCESS_WINDOW, window);
    return status;
}

uint32_t program(const char* line, uint32_t length) {
    const uint32_t message = workbench_message();
    uint32_t status = US_STATUS_REFUSED;
    if (dos_open()) {
        status = run_with_system(length == 0 || message != 0 ? "" : line, message);
        dos_close();
    }
    if (message != 0) workbench_reply(message);
    return status;
}
