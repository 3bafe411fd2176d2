#include "hardfiles/error.h"
#include "hardfiles/image.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace uaescope::hardfiles {

namespace {

// What a person can do about the commonest refusals.
const char* advice(int error) {
    switch (error) {
    case ENOSPC:
    case EDQUOT: return "; make room or choose another disk";
    case EFBIG: return "; this disk or your file size limit does not allow so large a file";
    case EACCES:
    case EPERM: return "; check the permissions or choose another folder";
    case EROFS: return "; choose a folder that can be written";
    case ENOENT:
    case ENOTDIR: return "; check the path";
    default: return "";
    }
}

bool isEnvironment(int error) {
    return error == ENOSPC || error == EDQUOT || error == EFBIG || error == EACCES || error == EPERM || error == EROFS;
}

int openRegular(const std::filesystem::path& file, FileImage::Access access) {
    const int mode = access == FileImage::Access::readOnly ? O_RDONLY : O_RDWR;
    // Without O_NONBLOCK a named pipe would wait for its other end before it can be refused.
    const int descriptor = open(file.c_str(), mode | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) throwHostError(file, "open", errno);
    struct stat status {};
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) return descriptor;
    close(descriptor);
    throw Error(file.string() + ": expected a regular file, found " +
                (S_ISDIR(status.st_mode) ? "a folder" : "a device or pipe") + "; copy its contents to a file first");
}

} // namespace

void throwHostError(const std::string& file, const std::string& doing, int error) {
    const std::string message = file + ": cannot " + doing + ": " + std::strerror(error) + advice(error);
    if (isEnvironment(error)) throw EnvironmentError(message);
    throw Error(message);
}

FileImage::FileImage(const std::filesystem::path& file, Access access)
    : FileImage(openRegular(file, access), file.string()) {}

FileImage::FileImage(int descriptor, std::string name) : m_descriptor(descriptor), m_name(std::move(name)) {
    // Tells the size of block devices as well, which fstat does not.
    const off_t end = lseek(m_descriptor, 0, SEEK_END);
    if (end > 0) m_size = static_cast<std::uint64_t>(end);
}

FileImage::~FileImage() { close(m_descriptor); }

void FileImage::read(std::uint64_t offset, MutableBytes into) const {
    requireRange(offset, into.size());
    while (!into.empty()) {
        const ssize_t count = pread(m_descriptor, into.data(), into.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throwHostError(m_name, "read at offset " + std::to_string(offset), errno);
        if (count == 0) throw Error(m_name + ": the file shrank while it was being read");
        into = into.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
}

void FileImage::write(std::uint64_t offset, ConstBytes bytes) {
    requireRange(offset, bytes.size());
    while (!bytes.empty()) {
        const ssize_t count = pwrite(m_descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throwHostError(m_name, "write at offset " + std::to_string(offset), errno);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        offset += static_cast<std::uint64_t>(count);
    }
}

void FileImage::resize(std::uint64_t size) {
    if (ftruncate(m_descriptor, static_cast<off_t>(size)) != 0)
        throwHostError(m_name, "make the file " + std::to_string(size) + " bytes long", errno);
    m_size = size;
}

void FileImage::sync() {
    if (fsync(m_descriptor) != 0) throwHostError(m_name, "write to the disk", errno);
}

std::uint64_t FileImage::nextData(std::uint64_t offset) const {
    const off_t data = lseek(m_descriptor, static_cast<off_t>(offset), SEEK_DATA);
    if (data >= 0) return static_cast<std::uint64_t>(data);
    return errno == ENXIO ? m_size : offset; // not every file system knows its holes
}

} // namespace uaescope::hardfiles
