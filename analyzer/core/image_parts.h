// What the bytes of a storage image hold, as far as the capture says it (capture::ImagePart).
#pragma once

#include "analyzer/core/analysis.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace uaescope::core {

class ImageParts {
public:
    explicit ImageParts(std::span<const capture::ImagePart> parts) : m_parts(parts) {} // sorted by image and offset

    bool knows(std::uint32_t image) const;
    // The part in which the byte stands; null where what stands there changed.
    const capture::ImagePart* at(std::uint32_t image, std::uint64_t offset) const;
    // Calls take(part, bytes) for the pieces of a range of bytes; the part is null where it changed.
    template <typename Take>
    void forEach(std::uint32_t image, std::uint64_t offset, std::uint64_t size, const Take& take) const {
        for (const std::uint64_t end = offset + size; offset < end;) {
            const auto next = firstEndingAfter(image, offset);
            const bool inside = next != m_parts.end() && next->path == image && next->offset < end;
            const std::uint64_t begin = inside ? std::max(next->offset, offset) : end;
            if (begin > offset) take(static_cast<const capture::ImagePart*>(nullptr), begin - offset);
            if (inside) take(&*next, std::min(end, next->offset + next->size) - begin);
            offset = inside ? std::min(end, next->offset + next->size) : end;
        }
    }

private:
    std::span<const capture::ImagePart>::iterator firstEndingAfter(std::uint32_t image, std::uint64_t offset) const;

    std::span<const capture::ImagePart> m_parts;
};

// What the host moved for one thing in an image.
struct ContentReport {
    std::string image;
    std::string role;        // "data", "bitmap"..., or changedRole
    std::string file;        // the guest's, where one has it: "DH0:dir/file"
    std::uint64_t reads = 0; // calls that moved bytes of it; one call may move those of several
    std::uint64_t writes = 0;
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesWritten = 0;
};

// Blocks that were free both times, or whose use was another at the end than at the begin: among them the contents,
// headers and drawers that the run made, changed and deleted.
constexpr const char* changedRole = "free or changed";

// For the images that the capture has parts of; the most bytes first.
std::vector<ContentReport> contentsOf(const Analysis& analysis);

} // namespace uaescope::core
