// An image in memory that remembers every write, so that a crash after any of them can be looked at.
#pragma once

#include "hardfiles/image.h"

#include <vector>

namespace uaescope::hardfiles::testing {

struct LoggedWrite {
    std::uint64_t offset;
    Bytes bytes;
    int epoch; // how many syncs came before
};

class LoggedImage : public MemoryImage {
public:
    explicit LoggedImage(const Bytes& start) : MemoryImage(start.size()) { bytes() = start; }

    void write(std::uint64_t offset, ConstBytes written) override {
        MemoryImage::write(offset, written);
        writes.push_back({offset, Bytes(written.begin(), written.end()), m_epoch});
    }
    void read(std::uint64_t offset, MutableBytes into) const override {
        MemoryImage::read(offset, into);
        ++reads;
    }
    void sync() override { ++m_epoch; }

    std::vector<LoggedWrite> writes;
    mutable int reads = 0;

private:
    int m_epoch = 0;
};

} // namespace uaescope::hardfiles::testing
