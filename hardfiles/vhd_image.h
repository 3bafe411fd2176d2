// The disk inside a VHD file, fixed or dynamic.
//
//   footer      512 bytes at the end of the file, in dynamic ones a copy at the start too: "conectix", where the
//               dynamic header is, size of the disk, type, checksum
//   dynamic     "cxsparse", where the block table is, how many entries it has, size of a block, checksum
//   table       for each block of the disk the sector of the file where it is, or ffffffff where it is all zeros
//   block       a bitmap with a bit for each sector, the highest bit of a byte first: 1 = it is there; then the sectors
#pragma once

#include "hardfiles/image.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace uaescope::hardfiles {

// Whether there is a footer, whole or not, where one belongs.
bool isVhd(const Image& file);

class VhdImage : public Image {
public:
    // Throws FormatError when the file is damaged or of a kind that needs another file.
    explicit VhdImage(std::unique_ptr<Image> file);

    const std::string& name() const override { return m_file->name(); }
    std::uint64_t size() const override { return m_size; }
    void read(std::uint64_t offset, MutableBytes into) const override;
    // In fixed ones only; throws Error in dynamic ones.
    void write(std::uint64_t offset, ConstBytes bytes) override;
    void sync() override { m_file->sync(); }
    std::uint64_t nextData(std::uint64_t offset) const override;

    bool isDynamic() const { return m_blockBytes != 0; }

private:
    void readDynamicHeader(std::uint64_t offset);
    void readSector(std::uint64_t sector, MutableBytes into) const;

    std::unique_ptr<Image> m_file;
    std::uint64_t m_size = 0;
    std::uint32_t m_blockBytes = 0;     // 0: fixed
    std::uint32_t m_bitmapBytes = 0;    // of a block
    std::vector<std::uint32_t> m_table; // sectors of the file
};

} // namespace uaescope::hardfiles
