// Builds small ELF files for the linker's tests, whole or with a fault.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace uaescope::guest_test {

struct ElfRelocation {
    std::uint32_t offset = 0; // into the section
    std::uint8_t type = 1;
    std::string symbol;
    std::int32_t addend = 0;
};

struct ElfSection {
    std::string name;
    std::uint32_t type = 1;  // 1 PROGBITS, 8 NOBITS
    std::uint32_t flags = 2; // 1 writable, 2 in memory, 4 executable
    std::uint32_t address = 0;
    std::vector<std::uint8_t> content;
    std::uint32_t size = 0; // of NOBITS
    std::vector<ElfRelocation> relocations;
};

struct ElfSymbol {
    std::string name;
    std::uint32_t value = 0;
    std::string section; // empty: undefined; "*ABS*", "*COM*"
};

struct ElfBuilder {
    bool relocatable = false;
    std::uint32_t entry = 0;
    std::vector<ElfSection> sections;
    std::vector<ElfSymbol> symbols;
    std::uint32_t relocationTable = 4; // section type: 4 RELA, 9 REL

    std::vector<std::uint8_t> build() const;
};

// Code (entry at its start), data and bss at 0, 0x10 and 0x20, with symbols start, number and zeros.
ElfBuilder threeSections();

} // namespace uaescope::guest_test
