#include "guest/suites/truth_pattern.h"

/* Odd, and far from small numbers: neighbouring places and times have little in common. */
#define PLACE UINT32_C(0x9e3779b1)
#define TIME UINT32_C(0x85ebca6b)

static uint32_t first_long(uint32_t position, uint32_t turn) { return position / 4 * PLACE + turn * TIME; }

void us_pattern_fill(void* buffer, uint32_t size, uint32_t position, uint32_t turn) {
    uint32_t* at = buffer;
    uint32_t* const end = at + size / 4;
    uint32_t value = first_long(position, turn);
    for (; at != end; ++at, value += PLACE) *at = value;
}

void us_pattern_check(struct us_run* run, const void* buffer, uint32_t size, uint32_t position, uint32_t turn) {
    const uint32_t* at = buffer;
    const uint32_t* const end = at + size / 4;
    uint32_t value = first_long(position, turn);
    struct us_line line;
    if (!us_going(run)) return;
    for (; at != end && *at == value; ++at) value += PLACE;
    if (at == end) return;
    us_line_clear(&line);
    us_line_text(&line, run->suite->tests[run->test - 1]);
    us_line_text(&line, ": *** Data error: the bytes at ");
    us_line_number(&line, position + size - 4 * (uint32_t)(end - at), 0);
    us_line_text(&line, " are not those that were written there");
    us_print(run, line.text);
    run->status = US_STATUS_FAILED;
}
