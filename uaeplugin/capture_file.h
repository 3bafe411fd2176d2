// The capture being written. Uses system calls of its own, so that nothing of it is recorded, and never more than one
// thread.
//
// The file gets its name when its header is in it, and always ends after a whole chunk. Room for one last chunk is set
// aside before anything else is written, where the file system can do that: a capture that the disk or a limit cuts
// short can still say so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace uaescope::plugin {

class CaptureFile {
public:
    // Says on standard error when the file cannot be made.
    CaptureFile(const std::filesystem::path& file, std::span<const std::uint8_t> header);
    ~CaptureFile() { close(); }
    CaptureFile(const CaptureFile&) = delete;
    CaptureFile& operator=(const CaptureFile&) = delete;

    bool isOpen() const { return m_handle != -1; }
    // Whole chunks: all of them are in the file, or nothing is. The first failure is said once on standard error; after
    // it nothing but the last chunk is taken.
    bool append(std::span<const std::uint8_t> chunks);
    // What was wrong; empty while nothing was.
    const std::string& failure() const { return m_failure; }
    // The file's end, after a failure as well. Of at most roomForLastChunk bytes.
    void closeWith(std::span<const std::uint8_t> lastChunk);

    static constexpr std::size_t roomForLastChunk = 4096;

private:
    // Both return 0 or the system's number of the error.
    long reserve(std::size_t size) const;
    long put(std::span<const std::uint8_t> chunks);
    void fail(const char* what, long error);
    void close();

    std::filesystem::path m_name;
    std::string m_failure;
    std::intptr_t m_handle = -1; // the system's: a descriptor on Linux
    std::int64_t m_size = 0;     // after the last whole chunk
};

// One line on standard error, not recorded.
void complain(std::string_view message);

} // namespace uaescope::plugin
