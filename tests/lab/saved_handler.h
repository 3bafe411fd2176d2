// A file that is a handler as far as the host can tell; no Amiga should run it.
#pragma once

#include "tests/hardfiles/handler_file.h"
#include "tests/lab/scratch.h"

namespace uaescope::lab {

inline std::filesystem::path savedHandler(const Scratch& scratch, std::size_t longs, const char* name = "testfs",
                                          const char* version = "$VER: testfs 3.14 (1.2.2026)") {
    const hardfiles::Bytes bytes = hardfiles::testing::handlerFile(longs, version);
    return scratch.file(name, std::string(bytes.begin(), bytes.end()));
}

} // namespace uaescope::lab
