#include "uaeplugin/capture_file.h"

#include "uaeplugin/linux/quiet_signals.h"
#include "uaeplugin/linux/raw_call.h"

#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace uaescope::plugin {

void complain(std::string_view message) {
    const QuietSignals quiet;
    const std::string line = "uaescope: " + std::string(message) + "\n";
    rawCall(SYS_write, STDERR_FILENO, line.data(), line.size());
}

CaptureFile::CaptureFile(const std::filesystem::path& file, std::span<const std::uint8_t> header) : m_name(file) {
    constexpr int mode = 0644;
    const std::string draft = m_name.string() + ".new";
    const long answer = rawCall(SYS_openat, AT_FDCWD, draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (isError(answer)) {
        fail("cannot be made", -answer);
        return;
    }
    m_handle = answer;
    if (append(header)) {
        const long error = rawCall(SYS_renameat2, AT_FDCWD, draft.c_str(), AT_FDCWD, m_name.c_str(), 0);
        if (!isError(error)) return;
        fail("cannot be made", -error);
    }
    close();
    rawCall(SYS_unlinkat, AT_FDCWD, draft.c_str(), 0);
}

bool CaptureFile::append(std::span<const std::uint8_t> chunks) {
    if (!isOpen() || !m_failure.empty()) return false;
    if (chunks.empty()) return true; // nothing was recorded since the last time
    const QuietSignals quiet;
    long error = reserve(chunks.size());
    if (error == 0) error = put(chunks);
    if (error != 0) fail("cannot be written", error);
    return error == 0;
}

long CaptureFile::reserve(std::size_t size) const {
    const std::size_t wanted = size + roomForLastChunk;
    rlimit64 limit{};
    const long asked = rawCall(SYS_prlimit64, 0, RLIMIT_FSIZE, nullptr, &limit);
    if (!isError(asked) && static_cast<std::uint64_t>(m_size) + wanted > limit.rlim_cur) return EFBIG;
    const long answer = rawCall(SYS_fallocate, m_handle, FALLOC_FL_KEEP_SIZE, m_size, wanted);
    const bool isFull = answer == -ENOSPC || answer == -EDQUOT || answer == -EFBIG;
    return isFull ? -answer : 0; // a file system that cannot set room aside may still have some
}

long CaptureFile::put(std::span<const std::uint8_t> chunks) {
    std::int64_t end = m_size;
    while (!chunks.empty()) {
        const long written = rawCall(SYS_pwrite64, m_handle, chunks.data(), chunks.size(), end);
        if (written == -EINTR) continue;
        if (isError(written)) return -written;
        chunks = chunks.subspan(static_cast<std::size_t>(written));
        end += written;
    }
    m_size = end;
    return 0;
}

void CaptureFile::closeWith(std::span<const std::uint8_t> lastChunk) {
    if (!isOpen()) return;
    const QuietSignals quiet;
    put(lastChunk);
    close();
}

void CaptureFile::fail(const char* what, long error) {
    std::string text(256, '\0');
    m_failure = strerror_r(static_cast<int>(error), text.data(), text.size());
    complain(m_name.string() + ": " + what + ": " + m_failure +
             "; recording is off (give the folder room and write permission, then start again)");
}

void CaptureFile::close() {
    if (!isOpen()) return;
    rawCall(SYS_ftruncate, m_handle, m_size); // half a chunk, and room that was set aside
    rawCall(SYS_close, m_handle);
    m_handle = -1;
}

} // namespace uaescope::plugin
