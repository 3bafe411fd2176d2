// Names inside images are Latin-1; what people and programs read and write outside is UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace uaescope::hardfiles {

std::string utf8FromLatin1(std::string_view text);

// UTF-8 for a line of text: control characters, which a terminal or a reader of lines would obey, as \x0a.
std::string printable(std::string_view utf8);

// A name as a part of a path: what would divide it, '/' and ':', as \x2f and \x3a. Only damage makes such names.
std::string pathPart(std::string_view name);

// Throws UsageError for characters that Latin-1 does not have, and for what is no UTF-8.
std::string latin1FromUtf8(std::string_view text);

// The same text with every byte that is no UTF-8 replaced by U+FFFD, for names that come from the host.
std::string validUtf8(std::string_view text);

} // namespace uaescope::hardfiles
