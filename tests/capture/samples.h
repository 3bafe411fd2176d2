// Captures to test with.
#pragma once

#include "uaeplugin/capture/reader.h"
#include "uaeplugin/capture/writer.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace uaescope::capture {

// A file in a folder of its own that goes away with it.
class TemporaryFile {
public:
    TemporaryFile();
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::filesystem::path& path() const { return m_file; }

private:
    std::filesystem::path m_folder, m_file;
};

std::vector<std::uint8_t> bytesOf(const std::filesystem::path& file);
void putBytes(const std::filesystem::path& file, const std::vector<std::uint8_t>& bytes);

struct Contents {
    std::vector<Batch> batches;
    ReadResult last = ReadResult::batch; // end or cutTail
    std::vector<Damage> damage;
    Batch all; // the batches one after the other
};
Contents contentsOf(const std::filesystem::path& file);

bool operator==(const HostCall& a, const HostCall& b);
bool operator==(const Mark& a, const Mark& b);
bool operator==(const PacketSide& a, const PacketSide& b);
bool operator==(const RequestSide& a, const RequestSide& b);
bool operator==(const Text& a, const Text& b);
bool operator==(const Drop& a, const Drop& b);
bool operator==(const KernelCount& a, const KernelCount& b);
bool operator==(const Thread& a, const Thread& b);
bool operator==(const ImagePart& a, const ImagePart& b);

// Writes that a guest's 512-byte blocks cause on a hardfile, as the C library makes them, on one thread.
std::vector<HostCall> hardfileWrites(std::size_t blocks, std::uint32_t path, std::uint32_t thread);

// A finished capture of three record chunks; returns the offsets at which its chunks begin, and the file's size.
std::vector<std::uint64_t> writeThreeChunks(const std::filesystem::path& file);

} // namespace uaescope::capture
