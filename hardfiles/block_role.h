// What a block is for.
#pragma once

#include <cstdint>

namespace uaescope::hardfiles {

enum class BlockRole : std::uint8_t {
    free,
    reserved, // boot blocks
    root,
    bitmap,    // its extension blocks too
    directory, // its cache blocks too
    header,    // of a file or link, and the comment that has no room in it
    extension, // further pointers of a large file; with SFS and PFS3 those of all files
    data,
    admin,   // what SFS and PFS3 keep for themselves: areas, nodes, transactions, deleted files
    lost,    // marked used, but part of nothing
    rdb,     // the rigid disk block area
    outside, // in no partition
    unknown, // in a partition whose file system cannot be read
};

constexpr int blockRoles = 13;

// "free", "reserved"...
const char* roleName(BlockRole role);

} // namespace uaescope::hardfiles
