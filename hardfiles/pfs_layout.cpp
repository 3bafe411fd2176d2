#include "hardfiles/pfs_layout.h"

namespace uaescope::hardfiles::pfs {

namespace {

namespace record {
constexpr std::size_t type = 1, anode = 2, size = 6, date = 10, protection = 16, name = 17;
}

// Of extra words, as many as there may be.
constexpr unsigned extraWords = 11;

std::optional<EntryKind> kindOf(std::uint8_t type) {
    switch (static_cast<std::int8_t>(type)) {
    case 2: return EntryKind::directory;
    case -3: return EntryKind::file;
    case 3: return EntryKind::softLink;
    case 4: return EntryKind::directoryLink;
    case -4: return EntryKind::fileLink;
    case -16: return EntryKind::rolloverFile;
    default: return std::nullopt;
    }
}

// The words that are not 0 stand before the last one, which says by its bits which they are; the first is the last.
bool readExtra(ConstBytes entry, std::size_t begin, std::uint16_t (&words)[extraWords]) {
    std::size_t at = entry.size();
    if (at < begin + 2) return true; // there are none
    at -= 2;
    std::uint32_t flags = wordAt(entry, at);
    for (unsigned i = 0; i < extraWords; ++i, flags >>= 1) {
        if ((flags & 1) == 0) continue;
        if (at < begin + 2) return false;
        at -= 2;
        words[i] = wordAt(entry, at);
    }
    return true;
}

std::optional<Record> recordOf(ConstBytes bytes, std::uint32_t options) {
    if (bytes.size() < record::name + 2) return std::nullopt;
    const std::size_t nameBytes = bytes[record::name];
    const std::size_t comment = record::name + 1 + nameBytes;
    if (comment >= bytes.size() || comment + 1 + bytes[comment] > bytes.size()) return std::nullopt;
    Record found;
    Entry& entry = found.entry;
    found.kind = kindOf(bytes[record::type]);
    entry.node = longAt(bytes, record::anode);
    entry.size = longAt(bytes, record::size);
    entry.changed = dateAt(bytes, record::date);
    entry.protection = bytes[record::protection];
    entry.name = bstrAt(bytes, record::name, nameBytes + 1);
    entry.comment = bstrAt(bytes, comment, bytes[comment] + std::size_t{1});
    if ((options & option::extraFields) == 0) return found;
    std::uint16_t words[extraWords] = {};
    if (!readExtra(bytes, comment + 1 + bytes[comment], words)) return std::nullopt;
    const auto extraLong = [&](unsigned i) { return std::uint32_t{words[i]} << 16 | words[i + 1]; };
    const std::uint32_t link = extraLong(0), virtualSize = extraLong(6);
    entry.protection |= extraLong(4);
    if (found.kind == EntryKind::fileLink || found.kind == EntryKind::directoryLink)
        entry.linkNode = link;
    else
        found.linkList = link;
    if (found.kind == EntryKind::rolloverFile) entry.size = virtualSize;
    if ((options & option::largeFiles) != 0) entry.size |= std::uint64_t{words[10]} << 32;
    return found;
}

} // namespace

Records recordsIn(ConstBytes block, std::uint32_t options) {
    Records found;
    for (std::size_t offset = directory::entries; offset < block.size() && block[offset] != 0;) {
        const std::size_t bytes = block[offset];
        const auto record =
            bytes <= block.size() - offset ? recordOf(block.subspan(offset, bytes), options) : std::nullopt;
        if (!record) {
            found.whole = false;
            break;
        }
        found.records.push_back(*record);
        offset += bytes;
    }
    return found;
}

AmigaDate dateAt(ConstBytes block, std::size_t offset) {
    return {wordAt(block, offset), wordAt(block, offset + 2), wordAt(block, offset + 4)};
}

std::uint32_t longsOfBlock(std::uint32_t reservedBytes) { return reservedBytes / 4 - 3; }

std::uint32_t anodesOfBlock(std::uint32_t reservedBytes) {
    return (reservedBytes - static_cast<std::uint32_t>(anodes::entries)) / static_cast<std::uint32_t>(anodes::entry);
}

} // namespace uaescope::hardfiles::pfs
