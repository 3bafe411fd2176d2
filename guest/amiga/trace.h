/* Tracing a volume: every packet to its handler and every request to the device below it is shown to the plugin.
 * One volume at a time. The system is left as it was found. */
#ifndef GUEST_TRACE_H
#define GUEST_TRACE_H

#include "guest/amiga/device_node.h"

/* NULL: tracing; else why not, as a sentence. Where the volume has no device, packets alone are traced. */
const char* trace_open(uint32_t handler_port, const struct device_node* node);

/* Says so where another program has patched the same functions meanwhile. Does nothing when not tracing. */
void trace_close(void);

/* Traces the volume while a command of the Shell runs; the command is the rest of a line. Its return code. */
uint32_t trace_command(const char* command, uint32_t handler_port, const struct device_node* node);

#endif
