#include "uaeplugin/capture/reader.h"

#include "uaeplugin/capture/byte_cursor.h"
#include "uaeplugin/capture/chunk_decoder.h"
#include "uaeplugin/capture/format.h"

#include <algorithm>
#include <fstream>

namespace uaescope::capture {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t scanStep = 1u << 20;

// What the file's name says after it when its first bytes are wrong; empty when they are right.
std::string faultOf(const Bytes& header) {
    if (header.size() < format::fileHeaderSize)
        return ": expected a uaescope capture, found only " + std::to_string(header.size()) +
               " bytes; the recording had not begun, or the file is no capture";
    if (!std::equal(format::magic.begin(), format::magic.end(), header.begin()))
        return ": offset 0: expected 'uascope', found something else; the file is no uaescope capture";
    ByteCursor cursor(header);
    cursor.take(format::magic.size());
    const std::uint32_t version = cursor.littleLong();
    if (version != format::version)
        return ": offset 8: expected capture format " + std::to_string(format::version) + ", found " +
               std::to_string(version) + "; the file was made by another version of uaescope, use that one or a newer";
    return {};
}

} // namespace

struct Reader::State {
    std::filesystem::path name;
    std::ifstream file;
    std::uint64_t position = 0; // after the last whole chunk
    std::uint64_t scan = 0;     // no chunk begins in [position, scan)
    std::uint64_t knownStrings = 1;
    std::string reason; // why the bytes at position are no chunk
    std::vector<Damage> damage;

    std::uint64_t size() {
        file.clear();
        file.seekg(0, std::ios::end);
        return static_cast<std::uint64_t>(file.tellg());
    }

    // Fewer bytes than asked for at the end of the file.
    Bytes bytesAt(std::uint64_t offset, std::size_t count) {
        Bytes bytes(count);
        file.clear();
        file.seekg(static_cast<std::streamoff>(offset));
        file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
        bytes.resize(static_cast<std::size_t>(file.gcount()));
        return bytes;
    }

    // Everything from position up to here is not readable.
    void skipTo(std::uint64_t offset) {
        if (offset > position) damage.push_back({position, offset - position, reason});
        position = scan = offset;
    }

    // Moves scan past bytes that begin no chunk: to the next marker, or to where one may still be growing.
    void scanForMarker() {
        for (++scan;;) {
            const Bytes bytes = bytesAt(scan, scanStep);
            const auto found = std::search(bytes.begin(), bytes.end(), format::marker.begin(), format::marker.end());
            scan += static_cast<std::uint64_t>(found - bytes.begin());
            if (found != bytes.end()) return;
            std::size_t kept = std::min(bytes.size(), format::marker.size() - 1); // may be the beginning of a marker
            while (!std::equal(bytes.end() - static_cast<std::ptrdiff_t>(kept), bytes.end(), format::marker.begin()))
                --kept;
            scan -= kept;
            if (bytes.size() < scanStep) return;
        }
    }

    bool isChunkAt(std::uint64_t offset, std::uint64_t end) {
        return offset == end || parseChunkHeader(bytesAt(offset, format::chunkHeaderSize)).has_value();
    }

    bool decode(const ChunkHeader& header, const Bytes& payload, Batch& batch) {
        const std::uint64_t before = knownStrings;
        try {
            decodeChunk(header, unpack(header, payload), knownStrings, batch);
            return true;
        } catch (const OutOfBounds& fault) {
            knownStrings = before;
            reason = std::string("the chunk's checksum is right but its contents are not: ") + fault.what();
        }
        batch.clear();
        return false;
    }
};

Reader::Reader(const std::filesystem::path& file) : m_state(std::make_unique<State>()) {
    m_state->name = file;
    m_state->file.open(file, std::ios::binary);
    if (!m_state->file || std::filesystem::is_directory(file))
        throw CaptureError(file.string() + ": cannot be opened for reading; check the name and the permissions");
    const std::string fault = faultOf(m_state->bytesAt(0, format::fileHeaderSize));
    if (!fault.empty()) throw CaptureError(file.string() + fault);
    m_state->position = m_state->scan = format::fileHeaderSize;
}

Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

ReadResult Reader::next(Batch& batch) {
    batch.clear();
    State& s = *m_state;
    const std::uint64_t size = s.size();
    for (;;) {
        if (s.position >= size) return ReadResult::end;
        const Bytes bytes = s.bytesAt(s.scan, format::chunkHeaderSize);
        const std::optional<ChunkHeader> header = parseChunkHeader(bytes);
        if (!header) {
            const std::size_t compared = std::min(bytes.size(), format::marker.size());
            const bool mayGrow =
                bytes.size() < format::chunkHeaderSize &&
                std::equal(format::marker.begin(), format::marker.begin() + static_cast<std::ptrdiff_t>(compared),
                           bytes.begin());
            if (mayGrow) return ReadResult::cutTail;
            if (s.scan == s.position) s.reason = "expected the header of a chunk, found something else";
            s.scanForMarker();
            continue;
        }
        const std::uint64_t end = s.scan + format::chunkHeaderSize + header->storedLength;
        if (end > size) return ReadResult::cutTail;
        const Bytes payload = s.bytesAt(s.scan + format::chunkHeaderSize, header->storedLength);
        if (checksum(payload) != header->payloadCrc) {
            if (s.scan == s.position) s.reason = "the checksum of a chunk is wrong";
            if (s.isChunkAt(end, size))
                s.skipTo(end);
            else
                s.scanForMarker();
            continue;
        }
        s.skipTo(s.scan);
        const bool isKnown = header->type == format::typeRecords || header->type == format::typeEnd;
        const bool isGood = !isKnown || s.decode(*header, payload, batch);
        if (isGood)
            s.position = s.scan = end;
        else
            s.skipTo(end);
        if (isKnown && isGood) return ReadResult::batch;
    }
}

const std::vector<Damage>& Reader::damage() const { return m_state->damage; }

std::uint64_t Reader::position() const { return m_state->position; }

} // namespace uaescope::capture
