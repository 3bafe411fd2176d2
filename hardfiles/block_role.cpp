#include "hardfiles/block_role.h"

namespace uaescope::hardfiles {

const char* roleName(BlockRole role) {
    switch (role) {
    case BlockRole::free: return "free";
    case BlockRole::reserved: return "reserved";
    case BlockRole::root: return "root";
    case BlockRole::bitmap: return "bitmap";
    case BlockRole::directory: return "directory";
    case BlockRole::header: return "header";
    case BlockRole::extension: return "extension";
    case BlockRole::data: return "data";
    case BlockRole::admin: return "admin";
    case BlockRole::lost: return "lost";
    case BlockRole::rdb: return "rdb";
    case BlockRole::outside: return "outside";
    case BlockRole::unknown: return "unknown";
    }
    return "";
}

} // namespace uaescope::hardfiles
