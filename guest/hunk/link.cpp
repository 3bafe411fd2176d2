#include "guest/hunk/link.h"

#include "guest/hunk/elf.h"
#include "uaeplugin/capture/byte_cursor.h"

#include <optional>
#include <string>

namespace uaescope::hunk {
namespace {

namespace relocation {
constexpr std::uint8_t none = 0, absolute32 = 1, pc32 = 4, pc16 = 5, pc8 = 6;
} // namespace relocation

std::string hex(std::uint32_t value) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text = "0x";
    int shift = 28;
    while (shift > 0 && (value >> shift) == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) text.push_back(digits[(value >> shift) & 15]);
    return text;
}

class Linker {
public:
    Linker(std::span<const std::uint8_t> bytes, std::string_view name) : m_name(name), m_elf(readElf(bytes, name)) {}

    std::vector<Hunk> run() {
        collectHunks();
        checkEntry();
        for (const Section& section : m_elf.sections) {
            if (section.info >= m_elf.sections.size() || !m_hunkOf[section.info]) continue;
            if (section.type == Section::rel)
                throw LinkError(m_name + ": section " + section.name +
                                ": relocations without addends are not used on m68k; the file is damaged");
            if (section.type == Section::rela) relocate(section);
        }
        return std::move(m_hunks);
    }

private:
    // One relocation with everything that its handling and its error message need.
    struct Place {
        const RelaEntry& entry;
        const Section& section; // that is being relocated
        const Symbol& symbol;
        std::uint32_t offset; // into the section
        std::uint32_t hunk;
    };

    void collectHunks() {
        m_hunkOf.resize(m_elf.sections.size());
        for (std::uint32_t index : order()) {
            const Section& section = m_elf.sections[index];
            Hunk hunk;
            hunk.type = typeOf(section);
            hunk.name = section.name;
            hunk.size = section.size;
            hunk.content.assign(section.content.begin(), section.content.end());
            m_hunkOf[index] = static_cast<std::uint32_t>(m_hunks.size());
            m_hunks.push_back(std::move(hunk));
        }
        if (m_hunks.empty() || m_hunks.front().type != block::code)
            throw LinkError(m_name + ": no section with code, so there is nothing to start");
    }

    // Sections in memory, code first.
    std::vector<std::uint32_t> order() const {
        std::vector<std::uint32_t> result;
        for (bool code : {true, false})
            for (std::uint32_t index = 0; index < m_elf.sections.size(); ++index) {
                const Section& section = m_elf.sections[index];
                const bool inMemory = (section.flags & Section::allocated) != 0 && section.size != 0;
                if (inMemory && (typeOf(section) == block::code) == code) result.push_back(index);
            }
        return result;
    }

    static std::uint32_t typeOf(const Section& section) {
        if (section.type == Section::nobits) return block::bss;
        return (section.flags & Section::executable) != 0 ? block::code : block::data;
    }

    void checkEntry() const {
        for (std::uint32_t index = 0; index < m_elf.sections.size(); ++index)
            if (m_hunkOf[index] == 0U && m_elf.entry != m_elf.sections[index].address && !m_elf.relocatable)
                throw LinkError(m_name + ": the entry point is " + hex(m_elf.entry) + ", but AmigaDOS starts at " +
                                hex(m_elf.sections[index].address) + ", the first byte of " +
                                m_elf.sections[index].name + "; place the entry first in the linker script");
    }

    void relocate(const Section& table) {
        if (table.link >= m_elf.sections.size() || m_elf.sections[table.link].type != Section::symbolTable)
            throw LinkError(m_name + ": section " + table.name + ": its symbol table is missing; the file is damaged");
        const std::vector<Symbol> symbols = m_elf.symbols(m_elf.sections[table.link]);
        const Section& section = m_elf.sections[table.info];
        for (const RelaEntry& entry : relaEntries(table)) {
            if (entry.symbol >= symbols.size())
                throw LinkError(m_name + ": section " + table.name + ": symbol " + std::to_string(entry.symbol) +
                                " of " + std::to_string(symbols.size()) + "; the file is damaged");
            relocateOne({entry, section, symbols[entry.symbol], entry.place - section.address, *m_hunkOf[table.info]});
        }
    }

    void relocateOne(const Place& place) {
        switch (place.entry.type) {
        case relocation::none: return;
        case relocation::absolute32: return addressOf(place);
        case relocation::pc32: return relative(place, 4);
        case relocation::pc16: return relative(place, 2);
        case relocation::pc8: return relative(place, 1);
        default: fail(place, "a load file has only 32-bit addresses (R_68K_32)");
        }
    }

    // The value the symbol stands for, before its section is placed, and the hunk it lies in (none: a constant).
    std::optional<std::uint32_t> targetHunk(const Place& place) const {
        const Symbol& symbol = place.symbol;
        if (symbol.section == Symbol::absolute) return std::nullopt;
        if (symbol.section == Symbol::undefined) fail(place, "the symbol is defined nowhere");
        if (symbol.section == Symbol::common) fail(place, "a common symbol has no section (compile with -fno-common)");
        if (symbol.section >= m_elf.sections.size()) fail(place, "the symbol's section does not exist");
        if (!m_hunkOf[symbol.section]) fail(place, "the symbol's section is empty or not in memory");
        return m_hunkOf[symbol.section];
    }

    std::uint32_t valueIn(const Place& place, std::optional<std::uint32_t> hunk) const {
        const std::uint32_t base = hunk ? m_elf.sections[place.symbol.section].address : 0;
        return place.symbol.value - base + static_cast<std::uint32_t>(place.entry.addend);
    }

    void addressOf(const Place& place) {
        const auto target = targetHunk(place);
        store(place, 4, valueIn(place, target));
        if (!target) return;
        if (place.offset % 2 != 0) fail(place, "the loader cannot patch an odd address");
        m_hunks[place.hunk].relocations.push_back({.offset = place.offset, .target = *target});
    }

    void relative(const Place& place, int width) {
        const auto target = targetHunk(place);
        if (target != place.hunk) fail(place, "the distance between hunks is not known before they are loaded");
        const auto distance = static_cast<std::int32_t>(valueIn(place, target) - place.offset);
        const std::int64_t limit = std::int64_t{1} << (8 * width - 1);
        if (distance < -limit || distance >= limit) fail(place, "the distance does not fit");
        store(place, width, static_cast<std::uint32_t>(distance));
    }

    void store(const Place& place, int width, std::uint32_t value) {
        auto& content = m_hunks[place.hunk].content;
        if (place.offset > content.size() || static_cast<std::size_t>(width) > content.size() - place.offset)
            fail(place, "the place is outside the section's bytes");
        for (int index = 0; index < width; ++index)
            content[place.offset + index] = static_cast<std::uint8_t>(value >> (8 * (width - 1 - index)));
    }

    [[noreturn]] void fail(const Place& place, const std::string& why) const {
        throw LinkError(m_name + ": section " + place.section.name + " offset " + hex(place.offset) + ": " +
                        relocationName(place.entry.type) + " against '" + place.symbol.name +
                        "' cannot be expressed: " + why);
    }

    std::string m_name;
    ElfFile m_elf;
    std::vector<Hunk> m_hunks;
    std::vector<std::optional<std::uint32_t>> m_hunkOf; // by section index
};

} // namespace

std::vector<Hunk> link(std::span<const std::uint8_t> elf, std::string_view name) { return Linker(elf, name).run(); }

} // namespace uaescope::hunk
