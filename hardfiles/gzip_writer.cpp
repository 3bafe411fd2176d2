#include "hardfiles/gzip_writer.h"

#include "hardfiles/error.h"

#include <algorithm>
#include <zlib.h>

namespace uaescope::hardfiles {

namespace {

constexpr std::size_t packedPieceBytes = std::size_t{1} << 16;

}

struct GzipWriter::Stream {
    z_stream z{};
    Bytes output = Bytes(packedPieceBytes);
};

GzipWriter::GzipWriter(FileImage& file) : m_file(file), m_stream(std::make_unique<Stream>()) {
    constexpr int gzipHeader = 16, usualMemory = 8;
    if (deflateInit2(&m_stream->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + gzipHeader, usualMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw EnvironmentError(file.name() + ": no memory to pack the file");
}

GzipWriter::~GzipWriter() { deflateEnd(&m_stream->z); }

void GzipWriter::deflateAll(ConstBytes bytes, int flush) {
    z_stream& z = m_stream->z;
    Bytes& output = m_stream->output;
    Bytes input(bytes.begin(), bytes.end()); // zlib's pointer is not const
    z.next_in = input.data();
    z.avail_in = static_cast<uInt>(input.size());
    do {
        z.next_out = output.data();
        z.avail_out = static_cast<uInt>(output.size());
        deflate(&z, flush);
        const std::size_t count = output.size() - z.avail_out;
        if (count == 0) continue;
        const std::uint64_t at = m_file.size();
        m_file.resize(at + count);
        m_file.write(at, ConstBytes(output).first(count));
    } while (z.avail_out == 0);
}

void GzipWriter::write(ConstBytes bytes) {
    m_size += bytes.size();
    deflateAll(bytes, Z_NO_FLUSH);
}

void GzipWriter::zeros(std::uint64_t count) {
    const Bytes none(static_cast<std::size_t>(std::min<std::uint64_t>(count, packedPieceBytes)));
    while (count != 0) {
        const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(count, none.size()));
        write(ConstBytes(none).first(here));
        count -= here;
    }
}

void GzipWriter::finish() { deflateAll({}, Z_FINISH); }

} // namespace uaescope::hardfiles
