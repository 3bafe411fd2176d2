// SFS volumes: reading, checking and mapping them.
#include "tests/fuzz/entry.h"
#include "tests/hardfiles/trials.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    uaescope::hardfiles::Bytes bytes(data, data + size);
    uaescope::hardfiles::testing::tryToRead(bytes);
    // Damage that no checksum betrays.
    constexpr std::size_t sector = 512;
    for (std::size_t at = 0; at + sector <= bytes.size(); at += sector)
        uaescope::hardfiles::testing::sealAgain(uaescope::hardfiles::MutableBytes(bytes).subspan(at, sector));
    uaescope::hardfiles::testing::tryToRead(bytes);
    return 0;
}
