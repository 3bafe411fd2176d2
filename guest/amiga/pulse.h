/* The agent's pulse: a task beside the agent's tells the plugin some times a second that the Amiga lives, so that the
 * host notices when it was reset. Where the host calls off a program that is being traced, the task presses Ctrl-C for
 * it. */
#ifndef GUEST_PULSE_H
#define GUEST_PULSE_H

void pulse_start(void);
void pulse_stop(void); /* also when it has not been started */

/* Around a program of a Shell of its own, which Ctrl-C is meant for. */
void pulse_program_begins(void);
void pulse_program_ends(void);

#endif
