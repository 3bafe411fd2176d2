// Reads what the m68k cross linker leaves behind: a 32-bit big-endian ELF file with its relocations kept.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::hunk {

struct Section {
    std::string name;
    std::uint32_t type = 0;
    std::uint32_t flags = 0;
    std::uint32_t address = 0; // 0 in a relocatable file
    std::uint32_t size = 0;
    std::uint32_t link = 0;                // relocation sections: index of the symbol table
    std::uint32_t info = 0;                // relocation sections: index of the section they apply to
    std::span<const std::uint8_t> content; // empty for sections without bytes in the file

    static constexpr std::uint32_t progbits = 1, symbolTable = 2, rela = 4, nobits = 8, rel = 9;
    static constexpr std::uint32_t writable = 1, allocated = 2, executable = 4;
};

struct Symbol {
    std::string name;
    std::uint32_t value = 0;
    std::uint16_t section = 0;

    static constexpr std::uint16_t undefined = 0, absolute = 0xfff1, common = 0xfff2;
};

struct RelaEntry {
    std::uint32_t place = 0;
    std::uint32_t symbol = 0;
    std::uint8_t type = 0;
    std::int32_t addend = 0;
};

// Views the bytes it was made from, which must outlive it.
struct ElfFile {
    bool relocatable = false; // made with -r: places and values are offsets into sections
    std::uint32_t entry = 0;
    std::vector<Section> sections;

    std::vector<Symbol> symbols(const Section& table) const; // throws LinkError
};

std::vector<RelaEntry> relaEntries(const Section& section);
std::string relocationName(std::uint8_t type); // "R_68K_PC32"

// Throws LinkError; name stands in its messages.
ElfFile readElf(std::span<const std::uint8_t> bytes, std::string_view name);

} // namespace uaescope::hunk
