#include "hardfiles/finding_output.h"
#include "hardfiles/inspect.h"
#include "hardfiles/latin1.h"
#include "hardfiles/rdb_output.h"
#include "hardfiles/size_text.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

std::string describe(const VolumeInfo& volume, const std::optional<Usage>& usage) {
    std::string text = "    volume '" + printable(utf8FromLatin1(volume.label)) + "', " + volume.dosType.text() + " (" +
                       volume.dosType.description() + "), " + std::to_string(volume.blocks) + " blocks of " +
                       std::to_string(volume.blockSize) + " bytes, root block " + std::to_string(volume.root) + "\n" +
                       "    created " + volume.created.text() + ", changed " + volume.changed.text();
    if (usage)
        text += ", " + std::to_string(usage->freeBlocks) + " blocks free (" +
                sizeText(usage->freeBlocks * volume.blockSize) + ")";
    return text + "\n";
}

std::string describe(const RigidDisk& disk) {
    return "  RDB in block " + std::to_string(disk.block) + ": " + std::to_string(disk.cylinders) + " cylinders, " +
           std::to_string(disk.heads) + " heads, " + std::to_string(disk.sectors) + " sectors; " + disk.vendor + " " +
           disk.product + " " + disk.revision + "\n";
}

// The first of them, so that a line is enough.
std::string badBlocksText(const std::vector<BadBlock>& blocks) {
    constexpr std::size_t most = 6;
    if (blocks.empty()) return "";
    std::string text = "  " + std::to_string(blocks.size()) + " bad blocks:";
    for (std::size_t i = 0; i < blocks.size() && i < most; ++i)
        text += (i == 0 ? " " : ", ") + std::to_string(blocks[i].bad) + " is in " + std::to_string(blocks[i].good);
    return text + (blocks.size() > most ? "...\n" : "\n");
}

std::string describe(const InspectedPartition& partition) {
    std::string text;
    if (partition.rdb) text = "  " + partitionText(*partition.rdb, partition.offset) + "\n";
    return text +
           (partition.volume ? describe(*partition.volume, partition.usage) : "    no file system that can be read\n");
}

std::string describe(const EmulatorAdvice& advice) {
    std::string text = advice.emulator + ": mounts as " + advice.mounts + "\n";
    for (const std::string& line : advice.configuration) text += "    " + line + "\n";
    for (const std::string& note : advice.notes) text += "    note: " + note + "\n";
    return text;
}

const char* kind(const Inspection& inspection) {
    if (inspection.rdb) return "RDB hardfile";
    const bool unknown = std::any_of(inspection.findings.begin(), inspection.findings.end(),
                                     [](const Finding& finding) { return finding.code == "unknown-contents"; });
    return unknown ? "no hardfile that is known" : "partition hardfile";
}

} // namespace

std::string inspectionText(const Inspection& inspection) {
    std::string text = validUtf8(inspection.file) + ": " + sizeText(inspection.size) + " (" +
                       std::to_string(inspection.size) + " bytes), " + containerName(inspection.container) + ", " +
                       kind(inspection) + "\n";
    if (inspection.rdb) {
        text += describe(*inspection.rdb);
        for (const RdbFileSystem& fileSystem : inspection.rdb->fileSystems)
            text += "  file system " + fileSystemText(fileSystem) + "\n";
        text += badBlocksText(inspection.rdb->badBlocks);
    }
    for (const InspectedPartition& partition : inspection.partitions) text += describe(partition);
    for (const EmulatorAdvice& advice : inspection.emulators) text += describe(advice);
    for (const Finding& finding : inspection.findings) text += findingText(finding);
    return text;
}

} // namespace uaescope::hardfiles
