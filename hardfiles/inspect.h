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

    bool hasErrors() const;
};

// Throws Error when the file cannot be opened or read; damage inside it becomes findings.
Inspection inspect(const std::filesystem::path& file);
Inspection inspect(const Hardfile& hardfile);

// One JSON object, schema "uaescope.hdf-info/1".
std::string inspectionJson(const Inspection& inspection);
// For people.
std::string inspectionText(const Inspection& inspection);

} // namespace uaescope::hardfiles
