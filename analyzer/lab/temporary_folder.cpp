#include "analyzer/lab/temporary_folder.h"

#include "analyzer/lab/error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

namespace uaescope::lab {

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent) {
    std::string name = std::filesystem::absolute(parent) / ".uaescope-XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
        throw EnvironmentError(parent.string() + ": no folder can be made here: " + std::strerror(errno) +
                               "; name another place with --out");
    m_path = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored; // what cannot be removed stays; there is nobody to tell from a destructor
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace uaescope::lab
