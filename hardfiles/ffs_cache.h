// Records of directory cache blocks: a copy of each entry's header, so that a listing needs to read few blocks.
#pragma once

#include "hardfiles/ffs_entry.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace uaescope::hardfiles {

struct CacheRecord {
    std::uint32_t block = 0; // of the header
    std::uint32_t size = 0;
    std::uint32_t protection = 0;
    AmigaDate changed; // each of its numbers cut to 16 bits
    std::int8_t kind = 0;
    std::string name, comment; // Latin-1

    bool operator==(const CacheRecord&) const = default;
};

// Nothing when a record leaves the block.
std::optional<std::vector<CacheRecord>> readCacheBlock(ConstBytes block);
CacheRecord cacheRecordOf(const Entry& entry);
// In the block, in bytes.
std::size_t cacheRecordBytes(const CacheRecord& record);
// The caller has checked that it fits.
void putCacheRecord(MutableBytes block, std::size_t offset, const CacheRecord& record);

} // namespace uaescope::hardfiles
