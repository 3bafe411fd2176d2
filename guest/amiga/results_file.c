#include "guest/amiga/results_file.h"

#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/suites/line.h"
#include "uaeplugin/capture/protocol.h"

enum { CAPACITY = 65536 };

static uint32_t file;
static char* lines;
static uint32_t size;
static bool full;

static uint32_t length_of(const char* text) {
    uint32_t length = 0;
    while (text[length] != 0) ++length;
    return length;
}

static void append(const char* text) {
    while (*text) lines[size++] = *text++;
}

/* A line of any length, or nothing of it and all that follows. */
static void add(const char* word, const char* text) {
    if (!lines) return;
    full = full || size + length_of(word) + length_of(text) + 1 > CAPACITY;
    if (full) return;
    append(word);
    append(text);
    append("\n");
}

bool results_open(const char* path) {
    file = dos_open_file(path, DOS_MODE_NEW);
    if (file == 0) return false;
    lines = exec_allocate(CAPACITY, 0);
    size = 0;
    full = lines == 0;
    add("uaebench results 1", "");
    return true;
}

void results_text(uint32_t kind, const char* text) {
    static const char* const words[] = {
        [US_TEXT_CONSOLE] = "text ", [US_TEXT_FACT] = "fact ", [US_TEXT_FIGURE] = "figure "};
    if (kind < sizeof words / sizeof words[0] && words[kind]) add(words[kind], text);
}

void results_mark(const struct us_mark* mark) {
    struct us_line line;
    if (mark->operation != US_OP_TEST || mark->phase != US_PHASE_BEGIN) return;
    us_line_clear(&line);
    us_line_number(&line, mark->test, 0);
    us_line_text(&line, " ");
    us_line_text(&line, mark->name);
    add("test ", line.text);
}

bool results_close(uint32_t status) {
    struct us_line line;
    bool done;
    us_line_clear(&line);
    us_line_number(&line, status, 0);
    add("end ", line.text);
    done = !full && dos_write(file, lines, size) == (int32_t)size;
    done = dos_close_file(file) && done;
    if (lines) exec_free(lines, CAPACITY);
    lines = 0;
    return done;
}
