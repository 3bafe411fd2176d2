// An AmigaDOS load file as values, and its encoding.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace uaescope::hunk {

// Something the load file cannot express, or input that is not what it should be. The message names the file.
struct LinkError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Block types of a load file; the first long of each block.
namespace block {
constexpr std::uint32_t code = 0x3e9;
constexpr std::uint32_t data = 0x3ea;
constexpr std::uint32_t bss = 0x3eb;
constexpr std::uint32_t reloc32 = 0x3ec;
constexpr std::uint32_t end = 0x3f2;
constexpr std::uint32_t header = 0x3f3;
} // namespace block

// The long at offset gets the address of hunk target added when the file is loaded.
struct Relocation {
    std::uint32_t offset = 0;
    std::uint32_t target = 0;
};

struct Hunk {
    std::uint32_t type = block::code;  // block::code, data or bss
    std::string name;                  // of the ELF section it was made from
    std::uint32_t size = 0;            // bytes
    std::vector<std::uint8_t> content; // size bytes; empty for bss
    std::vector<Relocation> relocations;
};

// HUNK_HEADER, then each hunk with its relocations grouped by target. Contents are padded with zeros to whole longs.
std::vector<std::uint8_t> encode(std::span<const Hunk> hunks);

} // namespace uaescope::hunk
