#include "guest/amiga/pulse.h"

#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/plugin.h"

enum { ABOVE_OTHERS = 20, STACK_LONGS = 1024, SHELLS = 64 };
enum { UNIT_VBLANK = 1, ADD_REQUEST = 9, PERIOD = 200000 /* microseconds */ };
enum time_request_offset { REQUEST_REPLY_PORT = 14, REQUEST_LENGTH = 18, REQUEST_COMMAND = 28, REQUEST_SECONDS = 32 };

static struct exec_task pulse __attribute__((aligned(4)));
static uint32_t stack[STACK_LONGS];
static volatile bool started, ending, ended;
static volatile bool has_program;
static uint32_t shells_before[SHELLS]; /* processes of Shells, by number, that are not the program's */

static uint32_t shells(void) {
    const uint32_t last = dos_last_shell();
    return last < SHELLS ? last : SHELLS - 1;
}

static void press_ctrl_c(void) {
    uint32_t number;
    exec_forbid();
    for (number = 1; has_program && number <= shells(); ++number) {
        const uint32_t process = dos_shell_process(number);
        if (process != 0 && process != shells_before[number]) exec_signal(process, SIGNAL_CTRL_C);
    }
    has_program = false; /* once */
    exec_permit();
}

static void beat(void* request) {
    while (!ending) {
        put_long(address_of(request) + REQUEST_SECONDS, 0);
        put_long(address_of(request) + REQUEST_SECONDS + 4, PERIOD);
        exec_do_io(request);
        if (plugin_agent_pulse() && has_program) press_ctrl_c();
    }
}

static void run(void) {
    static uint8_t request[40] __attribute__((aligned(4)));
    static struct exec_port port;
    if (exec_port_open(&port)) {
        put_long(address_of(request) + REQUEST_REPLY_PORT, address_of(&port));
        request[REQUEST_LENGTH + 1] = sizeof request;
        if (exec_open_device("timer.device", UNIT_VBLANK, request)) {
            request[REQUEST_COMMAND + 1] = ADD_REQUEST;
            beat(request);
            exec_close_device(request);
        }
        exec_port_close(&port);
    }
    ended = true;
    exec_wait_for_ever();
}

void pulse_start(void) {
    ending = ended = has_program = false;
    exec_start_task(&pulse, &(struct exec_task_start){"uaebench pulse", ABOVE_OTHERS, stack, STACK_LONGS, run});
    started = true;
}

void pulse_stop(void) {
    if (!started) return;
    ending = true;
    while (!ended) dos_delay(1);
    exec_remove_task(&pulse);
    started = false;
}

void pulse_program_begins(void) {
    uint32_t number;
    for (number = 1; number < SHELLS; ++number)
        shells_before[number] = number <= shells() ? dos_shell_process(number) : 0;
    has_program = true;
}

void pulse_program_ends(void) { has_program = false; }
