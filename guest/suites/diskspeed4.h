/* DiskSpeed 4 of Michael Sinz (MKSoft), with all of its options: 200 empty files, seeks, and a file of 256 KB created,
 * written and read in four buffer sizes, in FAST and CHIP memory, aligned to longs, words and bytes.
 *
 * Kept: names, order, sizes and seek positions; that the directory's own entry counts in a scan; that Close, Delete and
 * Open between two files lie inside the time of the create tests; that the seek test takes its positions from the
 * beginning, the end and the present one.
 *
 * Fixed: the data file has a name and not the pattern of one; the read buffer is cleared before it is compared, so that
 * a Read that moves nothing is noticed; results of Seek, Read and Write are looked at; byte counts do not wrap at 4 GB
 * and rates are exact. CPU availability is measured in the classic form only (the fixed one is as with the option
 * NOCPU, because the task that measures it changes what it measures); its average and "index" at the end are left out,
 * and so is the video mode. Without memory of a kind its tests are skipped and say so.
 */
#ifndef GUEST_DISKSPEED4_H
#define GUEST_DISKSPEED4_H

#include "guest/suites/suite.h"

enum {
    US_DISKSPEED4_FILES = 200,
    US_DISKSPEED4_FILE_SIZE = 262144, /* of the seek and data tests */
    US_DISKSPEED4_SEEK_SIZE = 64,     /* bytes read after each seek */
    /* The fixed form */
    US_DISKSPEED4_OPENS = 400,
    US_DISKSPEED4_SCANS = 5,
    US_DISKSPEED4_TURNS = 100, /* of three seeks each */
    US_DISKSPEED4_PASSES = 2   /* times that the data file is created, written and read */
};

extern const struct us_suite us_diskspeed4;

#endif
