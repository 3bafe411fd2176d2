// A dump whose words have their two bytes exchanged, as some IDE adapters make them, seen the right way round.
#pragma once

#include "hardfiles/image.h"

#include <memory>

namespace uaescope::hardfiles {

class ByteSwappedImage : public Image {
public:
    explicit ByteSwappedImage(std::unique_ptr<Image> dump) : m_dump(std::move(dump)) {}

    const std::string& name() const override { return m_dump->name(); }
    // A last odd byte is out of reach.
    std::uint64_t size() const override { return m_dump->size() / 2 * 2; }
    void read(std::uint64_t offset, MutableBytes into) const override;
    // Whole words only, which whole blocks are; throws FormatError otherwise.
    void write(std::uint64_t offset, ConstBytes bytes) override;
    void sync() override { m_dump->sync(); }
    std::uint64_t nextData(std::uint64_t offset) const override { return m_dump->nextData(offset) / 2 * 2; }

private:
    std::unique_ptr<Image> m_dump;
};

} // namespace uaescope::hardfiles
