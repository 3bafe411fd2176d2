/* Started by an icon: a window for what is printed, and the disks or drawers that were chosen with the program. */
#ifndef GUEST_WORKBENCH_H
#define GUEST_WORKBENCH_H

#include "guest/amiga/library.h"

/* The startup message, or 0 when a Shell started the program. To be answered with workbench_reply() at the very end. */
uint32_t workbench_message(void);
void workbench_reply(uint32_t message);

/* Opens the window, which then is where dos_output() leads. False: it cannot be opened. */
bool workbench_window_open(void);
/* Waits for RETURN or Ctrl-C, and closes it. */
void workbench_window_close(void);

uint32_t workbench_places(uint32_t message);                /* disks and drawers */
uint32_t workbench_place(uint32_t message, uint32_t index); /* a lock, which stays the message's */

/* "Work:"; cut to size. */
void workbench_volume_name(uint32_t lock, char* name, uint32_t size);

#endif
