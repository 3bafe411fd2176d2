// Texts under test as files that are reviewed as diffs. To write them anew:
//   UAESCOPE_WRITE_GOLDEN=1 ctest --preset dev -R Golden
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>

namespace uaescope::cli {

inline void expectGolden(const std::string& text, const std::string& name) {
    const std::filesystem::path file = std::filesystem::path(UAESCOPE_GOLDEN_FOLDER) / name;
    if (std::getenv("UAESCOPE_WRITE_GOLDEN")) {
        std::ofstream(file) << text;
        return;
    }
    std::ostringstream wanted;
    wanted << std::ifstream(file).rdbuf();
    EXPECT_EQ(text, wanted.str()) << "differs from " << file;
}

} // namespace uaescope::cli
