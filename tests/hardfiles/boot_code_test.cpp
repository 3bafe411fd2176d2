#include "hardfiles/boot_code.h"

#include <gtest/gtest.h>

namespace uaescope::hardfiles {
namespace {

Bytes formatted() {
    Bytes blocks(1024);
    putText(blocks, 0, std::string_view("DOS\1", 4));
    putLong(blocks, 8, 880);
    return blocks;
}

TEST(BootCode, KeepsTypeAndRootAndHasARightChecksum) {
    Bytes blocks = formatted();
    EXPECT_NE(bootChecksumError(blocks), 0u);
    putBootCode(blocks);
    EXPECT_EQ(bootChecksumError(blocks), 0u);
    EXPECT_EQ(longAt(blocks, 0), 0x444f5301u);
    EXPECT_EQ(longAt(blocks, 8), 880u);
    blocks[500] ^= 1;
    EXPECT_NE(bootChecksumError(blocks), 0u);
}

// An independent sum, as the Kickstart makes it: the carry of each addition is added again.
TEST(BootCode, ChecksumIsTheKickstarts) {
    Bytes blocks = formatted();
    putBootCode(blocks);
    std::uint32_t sum = 0;
    for (std::size_t at = 0; at < blocks.size(); at += 4) {
        const std::uint32_t before = sum;
        sum += longAt(blocks, at);
        if (sum < before) ++sum;
    }
    EXPECT_EQ(sum, 0xffffffffu);
}

TEST(BootCode, NamesTheLibraryWhereTheCodeLooksForIt) {
    Bytes blocks = formatted();
    putBootCode(blocks);
    ASSERT_EQ(wordAt(blocks, 12), 0x43fau); // lea d16(pc),a1
    const std::size_t name = 14 + wordAt(blocks, 14);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(blocks.data()) + name), "dos.library");
}

TEST(BootCode, TooFewBytesAreRefused) {
    Bytes blocks(512);
    EXPECT_THROW(bootChecksumError(blocks), capture::OutOfBounds);
}

} // namespace
} // namespace uaescope::hardfiles
