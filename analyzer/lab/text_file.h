// Small text files, whole.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace uaescope::lab {

void writeTextFile(const std::filesystem::path& file, std::string_view text); // throws EnvironmentError
std::string firstLine(const std::filesystem::path& file);                     // empty when there is no such file
std::string lastLines(const std::filesystem::path& file, std::size_t count);  // the same

} // namespace uaescope::lab
