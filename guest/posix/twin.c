#define _POSIX_C_SOURCE 200809L
#include "guest/posix/twin.h"

#include "guest/posix/posix_storage.h"
#include "guest/suites/suite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void refuse(struct us_twin_result* result, const char* what, const char* name, const char* why) {
    result->status = US_STATUS_REFUSED;
    snprintf(result->message, sizeof result->message, "%s '%s': %s", what, name, why);
}

/* The suite prints what went wrong; its last line says why it ended. */
static void explain(struct us_twin_result* result, bool out_of_memory) {
    const char* last = result->console_count > 0 ? result->console[result->console_count - 1].text : "";
    if (out_of_memory) {
        result->status = US_STATUS_FAILED;
        last = "not enough memory for the records";
    }
    if (result->status == US_STATUS_STOPPED) last = "stopped";
    if (result->status != US_STATUS_DONE) snprintf(result->message, sizeof result->message, "%s", last);
}

/* A folder in memory, as RAM: is; on systems without one the temporary folder. */
struct destination {
    char path[64];
    int folder; /* -1: there is none */
};

static struct destination destination_open(void) {
    struct destination destination = {"/dev/shm/uaescope-XXXXXX", -1};
    if (!mkdtemp(destination.path)) {
        strcpy(destination.path, "/tmp/uaescope-XXXXXX");
        if (!mkdtemp(destination.path)) return destination;
    }
    destination.folder = open(destination.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return destination;
}

/* The suite has removed what it made there. */
static void destination_close(const struct destination* destination) {
    close(destination->folder);
    rmdir(destination->path);
}

struct us_twin_result us_twin_run(const struct us_twin_options* options) {
    struct us_twin_result result = {0};
    struct posix_storage context = {.recorder = {.result = &result}, .options = options};
    struct us_storage storage;
    const struct us_suite* suite = us_suite_named(options->suite);
    struct destination destination;
    int folder;
    if (!suite) {
        refuse(&result, "suite", options->suite, "there is none of that name");
        return result;
    }
    folder = open(options->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        refuse(&result, "folder", options->folder, strerror(errno));
        return result;
    }
    destination = destination_open();
    if (destination.folder < 0) {
        refuse(&result, "folder", destination.path, strerror(errno));
        close(folder);
        return result;
    }
    posix_storage(&storage, &context, folder, destination.folder);
    result.status = (int)us_suite_run(suite, &storage, options->classic ? US_FORM_CLASSIC : US_FORM_FIXED);
    explain(&result, context.recorder.out_of_memory);
    destination_close(&destination);
    close(folder);
    return result;
}

static void free_lines(struct us_twin_line* lines, size_t count) {
    size_t index;
    for (index = 0; index < count; ++index) free(lines[index].text);
    free(lines);
}

void us_twin_free(struct us_twin_result* result) {
    size_t index;
    for (index = 0; index < result->count; ++index) free((char*)result->records[index].name);
    free(result->records);
    free_lines(result->console, result->console_count);
    free_lines(result->figures, result->figure_count);
    memset(result, 0, sizeof *result);
}

const char* const* us_suite_names(void) {
    enum { MOST = 64 };
    static const char* names[MOST]; /* always filled with the same */
    size_t index;
    for (index = 0; us_suites[index] && index + 1 < MOST; ++index) names[index] = us_suites[index]->name;
    return names;
}

const char* us_suite_description(const char* name) {
    const struct us_suite* suite = us_suite_named(name);
    return suite ? suite->description : NULL;
}
