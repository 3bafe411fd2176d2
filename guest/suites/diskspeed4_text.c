#include "guest/suites/diskspeed4_text.h"

#include "guest/suites/line.h"
#include "guest/suites/spare.h"

enum { LABEL_WIDTH = 15, NUMBER_WIDTH = 9 };

void us_diskspeed4_machine(const struct us_run* run) {
    const struct us_machine* machine = &run->storage->machine;
    struct us_line line;
    if (!machine->processor) return;
    us_line_clear(&line);
    us_line_text(&line, "CPU: ");
    us_line_text(&line, machine->processor);
    us_line_text(&line, "  AmigaOS Version: ");
    us_line_number(&line, machine->version, 0);
    us_line_text(&line, ".");
    us_line_number(&line, machine->revision, 0);
    us_print(run, line.text);
}

static void print_volume(const struct us_run* run) {
    const struct us_volume* volume = &run->storage->volume;
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Device:  ");
    us_line_text(&line, volume->name);
    us_line_text(&line, "    Buffers: ");
    if (volume->buffers < 0)
        us_line_text(&line, "<information unavailable>");
    else
        us_line_number(&line, (uint32_t)volume->buffers, 0);
    us_print(run, line.text);
}

/* In thousands of counts a second. */
static void print_rating(const struct us_run* run) {
    struct us_line line;
    if (run->spare_base == 0) {
        us_print(run, "No CPU Speed Rating -- CPU % not available.");
        return;
    }
    us_line_clear(&line);
    us_line_text(&line, "CPU Speed Rating: ");
    us_line_number(&line, (run->spare_base + 500) / 1000, 0);
    us_print(run, line.text);
}

static void append_spare(const struct us_run* run, struct us_line* line) {
    const int32_t percent = us_spare_percent(run);
    if (percent < 0) return;
    us_line_text(line, "  |  CPU Available: ");
    us_line_number(line, (uint32_t)percent, 0);
    us_line_text(line, "%");
}

void us_diskspeed4_header(const struct us_run* run) {
    us_print(run, run->form == US_FORM_FIXED ? "DiskSpeed 4 workload - fixed counts - run by uaebench"
                                             : "DiskSpeed 4 workload - classic times - run by uaebench");
    us_print(run, "------------------------------------------------------------");
    us_diskspeed4_machine(run);
    print_volume(run);
    us_print(run, "");
    print_rating(run);
    us_print(run, "");
    us_print(run, "Testing directory manipulation speed.");
}

void us_diskspeed4_line(const struct us_run* run, const char* label, uint64_t count, const char* unit) {
    const uint64_t elapsed = us_elapsed_us(run);
    const uint64_t rate = us_rate(count, elapsed);
    struct us_line line;
    if (!us_going(run)) return;
    us_line_clear(&line);
    us_line_padded(&line, label, LABEL_WIDTH);
    us_line_text(&line, " ");
    if (elapsed == 0)
        us_line_text(&line, "below resolution");
    else if (rate == 0)
        us_line_text(&line, "      < 1");
    else
        us_line_number(&line, rate, NUMBER_WIDTH);
    us_line_text(&line, unit);
    append_spare(run, &line);
    us_print(run, line.text);
}

void us_diskspeed4_section(const struct us_run* run, uint32_t size, const char* memory, const char* alignment) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Testing with a ");
    us_line_number(&line, size, 0);
    us_line_text(&line, " byte, MEMF_");
    us_line_text(&line, memory);
    us_line_text(&line, ", ");
    us_line_text(&line, alignment);
    us_line_text(&line, "-aligned buffer.");
    us_print(run, "");
    us_print(run, line.text);
}

void us_diskspeed4_skipped(const struct us_run* run, uint32_t size, const char* memory) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Skipping ");
    us_line_number(&line, size, 0);
    us_line_text(&line, " byte MEMF_");
    us_line_text(&line, memory);
    us_line_text(&line, " test due to lack of memory.");
    us_print(run, "");
    us_print(run, line.text);
}
