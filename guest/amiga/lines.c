#include "guest/amiga/lines.h"

#include "guest/amiga/amiga_storage.h"
#include "guest/amiga/dos.h"
#include "guest/suites/line.h"

enum { CAPACITY = 4096 };

static uint32_t refuse(const char* file) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "uaebench: these lines cannot be read, or are more than 4 KB: ");
    us_line_text(&line, file);
    amiga_print(line.text);
    return US_STATUS_REFUSED;
}

/* With a NUL at its end; false when it does not fit. */
static bool read_whole(const char* name, char* text) {
    const uint32_t file = dos_open_file(name, DOS_MODE_OLD);
    int32_t size;
    if (file == 0) return false;
    size = dos_read(file, text, CAPACITY);
    dos_close_file(file);
    if (size < 0 || size >= CAPACITY) return false;
    text[size] = 0;
    return true;
}

static bool ends_line(char character) { return character == 0 || character == '\n' || character == '\r'; }

uint32_t lines_obey(const char* file, uint32_t (*obey)(const struct command* command)) {
    static char text[CAPACITY];
    const char* line = text;
    uint32_t worst = US_STATUS_DONE;
    if (!read_whole(file, text)) return refuse(file);
    while (*line) {
        if (!ends_line(*line)) {
            const struct command command = command_parse(line);
            const uint32_t status = obey(&command);
            if (status > worst) worst = status;
            /* BREAKAFTER acts as Ctrl-C does, but for its own line only. */
            if (status == US_STATUS_STOPPED && command.stop_after == 0) return worst;
        }
        while (!ends_line(*line)) ++line;
        if (*line) ++line;
    }
    return worst;
}
