/* Diskspeed 1.3 of the Smart Filesystem (John Hendrikx, Joerg Strohmayer): nine tests of files in one directory.
 *
 * Unlike the original it makes no memory request inside the timed creation of files, tells the name and DosEnvec
 * DosType of the volume that it tests, calculates in 64 bits, and limits how much it writes.
 */
#ifndef GUEST_DISKSPEED13_H
#define GUEST_DISKSPEED13_H

#include "guest/suites/suite.h"

enum {
    US_DISKSPEED13_FILES = 1000,
    US_DISKSPEED13_CREATE_SIZE = 128,
    US_DISKSPEED13_SEEK_SIZE = 2048,
    US_DISKSPEED13_BUFFER_SIZE = 65536,
    US_DISKSPEED13_FILE_SIZE = 2097152, /* of the seek and read tests */
    /* The fixed form */
    US_DISKSPEED13_SCANS = 2, /* passes over the directory */
    US_DISKSPEED13_LOCKS = 500,
    US_DISKSPEED13_OPENS = 500,
    US_DISKSPEED13_LOADS = 500,
    US_DISKSPEED13_SEEKS = 250,
    US_DISKSPEED13_READS = 64,
    US_DISKSPEED13_WRITES = 32
};

extern const struct us_suite us_diskspeed13;

#endif
