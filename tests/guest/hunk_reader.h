// Reads load files back, as strictly as a loader would.
#pragma once

#include "guest/hunk/hunk.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace uaescope::guest_test {

// Throws std::runtime_error at whatever a loader would not take.
std::vector<hunk::Hunk> readHunks(std::span<const std::uint8_t> bytes);

std::vector<std::uint8_t> fileBytes(const std::filesystem::path& file);

} // namespace uaescope::guest_test
