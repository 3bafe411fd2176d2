// Describes a hardfile without changing it.
//
//   const Inspection found = inspect("disk.hdf");
//   if (!found.hasFileSystem) ...   found.findings say why
#pragma once

#include "hardfiles/emulator_advice.h"
#include "hardfiles/finding.h"
#include "hardfiles/hardfile.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::hardfiles {

struct InspectedPartition {
    std::string name;                   // Latin-1; empty in a partition hardfile
    std::uint64_t offset = 0, size = 0; // in the file, in bytes
    std::uint32_t blockSize = 0;        // 0: unknown
    DosType dosType;
    std::optional<RdbPartition> rdb;
    std::optional<VolumeInfo> volume;
    std::optional<Usage> usage; // as far as the bitmap can be read
};

struct Inspection {
    std::string file;
    std::uint64_t size = 0;
    Container container = Container::raw;
    std::optional<RigidDisk> rdb;
    std::vector<InspectedPartition> partitions;
    std::vector<EmulatorAdvice> emulators;
    Findings findings;
    bool hasFileSystem = false; // at least one partition holds a volume that can be read

    // How many findings are at least as bad as this.
    std::size_t count(Severity atLeast) const;
    bool hasErrors() const { return count(Severity::error) != 0; }
};

enum class Thoroughness {
    quick,    // the tables, the root blocks and the bitmaps
    complete, // every block that is in use, as ffs_survey.h says
};

// Throws Error when the file cannot be opened or read; damage inside it becomes findings.
Inspection inspect(const std::filesystem::path& file, Thoroughness thoroughness = Thoroughness::quick);
Inspection inspect(const Hardfile& hardfile, Thoroughness thoroughness = Thoroughness::quick);

// One JSON object with this schema: "uaescope.hdf-info/1" or "uaescope.hdf-check/1".
std::string inspectionJson(const Inspection& inspection, std::string_view schema);
// For people.
std::string inspectionText(const Inspection& inspection);

} // namespace uaescope::hardfiles
