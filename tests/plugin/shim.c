/* Preloaded over the C library: claims that files of one name exist. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

int access(const char* path, int mode) {
    if (strstr(path, "by-the-shim") != NULL) return 0;
    int (*next)(const char*, int) = (int (*)(const char*, int))dlsym(RTLD_NEXT, "access");
    return next(path, mode);
}
