// Reads a capture file, finished, growing or cut off by a crash.
//
// A capture is a sequence of chunks, each complete in itself. The reader hands out one chunk at a time, so that a
// file of any length is read in bounded memory. When it meets the end of the file inside a chunk it says cutTail and
// may be asked again after the file has grown; a chunk whose checksum or grammar is wrong is damage: it is skipped,
// listed, and reading goes on at the next chunk.
#pragma once

#include "uaeplugin/capture/event.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace uaescope::capture {

// The file cannot be opened, or is no capture, or is of a newer version. The message says what to do.
struct CaptureError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Facts of the session that the plugin writes: "emulator", "plugin", "pid", "depths", "clock", ...
using Fact = std::pair<std::string, std::string>;

// The last fact of a capture that the plugin could not go on with, because the disk was full or a limit was reached;
// the value is the system's reason. The drops in the same chunk count what was recorded already and is not in the file.
constexpr const char* factStopped = "recording.stopped";

struct Damage {
    std::uint64_t offset = 0; // byte in the file
    std::uint64_t length = 0; // bytes skipped
    std::string reason;
};

// Everything one chunk held. Calls are in the order in which they ended on each thread; sort by begin across threads.
struct Batch {
    std::vector<HostCall> calls;
    // For each call a small number, the same for calls of the batch that are alike but for times, offset, size and
    // result. Filled by the reader.
    std::vector<std::uint32_t> callKinds;
    std::vector<Mark> marks;
    std::vector<PacketSide> packets;
    std::vector<RequestSide> requests;
    std::vector<Text> texts;
    std::vector<Drop> drops;
    std::vector<KernelCount> kernelCounts;
    std::vector<Thread> threads;
    std::vector<ImagePart> imageParts;
    std::vector<Fact> facts;
    std::vector<std::string> strings; // new strings, numbered on from those before; string 0 is always empty
    bool end = false;                 // the process reached its end with everything flushed
    std::int64_t endTime = 0;
    int endStatus = 0; // exit status, or 124 when the watchdog ended it

    void clear(); // keeps the memory
};

enum class ReadResult {
    batch,   // one more chunk is in the batch
    end,     // end of file right after a chunk
    cutTail, // end of file inside a chunk: still growing, or cut off
};

class Reader {
public:
    explicit Reader(const std::filesystem::path& file); // throws CaptureError
    ~Reader();
    Reader(Reader&&) noexcept;
    Reader& operator=(Reader&&) noexcept;

    ReadResult next(Batch& batch);
    const std::vector<Damage>& damage() const;
    std::uint64_t position() const; // file offset after the last whole chunk

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace uaescope::capture
