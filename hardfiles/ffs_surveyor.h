// The walk behind surveyVolume; only its own sources include this.
#pragma once

#include "hardfiles/ffs_survey.h"
#include "hardfiles/survey_ledger.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace uaescope::hardfiles {

class Surveyor : private SurveyLedger {
public:
    Surveyor(const FfsVolume& volume, Depth depth);
    Survey run();

private:
    struct Directory {
        std::uint32_t file, block;
    };
    struct HardLink {
        std::uint32_t file, target;
    };
    // Where a block number was found: as what, in which block, for which file.
    struct Pointer {
        const char* what;
        std::uint32_t block, file;
    };
    // How far the contents of a file have been followed.
    struct Contents {
        std::uint32_t file = 0, header = 0;
        std::uint64_t size = 0;
        std::uint64_t expected = 0; // data blocks, from the size
        std::uint64_t done = 0;
        std::uint32_t last = 0, next = 0; // OFS: the data block before, and the one it says comes next
    };
    enum class Read { failed, damaged, good }; // damaged: of the right type, with a wrong checksum

    void reportSum(ConstBytes bytes, std::uint32_t block, std::uint32_t file);
    // Reads a block of this type, unless it was entered before; what is wrong is reported, but for the checksum of a
    // header, whose name only the caller knows.
    Read readBlock(Bytes& into, std::uint32_t block, std::uint32_t type, const Pointer& from);

    // ffs_surveyor.cpp
    void surveyMetadata();
    void surveyDirectory(const Directory& directory);
    void surveyChain(const Directory& directory, std::uint32_t slot, std::uint32_t first);
    // The entry's header is in m_header. Returns its file.
    std::uint32_t surveyEntry(const Directory& directory, std::uint32_t slot, const Entry& entry);
    void checkEntry(std::uint32_t file, const Entry& entry);
    void checkLinks(const VolumeMap& map);
    bool isInLinkChain(std::uint32_t target, std::uint32_t link);
    // ffs_surveyor_file.cpp; the header is in m_header
    void surveyFile(std::uint32_t file, const Entry& entry);
    bool enterExtension(const Contents& contents, const Pointer& from, std::uint32_t block);
    std::uint32_t surveyPointers(Contents& contents, ConstBytes table, std::uint32_t block);
    void surveyData(Contents& contents, std::uint32_t block);
    void checkData(Contents& contents, std::uint32_t block);
    void checkSize(const Contents& contents);
    // ffs_surveyor_bitmap.cpp
    void compareBitmap();
    void comparePage(ConstBytes page, std::uint64_t first, std::uint64_t count);
    // ffs_surveyor_cache.cpp
    void surveyCache(const Directory& directory, std::uint32_t first);
    void compareCache(const Directory& directory, std::uint32_t first);

    const FfsVolume& m_volume;
    Depth m_depth;
    BlockSet m_entered; // headers, extensions and caches that were followed
    std::vector<Directory> m_open;
    std::vector<HardLink> m_links;
    BitmapBlocks m_bitmap;
    std::unordered_set<std::string> m_namesInChain;
    std::vector<Entry> m_entries; // of the directory at hand, when there is a cache to compare
    Bytes m_block, m_header, m_extension, m_data;
};

} // namespace uaescope::hardfiles
