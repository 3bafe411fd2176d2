// A file, directory or link, as any of the file systems describes it.
#pragma once

#include "hardfiles/amiga_date.h"

#include <cstdint>
#include <string>

namespace uaescope::hardfiles {

enum class EntryKind {
    directory,
    file,
    softLink,
    fileLink,
    directoryLink,
    rolloverFile, // PFS3: a file of fixed size that is written round and round
};

struct Entry {
    std::string name; // Latin-1
    EntryKind kind = EntryKind::file;
    std::uint32_t node = 0;  // names it on the volume: FFS: its header's block, SFS: its object node, PFS3: its anode
    std::uint32_t block = 0; // that describes it: FFS: its header, otherwise a block of the directory it is in
    std::uint32_t directory = 0; // the node of the directory it is in
    std::uint64_t size = 0;      // of a file, in bytes
    std::uint32_t protection = 0;
    AmigaDate changed;
    std::string comment;            // Latin-1
    std::uint32_t commentBlock = 0; // FFS: where the comment is when it found no room beside a long name
    std::uint32_t linkNode = 0;     // of a hard link: what it stands for
    std::string linkText;           // of a soft link: the path it stands for
    std::uint32_t first = 0;        // SFS: the first block of the contents
};

} // namespace uaescope::hardfiles
