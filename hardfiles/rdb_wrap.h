// Puts the volume of a partition hardfile onto a disk with an RDB, as it is.
#pragma once

#include "hardfiles/hardfile.h"
#include "hardfiles/image.h"
#include "hardfiles/image_copy.h"

#include <string_view>

namespace uaescope::hardfiles {

// A disk that is whole cylinders for its RDB and whole cylinders for the partition, which has exactly the sectors of
// the volume: its root block is found by their number. Throws UsageError for a name that cannot be, Error when there is
// no volume, and when no geometry fits its sectors.
RigidDisk diskAround(const Partition& partition, std::string_view name);

// The disk with its RDB in front of part of another image, to be read only. The image must outlive it.
class WrappedImage : public Image {
public:
    WrappedImage(const RigidDisk& disk, const Image& image, const ByteRange& volume);

    const std::string& name() const override { return m_image.name(); }
    std::uint64_t size() const override { return m_front.size() + m_volume.size; }
    void read(std::uint64_t offset, MutableBytes into) const override;
    // Throws Error.
    void write(std::uint64_t offset, ConstBytes bytes) override;
    std::uint64_t nextData(std::uint64_t offset) const override;

private:
    MemoryImage m_front;
    const Image& m_image;
    ByteRange m_volume;
};

} // namespace uaescope::hardfiles
