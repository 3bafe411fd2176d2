/* A guest program with every kind of reference between its hunks; it tells the plugin what it finds at run time. */
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/plugin.h"
#include "guest/suites/line.h"
#include "uaeplugin/capture/protocol.h"

static uint32_t triple(uint32_t value) { return 3 * value; }
static uint32_t square(uint32_t value) { return value * value; }

/* Data with references to code, data and bss. */
static uint32_t zeros[100];
static uint32_t number = 0x12345678;
static uint32_t (*const functions[])(uint32_t) = {triple, square};
static uint32_t* const pointers[] = {&number, &zeros[7]};
static const char* const words[] = {"first", "second"};
static uint8_t bytes[] = {1, 2, 3, 250, 251};
static volatile uint32_t counter = 5;

static void report_text(const char* key, const char* value) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, key);
    us_line_text(&line, "=");
    us_line_text(&line, value);
    plugin_text(US_TEXT_CONSOLE, line.text);
}

static void report(const char* key, uint64_t value) {
    struct us_line digits;
    us_line_clear(&digits);
    us_line_number(&digits, value, 0);
    report_text(key, digits.text);
}

static void report_hunks(void) {
    uint32_t sum = 0;
    unsigned index;
    report("number", *pointers[0]);
    report("triple", functions[0](14));
    report("square", functions[1](12));
    report_text("word", words[1]);
    for (index = 0; index < 100; ++index) sum += zeros[index];
    report("zeros", sum);
    *pointers[1] = 77;
    report("bss", zeros[7]);
    for (index = 0, sum = 0; index < sizeof bytes; ++index) sum += bytes[index];
    report("bytes", sum);
    counter += 2;
    report("counter", counter);
    report("words_apart", (uint32_t)((uintptr_t)&functions[1] - (uintptr_t)&functions[0]));
}

/* "NAME A B" with the results of our own division and multiplication, for the host to check. */
static void report_arithmetic(uint64_t left, uint64_t right) {
    const uint32_t left_long = (uint32_t)left, right_long = (uint32_t)right;
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "arithmetic ");
    us_line_number(&line, left, 0);
    us_line_text(&line, " ");
    us_line_number(&line, right, 0);
    us_line_text(&line, " ");
    us_line_number(&line, left * right, 0);
    us_line_text(&line, " ");
    us_line_number(&line, left / right, 0);
    us_line_text(&line, " ");
    us_line_number(&line, left % right, 0);
    us_line_text(&line, " ");
    us_line_number(&line, left_long * right_long, 0);
    us_line_text(&line, " ");
    us_line_number(&line, right_long ? left_long / right_long : 0, 0);
    us_line_text(&line, " ");
    us_line_number(&line, right_long ? left_long % right_long : 0, 0);
    us_line_text(&line, " ");
    us_line_number(&line, (uint32_t)((int32_t)left_long / ((int32_t)right_long | 1)), 0);
    us_line_text(&line, " ");
    us_line_number(&line, (uint32_t)((int32_t)left_long % ((int32_t)right_long | 1)), 0);
    us_line_text(&line, " ");
    us_line_number(&line, left << (right_long & 63), 0);
    us_line_text(&line, " ");
    us_line_number(&line, left >> (right_long & 63), 0);
    plugin_text(US_TEXT_CONSOLE, line.text);
}

static void report_calculations(void) {
    static const uint32_t longs[] = {1,     2,     10,     255,        257,        65535,
                                     65536, 65537, 709379, 0x7fffffff, 0x80000000, 0xffffffff};
    static const uint32_t uppers[] = {0, 1, 0x10000, 0x80000000};
    enum { LONGS = sizeof longs / sizeof longs[0], UPPERS = sizeof uppers / sizeof uppers[0] };
    unsigned left, right, upper;
    for (left = 0; left < LONGS; ++left)
        for (right = 0; right < LONGS; ++right)
            for (upper = 0; upper < UPPERS; ++upper) {
                report_arithmetic((uint64_t)uppers[upper] << 32 | longs[left], longs[right]);
                report_arithmetic(longs[left], (uint64_t)uppers[upper] << 32 | longs[right]);
            }
}

uint32_t program(const char* line, uint32_t length) {
    enum { LEAVE_TICKS = 25 };
    (void)line;
    (void)length;
    if (!dos_open() || plugin_open()) return 20;
    report_hunks();
    report_calculations();
    plugin_end(0);
    dos_delay(LEAVE_TICKS);
    plugin_leave_emulator();
    return 0;
}
