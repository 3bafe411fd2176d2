#include "hardfiles/byte_swapped_image.h"

#include "hardfiles/error.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

void swapWords(MutableBytes bytes) {
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) std::swap(bytes[i], bytes[i + 1]);
}

} // namespace

void ByteSwappedImage::read(std::uint64_t offset, MutableBytes into) const {
    requireRange(offset, into.size());
    const std::uint64_t start = offset / 2 * 2;
    const std::uint64_t end = (offset + into.size() + 1) / 2 * 2;
    if (start == offset && end == offset + into.size()) {
        m_dump->read(offset, into);
        return swapWords(into);
    }
    Bytes words(static_cast<std::size_t>(end - start));
    m_dump->read(start, words);
    swapWords(words);
    std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(offset - start), into.size(), into.begin());
}

void ByteSwappedImage::write(std::uint64_t offset, ConstBytes bytes) {
    requireRange(offset, bytes.size());
    if (offset % 2 != 0 || bytes.size() % 2 != 0)
        throw FormatError(name() + ": offset " + std::to_string(offset) + ": expected whole words to write, found " +
                          std::to_string(bytes.size()) + " bytes");
    Bytes words(bytes.begin(), bytes.end());
    swapWords(words);
    m_dump->write(offset, words);
}

} // namespace uaescope::hardfiles
