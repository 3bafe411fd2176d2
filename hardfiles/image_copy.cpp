#include "hardfiles/image_copy.h"

#include "hardfiles/error.h"
#include "hardfiles/gzip_writer.h"
#include "hardfiles/vhd_writer.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

constexpr std::size_t pieceBytes = std::size_t{1} << 20;

bool isZero(ConstBytes bytes) {
    return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 0; });
}

// Calls take(offset in the range, bytes) for every piece that holds anything, in order.
void forData(const Image& disk, const ByteRange& range, const CopyProgress& progress,
             const std::function<void(std::uint64_t, MutableBytes)>& take) {
    Bytes piece(pieceBytes);
    for (std::uint64_t done = 0; done < range.size;) {
        const std::uint64_t data = std::max(disk.nextData(range.offset + done), range.offset + done) - range.offset;
        done = data / pieceBytes * pieceBytes;
        if (done >= range.size) return;
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(pieceBytes, range.size - done));
        const MutableBytes bytes = MutableBytes(piece).first(count);
        disk.read(range.offset + done, bytes);
        if (!isZero(bytes)) take(done, bytes);
        done += count;
        progress(done);
    }
}

// Only the parts of a piece that hold anything, so that what was sparse stays sparse.
void writeSparse(FileImage& into, std::uint64_t offset, ConstBytes bytes) {
    constexpr std::size_t page = 4096;
    for (std::size_t at = 0; at < bytes.size();) {
        std::size_t end = at;
        while (end < bytes.size() && !isZero(bytes.subspan(end, std::min(page, bytes.size() - end))))
            end = std::min(end + page, bytes.size());
        if (end > at) into.write(offset + at, bytes.subspan(at, end - at));
        at = end == at ? end + page : end;
    }
}

void swapWords(MutableBytes bytes) {
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) std::swap(bytes[i], bytes[i + 1]);
}

} // namespace

void copyDisk(const Image& disk, const ByteRange& range, Container container, FileImage& into,
              const CopyProgress& progress) {
    switch (container) {
    case Container::byteSwapped:
        if (range.size % 2 != 0) throw UsageError("an odd number of bytes cannot be swapped");
        [[fallthrough]];
    case Container::raw:
        into.resize(range.size);
        return forData(disk, range, progress, [&](std::uint64_t offset, MutableBytes bytes) {
            if (container == Container::byteSwapped) swapWords(bytes);
            writeSparse(into, offset, bytes);
        });
    case Container::fixedVhd: {
        into.resize(range.size);
        forData(disk, range, progress,
                [&](std::uint64_t offset, ConstBytes bytes) { writeSparse(into, offset, bytes); });
        return writeFixedVhdFooter(into, range.size);
    }
    case Container::vhd: {
        DynamicVhdWriter writer(into, range.size);
        forData(disk, range, progress, [&](std::uint64_t offset, ConstBytes bytes) { writer.write(offset, bytes); });
        return writer.finish();
    }
    case Container::gzip: {
        GzipWriter writer(into);
        forData(disk, range, progress, [&](std::uint64_t offset, ConstBytes bytes) {
            writer.zeros(offset - writer.size());
            writer.write(bytes);
        });
        writer.zeros(range.size - writer.size());
        return writer.finish();
    }
    case Container::zip:
    case Container::chd: break;
    }
    throw UsageError(std::string("a ") + containerName(container) + " image cannot be written");
}

} // namespace uaescope::hardfiles
