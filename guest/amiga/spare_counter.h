/* A task of the lowest priority that counts: what the processor has left over. One at a time. */
#ifndef GUEST_SPARE_COUNTER_H
#define GUEST_SPARE_COUNTER_H

#include <stdint.h>

void spare_counter_start(void); /* from zero */
uint64_t spare_counter_stop(void);

#endif
