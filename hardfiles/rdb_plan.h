// Decides where the partitions of an RDB hardfile go.
#pragma once

#include "hardfiles/create.h"
#include "hardfiles/geometry.h"
#include "hardfiles/rigid_disk.h"

#include <optional>
#include <string_view>

namespace uaescope::hardfiles {

// The disk for these options, its partitions one after the other in the order given. The sector of the DosEnvec stays
// at 512 bytes and SectorPerBlock makes the file system's block, as HDToolBox does it: the place of a partition is
// counted in sectors, and readers disagree on its unit as soon as SizeBlock is not 128.
// Throws UsageError when names, sizes or file systems do not fit.
RigidDisk planRigidDisk(const CreateOptions& options);

// A place for one more partition on a disk of so many sectors: from a cylinder of the disk on, or else in the first gap
// that is large enough; in the largest when the size is 0. Throws UsageError when there is no such room.
RdbPartition placePartition(const RigidDisk& disk, std::uint64_t sectors, const PartitionOptions& options,
                            std::optional<std::uint32_t> lowCylinder);

// Throws UsageError when the partition leaves what partitions may use, or meets another one than the one whose place
// it takes.
void requirePlace(const RigidDisk& disk, std::uint64_t sectors, const RdbPartition& partition,
                  std::optional<std::size_t> instead);

// Throws UsageError.
void requireDriveName(std::string_view name);

} // namespace uaescope::hardfiles
