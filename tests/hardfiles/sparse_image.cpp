#include "tests/hardfiles/sparse_image.h"

#include <algorithm>

namespace uaescope::hardfiles::testing {

namespace {

constexpr std::size_t sector = 512;

// Calls use(sector number, offset in it, offset in the bytes, count) for every sector that the range touches.
template <typename Use>
void forSectors(std::uint64_t offset, std::size_t size, const Use& use) {
    for (std::size_t done = 0; done < size;) {
        const auto within = static_cast<std::size_t>((offset + done) % sector);
        const std::size_t count = std::min(sector - within, size - done);
        use((offset + done) / sector, within, done, count);
        done += count;
    }
}

} // namespace

void SparseImage::read(std::uint64_t offset, MutableBytes into) const {
    requireRange(offset, into.size());
    forSectors(offset, into.size(), [&](std::uint64_t number, std::size_t within, std::size_t at, std::size_t count) {
        const auto found = m_sectors.find(number);
        const MutableBytes part = into.subspan(at, count);
        if (found == m_sectors.end())
            std::fill(part.begin(), part.end(), m_fill);
        else
            std::copy_n(found->second.begin() + static_cast<std::ptrdiff_t>(within), count, part.begin());
    });
}

void SparseImage::write(std::uint64_t offset, ConstBytes bytes) {
    requireRange(offset, bytes.size());
    forSectors(offset, bytes.size(), [&](std::uint64_t number, std::size_t within, std::size_t at, std::size_t count) {
        Bytes& kept = m_sectors.try_emplace(number, sector, m_fill).first->second;
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), count,
                    kept.begin() + static_cast<std::ptrdiff_t>(within));
    });
}

} // namespace uaescope::hardfiles::testing
