#include "guest/suites/random.h"

#define MODULUS UINT32_C(0x7fffffff)

uint32_t us_random(uint32_t* seed, uint32_t range) {
    const uint64_t sum = *seed + (uint64_t)7;
    const uint64_t product = (sum << 8) + sum;
    /* 2^31 is 1 modulo 2^31 - 1, so the high part is added to the low part: no 64-bit division. */
    uint32_t folded = (uint32_t)(product & MODULUS) + (uint32_t)(product >> 31);
    if (folded >= MODULUS) folded -= MODULUS;
    *seed = folded;
    return folded % range;
}
