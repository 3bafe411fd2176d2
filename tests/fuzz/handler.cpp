// AmigaDOS load files.
#include "tests/fuzz/entry.h"
#include "tests/hardfiles/trials.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const uaescope::hardfiles::Bytes bytes(data, data + size);
    uaescope::hardfiles::testing::tryHandler(bytes);
    return 0;
}
