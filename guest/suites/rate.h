/* Items a second. */
#ifndef GUEST_RATE_H
#define GUEST_RATE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 0 when the time is below the clock's resolution. Right for counts up to 2^44. */
uint64_t us_rate(uint64_t count, uint64_t microseconds);

#ifdef __cplusplus
}
#endif

#endif
