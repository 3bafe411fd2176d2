#include "hardfiles/block_device.h"

namespace uaescope::hardfiles {

Bytes BlockDevice::read(std::uint64_t block) const {
    Bytes bytes(m_blockSize);
    read(block, bytes);
    return bytes;
}

} // namespace uaescope::hardfiles
