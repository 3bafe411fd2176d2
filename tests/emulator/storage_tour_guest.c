/* Guest program of the storage tests: on each volume of its command line it makes a directory and a file, writes and
 * reads in pieces of several sizes, looks at what is there, and removes it. Linked with the guest tool's own parts. */
#include "guest/amiga/amiga_storage.h"
#include "guest/amiga/clock.h"
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/plugin.h"
#include "guest/suites/operation.h"
#include "guest/suites/scratch.h"
#include "uaeplugin/capture/protocol.h"

enum { BUFFER = 20000, SMALL = 512, SMALL_WRITES = 3, NO_REQUESTERS = -1 };

static void write_and_read(struct us_run* run, void* buffer) {
    us_object file = us_open(run, "file", US_OPEN_NEW);
    int piece;
    for (piece = 0; piece < SMALL_WRITES; ++piece) us_write(run, file, buffer, SMALL);
    us_write(run, file, buffer, BUFFER);
    us_seek(run, file, SMALL);
    us_write(run, file, buffer, SMALL);
    us_close(run, file);
    file = us_open(run, "file", US_OPEN_OLD);
    while (us_read(run, file, buffer, BUFFER) == BUFFER) continue;
    us_seek(run, file, 0);
    us_read(run, file, buffer, SMALL);
    us_close(run, file);
}

static void look_around(struct us_run* run) {
    const us_object lock = us_lock(run, "");
    us_examine(run, lock);
    while (us_exnext(run, lock)) continue;
    us_unlock(run, lock);
}

static void tour(struct us_run* run) {
    struct us_scratch scratch;
    if (us_scratch_enter(run, &scratch, "storage tour", BUFFER)) {
        us_test_begin(run, 1);
        write_and_read(run, scratch.buffer);
        look_around(run);
        us_delete(run, "file");
        us_settle_writes(run);
        us_test_end(run);
    }
    run->cleaning = true;
    us_scratch_leave(run, &scratch);
}

static const char* const tests[] = {"Tour", 0};
static const struct us_suite suite = {"tour", "a little of everything", tests, 0, 0, false, 0, tour};

static void tour_of(const char* volume) {
    const uint32_t lock = dos_lock(volume);
    struct us_storage storage;
    uint32_t before;
    if (lock == 0) {
        amiga_print("failed: a volume cannot be locked:");
        amiga_print(volume);
        return;
    }
    before = dos_current_dir(lock);
    amiga_storage(&storage, long_at(from_bptr(lock) + LOCK_TASK), 0);
    us_suite_run(&suite, &storage, US_FORM_FIXED);
    dos_current_dir(before);
    dos_unlock(lock);
}

uint32_t program(const char* line, uint32_t length) {
    char volume[32];
    (void)length;
    if (!dos_open() || plugin_open() || !clock_open()) return 20;
    put_long(exec_this_task() + PROCESS_WINDOW, (uint32_t)NO_REQUESTERS);
    while (*line > ' ' || *line == ' ') {
        unsigned index = 0;
        while (*line == ' ') ++line;
        while (*line > ' ' && index + 1 < sizeof volume) volume[index++] = *line++;
        volume[index] = 0;
        if (index != 0) tour_of(volume);
    }
    clock_close();
    dos_close();
    return 0;
}
