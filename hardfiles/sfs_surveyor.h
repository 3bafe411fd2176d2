// The walk behind surveySfs; only its own sources include this.
#pragma once

#include "hardfiles/sfs_survey.h"
#include "hardfiles/survey_ledger.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace uaescope::hardfiles {

class SfsSurveyor : private SurveyLedger {
public:
    SfsSurveyor(const SfsVolume& volume, Depth depth);
    Survey run();

private:
    struct Directory {
        std::uint32_t parent = 0; // its file
        sfs::Object object;
        std::uint32_t block = 0; // that describes it
    };

    // A block that nothing claimed yet, for this use; what is wrong is reported.
    std::optional<Bytes> enter(std::uint32_t block, std::uint32_t id, const BlockUse& use);
    void error(const char* code, std::uint64_t block, std::uint32_t file, std::string message) {
        report({Severity::error, code, block, file}, std::move(message));
    }

    // sfs_surveyor_trees.cpp
    void surveySystem();
    void surveyBitmap();
    void surveyAreas();
    void surveyNodes(std::uint32_t block);
    void surveyExtents(std::uint32_t block);
    void surveyChange();
    void claimUnusedAreas();
    void compareBitmap();
    // sfs_surveyor.cpp
    void surveyDirectory(const Directory& directory);
    void surveyObject(const sfs::Object& object, std::uint32_t block, std::uint32_t directory, std::uint32_t node);
    void surveyFile(const sfs::Object& object, std::uint32_t block, std::uint32_t file);
    void checkHashTable(const sfs::Object& directory, const std::vector<sfs::Object>& entries, std::uint32_t file);
    void checkNode(const sfs::Object& object, std::uint32_t block, std::uint32_t file);
    void reportUnusedExtents();

    struct Area {
        std::uint32_t first = 0, used = 0; // the highest bit is the first block
    };

    const SfsVolume& m_volume;
    Depth m_depth;
    std::vector<Directory> m_open;
    std::vector<Bytes> m_bitmap; // empty where a block cannot be read
    std::vector<Area> m_areas;
    std::unordered_map<std::uint32_t, sfs::Node> m_nodes;
    std::unordered_map<std::uint32_t, sfs::Extent> m_extents; // by their first block; those of files are taken out
    std::unordered_map<std::uint32_t, bool> m_described;      // the nodes of the objects that were met
};

} // namespace uaescope::hardfiles
