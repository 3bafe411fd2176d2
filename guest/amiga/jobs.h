/* Work that the host asks for: all jobs of a session, one after the other, or as an agent that waits for them. */
#ifndef GUEST_JOBS_H
#define GUEST_JOBS_H

#include "guest/amiga/command.h"

typedef uint32_t (*jobs_obey)(const struct command* command); /* the return code */

/* Does the session's jobs and leaves the emulator. After a stop the remaining ones are not started. */
uint32_t jobs_run(jobs_obey obey);

/* Stays, and does each job that the host sends, until that says LEAVE or QUIT, or Ctrl-C while there is none. Between
 * jobs it sleeps, and looks for one some times a second. */
uint32_t jobs_as_agent(jobs_obey obey);

/* Returns where the emulator cannot be left, and says so. */
uint32_t jobs_leave_emulator(void);

#endif
