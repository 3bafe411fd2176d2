// The walk behind surveyPfs; only its own sources include this.
#pragma once

#include "hardfiles/pfs_survey.h"
#include "hardfiles/survey_ledger.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace uaescope::hardfiles {

class PfsSurveyor : private SurveyLedger {
public:
    explicit PfsSurveyor(const PfsVolume& volume);
    Survey run();

private:
    struct Directory {
        std::uint32_t parentFile = 0, parentNode = 0;
        Entry entry;
    };
    struct Link {
        Entry entry;
        std::uint32_t file = 0;
    };

    void error(const char* code, std::uint64_t block, std::uint32_t file, std::string message) {
        report({Severity::error, code, block, file}, std::move(message));
    }
    // A block of the reserved area that nothing claimed yet, for this use; what is wrong is reported.
    std::optional<Bytes> enter(std::uint32_t block, std::uint32_t id, const BlockUse& use);

    // pfs_surveyor_system.cpp
    void surveySystem();
    void surveyAnodeBlocks();
    void surveyIndex(std::uint32_t block, std::uint32_t sequence);
    void surveyBitmap();
    void compareBitmaps();
    // pfs_surveyor.cpp
    void surveyDirectory(const Directory& directory);
    void surveyEntry(const pfs::Record& record, std::uint32_t block, std::uint32_t file, std::uint32_t node);
    void surveyContents(const Entry& entry, std::uint32_t file);
    void checkLinks();

    const PfsVolume& m_volume;
    const PfsVolume::Layout& m_layout;
    PfsAnodes m_anodes;
    std::vector<Directory> m_open;
    std::vector<Link> m_links;
    std::unordered_set<std::uint32_t> m_numbers;   // of the anodes that were followed
    std::unordered_set<std::uint32_t> m_described; // the nodes of files and directories
    std::vector<Bytes> m_bitmap;                   // empty where a block cannot be read
};

} // namespace uaescope::hardfiles
