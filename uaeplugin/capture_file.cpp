#include "uaeplugin/capture_file.h"

#include "uaeplugin/raw_call.h"

#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace uaescope::plugin {

void complain(std::string_view message) {
    const std::string line = "uaescope: " + std::string(message) + "\n";
    rawCall(SYS_write, STDERR_FILENO, line.data(), line.size());
}

CaptureFile::CaptureFile(const std::filesystem::path& file) : m_name(file) {
    constexpr int mode = 0644;
    const long answer = rawCall(SYS_openat, AT_FDCWD, m_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (isError(answer))
        fail("cannot be made", -answer);
    else
        m_descriptor = static_cast<int>(answer);
}

CaptureFile::~CaptureFile() {
    if (isOpen()) rawCall(SYS_close, m_descriptor);
}

void CaptureFile::append(std::span<const std::uint8_t> chunks) {
    std::int64_t end = m_size;
    while (isOpen() && !chunks.empty()) {
        const long written = rawCall(SYS_pwrite64, m_descriptor, chunks.data(), chunks.size(), end);
        if (written == -EINTR) continue;
        if (isError(written)) return fail("cannot be written", -written);
        chunks = chunks.subspan(static_cast<std::size_t>(written));
        end += written;
    }
    m_size = end;
}

void CaptureFile::fail(const char* what, long error) {
    std::string text(256, '\0');
    const char* reason = strerror_r(static_cast<int>(error), text.data(), text.size());
    complain(m_name.string() + ": " + what + ": " + reason +
             "; recording is off (give the folder room and write permission, then start again)");
    if (!isOpen()) return;
    rawCall(SYS_ftruncate, m_descriptor, m_size);
    rawCall(SYS_close, m_descriptor);
    m_descriptor = -1;
}

} // namespace uaescope::plugin
