/* A directory tree as a walk meets it, breadth first: directories are listed by Lock, Examine, ExNext to the last
 * entry and UnLock, and names are kept in the order in which they were met. Links are counted and not kept.
 *
 * Objects are found by their place in the list: the first is the current directory, "". For suites only.
 */
#ifndef GUEST_TREE_H
#define GUEST_TREE_H

#include "guest/suites/operation.h"

enum {
    US_TREE_NAMES = 65536,     /* bytes for all names; what does not fit is left out and counted */
    US_TREE_LONGEST_PATH = 255 /* of AmigaDOS */
};

struct us_tree {
    struct us_run* run;
    char* objects;                           /* a letter for the kind, the path, a NUL, again and again */
    uint32_t size;                           /* of what is in use */
    uint32_t longest_path;                   /* what is longer is left out; the caller may lower it */
    uint32_t directories, entries, left_out; /* listed, met, not kept */
};

/* False: the run has failed for lack of memory. us_tree_close undoes both. */
bool us_tree_open(struct us_run* run, struct us_tree* tree);
void us_tree_close(struct us_tree* tree);

bool us_tree_is(const struct us_tree* tree, uint32_t at, enum us_entry_kind kind);
const char* us_tree_path(const struct us_tree* tree, uint32_t at);
uint32_t us_tree_after(const struct us_tree* tree, uint32_t at); /* the next; beyond the last it is tree->size */
uint32_t us_tree_before(const struct us_tree* tree, uint32_t at);

/* For the caller to remember what it has dealt with. */
void us_tree_mark(struct us_tree* tree, uint32_t at);
bool us_tree_marked(const struct us_tree* tree, uint32_t at);

/* Lists the directory at that place; what is in it is added at the end. */
void us_tree_list(struct us_tree* tree, uint32_t at);

/* Says how many entries were left out, if any. */
void us_tree_print_left_out(const struct us_tree* tree);

#endif
