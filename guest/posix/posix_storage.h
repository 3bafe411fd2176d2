/* The storage functions of the suites, on a folder of a POSIX system.
 *
 * For the device under a volume stands a file of 16 MB in the folder, without a name as soon as it is made.
 *
 * A lock is a descriptor that only refers to an object, examining is fstat, and the next entry is readdir with the
 * stat that AmigaDOS's ExNext implies. Names are looked up from a descriptor of the current folder, never from the
 * process's working directory.
 */
#ifndef GUEST_POSIX_STORAGE_H
#define GUEST_POSIX_STORAGE_H

#include "guest/posix/recorder.h"
#include "guest/suites/storage.h"

#include <dirent.h>

struct posix_storage {
    struct recorder recorder;
    const struct us_twin_options* options;
    int current;           /* descriptor of the current folder */
    int destination;       /* of the folder that stands for RAM: */
    DIR* listing;          /* of the folder examined last; NULL none */
    us_object listed;      /* its lock */
    us_object written;     /* the open file that was written to since it was opened; 0 none */
    struct us_entry entry; /* what was examined last */
    uint32_t last_error;
    int device; /* descriptor of the file that stands for one; only while it is open */
};

/* Names that begin with it are in the destination's folder. */
extern const char* const posix_destination;

/* folder, destination: open descriptors, which stay the caller's. */
void posix_storage(struct us_storage* storage, struct posix_storage* context, int folder, int destination);

#endif
