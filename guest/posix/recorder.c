#define _POSIX_C_SOURCE 200809L
#include "guest/posix/recorder.h"

#include "uaeplugin/capture/protocol.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_CAPACITY = 4096 };

int64_t monotonic_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool make_room(struct recorder* recorder) {
    struct us_twin_result* result = recorder->result;
    const size_t capacity = recorder->record_capacity == 0 ? FIRST_CAPACITY : 2 * recorder->record_capacity;
    struct us_twin_record* grown;
    if (result->count < recorder->record_capacity) return true;
    grown = realloc(result->records, capacity * sizeof *grown);
    if (!grown) return false;
    result->records = grown;
    recorder->record_capacity = capacity;
    return true;
}

void recorder_mark(struct recorder* recorder, const struct us_mark* mark) {
    int64_t time = monotonic_ns();
    char* name = mark->name ? strdup(mark->name) : NULL;
    struct us_twin_record* record;
    if ((mark->name && !name) || !make_room(recorder)) {
        free(name);
        recorder->out_of_memory = true;
        return;
    }
    record = &recorder->result->records[recorder->result->count++];
    record->size = mark->size;
    record->value = mark->value;
    record->error = mark->error;
    record->test = mark->test;
    record->operation = mark->operation;
    record->phase = mark->phase;
    record->name = name;
    if (mark->phase == US_PHASE_BEGIN) time = monotonic_ns();
    record->time_ns = time;
}

static char* utf8_of(const char* text) {
    char* copy = malloc(2 * strlen(text) + 1);
    char* to = copy;
    if (!copy) return NULL;
    for (; *text; ++text) {
        const unsigned char character = (unsigned char)*text;
        if (character >= 0x80) *to++ = (char)(0xc0 | character >> 6);
        *to++ = (char)(character >= 0x80 ? 0x80 | (character & 0x3f) : character);
    }
    *to = 0;
    return copy;
}

static void append(struct recorder* recorder, struct us_twin_line** lines, size_t* count, const char* line) {
    const int64_t time = monotonic_ns();
    struct us_twin_line* grown = realloc(*lines, (*count + 1) * sizeof *grown);
    if (grown) *lines = grown;
    if (grown && (grown[*count].text = utf8_of(line)) != NULL)
        grown[(*count)++].time_ns = time;
    else
        recorder->out_of_memory = true;
}

void recorder_console(struct recorder* recorder, const char* line) {
    append(recorder, &recorder->result->console, &recorder->result->console_count, line);
}

void recorder_figure(struct recorder* recorder, const char* line) {
    append(recorder, &recorder->result->figures, &recorder->result->figure_count, line);
}
