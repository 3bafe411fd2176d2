#include "uaeplugin/page_cache.h"

namespace uaescope::plugin {

// No program can ask Windows for that.
Forgotten forgetFile(const std::filesystem::path::value_type*) { return Forgotten::impossible; }

} // namespace uaescope::plugin
