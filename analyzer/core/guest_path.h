// Guest names against host paths.
#pragma once

#include <string_view>

namespace uaescope::core {

// How many of the last parts of both are the same, letter case aside (AmigaDOS does not tell it apart). A side file
// NAME.uaem counts as NAME. "DH1:dir/file" against "/home/x/Dir/file.uaem" gives 2.
int commonTail(std::string_view guestName, std::string_view hostPath);

} // namespace uaescope::core
