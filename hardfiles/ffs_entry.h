// What a header block of an OFS or FFS volume says about a file, directory or link.
#pragma once

#include "hardfiles/amiga_date.h"
#include "hardfiles/bytes.h"
#include "hardfiles/dos_type.h"

#include <cstdint>
#include <optional>
#include <string>

namespace uaescope::hardfiles {

enum class EntryKind { directory, file, softLink, fileLink, directoryLink };

struct Entry {
    std::string name; // Latin-1
    EntryKind kind = EntryKind::file;
    std::uint32_t block = 0;     // of the header
    std::uint32_t directory = 0; // the block of the directory it is in
    std::uint32_t size = 0;      // of a file, in bytes
    std::uint32_t protection = 0;
    AmigaDate changed;
    std::string comment;            // Latin-1
    std::uint32_t commentBlock = 0; // where the comment is when it found no room beside a long name
    std::uint32_t linkBlock = 0;    // of a hard link: the header it stands for
    std::string linkText;           // of a soft link: the path it stands for
};

namespace ffs {

// A date in a block, so many bytes before its end.
AmigaDate dateAt(ConstBytes block, std::size_t fromEnd);
void putDate(MutableBytes block, std::size_t fromEnd, const AmigaDate& date);

// The last long of a block: what kind of header it is.
std::int32_t kindOf(ConstBytes block);
// Nothing for the root and for what is no header.
std::optional<EntryKind> entryKind(ConstBytes block);
// The entry of a block whose kind is one of these. The comment is empty when it has a block of its own.
Entry entryOf(ConstBytes block, std::uint32_t number, DosType type);
// The comment in a block of that type, which belongs to the header with this number; nothing when it is another block.
std::optional<std::string> commentOf(ConstBytes block, std::uint32_t header);

} // namespace ffs

} // namespace uaescope::hardfiles
