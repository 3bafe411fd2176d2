/* The tree that treecopy copies: directories of ten files, of which each has its share of the directory's bytes, so
 * that small and large files mix as on a web site (1 % to 34 %: of the whole tree 1.7 to 59 KB, 17.3 KB on average).
 *
 *   d0/f0 ... d0/f9  d0/s0/f0 ... d0/s9/f9  d1/...
 */
#ifndef GUEST_TREECOPY_SOURCE_H
#define GUEST_TREECOPY_SOURCE_H

#include "guest/suites/operation.h"

enum {
    US_TREE_FILES = 10,                /* in each directory */
    US_TREE_BRANCH = 11,               /* directories: one, and ten in it */
    US_TREE_LARGEST_FILE = 102400 - 1, /* bytes; one read of the copy shows its end */
};

struct us_tree_shape {
    uint32_t branches; /* at most 10 */
    uint32_t bytes;    /* of all files */
};

/* In the current directory; buffer: US_TREE_LARGEST_FILE bytes, of any content. */
void us_tree_make(struct us_run* run, const struct us_tree_shape* shape, const void* buffer);

/* Also what was made in part. */
void us_tree_remove(struct us_run* run, const struct us_tree_shape* shape);

#endif
