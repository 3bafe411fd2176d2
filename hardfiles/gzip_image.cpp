#include "hardfiles/gzip_image.h"

#include "hardfiles/error.h"
#include "hardfiles/geometry.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>
#include <zlib.h>

namespace uaescope::hardfiles {

namespace {

constexpr std::size_t pieceBytes = std::size_t{1} << 16;

class Inflater {
public:
    explicit Inflater(const Image& file) : m_file(file) {
        constexpr int gzipOnly = 16;
        if (inflateInit2(&m_stream, MAX_WBITS + gzipOnly) != Z_OK)
            throw EnvironmentError(file.name() + ": no memory to unpack the file");
    }
    ~Inflater() { inflateEnd(&m_stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    // The next bytes of the disk, in the buffer given; none at the end.
    MutableBytes next(MutableBytes into) {
        m_stream.next_out = into.data();
        m_stream.avail_out = static_cast<uInt>(into.size());
        while (m_stream.avail_out != 0) {
            if (m_stream.avail_in == 0) fill();
            if (m_stream.avail_in == 0 && m_ended) break;
            if (m_stream.avail_in == 0) fail("expected more, found the end; the file is cut off");
            if (m_ended && !beginMember()) break;
            const int result = inflate(&m_stream, Z_NO_FLUSH);
            if (result == Z_STREAM_END)
                m_ended = true;
            else if (result != Z_OK && result != Z_BUF_ERROR)
                fail(std::string("cannot be unpacked: ") + (m_stream.msg == nullptr ? "damaged" : m_stream.msg));
        }
        return into.first(into.size() - m_stream.avail_out);
    }

private:
    void fill() {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(m_file.size() - m_offset, m_input.size()));
        m_file.read(m_offset, MutableBytes(m_input).first(count));
        m_offset += count;
        m_stream.next_in = m_input.data();
        m_stream.avail_in = static_cast<uInt>(count);
    }

    // One gzip file behind the other is one disk; what else follows the first is padding.
    bool beginMember() {
        if (m_stream.next_in[0] != 0x1f) {
            m_stream.avail_in = 0;
            m_offset = m_file.size();
            return false;
        }
        m_ended = false;
        inflateReset(&m_stream);
        return true;
    }

    [[noreturn]] void fail(const std::string& why) const {
        throw FormatError(m_file.name() + ": offset " + std::to_string(m_offset - m_stream.avail_in) + ": " + why);
    }

    const Image& m_file;
    std::uint64_t m_offset = 0; // of what follows the input
    Bytes m_input = Bytes(pieceBytes);
    z_stream m_stream{};
    bool m_ended = false;
};

std::unique_ptr<FileImage> temporaryFile(const std::string& name) {
    std::string path = std::filesystem::temp_directory_path() / "uaehdf-XXXXXX";
    const int descriptor = mkostemp(path.data(), O_CLOEXEC);
    if (descriptor < 0) throwHostError(path, "make a temporary file to unpack " + name, errno);
    unlink(path.c_str());
    return std::make_unique<FileImage>(descriptor, name);
}

} // namespace

GzipImage::GzipImage(const Image& file) : m_unpacked(temporaryFile(file.name())) {
    Inflater inflater(file);
    Bytes buffer(pieceBytes);
    std::uint64_t size = 0;
    for (;;) {
        const ConstBytes piece = inflater.next(buffer);
        if (piece.empty()) break;
        size += piece.size();
        if (size > largestImage)
            throw FormatError(file.name() + ": unpacked, the disk would be over 2 TiB; no emulator can use it");
        m_unpacked->resize(size);
        const bool zeros = std::all_of(piece.begin(), piece.end(), [](std::uint8_t b) { return b == 0; });
        if (!zeros) m_unpacked->write(size - piece.size(), piece);
    }
}

void GzipImage::write(std::uint64_t, ConstBytes) {
    throw Error(name() + ": a gzip image is only read; unpack it first (gzip -dc FILE > disk.hdf)");
}

} // namespace uaescope::hardfiles
