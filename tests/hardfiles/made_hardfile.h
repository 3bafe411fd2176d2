// Hardfiles in memory, made with options or from bytes, to be changed before they are opened.
#pragma once

#include "hardfiles/create.h"
#include "hardfiles/hardfile.h"
#include "tests/hardfiles/sparse_image.h"

#include <cstdint>
#include <memory>
#include <string>

namespace uaescope::hardfiles::testing {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

inline CreateOptions rdbOptions() {
    CreateOptions options;
    options.size = 64 * mib;
    options.kind = HardfileKind::rdb;
    options.partitions.resize(2);
    options.partitions[0].size = 20 * mib;
    options.partitions[1].name = "DH1";
    options.partitions[1].blockSize = 4096;
    options.partitions[1].label = "Data";
    options.partitions[1].dosType = dosType(1);
    return options;
}

// An image in memory made with these options, to be changed before it is opened.
struct Made {
    SparseImage image;

    explicit Made(const CreateOptions& options) : image(hardfileSize(options), 0xa5) { formatImage(image, options); }
    void setPartLong(std::uint64_t block, std::size_t offset, std::uint32_t value) {
        BlockDevice device(image);
        Bytes bytes = device.read(block);
        putLong(bytes, offset, value);
        putChecksum(bytes, 8, 64);
        device.write(block, bytes);
    }
    Hardfile open() const { return Hardfile(std::make_unique<SparseImage>(image)); }
};

inline std::string codes(const Findings& findings) {
    std::string text;
    for (const Finding& finding : findings) text += finding.partition + ":" + finding.code + " ";
    return text;
}

inline Hardfile opened(const Bytes& bytes) {
    auto image = std::make_unique<MemoryImage>(bytes.size());
    image->bytes() = bytes;
    return Hardfile(std::move(image));
}

} // namespace uaescope::hardfiles::testing
