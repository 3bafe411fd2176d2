#include "hardfiles/image.h"

#include "hardfiles/error.h"

#include <algorithm>

namespace uaescope::hardfiles {

void Image::requireRange(std::uint64_t offset, std::uint64_t count) const {
    if (offset > size() || count > size() - offset)
        throw FormatError(name() + ": offset " + std::to_string(offset) + ": expected " + std::to_string(count) +
                          " bytes, but the image ends at " + std::to_string(size()) + "; it may be cut off");
}

void MemoryImage::read(std::uint64_t offset, MutableBytes into) const {
    requireRange(offset, into.size());
    std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(offset), into.size(), into.begin());
}

void MemoryImage::write(std::uint64_t offset, ConstBytes bytes) {
    requireRange(offset, bytes.size());
    std::copy(bytes.begin(), bytes.end(), m_bytes.begin() + static_cast<std::ptrdiff_t>(offset));
}

} // namespace uaescope::hardfiles
