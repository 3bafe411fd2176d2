/* What a simple tracer does, for comparison: preloaded over the C library, it writes a line of text for each call. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static FILE* text_log;

static ssize_t logged(const char* name, int descriptor, size_t size, ssize_t result, const struct timespec* begin) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    if (text_log == NULL) text_log = fopen(getenv("TEXT_LOG"), "w");
    if (text_log != NULL)
        fprintf(text_log, "%ld.%09ld %ld.%09ld %s(%d, %zu) = %zd\n", (long)begin->tv_sec, begin->tv_nsec,
                (long)end.tv_sec, end.tv_nsec, name, descriptor, size, result);
    return result;
}

ssize_t read(int descriptor, void* buffer, size_t size) {
    static ssize_t (*next)(int, void*, size_t);
    struct timespec begin;
    if (next == NULL) next = (ssize_t(*)(int, void*, size_t))dlsym(RTLD_NEXT, "read");
    clock_gettime(CLOCK_MONOTONIC, &begin);
    return logged("read", descriptor, size, next(descriptor, buffer, size), &begin);
}

ssize_t write(int descriptor, const void* buffer, size_t size) {
    static ssize_t (*next)(int, const void*, size_t);
    struct timespec begin;
    if (next == NULL) next = (ssize_t(*)(int, const void*, size_t))dlsym(RTLD_NEXT, "write");
    clock_gettime(CLOCK_MONOTONIC, &begin);
    return logged("write", descriptor, size, next(descriptor, buffer, size), &begin);
}
