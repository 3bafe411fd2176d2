#include "uaeplugin/windows/utf8.h"

#include <windows.h>

namespace uaescope::plugin {

std::string utf8(std::wstring_view text) {
    const int length = static_cast<int>(text.size());
    std::string bytes(text.size() * 3, '\0'); // no 16-bit unit takes more
    const int used = WideCharToMultiByte(CP_UTF8, 0, text.data(), length, bytes.data(), static_cast<int>(bytes.size()),
                                         nullptr, nullptr);
    bytes.resize(static_cast<std::size_t>(used));
    return bytes;
}

std::wstring wide(std::string_view utf8) {
    std::wstring text(utf8.size(), L'\0');
    const int used = MultiByteToWideChar(CP_UTF8, 0, utf8.data(), static_cast<int>(utf8.size()), text.data(),
                                         static_cast<int>(text.size()));
    text.resize(static_cast<std::size_t>(used));
    return text;
}

} // namespace uaescope::plugin
