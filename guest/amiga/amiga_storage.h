/* The storage functions of the suites, on AmigaDOS, with marks for the plugin. */
#ifndef GUEST_AMIGA_STORAGE_H
#define GUEST_AMIGA_STORAGE_H

#include "guest/suites/storage.h"

/* The table; its volume and device are the caller's to fill in. handler_port: of the volume's filesystem. stop_after:
 * send ourselves Ctrl-C after so many storage operations, 0 never. */
void amiga_storage(struct us_storage* storage, uint32_t handler_port, uint32_t stop_after);

/* Prints on the console and into the capture. */
void amiga_print(const char* line);

/* Info() of a volume; false: dos_error() tells why. */
bool amiga_info(uint32_t lock, struct us_info* info);

#endif
