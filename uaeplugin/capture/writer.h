// Writes a capture file: for programs that make captures without an emulator (tests, imports).
//
//   Writer writer("made.uascope");
//   writer.add(HostCall{.begin = 10, .end = 20, .path = writer.string("/tmp/a"), .call = Call::unlink});
//   writer.finish(30, 0);
#pragma once

#include "uaeplugin/capture/encoder.h"
#include "uaeplugin/capture/reader.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

namespace uaescope::capture {

class Writer {
public:
    explicit Writer(const std::filesystem::path& file); // replaces the file; throws CaptureError, as do the others

    // The text's number, for the fields of records that are added from now on; 0 for an empty text.
    std::uint32_t string(std::string_view text);

    void add(const HostCall& call) { m_batch.calls.push_back(call); }
    void add(const Mark& mark) { m_batch.marks.push_back(mark); }
    void add(const PacketSide& side) { m_batch.packets.push_back(side); }
    void add(const RequestSide& side) { m_batch.requests.push_back(side); }
    void add(const Text& text) { m_batch.texts.push_back(text); }
    void add(const Drop& drop) { m_batch.drops.push_back(drop); }
    void add(const KernelCount& count) { m_batch.kernelCounts.push_back(count); }
    void add(const Thread& thread) { m_batch.threads.push_back(thread); }
    void add(const ImagePart& part) { m_batch.imageParts.push_back(part); }
    void addFact(std::string key, std::string value) { m_batch.facts.emplace_back(std::move(key), std::move(value)); }

    // What a Reader has read from another file, as a chunk; all of that file's batches, in their order. Not together
    // with string().
    void copy(Batch& batch) { put(m_encoder.encode(batch)); }

    void flush();                               // everything added so far is a chunk of its own
    void finish(std::int64_t time, int status); // flushes and writes the end record

private:
    void put(std::span<const std::uint8_t> bytes);

    std::filesystem::path m_name;
    std::ofstream m_file;
    std::map<std::string, std::uint32_t, std::less<>> m_numbers;
    Batch m_batch;
    Encoder m_encoder;
};

// Adds the batch to a capture that is whole and that nothing writes to any more. The batch's strings get the numbers
// from knownStrings on, which is how many the file has, the empty one among them. Throws CaptureError.
void appendToCapture(const std::filesystem::path& file, Batch& batch, std::uint32_t knownStrings);

} // namespace uaescope::capture
