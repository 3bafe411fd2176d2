/* One line of text, built piece by piece; what does not fit is cut. No library behind it. */
#ifndef GUEST_LINE_H
#define GUEST_LINE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct us_line {
    char text[256]; /* always ends with a NUL */
    unsigned length;
};

void us_line_clear(struct us_line* line);
void us_line_text(struct us_line* line, const char* text);
void us_line_padded(struct us_line* line, const char* text, unsigned width); /* blanks after it */
void us_line_number(struct us_line* line, uint64_t value, unsigned width);   /* blanks before it */
void us_line_thousands(struct us_line* line, uint64_t value);                /* 1,234,567 */
void us_line_digits(struct us_line* line, uint32_t value, unsigned width);   /* zeros before it */
void us_line_hex(struct us_line* line, uint32_t value, unsigned digits);     /* lower case */

#ifdef __cplusplus
}
#endif

#endif
