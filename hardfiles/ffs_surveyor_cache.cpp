// The part of the survey that reads directory caches (DOS\4 and DOS\5): copies of what the headers of a directory say.
#include "hardfiles/ffs_cache.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_surveyor.h"
#include "hardfiles/latin1.h"

#include <unordered_map>

namespace uaescope::hardfiles {

void Surveyor::surveyCache(const Directory& directory, std::uint32_t first) {
    if (first == 0)
        report({Severity::warning, "cache", directory.block, directory.file}, "the directory has no cache block");
    std::uint32_t from = directory.block;
    for (std::uint32_t block = first; block != 0;) {
        if (readBlock(m_block, block, ffs::typeDirectoryCache, {"the next cache block", from, directory.file}) ==
            Read::failed)
            return;
        claim(block, {BlockRole::directory, directory.file, 0});
        const std::uint32_t parent = longAt(m_block, ffs::cache::parent);
        if (parent != directory.block)
            report({Severity::warning, "cache", block, directory.file}, "expected a cache of directory " +
                                                                            std::to_string(directory.block) +
                                                                            ", found one of " + std::to_string(parent));
        from = block;
        block = longAt(m_block, ffs::cache::next);
    }
}

void Surveyor::compareCache(const Directory& directory, std::uint32_t first) {
    const Fault fault{Severity::warning, "cache", directory.block, directory.file};
    std::unordered_map<std::uint32_t, CacheRecord> records;
    std::unordered_set<std::uint32_t> seen;
    for (std::uint32_t block = first; m_volume.inRange(block) && seen.insert(block).second;) {
        m_volume.window().read(block, m_block);
        if (longAt(m_block, ffs::at::type) != ffs::typeDirectoryCache) break;
        const auto found = readCacheBlock(m_block);
        if (!found) report(fault, "the records of cache block " + std::to_string(block) + " leave the block");
        for (const CacheRecord& record : found.value_or(std::vector<CacheRecord>{}))
            if (!records.emplace(record.block, record).second)
                report(fault, "the cache lists block " + std::to_string(record.block) + " twice");
        block = longAt(m_block, ffs::cache::next);
    }
    for (const Entry& entry : m_entries) {
        const auto record = records.extract(entry.block);
        if (record.empty())
            report(fault, "the cache does not list '" + utf8FromLatin1(entry.name) + "'");
        else if (record.mapped() != cacheRecordOf(entry))
            report(fault, "what the cache says of '" + utf8FromLatin1(entry.name) + "' differs from its header");
    }
    for (const auto& [block, record] : records)
        report(fault, "the cache lists '" + utf8FromLatin1(record.name) + "' at block " + std::to_string(block) +
                          ", which is not in the directory");
}

} // namespace uaescope::hardfiles
