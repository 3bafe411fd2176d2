// Turns batches of records into chunks of a capture file. No input or output of its own: the plugin hands the bytes
// to the kernel in its own way, Writer puts them into a file.
#pragma once

#include "uaeplugin/capture/columns.h"
#include "uaeplugin/capture/reader.h"

#include <span>

namespace uaescope::capture {

class Encoder {
public:
    Encoder() = default;
    // To go on with a file that holds so many strings, the empty one among them.
    explicit Encoder(std::uint32_t strings) : m_strings(strings) {}

    // What a file begins with.
    static Bytes fileHeader();

    // One or more chunks that hold the batch. Its strings get the numbers after those of earlier batches; its end flag
    // is ignored. The bytes are valid until the next call.
    std::span<const std::uint8_t> encode(Batch& batch);
    std::span<const std::uint8_t> encodeEnd(std::int64_t time, int status);

    std::uint32_t stringCount() const { return m_strings; }

private:
    void appendSections(Batch& batch);
    void appendChunk(std::uint8_t type);

    std::uint32_t m_strings = 1; // string 0 is the empty one
    Bytes m_raw;                 // payload of the chunk that is being made
    Bytes m_chunks;
};

} // namespace uaescope::capture
