#include "tests/guest/elf_builder.h"

#include <stdexcept>

namespace uaescope::guest_test {
namespace {

class Bytes {
public:
    std::vector<std::uint8_t> bytes;
    std::uint32_t size() const { return static_cast<std::uint32_t>(bytes.size()); }
    void putByte(std::uint32_t value) { bytes.push_back(static_cast<std::uint8_t>(value)); }
    void putWord(std::uint32_t value) {
        putByte(value >> 8);
        putByte(value);
    }
    void putLong(std::uint32_t value) {
        putWord(value >> 16);
        putWord(value);
    }
    std::uint32_t putString(const std::string& text) {
        const std::uint32_t at = size();
        bytes.insert(bytes.end(), text.begin(), text.end());
        putByte(0);
        return at;
    }
};

struct Header {
    std::uint32_t name, type, flags, address, offset, size, link, info;
};

} // namespace

std::vector<std::uint8_t> ElfBuilder::build() const {
    const auto count = static_cast<std::uint32_t>(sections.size());
    // Sections: none, ours, their relocations, symbols, names of symbols, names of sections.
    const std::uint32_t symbolTable = 1 + 2 * count;
    const auto sectionIndex = [&](const std::string& name) -> std::uint32_t {
        if (name.empty()) return 0;
        if (name == "*ABS*") return 0xfff1;
        if (name == "*COM*") return 0xfff2;
        for (std::uint32_t index = 0; index < count; ++index)
            if (sections[index].name == name) return index + 1;
        throw std::logic_error("no section " + name);
    };
    const auto symbolIndex = [&](const std::string& name) -> std::uint32_t {
        for (std::uint32_t index = 0; index < symbols.size(); ++index)
            if (symbols[index].name == name) return index + 1;
        throw std::logic_error("no symbol " + name);
    };
    Bytes names;
    Bytes symbolNames;
    Bytes symbolBytes;
    names.putByte(0);
    symbolNames.putByte(0);
    for (int word = 0; word < 4; ++word) symbolBytes.putLong(0);
    for (const ElfSymbol& symbol : symbols) {
        symbolBytes.putLong(symbolNames.putString(symbol.name));
        symbolBytes.putLong(symbol.value);
        symbolBytes.putLong(0);
        symbolBytes.putWord(0x1000); // global
        symbolBytes.putWord(sectionIndex(symbol.section));
    }
    Bytes body;
    std::vector<Header> headers{{}};
    const auto place = [&](const Bytes& content) {
        const std::uint32_t at = 52 + body.size();
        body.bytes.insert(body.bytes.end(), content.bytes.begin(), content.bytes.end());
        return at;
    };
    for (const ElfSection& section : sections) {
        Bytes content;
        content.bytes = section.content;
        const auto size = section.type == 8 ? section.size : content.size();
        headers.push_back(
            {names.putString(section.name), section.type, section.flags, section.address, place(content), size, 0, 0});
    }
    for (std::uint32_t index = 0; index < count; ++index) {
        const ElfSection& section = sections[index];
        Bytes table;
        for (const ElfRelocation& relocation : section.relocations) {
            table.putLong(section.address + relocation.offset);
            table.putLong(symbolIndex(relocation.symbol) << 8 | relocation.type);
            table.putLong(static_cast<std::uint32_t>(relocation.addend));
        }
        headers.push_back({names.putString(".rela" + section.name), relocationTable, 0, 0, place(table), table.size(),
                           symbolTable, index + 1});
    }
    headers.push_back(
        {names.putString(".symtab"), 2, 0, 0, place(symbolBytes), symbolBytes.size(), symbolTable + 1, 1});
    headers.push_back({names.putString(".strtab"), 3, 0, 0, place(symbolNames), symbolNames.size(), 0, 0});
    const std::uint32_t ownName = names.putString(".shstrtab");
    headers.push_back({ownName, 3, 0, 0, place(names), names.size(), 0, 0});

    Bytes file;
    for (std::uint8_t byte : {0x7f, int('E'), int('L'), int('F'), 1, 2, 1}) file.putByte(byte);
    file.bytes.resize(16);
    file.putWord(relocatable ? 1 : 2);
    file.putWord(4); // m68k
    file.putLong(1);
    file.putLong(entry);
    file.putLong(0);
    file.putLong(52 + body.size());
    file.putLong(0);
    file.putWord(52);
    file.putLong(0);
    file.putWord(40);
    file.putWord(static_cast<std::uint32_t>(headers.size()));
    file.putWord(static_cast<std::uint32_t>(headers.size()) - 1);
    file.bytes.resize(52);
    file.bytes.insert(file.bytes.end(), body.bytes.begin(), body.bytes.end());
    for (const Header& header : headers) {
        for (std::uint32_t value : {header.name, header.type, header.flags, header.address, header.offset, header.size,
                                    header.link, header.info, 4U, 0U})
            file.putLong(value);
    }
    return file.bytes;
}

ElfBuilder threeSections() {
    ElfBuilder elf;
    elf.sections = {
        {".text", 1, 2 | 4, 0, std::vector<std::uint8_t>(14, 0x4e), 0, {}},
        {".data", 1, 2 | 1, 0x10, std::vector<std::uint8_t>(16, 0), 0, {}},
        {".bss", 8, 2 | 1, 0x20, {}, 10, {}},
    };
    elf.symbols = {{"start", 0, ".text"}, {"number", 0x14, ".data"}, {"zeros", 0x20, ".bss"}};
    return elf;
}

} // namespace uaescope::guest_test
