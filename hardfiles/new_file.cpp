#include "hardfiles/new_file.h"

#include "hardfiles/error.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace uaescope::hardfiles {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void throwExists(const fs::path& target) {
    throw Error(target.string() + ": the file exists; choose another name, or replace it with --force");
}

// The permissions of a file the shell would make, or those of the file that is replaced.
mode_t permissionsFor(const fs::path& target) {
    struct stat status {};
    if (stat(target.c_str(), &status) == 0) return status.st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

// Where a symbolic link leads, so that a replacement keeps the link.
fs::path resolved(const fs::path& target, Existing existing) {
    std::error_code error;
    const fs::file_status status = fs::status(target, error);
    if (!fs::exists(status)) {
        if (fs::is_symlink(fs::symlink_status(target, error)))
            throw Error(target.string() + ": the name is a link that leads nowhere; remove it or choose another name");
        return target;
    }
    if (!fs::is_regular_file(status))
        throw Error(target.string() + ": expected a regular file, found " +
                    (fs::is_directory(status) ? "a folder" : "a device or pipe") + "; choose another name");
    if (existing == Existing::refuse) throwExists(target);
    return fs::canonical(target);
}

void syncFolder(const fs::path& folder) {
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return; // the name is there; only its survival of a power cut is in doubt
    fsync(descriptor);
    close(descriptor);
}

fs::path folderOf(const fs::path& target) { return target.has_parent_path() ? target.parent_path() : fs::path("."); }

// With six letters for mkostemp at its end.
std::string hiddenName(const fs::path& target) {
    return folderOf(target) / ("." + target.filename().string().substr(0, 200) + ".XXXXXX");
}

// For a signal handler, which may use nothing that allocates: the names, as long as their owners live.
std::array<std::atomic<const char*>, 8> hiddenNames;

void remember(const std::string& name) {
    for (auto& place : hiddenNames) {
        const char* nothing = nullptr;
        if (place.compare_exchange_strong(nothing, name.c_str())) return;
    }
}

void forget(const std::string& name) {
    for (auto& place : hiddenNames) {
        const char* known = place.load();
        if (known != nullptr && name == known) place.store(nullptr);
    }
}

} // namespace

NewFile::NewFile(const fs::path& target, Existing existing, Unfinished unfinished)
    : m_target(resolved(target, existing)), m_existing(existing) {
    const fs::path folder = folderOf(m_target);
    int descriptor = -1;
    if (unfinished == Unfinished::nameless) descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        std::string name = hiddenName(m_target);
        descriptor = mkostemp(name.data(), O_CLOEXEC);
        if (descriptor < 0 && (errno == ENOENT || errno == ENOTDIR))
            throw EnvironmentError(target.string() + ": the folder " + folder.string() +
                                   " does not exist; make it first");
        if (descriptor < 0) throwHostError(target, "make the file", errno);
        m_hidden = name;
        remember(m_hidden);
    }
    m_image = std::make_unique<FileImage>(descriptor, target.string());
    fchmod(descriptor, permissionsFor(m_target));
}

NewFile::~NewFile() {
    if (m_hidden.empty()) return;
    unlink(m_hidden.c_str());
    forget(m_hidden);
}

void NewFile::commit() {
    m_image->sync();
    if (m_hidden.empty() && m_existing == Existing::refuse) {
        link(m_target);
    } else {
        // A file without a name cannot take the place of another one.
        if (m_hidden.empty()) {
            m_hidden = hiddenName(m_target) + std::to_string(getpid());
            remember(m_hidden);
            unlink(m_hidden.c_str());
            link(m_hidden);
        }
        rename();
        forget(m_hidden);
        m_hidden.clear();
    }
    syncFolder(folderOf(m_target));
}

void NewFile::link(const std::string& name) const {
    const std::string descriptor = "/proc/self/fd/" + std::to_string(m_image->descriptor());
    if (linkat(AT_FDCWD, descriptor.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) return;
    if (errno == EEXIST) throwExists(name);
    throwHostError(m_target, "give the new file its name", errno);
}

void NewFile::rename() const {
    if (m_existing == Existing::refuse) {
        if (renameat2(AT_FDCWD, m_hidden.c_str(), AT_FDCWD, m_target.c_str(), RENAME_NOREPLACE) == 0) return;
        if (errno == EEXIST) throwExists(m_target);
        // Not every file system knows the flag; there the check of the constructor has to do.
        if (errno != EINVAL && errno != ENOSYS) throwHostError(m_target, "give the new file its name", errno);
    }
    if (std::rename(m_hidden.c_str(), m_target.c_str()) != 0)
        throwHostError(m_target, "give the new file its name", errno);
}

void removeUnfinishedFiles() noexcept {
    for (const auto& name : hiddenNames)
        if (const char* path = name.load()) unlink(path);
}

void requireOtherFile(const fs::path& source, const fs::path& target) {
    std::error_code missing;
    if (fs::equivalent(source, target, missing))
        throw Error(target.string() + ": is the image itself; name another file to write to");
}

} // namespace uaescope::hardfiles
