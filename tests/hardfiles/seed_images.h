// Good images of every kind, small, for what damages them.
#pragma once

#include "hardfiles/bytes.h"
#include "hardfiles/container.h"

#include <cstdint>
#include <vector>

namespace uaescope::hardfiles::testing {

// A volume DOS\0 to DOS\7 in blocks of 512 bytes, with files, directories and links.
Bytes volumeImage(unsigned number, std::uint64_t blocks = 800);
Bytes sfsImage();
enum class PfsLayout { usual, super }; // super: with super index blocks and large files
Bytes pfsImage(PfsLayout layout);
// A disk with an RDB, two partitions and a file system in it.
Bytes rdbImage();
Bytes inMbr(const Bytes& disk);
Bytes inContainer(const Bytes& disk, Container container);

std::vector<Bytes> seedImages();

} // namespace uaescope::hardfiles::testing
