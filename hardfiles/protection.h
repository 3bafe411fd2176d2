// Protection bits of files and directories.
#pragma once

#include <cstdint>
#include <string>

namespace uaescope::hardfiles {

// As List prints them: "----rwed", each letter shown when it applies. The lowest four bits are stored inverted.
std::string protectionText(std::uint32_t bits);

} // namespace uaescope::hardfiles
