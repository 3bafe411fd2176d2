// PFS3 volumes, which have no checksums: reading, checking and mapping them.
#include "tests/fuzz/entry.h"
#include "tests/hardfiles/trials.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const uaescope::hardfiles::Bytes bytes(data, data + size);
    uaescope::hardfiles::testing::tryToRead(bytes);
    return 0;
}
