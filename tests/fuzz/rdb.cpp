// The rigid disk block area: reading, editing, recovering and repairing it.
#include "tests/fuzz/entry.h"
#include "tests/hardfiles/trials.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    uaescope::hardfiles::Bytes bytes(data, data + size);
    uaescope::hardfiles::testing::tryRdb(bytes);
    // Damage that no checksum betrays.
    constexpr std::size_t sector = 512;
    for (std::size_t at = 0; at + sector <= bytes.size(); at += sector)
        uaescope::hardfiles::testing::sealAgain(uaescope::hardfiles::MutableBytes(bytes).subspan(at, sector));
    uaescope::hardfiles::testing::tryRdb(bytes);
    return 0;
}
