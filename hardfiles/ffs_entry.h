// What a header block of an OFS or FFS volume says about a file, directory or link.
#pragma once

#include "hardfiles/bytes.h"
#include "hardfiles/dos_type.h"
#include "hardfiles/entry.h"

#include <cstdint>
#include <optional>
#include <string>

namespace uaescope::hardfiles::ffs {

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

} // namespace uaescope::hardfiles::ffs
