#include "hardfiles/boot_code.h"

#include <algorithm>
#include <array>

namespace uaescope::hardfiles {

namespace {

constexpr std::size_t bootBytes = 1024;
constexpr std::size_t checksumAt = 4;
constexpr std::size_t codeAt = 12;

// The Kickstart calls it with ExecBase in a6, and goes on at the address in a0 unless d0 is an error.
constexpr std::array<std::uint16_t, 13> code = {
    0x43fa, 0x0018, //       lea     name(pc),a1
    0x4eae, 0xffa0, //       jsr     FindResident(a6)   -96
    0x4a80,         //       tst.l   d0
    0x670a,         //       beq.s   none
    0x2040,         //       movea.l d0,a0
    0x2068, 0x0016, //       movea.l rt_Init(a0),a0     22
    0x7000,         //       moveq   #0,d0
    0x4e75,         //       rts
    0x70ff,         // none: moveq   #-1,d0
    0x4e75,         //       rts
};
constexpr std::string_view name{"dos.library\0", 12}; // follows the code

std::uint32_t sumWithCarries(ConstBytes bytes) {
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < bootBytes; at += 4) {
        sum += longAt(bytes, at);
        sum = (sum & 0xffffffff) + (sum >> 32);
    }
    return static_cast<std::uint32_t>(sum);
}

} // namespace

void putBootCode(MutableBytes bootBlocks) {
    std::size_t at = codeAt;
    for (const std::uint16_t word : code) {
        bootBlocks[at++] = static_cast<std::uint8_t>(word >> 8);
        bootBlocks[at++] = static_cast<std::uint8_t>(word & 0xff);
    }
    putText(bootBlocks, at, name);
    sealBootBlocks(bootBlocks);
}

void sealBootBlocks(MutableBytes bootBlocks) {
    putLong(bootBlocks, checksumAt, 0);
    putLong(bootBlocks, checksumAt, ~sumWithCarries(bootBlocks));
}

std::uint32_t bootChecksumError(ConstBytes bootBlocks) { return ~sumWithCarries(bootBlocks); }

} // namespace uaescope::hardfiles
