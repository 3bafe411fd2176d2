// The window as a program of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace uaescope::cli {

std::string windowProgram(); // throws EnvironmentError when it was not built

// A window needs one of the user's displays.
bool hasDisplay();

// Becomes the window: its exit status is ours. Throws EnvironmentError.
[[noreturn]] void becomeWindow(const std::vector<std::string>& arguments);

// Starts a window that outlives us, and a Ctrl-C in our terminal.
void startWindow(const std::vector<std::string>& arguments);

} // namespace uaescope::cli
