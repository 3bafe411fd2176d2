// The capture file's grammar. Numbers are little-endian; "varint" is LEB128, "zigzag" a signed varint.
//
//   capture  = magic[8] version:u32 chunk*
//   chunk    = marker:u32 type:u8 encoding:u8 0:u8 0:u8 storedLength:u32 rawLength:u32 payloadCrc:u32 headerCrc:u32
//              payload[storedLength]
//   payload  = as is, or a zlib stream of rawLength bytes when encoding is zlib; payloadCrc is the CRC-32 of the
//              stored bytes, headerCrc that of the header's bytes before it
//   type records: section*          type end: time:zigzag status:zigzag
//   section  = id:u8 length:varint body[length]; readers skip ids that they do not know
//
//   strings  = first:varint count:varint length:varint*count bytes     numbers first, first + 1, ...
//   facts    = count:varint (keyLength:varint key valueLength:varint value)*count
//   calls, marks, texts, drops, threads, kernelCounts, packets, requests, imageParts
//            = count:varint, then a table of shapes and columns, see record_codec.h; packets and requests are sides, as
//            marks are
//
// A chunk is complete in itself: all predictions start afresh in it, and a string is defined in the chunk that first
// uses it or in an earlier one. Where a lost chunk defined strings, the next one's "first" shows the gap.
// Values are never renumbered; a file of a newer version is refused, an unknown chunk type or section is skipped.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace uaescope::capture::format {

constexpr std::array<std::uint8_t, 8> magic = {'u', 'a', 's', 'c', 'o', 'p', 'e', '\n'};
constexpr std::uint32_t version = 1;
constexpr std::size_t fileHeaderSize = 12;

constexpr std::array<std::uint8_t, 4> marker = {0xb5, 'C', 'h', 'k'};
constexpr std::size_t chunkHeaderSize = 24;
namespace chunk {
constexpr std::size_t type = 4;
constexpr std::size_t encoding = 5;
constexpr std::size_t storedLength = 8;
constexpr std::size_t rawLength = 12;
constexpr std::size_t payloadCrc = 16;
constexpr std::size_t headerCrc = 20;
} // namespace chunk

constexpr std::uint8_t typeRecords = 1;
constexpr std::uint8_t typeEnd = 2;

constexpr std::uint8_t encodingPlain = 0;
constexpr std::uint8_t encodingZlib = 1;

// Larger chunks are damage: no writer makes them, and a reader must not be talked into allocating them.
constexpr std::uint32_t maxChunkLength = 64u << 20;
// A chunk holds at most so many calls; a larger batch becomes several chunks.
constexpr std::size_t callsPerChunk = 32768;
// Strings that a gap in the numbering may stand for.
constexpr std::uint64_t maxLostStrings = 1u << 24;

namespace section {
constexpr std::uint8_t strings = 1;
constexpr std::uint8_t facts = 2;
constexpr std::uint8_t threads = 3;
constexpr std::uint8_t calls = 4;
constexpr std::uint8_t marks = 5;
constexpr std::uint8_t texts = 6;
constexpr std::uint8_t drops = 7;
constexpr std::uint8_t kernelCounts = 8;
constexpr std::uint8_t packets = 9;
constexpr std::uint8_t requests = 10;
constexpr std::uint8_t imageParts = 11;
} // namespace section

} // namespace uaescope::capture::format
