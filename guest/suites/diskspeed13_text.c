#include "guest/suites/diskspeed13_text.h"

#include "guest/suites/diskspeed13.h"
#include "guest/suites/line.h"

/* "RATE UNIT" ends the line and prints it. */
static void print_rate(const struct us_run* run, struct us_line* line, uint64_t count, const char* unit) {
    const uint64_t elapsed = us_elapsed_us(run);
    if (elapsed == 0) {
        us_line_text(line, "below resolution");
    } else {
        us_line_number(line, us_rate(count, elapsed), 5);
        us_line_text(line, unit);
    }
    us_print(run, line->text);
}

static void print_volume(const struct us_run* run, const struct us_info* info) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "Volume ");
    us_line_text(&line, run->storage->volume.name);
    us_line_text(&line, " ");
    us_line_number(&line, info->blocks, 0);
    us_line_text(&line, " blocks (");
    us_line_number(&line, ((uint64_t)info->blocks * (info->block_bytes >> 9)) >> 11, 0);
    us_line_text(&line, " MB), ");
    us_line_number(&line, info->block_bytes, 0);
    us_line_text(&line, " bytes per block.");
    us_print(run, line.text);
}

static void print_filesystem(const struct us_run* run) {
    const struct us_volume* volume = &run->storage->volume;
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "The volume has ");
    if (volume->buffers < 0)
        us_line_text(&line, "unknown");
    else
        us_line_number(&line, (uint32_t)volume->buffers, 0);
    us_line_text(&line, " buffers and the DosType is ");
    if (volume->dostype_known) {
        us_line_text(&line, "0x");
        us_line_hex(&line, volume->dostype, 8);
    } else {
        us_line_text(&line, "unknown");
    }
    us_line_text(&line, ".");
    us_print(run, line.text);
}

void us_diskspeed13_header(struct us_run* run, us_object lock) {
    struct us_info info = {0, 0};
    us_prepare_begin(run);
    us_info(run, lock, &info);
    us_prepare_end(run);
    if (!us_going(run)) return;
    us_print(run, run->form == US_FORM_FIXED ? "Diskspeed 1.3 workload - fixed counts - run by uaebench"
                                             : "Diskspeed 1.3 workload - classic times - run by uaebench");
    us_print(run, "");
    print_volume(run, &info);
    print_filesystem(run);
    us_print(run, "");
}

void us_diskspeed13_creates(const struct us_run* run) {
    struct us_line line;
    if (!us_going(run)) return;
    us_line_clear(&line);
    us_line_text(&line, "Creates ");
    us_line_number(&line, US_DISKSPEED13_FILES, 5);
    us_line_text(&line, " files of ");
    us_line_number(&line, US_DISKSPEED13_CREATE_SIZE, 7);
    us_line_text(&line, " bytes : ");
    print_rate(run, &line, US_DISKSPEED13_FILES, " files/second");
}

void us_diskspeed13_deletes(const struct us_run* run) {
    struct us_line line;
    if (!us_going(run)) return;
    us_line_clear(&line);
    us_line_text(&line, "Deletes ");
    us_line_number(&line, US_DISKSPEED13_FILES, 5);
    us_line_text(&line, " files                  : ");
    print_rate(run, &line, US_DISKSPEED13_FILES, " files/second");
}

void us_diskspeed13_line(const struct us_run* run, const char* label, uint32_t count) {
    struct us_line line;
    if (!us_going(run)) return;
    us_line_clear(&line);
    us_line_text(&line, label);
    print_rate(run, &line, count, " files/second");
}

void us_diskspeed13_seeks(const struct us_run* run, uint32_t count) {
    struct us_line line;
    if (!us_going(run)) return;
    us_line_clear(&line);
    us_line_text(&line, "Random seek/reads of ");
    us_line_number(&line, US_DISKSPEED13_SEEK_SIZE, 5);
    us_line_text(&line, " bytes in");
    us_print(run, line.text);
    us_line_clear(&line);
    us_line_number(&line, US_DISKSPEED13_FILE_SIZE, 26);
    us_line_text(&line, " byte file : ");
    print_rate(run, &line, count, " times/second");
}

void us_diskspeed13_transfer(const struct us_run* run, const char* before, const char* after, uint32_t count) {
    struct us_line line;
    if (!us_going(run)) return;
    us_line_clear(&line);
    us_line_text(&line, before);
    us_line_number(&line, US_DISKSPEED13_BUFFER_SIZE, 7);
    us_line_text(&line, after);
    print_rate(run, &line, (uint64_t)count * (US_DISKSPEED13_BUFFER_SIZE / 1024), " kB/second");
}
