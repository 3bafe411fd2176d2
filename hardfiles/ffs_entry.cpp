#include "hardfiles/ffs_entry.h"

#include "hardfiles/ffs_layout.h"

#include <algorithm>

namespace uaescope::hardfiles::ffs {

namespace {

std::string textUntilNul(ConstBytes block, std::size_t offset, std::size_t most) {
    capture::ByteCursor cursor(block);
    cursor.take(offset);
    const std::string_view field = cursor.text(most);
    return std::string(field.substr(0, field.find('\0')));
}

void readShortName(ConstBytes block, Entry& entry) {
    entry.name = bstrAt(block, block.size() - fromEnd::name, longestName + 1);
    entry.comment = bstrAt(block, block.size() - fromEnd::comment, longestComment + 1);
    entry.changed = dateAt(block, fromEnd::changed);
}

// Name and comment share one field, the comment right behind the name.
void readLongName(ConstBytes block, Entry& entry) {
    const std::size_t start = block.size() - longNames::fromEnd::names;
    const std::size_t room = longNames::fromEnd::names - longNames::fromEnd::commentBlock;
    entry.name = bstrAt(block, start, room);
    const std::size_t used = entry.name.size() + 1;
    if (used < room) entry.comment = bstrAt(block, start + used, room - used);
    entry.commentBlock = longAt(block, block.size() - longNames::fromEnd::commentBlock);
    entry.changed = dateAt(block, longNames::fromEnd::changed);
}

} // namespace

AmigaDate dateAt(ConstBytes block, std::size_t fromEnd) {
    const std::size_t offset = block.size() - fromEnd;
    return {longAt(block, offset), longAt(block, offset + 4), longAt(block, offset + 8)};
}

void putDate(MutableBytes block, std::size_t fromEnd, const AmigaDate& date) {
    const std::size_t offset = block.size() - fromEnd;
    putLong(block, offset, date.days);
    putLong(block, offset + 4, date.minutes);
    putLong(block, offset + 8, date.ticks);
}

std::int32_t kindOf(ConstBytes block) { return static_cast<std::int32_t>(longAt(block, block.size() - fromEnd::kind)); }

std::optional<EntryKind> entryKind(ConstBytes block) {
    switch (kindOf(block)) {
    case kindDirectory: return EntryKind::directory;
    case kindFile: return EntryKind::file;
    case kindSoftLink: return EntryKind::softLink;
    case kindFileLink: return EntryKind::fileLink;
    case kindDirectoryLink: return EntryKind::directoryLink;
    default: return std::nullopt;
    }
}

Entry entryOf(ConstBytes block, std::uint32_t number, DosType type) {
    const std::size_t size = block.size();
    Entry entry;
    entry.kind = entryKind(block).value();
    entry.node = entry.block = number;
    entry.directory = longAt(block, size - fromEnd::parent);
    entry.protection = longAt(block, size - fromEnd::protection);
    if (type.hasLongNames())
        readLongName(block, entry);
    else
        readShortName(block, entry);
    switch (entry.kind) {
    case EntryKind::directory: break;
    case EntryKind::file: entry.size = longAt(block, size - fromEnd::size); break;
    case EntryKind::softLink:
        entry.linkText = textUntilNul(block, at::table, 4 * std::size_t{tableSlots(static_cast<std::uint32_t>(size))});
        break;
    case EntryKind::fileLink:
    case EntryKind::directoryLink: entry.linkNode = longAt(block, size - fromEnd::linkTarget); break;
    case EntryKind::rolloverFile: break;
    }
    return entry;
}

std::optional<std::string> commentOf(ConstBytes block, std::uint32_t header) {
    if (longAt(block, at::type) != typeComment || longAt(block, longNames::header) != header) return std::nullopt;
    return std::string(bstrAt(block, at::table, longestComment + 1));
}

} // namespace uaescope::hardfiles::ffs
