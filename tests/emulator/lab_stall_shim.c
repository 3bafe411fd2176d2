/* Preloaded into the emulator by a test: makes the host slow at known moments and writes down when.
 *
 * LAB_STALL_LOG    file that gets a line "call BEGIN END" or "sleep BEGIN END" for each stall, CLOCK_MONOTONIC ns
 * LAB_STALL_NAME   the first unlink of a file whose path ends like this takes a second longer; afterwards
 *                  five of the emulation thread's pacing sleeps, every twentieth, take half a second longer
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { CALL_STALL_MS = 1000, SLEEP_STALL_MS = 500, SLEEPS_STALLED = 5, SLEEPS_BETWEEN = 20 };

static atomic_int s_call_taken;
static atomic_int s_call_over; /* only then the sleeps' turn comes: the two must not overlap */
static atomic_int s_sleeps;

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* System calls without the C library's functions, which are themselves under observation. */
static void stall(const char* kind, int milliseconds) {
    const long long begin = now();
    struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &pause, NULL);
    char line[96];
    const int length = snprintf(line, sizeof line, "%s %lld %lld\n", kind, begin, now());
    const int file = (int)syscall(SYS_openat, AT_FDCWD, getenv("LAB_STALL_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    syscall(SYS_write, file, line, (size_t)length);
    syscall(SYS_close, file);
}

static int ends_with(const char* text, const char* end) {
    const size_t text_length = strlen(text);
    const size_t end_length = strlen(end);
    return text_length >= end_length && strcmp(text + text_length - end_length, end) == 0;
}

static int on_emulation_thread(void) {
    char name[16] = "";
    prctl(PR_GET_NAME, name);
    return strcmp(name, "emulation") == 0;
}

int unlink(const char* path) {
    static int (*real)(const char*);
    if (!real) real = (int (*)(const char*))dlsym(RTLD_NEXT, "unlink");
    const char* name = getenv("LAB_STALL_NAME");
    if (name && ends_with(path, name) && atomic_exchange(&s_call_taken, 1) == 0) {
        stall("call", CALL_STALL_MS);
        atomic_store(&s_call_over, 1);
    }
    return real(path);
}

int usleep(useconds_t time) {
    static int (*real)(useconds_t);
    if (!real) real = (int (*)(useconds_t))dlsym(RTLD_NEXT, "usleep");
    if (atomic_load(&s_call_over) && on_emulation_thread()) {
        const int count = atomic_fetch_add(&s_sleeps, 1);
        if (count % SLEEPS_BETWEEN == 0 && count / SLEEPS_BETWEEN < SLEEPS_STALLED) stall("sleep", SLEEP_STALL_MS);
    }
    return real(time);
}
