#include "hardfiles/root_repair.h"

#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_survey.h"
#include "hardfiles/ffs_volume.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

bool isWithoutFault(const PartitionWindow& window, std::uint32_t reserved) {
    Findings findings;
    const auto volume = FfsVolume::open(window, reserved, findings);
    if (!volume || !ffs::isName(volume->info().label)) return false;
    findings = surveyVolume(*volume, Depth::contents).findings;
    return std::none_of(findings.begin(), findings.end(),
                        [](const Finding& finding) { return finding.severity >= Severity::warning; });
}

} // namespace

Findings repairRoot(PartitionWindow window, std::uint32_t reserved) {
    if (reserved == 0 || window.blocks() <= reserved + std::uint64_t{1}) return {};
    const std::uint64_t block = ffs::rootBlock(window.blocks(), reserved);
    const Bytes before = window.read(block);
    if (!FfsVolume::isRoot(before, RootSum::any) || FfsVolume::isRoot(before)) return {};
    Bytes sealed = before;
    putChecksum(sealed, ffs::at::checksum, sealed.size() / 4);
    window.write(block, sealed);
    if (isWithoutFault(window, reserved))
        return {{Severity::note, "root-block", window.partition(), block,
                 "the root block's checksum is made right; the whole volume agrees with it; nothing can confirm its "
                 "label and dates"}};
    window.write(block, before);
    return {};
}

} // namespace uaescope::hardfiles
