#include "uaeplugin/capture/chunk_decoder.h"

#include "uaeplugin/capture/call_codec.h"
#include "uaeplugin/capture/format.h"
#include "uaeplugin/capture/mark_codec.h"
#include "uaeplugin/capture/side_codec.h"

#include <algorithm>
#include <zlib.h>

namespace uaescope::capture {

namespace {

void decodeStrings(ByteCursor& body, std::uint64_t& known, Batch& batch) {
    const std::uint64_t first = body.varint();
    const std::uint64_t count = body.varint();
    if (first < known) throw OutOfBounds("string " + std::to_string(first) + " is defined a second time");
    if (first - known > format::maxLostStrings || count > body.remaining())
        throw OutOfBounds("expected the numbers of new strings, found " + std::to_string(first));
    batch.strings.assign(first - known, {});
    std::vector<std::uint64_t> lengths(count);
    for (std::uint64_t& length : lengths) length = body.varint();
    for (const std::uint64_t length : lengths) batch.strings.emplace_back(body.text(length));
    known = first + count;
}

void decodeFacts(ByteCursor& body, Batch& batch) {
    const auto text = [&] { return std::string(body.text(body.varint())); };
    for (std::uint64_t count = body.varint(); count > 0; --count) {
        std::string key = text();
        batch.facts.emplace_back(std::move(key), text());
    }
}

void decodeSection(std::uint8_t id, ByteCursor body, std::uint64_t& knownStrings, Batch& batch) {
    ColumnReader columns(body);
    switch (id) {
    case format::section::strings: decodeStrings(body, knownStrings, batch); break;
    case format::section::facts: decodeFacts(body, batch); break;
    case format::section::threads: codeThreads(columns, batch.threads); break;
    case format::section::calls: batch.callKinds = codeCalls(columns, batch.calls); break;
    case format::section::marks: codeMarks(columns, batch.marks); break;
    case format::section::texts: codeTexts(columns, batch.texts); break;
    case format::section::drops: codeDrops(columns, batch.drops); break;
    case format::section::kernelCounts: codeKernelCounts(columns, batch.kernelCounts); break;
    case format::section::packets: codePackets(columns, batch.packets); break;
    case format::section::imageParts: codeImageParts(columns, batch.imageParts); break;
    case format::section::requests: codeRequests(columns, batch.requests); break;
    default: break;
    }
}

template <typename Record>
bool areKnown(const std::vector<Record>& records, std::uint32_t Record::*string, std::uint64_t knownStrings) {
    return std::all_of(records.begin(), records.end(), [=](const Record& r) { return r.*string < knownStrings; });
}

} // namespace

std::uint32_t checksum(std::span<const std::uint8_t> bytes) {
    return static_cast<std::uint32_t>(crc32(0, bytes.data(), static_cast<uInt>(bytes.size())));
}

std::optional<ChunkHeader> parseChunkHeader(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < format::chunkHeaderSize ||
        !std::equal(format::marker.begin(), format::marker.end(), bytes.begin()))
        return std::nullopt;
    ByteCursor cursor(bytes.subspan(format::chunk::type));
    ChunkHeader header;
    header.type = cursor.byte();
    header.encoding = cursor.byte();
    cursor.take(2);
    header.storedLength = cursor.littleLong();
    header.rawLength = cursor.littleLong();
    header.payloadCrc = cursor.littleLong();
    if (cursor.littleLong() != checksum(bytes.first(format::chunk::headerCrc))) return std::nullopt;
    if (header.storedLength > format::maxChunkLength || header.rawLength > format::maxChunkLength) return std::nullopt;
    return header;
}

std::vector<std::uint8_t> unpack(const ChunkHeader& header, std::span<const std::uint8_t> payload) {
    if (header.encoding == format::encodingPlain) return {payload.begin(), payload.end()};
    if (header.encoding != format::encodingZlib)
        throw OutOfBounds("expected encoding 0 or 1, found " + std::to_string(header.encoding));
    std::vector<std::uint8_t> raw(header.rawLength);
    auto length = static_cast<uLongf>(raw.size());
    if (uncompress(raw.data(), &length, payload.data(), static_cast<uLong>(payload.size())) != Z_OK ||
        length != raw.size())
        throw OutOfBounds("expected a zlib stream of " + std::to_string(header.rawLength) +
                          " bytes, found something else");
    return raw;
}

void decodeChunk(const ChunkHeader& header, std::span<const std::uint8_t> raw, std::uint64_t& knownStrings,
                 Batch& batch) {
    ByteCursor cursor(raw);
    if (header.type == format::typeEnd) {
        batch.endTime = cursor.zigzag();
        batch.endStatus = static_cast<int>(cursor.zigzag());
        batch.end = true;
        return;
    }
    while (!cursor.atEnd()) {
        const std::uint8_t id = cursor.byte();
        const std::uint64_t length = cursor.varint();
        decodeSection(id, ByteCursor(cursor.take(length)), knownStrings, batch);
    }
    if (!areKnown(batch.calls, &HostCall::path, knownStrings) || !areKnown(batch.marks, &Mark::name, knownStrings) ||
        !areKnown(batch.packets, &PacketSide::name, knownStrings) ||
        !areKnown(batch.texts, &Text::text, knownStrings) || !areKnown(batch.threads, &Thread::name, knownStrings) ||
        !areKnown(batch.kernelCounts, &KernelCount::call, knownStrings) ||
        !areKnown(batch.kernelCounts, &KernelCount::path, knownStrings) ||
        !areKnown(batch.imageParts, &ImagePart::path, knownStrings) ||
        !areKnown(batch.imageParts, &ImagePart::role, knownStrings) ||
        !areKnown(batch.imageParts, &ImagePart::file, knownStrings))
        throw OutOfBounds("a record names a string that is not defined");
}

} // namespace uaescope::capture
