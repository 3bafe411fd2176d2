// The fields of a partition in an RDB, under the names that people give them.
#pragma once

#include "hardfiles/rigid_disk.h"

#include <string>
#include <string_view>
#include <vector>

namespace uaescope::hardfiles {

// What no partition can work with: numbers that AmigaDOS or a driver cannot use, each as a text that names the field,
// what was expected and what was found. Fields that a short table does not hold have no faults.
std::vector<std::string> fieldFaults(const DosEnvec& envec);

// Whether a change of the field can put the contents of the partition out of reach.
enum class FieldKind { harmless, shape };

// Sets one field from "NAME=VALUE": name, bootable, mounted, bootpri, buffers, fs, low, high, block, reserved,
// prealloc, interleave, maxtransfer, mask, memtype, baud, control, bootblocks. Numbers also as 0x1fe00, yes or no for
// flags. Throws UsageError, also for what fieldFaults() finds in it.
FieldKind setPartitionField(RdbPartition& partition, std::string_view field);

} // namespace uaescope::hardfiles
