/* The guest's clock: the E-clock through timer.device, or on 1.3 its system time, which steps with the frames. */
#ifndef GUEST_CLOCK_H
#define GUEST_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

bool clock_open(void);
void clock_close(void);
uint32_t clock_rate(void);  /* ticks a second of clock_ticks(); 0 when there is no clock */
uint64_t clock_ticks(void); /* 0 when there is no clock */
bool clock_is_eclock(void);

#endif
