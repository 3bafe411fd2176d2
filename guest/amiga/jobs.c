#include "guest/amiga/jobs.h"

#include "guest/amiga/amiga_storage.h"
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/facts.h"
#include "guest/amiga/plugin.h"
#include "guest/amiga/pulse.h"
#include "uaeplugin/capture/protocol.h"

enum { JOB_SIZE = 512 };
enum { LEAVE_TICKS = 25, LEFT_TICKS = 250 }; /* before the emulator is left, and until it surely has been */
enum { AGENT_TICKS = 10 };                   /* from one look for a job to the next */

static char job[JOB_SIZE];

uint32_t jobs_leave_emulator(void) {
    /* The emulator may still be closing the startup-sequence on the host; leaving at once has crashed it. */
    dos_delay(LEAVE_TICKS);
    plugin_leave_emulator();
    dos_delay(LEFT_TICKS);
    amiga_print("uaebench: this emulator cannot be left by a program; quit it by hand.");
    return US_STATUS_FAILED;
}

uint32_t jobs_run(jobs_obey obey) {
    uint32_t worst = US_STATUS_DONE;
    bool stopped = false;
    while (!stopped && plugin_job(job, JOB_SIZE)) {
        const struct command command = command_parse(job);
        const uint32_t status = obey(&command);
        plugin_end(status);
        stopped = status == US_STATUS_STOPPED && command.action == COMMAND_RUN;
        if (status > worst || stopped) worst = status;
    }
    jobs_leave_emulator();
    return worst;
}

static uint32_t agent_without_host(int32_t error) {
    const char* why = "uaebench: recording has ended, so the agent ends as well.";
    if (error == US_ERROR_BUSY) why = "uaebench: another agent is at work in this Amiga already.";
    if (error == US_ERROR_ARGUMENT) why = "uaebench: nobody can send jobs; start the emulator with 'uaescope attach'.";
    amiga_print(why);
    return US_STATUS_REFUSED;
}

/* Each job tells of the machine as well: the host keeps it apart from the others. False: it was the last. */
static bool do_job(jobs_obey obey) {
    const struct command command = command_parse(job);
    const bool is_last = command.action == COMMAND_LEAVE || command.action == COMMAND_QUIT;
    facts_of_machine();
    plugin_end(is_last ? (uint32_t)US_STATUS_DONE : obey(&command));
    if (command.action == COMMAND_QUIT) jobs_leave_emulator();
    return !is_last;
}

uint32_t jobs_as_agent(jobs_obey obey) {
    int32_t length = plugin_agent_job(job, JOB_SIZE);
    if (length < 0) return agent_without_host(length);
    pulse_start();
    amiga_print("uaebench: waiting for jobs from the host; Ctrl-C ends it.");
    for (; length >= 0; length = plugin_agent_job(job, JOB_SIZE)) {
        if (length > 0 && !do_job(obey)) break;
        if (length > 0) continue;
        dos_delay(AGENT_TICKS);
        if (exec_take_signals(SIGNAL_CTRL_C) != 0) break;
    }
    pulse_stop();
    if (length < 0) return agent_without_host(length);
    plugin_agent_leave();
    return US_STATUS_DONE;
}
