// Windows' 16-bit text as UTF-8 and back.
#pragma once

#include <string>
#include <string_view>

namespace uaescope::plugin {

std::string utf8(std::wstring_view text);
std::wstring wide(std::string_view utf8);

} // namespace uaescope::plugin
