// From ELF to hunks: what is made, and what is refused.
#include "guest/hunk/link.h"
#include "tests/guest/elf_builder.h"
#include "tests/guest/hunk_reader.h"
#include "uaeplugin/capture/byte_cursor.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

using namespace uaescope;
using guest_test::ElfBuilder;
using guest_test::readHunks;
using guest_test::threeSections;

namespace {

std::vector<hunk::Hunk> linked(const ElfBuilder& elf) {
    return readHunks(hunk::encode(hunk::link(elf.build(), "t.elf")));
}

std::string problem(std::span<const std::uint8_t> bytes) {
    try {
        hunk::link(bytes, "t.elf");
    } catch (const hunk::LinkError& error) {
        return error.what();
    }
    return "no error";
}

std::string problem(const ElfBuilder& elf) { return problem(elf.build()); }

TEST(Link, MakesCodeDataAndBssHunks) {
    const auto hunks = linked(threeSections());
    ASSERT_EQ(hunks.size(), 3U);
    EXPECT_EQ(hunks[0].type, hunk::block::code);
    EXPECT_EQ(hunks[0].size, 16U); // 14 bytes, padded
    EXPECT_EQ(hunks[0].content[13], 0x4e);
    EXPECT_EQ(hunks[0].content[14], 0);
    EXPECT_EQ(hunks[1].type, hunk::block::data);
    EXPECT_EQ(hunks[2].type, hunk::block::bss);
    EXPECT_EQ(hunks[2].size, 12U);
}

TEST(Link, AddressesBecomeOffsetsIntoTheTargetsHunk) {
    ElfBuilder elf = threeSections();
    elf.sections[0].relocations = {{2, 1, "number", 0}, {6, 1, "zeros", 4}};
    elf.sections[1].relocations = {{8, 1, "start", 2}, {0, 1, "number", -4}};
    const auto hunks = linked(elf);
    EXPECT_EQ(capture::longAt(hunks[0].content, 2), 4U); // number is 4 bytes into .data
    EXPECT_EQ(capture::longAt(hunks[0].content, 6), 4U);
    EXPECT_EQ(capture::longAt(hunks[1].content, 8), 2U);
    EXPECT_EQ(capture::longAt(hunks[1].content, 0), 0U);
    ASSERT_EQ(hunks[0].relocations.size(), 2U);
    EXPECT_EQ(hunks[0].relocations[0].offset, 2U);
    EXPECT_EQ(hunks[0].relocations[0].target, 1U);
    EXPECT_EQ(hunks[0].relocations[1].target, 2U);
    ASSERT_EQ(hunks[1].relocations.size(), 2U);
    EXPECT_EQ(hunks[1].relocations[0].target, 0U);
    EXPECT_EQ(hunks[1].relocations[1].target, 1U);
}

TEST(Link, RelocatableFilesGiveTheSame) {
    ElfBuilder executable = threeSections();
    executable.sections[0].relocations = {{2, 1, "number", 0}, {6, 1, "zeros", 4}};
    ElfBuilder relocatable = executable;
    relocatable.relocatable = true;
    for (auto& section : relocatable.sections) section.address = 0;
    relocatable.symbols[1].value = 4;
    relocatable.symbols[2].value = 0;
    EXPECT_EQ(hunk::encode(hunk::link(executable.build(), "a")), hunk::encode(hunk::link(relocatable.build(), "b")));
}

TEST(Link, CodeComesFirstWhateverTheOrder) {
    ElfBuilder elf = threeSections();
    std::swap(elf.sections[0], elf.sections[1]);
    elf.sections[1].address = 0x10;
    elf.sections[0].address = 0;
    elf.entry = 0x10;
    EXPECT_EQ(linked(elf)[0].type, hunk::block::code);
}

TEST(Link, DistancesInsideAHunkAreFilledIn) {
    ElfBuilder elf = threeSections();
    elf.symbols.push_back({"middle", 8, ".text"});
    elf.sections[0].relocations = {{2, 5, "middle", 0}, {4, 4, "start", 0}, {9, 6, "middle", 0}};
    const auto hunks = linked(elf);
    EXPECT_EQ(capture::wordAt(hunks[0].content, 2), 6U);
    EXPECT_EQ(capture::longAt(hunks[0].content, 4), 0xfffffffcU);
    EXPECT_EQ(hunks[0].content[9], 0xff);
    EXPECT_TRUE(hunks[0].relocations.empty());
}

TEST(Link, ConstantsNeedNoRelocation) {
    ElfBuilder elf = threeSections();
    elf.symbols.push_back({"custom", 0xdff000, "*ABS*"});
    elf.sections[0].relocations = {{2, 1, "custom", 6}};
    const auto hunks = linked(elf);
    EXPECT_EQ(capture::longAt(hunks[0].content, 2), 0xdff006U);
    EXPECT_TRUE(hunks[0].relocations.empty());
}

TEST(Link, EmptySectionsAndThoseNotInMemoryAreLeftOut) {
    ElfBuilder elf = threeSections();
    elf.sections.push_back({".comment", 1, 0, 0, {1, 2, 3}, 0, {{0, 1, "start", 0}}});
    elf.sections.push_back({".empty", 1, 2, 0x2c, {}, 0, {}});
    EXPECT_EQ(linked(elf).size(), 3U);
}

TEST(LinkRefuses, EveryRelocationTypeItCannotExpress) {
    const std::pair<std::uint8_t, const char*> types[] = {
        {2, "R_68K_16"},        {3, "R_68K_8"},         {7, "R_68K_GOT32"},        {8, "R_68K_GOT16"},
        {9, "R_68K_GOT8"},      {10, "R_68K_GOT32O"},   {11, "R_68K_GOT16O"},      {12, "R_68K_GOT8O"},
        {13, "R_68K_PLT32"},    {14, "R_68K_PLT16"},    {15, "R_68K_PLT8"},        {16, "R_68K_PLT32O"},
        {17, "R_68K_PLT16O"},   {18, "R_68K_PLT8O"},    {19, "R_68K_COPY"},        {20, "R_68K_GLOB_DAT"},
        {21, "R_68K_JMP_SLOT"}, {22, "R_68K_RELATIVE"}, {25, "relocation type 25"}};
    for (const auto& [type, name] : types) {
        ElfBuilder elf = threeSections();
        elf.sections[0].relocations = {{4, type, "number", 0}};
        EXPECT_EQ(problem(elf), std::string("t.elf: section .text offset 0x4: ") + name +
                                    " against 'number' cannot be expressed: a load file has only 32-bit addresses "
                                    "(R_68K_32)");
    }
}

TEST(LinkRefuses, DistancesBetweenHunks) {
    for (std::uint8_t type : {4, 5, 6}) {
        ElfBuilder elf = threeSections();
        elf.sections[0].relocations = {{4, type, "number", 0}};
        EXPECT_NE(problem(elf).find("the distance between hunks is not known"), std::string::npos) << problem(elf);
    }
}

TEST(LinkRefuses, DistancesThatDoNotFit) {
    ElfBuilder elf = threeSections();
    elf.sections[0].content.resize(70000);
    elf.sections[1].address = 80000;
    elf.sections[2].address = 90000;
    elf.symbols = {{"far", 60000, ".text"}};
    elf.sections[0].relocations = {{4, 5, "far", 0}};
    EXPECT_EQ(
        problem(elf),
        "t.elf: section .text offset 0x4: R_68K_PC16 against 'far' cannot be expressed: the distance does not fit");
}

TEST(LinkRefuses, SymbolsWithoutAPlace) {
    const std::pair<const char*, const char*> places[] = {{"", "the symbol is defined nowhere"},
                                                          {"*COM*", "compile with -fno-common"}};
    for (const auto& [section, why] : places) {
        ElfBuilder elf = threeSections();
        elf.symbols.push_back({"lost", 0, section});
        elf.sections[0].relocations = {{4, 1, "lost", 0}};
        EXPECT_NE(problem(elf).find("R_68K_32 against 'lost' cannot be expressed"), std::string::npos) << problem(elf);
        EXPECT_NE(problem(elf).find(why), std::string::npos) << problem(elf);
    }
}

TEST(LinkRefuses, PlacesTheLoaderCannotPatch) {
    ElfBuilder odd = threeSections();
    odd.sections[0].relocations = {{3, 1, "number", 0}};
    EXPECT_NE(problem(odd).find("offset 0x3: R_68K_32 against 'number'"), std::string::npos) << problem(odd);
    EXPECT_NE(problem(odd).find("odd address"), std::string::npos) << problem(odd);
    for (std::uint32_t offset : {12U, 14U, 1000U, 0xfffffff0U}) {
        ElfBuilder outside = threeSections();
        outside.sections[0].relocations = {{offset, 1, "number", 0}};
        EXPECT_NE(problem(outside).find("outside the section's bytes"), std::string::npos) << problem(outside);
    }
    ElfBuilder bss = threeSections();
    bss.sections[2].relocations = {{0, 1, "number", 0}};
    EXPECT_NE(problem(bss).find("section .bss offset 0x0"), std::string::npos) << problem(bss);
}

TEST(LinkRefuses, EntryThatIsNotAtTheStart) {
    ElfBuilder elf = threeSections();
    elf.entry = 4;
    EXPECT_NE(problem(elf).find("the entry point is 0x4, but AmigaDOS starts at 0x0"), std::string::npos)
        << problem(elf);
}

TEST(LinkRefuses, FilesWithoutCode) {
    ElfBuilder elf = threeSections();
    elf.sections.erase(elf.sections.begin());
    elf.symbols.clear();
    EXPECT_NE(problem(elf).find("no section with code"), std::string::npos) << problem(elf);
}

TEST(LinkRefuses, RelocationsWithoutAddends) {
    ElfBuilder elf = threeSections();
    elf.relocationTable = 9;
    EXPECT_NE(problem(elf).find("without addends"), std::string::npos) << problem(elf);
}

TEST(LinkRefuses, ForeignFiles) {
    const auto good = threeSections().build();
    struct Change {
        std::size_t offset;
        std::uint8_t value;
        const char* message;
    };
    for (const Change& change :
         {Change{0, 0, "expected the ELF magic"}, Change{4, 2, "found class 2"}, Change{5, 1, "order 1"},
          Change{19, 62, "machine 62"}, Change{17, 3, "found type 3"}, Change{47, 41, "section headers of 40 bytes"}}) {
        auto bytes = good;
        bytes[change.offset] = change.value;
        EXPECT_NE(problem(bytes).find(change.message), std::string::npos) << problem(bytes);
    }
    EXPECT_NE(problem(std::vector<std::uint8_t>{}).find("ELF magic"), std::string::npos);
}

TEST(LinkRefuses, EveryTruncation) {
    ElfBuilder elf = threeSections();
    elf.sections[0].relocations = {{2, 1, "number", 0}};
    const auto good = elf.build();
    for (std::size_t length = 0; length < good.size(); ++length) {
        const std::string message = problem(std::span(good).first(length));
        ASSERT_TRUE(message.starts_with("t.elf: ")) << length << ": " << message;
    }
}

// Whatever byte is wrong, the linker answers or refuses; it never reads outside the file.
TEST(LinkSurvives, EveryByteChanged) {
    ElfBuilder elf = threeSections();
    elf.sections[0].relocations = {{2, 1, "number", 0}, {6, 4, "start", 0}};
    const auto good = elf.build();
    for (std::size_t offset = 0; offset < good.size(); ++offset)
        for (std::uint8_t change : {0x01, 0x80, 0xff}) {
            auto bytes = good;
            bytes[offset] ^= change;
            try {
                const auto hunks = hunk::link(bytes, "t.elf");
                ASSERT_FALSE(hunks.empty());
            } catch (const hunk::LinkError&) {
                SUCCEED();
            }
        }
}

} // namespace
