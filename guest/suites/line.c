#include "guest/suites/line.h"

#include <stdbool.h>

enum { NUMBER_SIZE = 24 }; /* digits of a 64-bit number */

static void put(struct us_line* line, char character) {
    if (line->length + 1 >= sizeof line->text) return;
    line->text[line->length++] = character;
    line->text[line->length] = 0;
}

void us_line_clear(struct us_line* line) {
    line->length = 0;
    line->text[0] = 0;
}

void us_line_text(struct us_line* line, const char* text) {
    while (*text) put(line, *text++);
}

void us_line_padded(struct us_line* line, const char* text, unsigned width) {
    unsigned written = 0;
    for (; *text; ++written) put(line, *text++);
    for (; written < width; ++written) put(line, ' ');
}

static void put_number(struct us_line* line, uint64_t value, unsigned width, char fill) {
    char digits[NUMBER_SIZE];
    unsigned count = 0;
    uint32_t small;
    while (value > 0xffffffff) { /* 64-bit division is slow on a 68000 */
        digits[count++] = (char)('0' + (unsigned)(value % 10));
        value /= 10;
    }
    small = (uint32_t)value;
    do {
        digits[count++] = (char)('0' + small % 10);
        small /= 10;
    } while (small != 0);
    for (; width > count; --width) put(line, fill);
    while (count > 0) put(line, digits[--count]);
}

void us_line_number(struct us_line* line, uint64_t value, unsigned width) { put_number(line, value, width, ' '); }

void us_line_thousands(struct us_line* line, uint64_t value) {
    if (value < 1000) {
        us_line_number(line, value, 0);
        return;
    }
    us_line_thousands(line, value / 1000);
    put(line, ',');
    us_line_digits(line, (uint32_t)(value % 1000), 3);
}

void us_line_digits(struct us_line* line, uint32_t value, unsigned width) { put_number(line, value, width, '0'); }

void us_line_hex(struct us_line* line, uint32_t value, unsigned digits) {
    while (digits-- > 0) put(line, "0123456789abcdef"[(value >> (4 * digits)) & 15]);
}
