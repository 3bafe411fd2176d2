#include "hardfiles/inspect.h"

#include <algorithm>

namespace uaescope::hardfiles {

bool Inspection::hasErrors() const {
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& f) { return f.severity == Severity::error; });
}

Inspection inspect(const std::filesystem::path& file) { return inspect(Hardfile::open(file)); }

Inspection inspect(const Hardfile& hardfile) {
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
        if (partition.volume) {
            inspected.volume = partition.volume->info();
            Findings damage;
            const Usage usage = partition.volume->usage(damage);
            if (damage.empty()) inspected.usage = usage;
            inspection.findings.insert(inspection.findings.end(), damage.begin(), damage.end());
            if (!inspected.volume->bitmapValid)
                inspection.findings.push_back({Severity::warning, "not-validated", partition.name,
                                               inspected.volume->root,
                                               "the bitmap is marked invalid: the volume was not closed in order; the "
                                               "Amiga validates it when it is mounted"});
            if (partition.rdb && partition.dosType != inspected.volume->dosType)
                inspection.findings.push_back({Severity::warning, "dos-type", partition.name, 0,
                                               "the RDB says " + partition.dosType.text() + ", the boot block " +
                                                   inspected.volume->dosType.text() +
                                                   "; the file system believes the boot block"});
        }
        inspection.partitions.push_back(std::move(inspected));
    }
    return inspection;
}

} // namespace uaescope::hardfiles
