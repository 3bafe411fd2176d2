// An image whose changes stay in memory until they are wanted, and can be taken back afterwards.
//
// An undo file: "uaehdf undo 1\n" padded with zeros to 16 bytes, the size of the image and the number of changes as
// 64 bits each, the highest byte first, then for each change the offset as 64 bits and a sector before and after.
#pragma once

#include "hardfiles/image.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>

namespace uaescope::hardfiles {

class OverlayImage : public Image {
public:
    explicit OverlayImage(std::shared_ptr<Image> image) : m_image(std::move(image)) {}

    const std::string& name() const override { return m_image->name(); }
    std::uint64_t size() const override { return m_image->size(); }
    void read(std::uint64_t offset, MutableBytes into) const override;
    void write(std::uint64_t offset, ConstBytes bytes) override;

    // In sectors of 512 bytes, the last one perhaps shorter; what was written without a change does not count.
    std::size_t changes() const { return m_sectors.size(); }
    // What takes the changes back, to be kept before they are made.
    Bytes undo() const;
    // Writes the changes to the image, in the order of their offsets, and waits for them.
    void apply();

private:
    Bytes sector(std::uint64_t number) const;

    std::shared_ptr<Image> m_image;
    std::map<std::uint64_t, Bytes> m_sectors;
};

// Takes back what an undo file says was done. Throws FormatError, before anything is written, when the file is damaged
// or is of another image, and when the image has been changed since. Returns the number of sectors.
std::size_t undoChanges(Image& image, ConstBytes undo);

} // namespace uaescope::hardfiles
