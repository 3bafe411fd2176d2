#include "analyzer/lab/image_kind.h"

#include "analyzer/lab/error.h"

#include <array>
#include <fstream>
#include <string>
#include <string_view>

namespace uaescope::lab {
namespace {

constexpr std::size_t blockBytes = 512;
constexpr std::size_t rdbLocationLimit = 16; // an RDSK block stands in one of the first 16 blocks

} // namespace

StorageKind imageKind(const std::filesystem::path& image) {
    std::array<char, rdbLocationLimit * blockBytes> head{};
    std::ifstream stream(image, std::ios::binary);
    stream.read(head.data(), head.size());
    if (stream.gcount() == 0)
        throw WorkError(image.string() + ": expected an image, found nothing to read (empty, or no permission)");
    const std::string_view bytes(head.data(), static_cast<std::size_t>(stream.gcount()));
    for (std::size_t block = 0; block < rdbLocationLimit; ++block)
        if (bytes.size() >= (block + 1) * blockBytes && bytes.compare(block * blockBytes, 4, "RDSK") == 0)
            return StorageKind::rdb;
    const bool dos = bytes.size() > 3 && bytes.compare(0, 3, "DOS") == 0 && bytes[3] >= 0 && bytes[3] <= 7;
    if (dos) return StorageKind::hardfile;
    throw WorkError(image.string() +
                    ": expected a file system, found neither an RDB in blocks 0 to 15 nor a DOS boot " +
                    "block at byte 0; format it first (uaehdf create makes formatted images), or use hdf or rdb");
}

} // namespace uaescope::lab
