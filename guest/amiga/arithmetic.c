/* The arithmetic that GCC calls for by name. Debian's libgcc for m68k has 68020 instructions in it, which a 68000
 * answers with an exception, so nothing of it is linked. */
#include <stdint.h>

uint32_t __mulsi3(uint32_t left, uint32_t right);
uint32_t __udivsi3(uint32_t number, uint32_t divisor);
uint32_t __umodsi3(uint32_t number, uint32_t divisor);
int32_t __divsi3(int32_t number, int32_t divisor);
int32_t __modsi3(int32_t number, int32_t divisor);
uint64_t __muldi3(uint64_t left, uint64_t right);
uint64_t __udivdi3(uint64_t number, uint64_t divisor);
uint64_t __umoddi3(uint64_t number, uint64_t divisor);
uint64_t __ashldi3(uint64_t value, int count);
uint64_t __lshrdi3(uint64_t value, int count);
void* memset(void* memory, int value, uint32_t size);
void* memcpy(void* to, const void* from, uint32_t size);

static uint32_t low(uint64_t value) { return (uint32_t)value; }
static uint32_t high(uint64_t value) { return (uint32_t)(value >> 32); }
static uint64_t join(uint32_t upper, uint32_t lower) { return (uint64_t)upper << 32 | lower; }

static uint32_t multiply_words(uint16_t left, uint16_t right) {
    uint32_t product = left;
    __asm__("mulu.w %1,%0" : "+d"(product) : "d"(right));
    return product;
}

/* number / divisor in the lower word, the remainder in the upper; the quotient must fit. */
static uint32_t divide_by_word(uint32_t number, uint16_t divisor) {
    __asm__("divu.w %1,%0" : "+d"(number) : "d"(divisor));
    return number;
}

uint32_t __mulsi3(uint32_t left, uint32_t right) {
    const uint32_t middle = multiply_words((uint16_t)(left >> 16), (uint16_t)right) +
                            multiply_words((uint16_t)left, (uint16_t)(right >> 16));
    return (middle << 16) + multiply_words((uint16_t)left, (uint16_t)right);
}

struct division {
    uint32_t quotient;
    uint32_t remainder;
};

static struct division divide(uint32_t number, uint32_t divisor) {
    struct division result = {0, 0};
    if (divisor <= 0xffff) {
        const uint32_t upper = divide_by_word(number >> 16, (uint16_t)divisor);
        const uint32_t lower = divide_by_word((upper & 0xffff0000) | (number & 0xffff), (uint16_t)divisor);
        result.quotient = upper << 16 | (lower & 0xffff);
        result.remainder = lower >> 16;
    } else { /* the quotient has 16 bits */
        int bit;
        result.remainder = number >> 16;
        result.quotient = number << 16;
        for (bit = 0; bit < 16; ++bit) {
            const uint32_t carry = result.remainder >> 31;
            result.remainder = result.remainder << 1 | result.quotient >> 31;
            result.quotient <<= 1;
            if (carry || result.remainder >= divisor) {
                result.remainder -= divisor;
                ++result.quotient;
            }
        }
    }
    return result;
}

uint32_t __udivsi3(uint32_t number, uint32_t divisor) { return divide(number, divisor).quotient; }

uint32_t __umodsi3(uint32_t number, uint32_t divisor) { return divide(number, divisor).remainder; }

static uint32_t magnitude(int32_t value) { return value < 0 ? -(uint32_t)value : (uint32_t)value; }

int32_t __divsi3(int32_t number, int32_t divisor) {
    const uint32_t quotient = divide(magnitude(number), magnitude(divisor)).quotient;
    return (int32_t)((number < 0) != (divisor < 0) ? -quotient : quotient);
}

int32_t __modsi3(int32_t number, int32_t divisor) {
    const uint32_t remainder = divide(magnitude(number), magnitude(divisor)).remainder;
    return (int32_t)(number < 0 ? -remainder : remainder);
}

/* 32 by 32 bits */
static uint64_t multiply_longs(uint32_t left, uint32_t right) {
    const uint32_t lower = multiply_words((uint16_t)left, (uint16_t)right);
    const uint32_t first = multiply_words((uint16_t)(left >> 16), (uint16_t)right);
    const uint32_t second = multiply_words((uint16_t)left, (uint16_t)(right >> 16));
    const uint32_t upper = multiply_words((uint16_t)(left >> 16), (uint16_t)(right >> 16));
    const uint32_t middle = (lower >> 16) + (first & 0xffff) + (second & 0xffff);
    return join(upper + (first >> 16) + (second >> 16) + (middle >> 16), middle << 16 | (lower & 0xffff));
}

uint64_t __muldi3(uint64_t left, uint64_t right) {
    const uint64_t product = multiply_longs(low(left), low(right));
    const uint32_t cross = __mulsi3(high(left), low(right)) + __mulsi3(low(left), high(right));
    return join(high(product) + cross, low(product));
}

struct long_division {
    uint64_t quotient;
    uint64_t remainder;
};

static struct long_division divide_long(uint64_t number, uint64_t divisor) {
    struct long_division result = {0, 0};
    int bit;
    if (high(number) == 0 && high(divisor) == 0) {
        const struct division small = divide(low(number), low(divisor));
        result.quotient = small.quotient;
        result.remainder = small.remainder;
        return result;
    }
    result.quotient = number;
    for (bit = 0; bit < 64; ++bit) {
        const uint32_t carry = high(result.remainder) >> 31;
        result.remainder = result.remainder << 1 | high(result.quotient) >> 31;
        result.quotient <<= 1;
        if (carry || result.remainder >= divisor) {
            result.remainder -= divisor;
            ++result.quotient;
        }
    }
    return result;
}

uint64_t __udivdi3(uint64_t number, uint64_t divisor) { return divide_long(number, divisor).quotient; }

uint64_t __umoddi3(uint64_t number, uint64_t divisor) { return divide_long(number, divisor).remainder; }

uint64_t __ashldi3(uint64_t value, int count) {
    if (count >= 32) return join(low(value) << (count - 32), 0);
    if (count == 0) return value;
    return join(high(value) << count | low(value) >> (32 - count), low(value) << count);
}

uint64_t __lshrdi3(uint64_t value, int count) {
    if (count >= 32) return join(0, high(value) >> (count - 32));
    if (count == 0) return value;
    return join(high(value) >> count, low(value) >> count | high(value) << (32 - count));
}

void* memset(void* memory, int value, uint32_t size) {
    uint8_t* byte = memory;
    while (size-- > 0) *byte++ = (uint8_t)value;
    return memory;
}

void* memcpy(void* to, const void* from, uint32_t size) {
    uint8_t* target = to;
    const uint8_t* source = from;
    while (size-- > 0) *target++ = *source++;
    return to;
}
