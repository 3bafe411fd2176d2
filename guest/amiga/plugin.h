/* The host's side: the recorder in the emulator, reached through uaenative.library; where there is none, through the
 * names of files on a mounted folder. */
#ifndef GUEST_PLUGIN_H
#define GUEST_PLUGIN_H

#include "guest/amiga/wedge.h"
#include "guest/suites/storage.h"

/* NULL: recording; else why not, as a sentence. Without the plugin all functions below do nothing. */
const char* plugin_open(void);

bool plugin_present(void);
bool plugin_cannot_record(void); /* it is there, but has no capture to write to */
bool plugin_stop_wanted(void);   /* what we do is a job that the host has called off, or whose capture has ended */
void plugin_mark(const struct us_mark* mark, uint64_t eclock);
void plugin_text(uint32_t kind, const char* text); /* US_TEXT_* */
/* The next job's command line with a NUL after it; false when there is none. */
bool plugin_job(char* buffer, uint32_t capacity);
/* The same for an agent, which asks again when there is none. Negative: there will be none, see US_ERROR_*. */
int32_t plugin_agent_job(char* buffer, uint32_t capacity);
void plugin_agent_leave(void);
/* The agent's sign of life, in any task; true when the host wants its job to end. */
bool plugin_agent_pulse(void);
bool plugin_has_job(void); /* has the host sent what we do? */
void plugin_wait(uint32_t milliseconds);
void plugin_end(uint32_t status);

/* The host drops what it keeps in memory of the volume's files. NULL: done; else why not, in a few words. */
const char* plugin_forget(bool has_device);

/* Whom patches tell of packets and requests; false where the plugin cannot be called. */
bool plugin_listener(struct wedge_listener* listener);
/* Which packets and requests it shall record: those to a port, and, where there is a device, those whose io_Unit is
 * this. Port 0: no more. False when it records nothing. */
bool plugin_trace(uint32_t port, bool has_device, uint32_t unit);
/* Shows an IORequest to it that is none of the device's, to measure what that takes. */
void plugin_empty_request(const void* request);

/* Asks the emulator to end in an orderly way. It returns, and the emulator ends a little later if it can. */
void plugin_leave_emulator(void);

#endif
