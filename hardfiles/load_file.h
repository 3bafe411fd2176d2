// An AmigaDOS load file, as far as a file system in an RDB needs it.
#pragma once

#include "hardfiles/bytes.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace uaescope::hardfiles {

// UAE loads no handler of this size or more.
constexpr std::size_t handlerLimit = 262144;

// Throws UsageError unless the bytes are a load file from its first hunk to its last, and one that UAE can load.
void requireHandler(ConstBytes file);

// The file, which is one that requireHandler() takes. Throws Error when it cannot be read.
Bytes readLoadFile(const std::filesystem::path& file);

// From its version string ("$VER: name 19.2 (2.10.2018)"), version in the high word; nothing when it has none.
std::optional<std::uint32_t> versionOf(ConstBytes file);

// Takes off zeros after the last hunk, with which RDBs fill their last block.
void cutPadding(Bytes& file);

} // namespace uaescope::hardfiles
