/* Wedges: patches of PutMsg and ReplyMsg of exec.library, and of BeginIO of one device, that show each message and
 * request to the plugin before they go on to what was patched before. One set in a program.
 *
 * The code is copied into memory that is never freed. A vector is given back only while it still is ours; where another
 * program has patched it since, ours stays in the chain and is switched off for good. */
#ifndef GUEST_WEDGE_H
#define GUEST_WEDGE_H

#include <stdbool.h>
#include <stdint.h>

/* Whom the wedges tell: base of uaenative.library and handles of us_packet and us_request. */
struct wedge_listener {
    uint32_t native, packet_function, request_function;
};

/* device: base, 0 for PutMsg alone. False when there is no memory, or the wedges are in already. */
bool wedge_install(const struct wedge_listener* listener, uint32_t device);

/* How many vectors could not be given back. */
unsigned wedge_remove(void);

#endif
