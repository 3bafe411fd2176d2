#include "analyzer/lab/temporary_folder.h"

#include "analyzer/lab/error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace fs = std::filesystem;

namespace uaescope::lab {

namespace {

constexpr const char* prefix = ".uaescope-";
// Locked as long as the process lives that made the folder, whatever ends it.
constexpr const char* ownerFile = ".owner";

int lockedFile(const fs::path& file, int flags) {
    const int descriptor = ::open(file.c_str(), flags | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0) return -1;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
    ::close(descriptor);
    return -1;
}

// Calls visit with each folder of ours, and the descriptor of its locked owner file when its process is gone, -1 else.
template <typename Visit>
void forEachFolder(const fs::path& parent, Visit visit) {
    std::error_code ignored; // folders of others come and go, and may be closed to us
    for (fs::directory_iterator it(parent, ignored), end; it != end; it.increment(ignored)) {
        if (it->path().filename().string().rfind(prefix, 0) != 0) continue;
        const int owner = lockedFile(it->path() / ownerFile, 0);
        visit(it->path(), owner);
        if (owner >= 0) ::close(owner);
    }
}

void removeAbandoned(const fs::path& parent) {
    std::error_code ignored;
    forEachFolder(parent, [&](const fs::path& folder, int owner) {
        if (owner >= 0) fs::remove_all(folder, ignored);
    });
}

} // namespace

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
    removeAbandoned(parent);
    std::string name = std::filesystem::absolute(parent) / (std::string(prefix) + "XXXXXX");
    if (mkdtemp(name.data()) == nullptr)
        throw EnvironmentError(parent.string() + ": no folder can be made here: " + std::strerror(errno) +
                               "; name another place with --out");
    m_path = name;
    m_owner = lockedFile(m_path / ownerFile, O_CREAT);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored; // what cannot be removed stays; there is nobody to tell from a destructor
    fs::remove_all(m_path, ignored);
    if (m_owner >= 0) ::close(m_owner);
}

bool TemporaryFolder::isAlive(const fs::path& folder) {
    const int owner = lockedFile(folder / ownerFile, 0);
    if (owner >= 0) ::close(owner);
    return owner < 0 && ::access((folder / ownerFile).c_str(), R_OK | W_OK) == 0;
}

std::vector<fs::path> TemporaryFolder::livingIn(const fs::path& parent) {
    std::vector<fs::path> living;
    forEachFolder(parent, [&](const fs::path& folder, int owner) {
        if (owner < 0 && ::access((folder / ownerFile).c_str(), R_OK | W_OK) == 0) living.push_back(folder);
    });
    return living;
}

} // namespace uaescope::lab
