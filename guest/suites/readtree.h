/* readtree: lists the whole tree and reads its files, and changes nothing; for media that cannot be written to.
 *
 * Test 1 walks the directories breadth first: Lock, Examine, ExNext to the last entry, UnLock. Test 2 reads the files
 * in the order in which the walk met them: Open, Read of US_READTREE_BUFFER bytes until a short one, Close. Links are
 * listed and not followed. The walk remembers names in US_TREE_NAMES bytes (tree.h) and leaves out what does not fit;
 * reading ends after US_READTREE_LIMIT bytes. Both are said. So the operations depend on the volume's contents alone.
 * Both forms are the same.
 */
#ifndef GUEST_READTREE_H
#define GUEST_READTREE_H

#include "guest/suites/suite.h"

enum { US_READTREE_BUFFER = 32768, US_READTREE_LIMIT = 33554432 };

extern const struct us_suite us_readtree;

#endif
