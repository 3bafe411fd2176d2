#include "guest/hunk/elf.h"

#include "guest/hunk/hunk.h"
#include "uaeplugin/capture/byte_cursor.h"

#include <array>

namespace uaescope::hunk {
namespace {

using capture::longAt;
using capture::wordAt;
using Bytes = std::span<const std::uint8_t>;

namespace ident {
constexpr std::size_t fileClass = 4, byteOrder = 5;
constexpr std::uint8_t class32 = 1, bigEndian = 2;
} // namespace ident

namespace header {
constexpr std::size_t type = 16, machine = 18, entry = 24, sectionTable = 32, sectionSize = 46, sectionCount = 48,
                      nameSection = 50;
constexpr std::uint16_t relocatable = 1, executable = 2, m68k = 4;
} // namespace header

namespace entry {
constexpr std::size_t name = 0, type = 4, flags = 8, address = 12, offset = 16, size = 20, link = 24, info = 28;
constexpr std::size_t bytes = 40;
} // namespace entry

constexpr std::size_t symbolBytes = 16, relaBytes = 12;

std::string stringAt(Bytes table, std::uint32_t offset) {
    std::string text;
    for (std::size_t at = offset; at < table.size() && table[at] != 0; ++at)
        text.push_back(static_cast<char>(table[at]));
    return text;
}

Bytes slice(Bytes bytes, std::uint32_t offset, std::uint32_t size, const std::string& what) {
    if (offset > bytes.size() || size > bytes.size() - offset)
        throw LinkError(what + ": needs bytes " + std::to_string(offset) + " to " +
                        std::to_string(std::uint64_t(offset) + size) + ", the file has only " +
                        std::to_string(bytes.size()) + "; it is cut off, link it again");
    return bytes.subspan(offset, size);
}

void checkIdentity(Bytes bytes, const std::string& name) {
    constexpr std::array<std::uint8_t, 4> magic{0x7f, 'E', 'L', 'F'};
    if (bytes.size() < magic.size() || !std::equal(magic.begin(), magic.end(), bytes.begin()))
        throw LinkError(name +
                        ": offset 0: expected the ELF magic; give the output of m68k-linux-gnu-ld --emit-relocs");
    slice(bytes, 0, 52, name + ": ELF header");
    if (bytes[ident::fileClass] != ident::class32 || bytes[ident::byteOrder] != ident::bigEndian ||
        wordAt(bytes, header::machine) != header::m68k)
        throw LinkError(name + ": expected a 32-bit big-endian m68k file (class 1, order 2, machine 4), found class " +
                        std::to_string(bytes[ident::fileClass]) + ", order " + std::to_string(bytes[ident::byteOrder]) +
                        ", machine " + std::to_string(wordAt(bytes, header::machine)) +
                        "; compile and link with the m68k-linux-gnu tools");
    const auto type = wordAt(bytes, header::type);
    if (type != header::relocatable && type != header::executable)
        throw LinkError(name + ": offset 16: expected a relocatable or executable file (type 1 or 2), found type " +
                        std::to_string(type) + "; link with -static and without -shared or -pie");
}

Section readSection(Bytes bytes, std::uint32_t at, const std::string& name) {
    const Bytes head = slice(bytes, at, entry::bytes, name + ": section header");
    Section section;
    section.type = longAt(head, entry::type);
    section.flags = longAt(head, entry::flags);
    section.address = longAt(head, entry::address);
    section.size = longAt(head, entry::size);
    section.link = longAt(head, entry::link);
    section.info = longAt(head, entry::info);
    if (section.type != Section::nobits && section.type != 0)
        section.content = slice(bytes, longAt(head, entry::offset), section.size, name + ": section content");
    return section;
}

} // namespace

std::vector<Symbol> ElfFile::symbols(const Section& table) const {
    const Bytes names = table.link < sections.size() ? sections[table.link].content : Bytes{};
    std::vector<Symbol> result;
    for (std::size_t at = 0; at + symbolBytes <= table.content.size(); at += symbolBytes) {
        Symbol symbol;
        symbol.name = stringAt(names, longAt(table.content, at));
        symbol.value = longAt(table.content, at + 4);
        symbol.section = wordAt(table.content, at + 14);
        if (symbol.name.empty() && symbol.section < sections.size()) symbol.name = sections[symbol.section].name;
        result.push_back(std::move(symbol));
    }
    return result;
}

std::vector<RelaEntry> relaEntries(const Section& section) {
    std::vector<RelaEntry> result;
    for (std::size_t at = 0; at + relaBytes <= section.content.size(); at += relaBytes) {
        const std::uint32_t info = longAt(section.content, at + 4);
        result.push_back({.place = longAt(section.content, at),
                          .symbol = info >> 8,
                          .type = static_cast<std::uint8_t>(info),
                          .addend = static_cast<std::int32_t>(longAt(section.content, at + 8))});
    }
    return result;
}

std::string relocationName(std::uint8_t type) {
    constexpr std::array names{"NONE",   "32",     "16",     "8",      "PC32",     "PC16",     "PC8",     "GOT32",
                               "GOT16",  "GOT8",   "GOT32O", "GOT16O", "GOT8O",    "PLT32",    "PLT16",   "PLT8",
                               "PLT32O", "PLT16O", "PLT8O",  "COPY",   "GLOB_DAT", "JMP_SLOT", "RELATIVE"};
    if (type < names.size()) return std::string("R_68K_") + names[type];
    return "relocation type " + std::to_string(type);
}

ElfFile readElf(Bytes bytes, std::string_view fileName) {
    const std::string name(fileName);
    checkIdentity(bytes, name);
    ElfFile file;
    file.relocatable = wordAt(bytes, header::type) == header::relocatable;
    file.entry = longAt(bytes, header::entry);
    const std::uint32_t table = longAt(bytes, header::sectionTable);
    const std::uint32_t count = wordAt(bytes, header::sectionCount);
    if (wordAt(bytes, header::sectionSize) != entry::bytes && count != 0)
        throw LinkError(name + ": offset 46: expected section headers of 40 bytes, found " +
                        std::to_string(wordAt(bytes, header::sectionSize)) + "; the file is damaged");
    slice(bytes, table, count * static_cast<std::uint32_t>(entry::bytes), name + ": section headers");
    for (std::uint32_t index = 0; index < count; ++index)
        file.sections.push_back(readSection(bytes, table + index * entry::bytes, name));
    const std::uint32_t names = wordAt(bytes, header::nameSection);
    for (std::uint32_t index = 0; index < count && names < count; ++index)
        file.sections[index].name =
            stringAt(file.sections[names].content, longAt(bytes, table + index * entry::bytes + entry::name));
    return file;
}

} // namespace uaescope::hunk
