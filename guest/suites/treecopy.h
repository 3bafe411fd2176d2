/* treecopy: a whole tree copied to memory, as the AllegroCDFS test of 1999 did with a CD: 1100 files of 19,083,695
 * bytes.
 *
 * Kept: the number of files and bytes; what C:Copy does with "ALL QUIET": each directory listed, made and its files
 * copied one by one (Open, Open, Read, Write, Close, Close, SetProtection); RAM: as the destination; that the copy is
 * deleted afterwards, in a time of its own.
 *
 * Fixed: the clock stands around the copy and not between two printed dates; and the time is split while the copy runs,
 * between calls that went to the source and calls that went to the destination, where the original subtracted the time
 * of another test. What of the source's part was its filesystem and what its device, the host sees (`report`).
 * The tree is made by the suite: 110 directories of ten files each (see treecopy_source.h). Left out: the copy of one
 * file that set the CD spinning.
 *
 * treecopy-small is a tenth of it, for machines without 20 MB to spare. treecopy-found copies what it finds, up to
 * US_TREECOPY_LIMIT bytes, and changes nothing on the volume, which may be a CD. Both forms are the same.
 */
#ifndef GUEST_TREECOPY_H
#define GUEST_TREECOPY_H

#include "guest/suites/suite.h"

enum {
    US_TREECOPY_BUFFER = 102400, /* that of C:Copy: 200 blocks */
    US_TREECOPY_LIMIT = 24 << 20,
    US_TREECOPY_MEMORY = 32 << 20 /* for the copy in RAM: */
};

extern const struct us_suite us_treecopy;
extern const struct us_suite us_treecopy_small;
extern const struct us_suite us_treecopy_found;

#endif
