/* Calls of AmigaOS libraries, and the few structures of the system that are read by offset. */
#ifndef GUEST_LIBRARY_H
#define GUEST_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

struct registers {
    uint32_t d0, d1, d2, d3, d4, d5, d6, d7, a0, a1, a2, a3, a4;
};

/* start.S; the result is d0. offset is the function's (negative) library vector offset. */
uint32_t library_call3(uint32_t base, int32_t offset, uint32_t d1, uint32_t d2, uint32_t d3);
uint32_t library_call(uint32_t base, int32_t offset, const struct registers* registers);
void trap_call(uint32_t address, uint32_t function);

/* What a program brings. Called by start.S with the words after the command's name, a line feed at the end; returns the
 * AmigaDOS return code. */
uint32_t program(const char* line, uint32_t length);

static inline uint32_t address_of(const void* pointer) { return (uint32_t)pointer; }
static inline uint32_t long_at(uint32_t address) { return *(const volatile uint32_t*)address; }
static inline uint16_t word_at(uint32_t address) { return *(const volatile uint16_t*)address; }
static inline uint8_t byte_at(uint32_t address) { return *(const volatile uint8_t*)address; }
static inline void put_long(uint32_t address, uint32_t value) { *(volatile uint32_t*)address = value; }
static inline uint32_t from_bptr(uint32_t pointer) { return pointer << 2; }

enum library_offset { LIBRARY_VERSION = 20, LIBRARY_REVISION = 22 };
enum node_offset { NODE_SUCCESSOR = 0, NODE_NAME = 10 };
enum { SYSTEM_2_0 = 36 }; /* first library version of AmigaOS 2.0 */

#endif
