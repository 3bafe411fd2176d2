#include "hardfiles/amiga_date.h"
#include "hardfiles/dos_type.h"
#include "hardfiles/error.h"
#include "hardfiles/latin1.h"
#include "hardfiles/protection.h"
#include "hardfiles/size_text.h"

#include <gtest/gtest.h>

namespace uaescope::hardfiles {
namespace {

TEST(Size, AcceptsWhatPeopleWrite) {
    EXPECT_EQ(parseSize("64M"), 64u << 20);
    EXPECT_EQ(parseSize("64m"), 64u << 20);
    EXPECT_EQ(parseSize("1G"), 1u << 30);
    EXPECT_EQ(parseSize("1GiB"), 1u << 30);
    EXPECT_EQ(parseSize("880K"), 880u * 1024);
    EXPECT_EQ(parseSize("880KB"), 880u * 1024);
    EXPECT_EQ(parseSize("1.5G"), 3u << 29);
    EXPECT_EQ(parseSize("2T"), std::uint64_t{1} << 41);
    EXPECT_EQ(parseSize("12345"), 12345u);
    EXPECT_EQ(parseSize("18446744073709551615"), ~std::uint64_t{0});
}

TEST(Size, RefusesNonsenseWithAMessage) {
    for (const char* text : {"", "-5", "+5", "64X", "64MM", "M", "0", "0M", "1.5", ".5M", "0.0001K", "1.2345M", "1e3",
                             " 64M", "64 M", "18446744073709551616", "16777216T", "0x10", "1..5M"}) {
        try {
            parseSize(text);
            ADD_FAILURE() << "accepted '" << text << "'";
        } catch (const UsageError& error) {
            EXPECT_EQ(std::string(error.what()).find("size '" + std::string(text) + "': "), 0u) << error.what();
        }
    }
}

TEST(Size, IsPrintedInTheLargestUnitThatFits) {
    EXPECT_EQ(sizeText(0), "0 bytes");
    EXPECT_EQ(sizeText(1), "1 byte");
    EXPECT_EQ(sizeText(1023), "1023 bytes");
    EXPECT_EQ(sizeText(1024), "1 KiB");
    EXPECT_EQ(sizeText(1536), "1.5 KiB");
    EXPECT_EQ(sizeText(64u << 20), "64 MiB");
    EXPECT_EQ(sizeText(~std::uint64_t{0}), "16777215.9 TiB");
}

TEST(DosType, HasTwoSpellingsAndANumber) {
    EXPECT_EQ(DosType::parse("DOS3"), dosType(3));
    EXPECT_EQ(DosType::parse("dos3"), dosType(3));
    EXPECT_EQ(DosType::parse("DOS\\3"), dosType(3));
    EXPECT_EQ(DosType::parse("0x444F5303"), dosType(3));
    EXPECT_EQ(DosType::parse("PFS\\3")->value(), 0x50465303u);
    for (const char* text : {"", "DOS", "DOSX", "DOS33", "DOS/3", "0x", "0xZZ", "0x123456789", "FFS"})
        EXPECT_EQ(DosType::parse(text), std::nullopt) << text;
}

TEST(DosType, HasAWordThatIsParsedAgain) {
    EXPECT_EQ(dosType(3).word(), "DOS3");
    EXPECT_EQ(DosType(0x53465300).word(), "SFS0");
    for (const std::uint32_t value : {0x50465341u, 0x6d754653u, 0x44205303u, 0u, 0x50465309u, 0x5046530au})
        EXPECT_EQ(DosType::parse(DosType(value).word())->value(), value) << DosType(value).word();
}

TEST(DosType, TellsItsVariant) {
    EXPECT_EQ(dosType(0).description(), "OFS");
    EXPECT_EQ(dosType(1).description(), "FFS");
    EXPECT_EQ(dosType(3).description(), "FFS, international");
    EXPECT_EQ(dosType(4).description(), "OFS, international, directory cache");
    EXPECT_EQ(dosType(7).description(), "FFS, international, long names");
    EXPECT_FALSE(DosType(0x444f5308).isDos());
    EXPECT_FALSE(DosType(0x50465303).isDos());
    EXPECT_EQ(DosType(0x50465303).text(), "PFS\\3");
    EXPECT_EQ(DosType(0).text(), "\\0\\0\\0\\0");
}

TEST(AmigaDate, CountsFromTheEpoch) {
    EXPECT_EQ((AmigaDate{0, 0, 0}).text(), "1978-01-01 00:00:00");
    EXPECT_EQ((AmigaDate{790, 61, 150}).text(), "1980-03-01 01:01:03"); // the day after the first leap day
    EXPECT_EQ((AmigaDate{8035, 1439, 2999}).text(), "2000-01-01 23:59:59");
}

TEST(AmigaDate, RefusesFieldsOutsideADay) {
    EXPECT_TRUE((AmigaDate{10000, 1439, 2999}).valid());
    EXPECT_FALSE((AmigaDate{10000, 1440, 0}).valid());
    EXPECT_FALSE((AmigaDate{10000, 0, 3000}).valid());
    EXPECT_EQ((AmigaDate{0xffffffff, 0, 0}).text(), "invalid date");
}

TEST(AmigaDate, NowIsValidAndRecent) {
    const AmigaDate now = AmigaDate::now();
    EXPECT_TRUE(now.valid());
    EXPECT_GE(now.text(), "2024-01-01");
}

TEST(Protection, LowBitsAreInverted) {
    EXPECT_EQ(protectionText(0), "----rwed");
    EXPECT_EQ(protectionText(0x0f), "--------");
    EXPECT_EQ(protectionText(0x01), "----rwe-");
    EXPECT_EQ(protectionText(0xf0), "hsparwed");
}

TEST(Latin1, GoesToUtf8AndBack) {
    const std::string latin1 = "W\xf6rk \xff";
    EXPECT_EQ(utf8FromLatin1(latin1), "W\u00f6rk \u00ff");
    EXPECT_EQ(latin1FromUtf8("W\u00f6rk \u00ff"), latin1);
}

TEST(Latin1, ControlCharactersStayOutOfLines) {
    EXPECT_EQ(printable(utf8FromLatin1(std::string("a\n\0\x1b[2J\x7f\x9b\xe4", 10))),
              "a\\x0a\\x00\\x1b[2J\\x7f\\x9b\xc3\xa4");
    EXPECT_EQ(pathPart("../a:b"), "..\\x2fa\\x3ab");
}

TEST(Latin1, RefusesWhatItDoesNotHave) {
    EXPECT_THROW(latin1FromUtf8("\u20ac"), UsageError);
    EXPECT_THROW(latin1FromUtf8("\xff"), UsageError);
    EXPECT_THROW(latin1FromUtf8("\xc3"), UsageError);
}

TEST(Latin1, BrokenUtf8IsReplacedByteByByte) {
    EXPECT_EQ(validUtf8("a\xff\xc3"), "a\ufffd\ufffd");
    EXPECT_EQ(validUtf8("\xc0\x80"), "\ufffd\ufffd");           // a long form of NUL
    EXPECT_EQ(validUtf8("\xed\xa0\x80"), "\ufffd\ufffd\ufffd"); // half of a surrogate pair
    EXPECT_EQ(validUtf8("\u00f6\u20ac\U0001f4be"), "\u00f6\u20ac\U0001f4be");
}

} // namespace
} // namespace uaescope::hardfiles
