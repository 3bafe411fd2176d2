// Writes VHD files as Virtual PC, qemu and UAE read them.
#pragma once

#include "hardfiles/image.h"

#include <cstdint>
#include <vector>

namespace uaescope::hardfiles {

// Behind the bytes of the disk. Throws UsageError for a size that a VHD cannot have.
void writeFixedVhdFooter(FileImage& file, std::uint64_t size);

class DynamicVhdWriter {
public:
    // Into an empty file, which must outlive it.
    DynamicVhdWriter(FileImage& file, std::uint64_t size);

    // In any order.
    void write(std::uint64_t offset, ConstBytes bytes);
    void finish();

private:
    std::uint64_t placeOf(std::uint64_t block);

    FileImage& m_file;
    std::uint64_t m_size, m_end;
    std::vector<std::uint32_t> m_table; // sectors of the file
};

} // namespace uaescope::hardfiles
