// The capture being written. Uses system calls of its own, so that nothing of it is recorded, and never more than one
// thread. After a failure it keeps quiet: the file ends after its last whole chunk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace uaescope::plugin {

class CaptureFile {
public:
    explicit CaptureFile(const std::filesystem::path& file); // says on standard error when it cannot be made
    ~CaptureFile();
    CaptureFile(const CaptureFile&) = delete;
    CaptureFile& operator=(const CaptureFile&) = delete;

    bool isOpen() const { return m_descriptor >= 0; }
    // Whole chunks. The first failure is said once on standard error, and closes the file.
    void append(std::span<const std::uint8_t> chunks);

private:
    void fail(const char* what, long error);

    std::filesystem::path m_name;
    int m_descriptor = -1;
    std::int64_t m_size = 0; // after the last whole chunk
};

// One line on standard error, not recorded.
void complain(std::string_view message);

} // namespace uaescope::plugin
