#include "hardfiles/ffs_cache.h"

#include "hardfiles/ffs_layout.h"

namespace uaescope::hardfiles {

namespace {

namespace record {
constexpr std::size_t block = 0, size = 4, protection = 8, owner = 12, days = 16, minutes = 18, ticks = 20, kind = 22,
                      name = 23;
}

std::int8_t kindNumber(EntryKind kind) {
    switch (kind) {
    case EntryKind::directory: return ffs::kindDirectory;
    case EntryKind::file: return ffs::kindFile;
    case EntryKind::softLink: return ffs::kindSoftLink;
    case EntryKind::fileLink: return ffs::kindFileLink;
    case EntryKind::directoryLink: return ffs::kindDirectoryLink;
    case EntryKind::rolloverFile: break;
    }
    return 0;
}

void putWord(MutableBytes bytes, std::size_t offset, std::uint32_t value) {
    bytes[offset] = static_cast<std::uint8_t>(value >> 8);
    bytes[offset + 1] = static_cast<std::uint8_t>(value);
}

CacheRecord readRecord(ConstBytes block, std::size_t offset) {
    CacheRecord found;
    found.block = longAt(block, offset + record::block);
    found.size = longAt(block, offset + record::size);
    found.protection = longAt(block, offset + record::protection);
    found.changed = {wordAt(block, offset + record::days), wordAt(block, offset + record::minutes),
                     wordAt(block, offset + record::ticks)};
    capture::ByteCursor cursor(block);
    cursor.take(offset + record::kind);
    found.kind = static_cast<std::int8_t>(cursor.byte());
    const std::size_t nameLength = cursor.byte();
    found.name = cursor.text(nameLength);
    const std::size_t commentLength = cursor.byte();
    found.comment = cursor.text(commentLength);
    return found;
}

} // namespace

std::optional<std::vector<CacheRecord>> readCacheBlock(ConstBytes block) {
    std::vector<CacheRecord> records;
    std::size_t offset = ffs::at::table;
    try {
        for (std::uint32_t left = longAt(block, ffs::cache::records); left != 0; --left) {
            records.push_back(readRecord(block, offset));
            offset += cacheRecordBytes(records.back());
        }
    } catch (const capture::OutOfBounds&) {
        return std::nullopt;
    }
    return records;
}

CacheRecord cacheRecordOf(const Entry& entry) {
    const auto word = [](std::uint32_t value) { return value & 0xffff; };
    return {entry.block,
            static_cast<std::uint32_t>(entry.size),
            entry.protection,
            {word(entry.changed.days), word(entry.changed.minutes), word(entry.changed.ticks)},
            kindNumber(entry.kind),
            entry.name,
            entry.comment};
}

std::size_t cacheRecordBytes(const CacheRecord& found) {
    const std::size_t bytes = record::name + 1 + found.name.size() + 1 + found.comment.size();
    return bytes + bytes % 2;
}

void putCacheRecord(MutableBytes block, std::size_t offset, const CacheRecord& from) {
    putLong(block, offset + record::block, from.block);
    putLong(block, offset + record::size, from.size);
    putLong(block, offset + record::protection, from.protection);
    putLong(block, offset + record::owner, 0);
    putWord(block, offset + record::days, from.changed.days);
    putWord(block, offset + record::minutes, from.changed.minutes);
    putWord(block, offset + record::ticks, from.changed.ticks);
    block[offset + record::kind] = static_cast<std::uint8_t>(from.kind);
    putBstr(block, offset + record::name, from.name);
    putBstr(block, offset + record::name + 1 + from.name.size(), from.comment);
}

} // namespace uaescope::hardfiles
