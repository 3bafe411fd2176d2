/* The pseudo random sequence of Diskspeed 1.3: seed' = (seed + 7) * 257 mod (2^31 - 1), value = seed' mod range. */
#ifndef GUEST_RANDOM_H
#define GUEST_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { US_RANDOM_FIRST_SEED = 1 };

/* A value in [0, range); seed is in [0, 2^31 - 1). */
uint32_t us_random(uint32_t* seed, uint32_t range);

#ifdef __cplusplus
}
#endif

#endif
