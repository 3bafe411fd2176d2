// The disk inside a gzip file (.hdz, .adz, .gz).
#pragma once

#include "hardfiles/image.h"

#include <memory>

namespace uaescope::hardfiles {

// Unpacks into a nameless temporary file, which keeps long runs of zeros as holes; memory stays small whatever the
// size. Throws FormatError for what is damaged or cut off, EnvironmentError when there is no room.
class GzipImage : public Image {
public:
    explicit GzipImage(const Image& file);

    const std::string& name() const override { return m_unpacked->name(); }
    std::uint64_t size() const override { return m_unpacked->size(); }
    void read(std::uint64_t offset, MutableBytes into) const override { m_unpacked->read(offset, into); }
    std::uint64_t nextData(std::uint64_t offset) const override { return m_unpacked->nextData(offset); }
    // Throws Error: nothing packs it again.
    void write(std::uint64_t offset, ConstBytes bytes) override;

private:
    std::unique_ptr<FileImage> m_unpacked;
};

} // namespace uaescope::hardfiles
