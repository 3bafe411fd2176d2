// From the bytes of one chunk to its records. Throws OutOfBounds when they do not follow the grammar.
#pragma once

#include "uaeplugin/capture/reader.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace uaescope::capture {

struct ChunkHeader {
    std::uint8_t type = 0;
    std::uint8_t encoding = 0;
    std::uint32_t storedLength = 0;
    std::uint32_t rawLength = 0;
    std::uint32_t payloadCrc = 0;
};

std::uint32_t checksum(std::span<const std::uint8_t> bytes);

// Absent when the bytes are not a chunk's header: wrong marker, checksum or lengths.
std::optional<ChunkHeader> parseChunkHeader(std::span<const std::uint8_t> bytes);

// The payload's bytes before compression.
std::vector<std::uint8_t> unpack(const ChunkHeader& header, std::span<const std::uint8_t> payload);

// Adds the chunk's records to an empty batch; knownStrings (at least 1, for the empty string) grows by those it
// defines. The batch and knownStrings are left half-filled when it throws.
void decodeChunk(const ChunkHeader& header, std::span<const std::uint8_t> raw, std::uint64_t& knownStrings,
                 Batch& batch);

} // namespace uaescope::capture
