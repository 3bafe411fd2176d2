#include "hardfiles/inspect.h"

#include "hardfiles/survey.h"

#include <algorithm>
#include <iterator>

namespace uaescope::hardfiles {

namespace {

void append(Findings& to, Findings from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

Finding notValidated(const Partition& partition) {
    return {Severity::warning, "not-validated", partition.name, partition.volume->info().root,
            "the bitmap is marked invalid: the volume was not closed in order; the Amiga validates it when it is "
            "mounted"};
}

void inspectVolume(const Partition& partition, Thoroughness thoroughness, InspectedPartition& inspected,
                   Findings& findings) {
    inspected.volume = partition.volume->info();
    Findings damage;
    const Usage usage = partition.volume->usage(damage);
    if (damage.empty()) inspected.usage = usage;
    if (thoroughness == Thoroughness::complete) {
        append(findings, surveyVolume(*partition.volume, Depth::contents).findings);
    } else {
        append(findings, std::move(damage));
        if (inspected.volume->dosType.isDos() && !inspected.volume->bitmapValid)
            findings.push_back(notValidated(partition));
    }
    if (partition.rdb && !partition.dosType.sameFileSystem(inspected.volume->dosType))
        findings.push_back({Severity::warning, "dos-type", partition.name, 0,
                            "the RDB says " + partition.dosType.text() + ", the boot block " +
                                inspected.volume->dosType.text() +
                                (partition.dosType.isDos() && inspected.volume->dosType.isDos()
                                     ? "; the file system believes the boot block"
                                     : "; the file system that the RDB names will not find the volume")});
}

} // namespace

std::size_t Inspection::count(Severity atLeast) const {
    return static_cast<std::size_t>(
        std::count_if(findings.begin(), findings.end(), [atLeast](const Finding& f) { return f.severity >= atLeast; }));
}

Inspection inspect(const std::filesystem::path& file, Thoroughness thoroughness) {
    return inspect(Hardfile::open(file), thoroughness);
}

Inspection inspect(const Hardfile& hardfile, Thoroughness thoroughness) {
    Inspection inspection;
    inspection.file = hardfile.name();
    inspection.size = hardfile.size();
    inspection.container = hardfile.container();
    inspection.rdb = hardfile.rdb();
    inspection.findings = hardfile.findings();
    inspection.hasFileSystem = hardfile.hasFileSystem();
    inspection.emulators = adviseEmulators(hardfile, std::filesystem::absolute(hardfile.name()).lexically_normal());
    for (const Partition& partition : hardfile.partitions()) {
        InspectedPartition inspected{partition.name,    partition.offset(), partition.size(), partition.blockSize,
                                     partition.dosType, partition.rdb,      std::nullopt,     std::nullopt};
        if (partition.volume) inspectVolume(partition, thoroughness, inspected, inspection.findings);
        inspection.partitions.push_back(std::move(inspected));
    }
    return inspection;
}

} // namespace uaescope::hardfiles
