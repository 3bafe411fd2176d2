// Packs bytes into a gzip file as they come.
#pragma once

#include "hardfiles/image.h"

#include <cstdint>
#include <memory>

namespace uaescope::hardfiles {

class GzipWriter {
public:
    // Into an empty file, which must outlive it.
    explicit GzipWriter(FileImage& file);
    ~GzipWriter();
    GzipWriter(const GzipWriter&) = delete;
    GzipWriter& operator=(const GzipWriter&) = delete;

    void write(ConstBytes bytes);
    void zeros(std::uint64_t count);
    // Without it the file is cut off.
    void finish();
    // What went in, in bytes.
    std::uint64_t size() const { return m_size; }

private:
    struct Stream;
    void deflateAll(ConstBytes bytes, int flush);

    FileImage& m_file;
    std::unique_ptr<Stream> m_stream;
    std::uint64_t m_size = 0;
};

} // namespace uaescope::hardfiles
