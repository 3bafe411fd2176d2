// Lines of text, the random sequence, and the guest's command line.
#include "guest/amiga/command.h"
#include "guest/suites/line.h"
#include "guest/suites/random.h"

#include <gtest/gtest.h>

#include <string>

namespace {

template <typename Build>
std::string built(Build build) {
    us_line line;
    us_line_clear(&line);
    build(&line);
    return line.text;
}

TEST(Line, NumbersArePaddedAndNeverCut) {
    EXPECT_EQ(built([](us_line* line) { us_line_number(line, 0, 0); }), "0");
    EXPECT_EQ(built([](us_line* line) { us_line_number(line, 82, 5); }), "   82");
    EXPECT_EQ(built([](us_line* line) { us_line_number(line, 1234567, 5); }), "1234567");
    EXPECT_EQ(built([](us_line* line) { us_line_number(line, 18446744073709551615U, 0); }), "18446744073709551615");
    EXPECT_EQ(built([](us_line* line) { us_line_number(line, 4294967296U, 12); }), "  4294967296");
    EXPECT_EQ(built([](us_line* line) { us_line_digits(line, 42, 6); }), "000042");
    EXPECT_EQ(built([](us_line* line) { us_line_thousands(line, 999); }), "999");
    EXPECT_EQ(built([](us_line* line) { us_line_thousands(line, 1005021); }), "1,005,021");
    EXPECT_EQ(built([](us_line* line) { us_line_thousands(line, 18446744073709551615U); }),
              "18,446,744,073,709,551,615");
    EXPECT_EQ(built([](us_line* line) { us_line_hex(line, 0x444f5303, 8); }), "444f5303");
    EXPECT_EQ(built([](us_line* line) { us_line_hex(line, 199, 4); }), "00c7");
    EXPECT_EQ(built([](us_line* line) { us_line_padded(line, "ab", 4); }), "ab  ");
}

TEST(Line, WhatDoesNotFitIsCut) {
    const std::string text = built([](us_line* line) {
        for (int index = 0; index < 100; ++index) us_line_text(line, "12345");
    });
    EXPECT_EQ(text.size(), sizeof us_line{}.text - 1);
}

TEST(Random, FoldingEqualsTheDivision) {
    std::uint32_t seed = US_RANDOM_FIRST_SEED;
    std::uint64_t expected = 1;
    for (int index = 0; index < 100000; ++index) {
        const std::uint32_t value = us_random(&seed, 1000);
        expected = (expected + 7) * 257 % 2147483647;
        ASSERT_EQ(seed, expected) << index;
        ASSERT_EQ(value, expected % 1000) << index;
    }
}

TEST(Command, SuiteVolumeAndOptions) {
    const command parsed = command_parse("DISKSPEED13 DH1: classic BreakAfter 12\n");
    EXPECT_EQ(parsed.action, COMMAND_RUN);
    EXPECT_STREQ(parsed.suite->name, "diskspeed13");
    EXPECT_STREQ(parsed.volume, "DH1:");
    EXPECT_EQ(parsed.form, US_FORM_CLASSIC);
    EXPECT_EQ(parsed.stop_after, 12U);
}

TEST(Command, FixedFormAndNoStopByDefault) {
    const command parsed = command_parse("  diskperf\t\"Ram Disk:a b\"  ");
    EXPECT_EQ(parsed.action, COMMAND_RUN);
    EXPECT_STREQ(parsed.volume, "Ram Disk:a b");
    EXPECT_EQ(parsed.form, US_FORM_FIXED);
    EXPECT_EQ(parsed.stop_after, 0U);
}

TEST(Command, WordsThatStandAlone) {
    EXPECT_EQ(command_parse("\n").action, COMMAND_USAGE);
    EXPECT_EQ(command_parse("").action, COMMAND_USAGE);
    EXPECT_EQ(command_parse("?\n").action, COMMAND_USAGE);
    EXPECT_EQ(command_parse("jobs\n").action, COMMAND_JOBS);
    EXPECT_EQ(command_parse("Agent\n").action, COMMAND_AGENT);
    EXPECT_EQ(command_parse("leave").action, COMMAND_LEAVE);
    EXPECT_EQ(command_parse("list").action, COMMAND_LIST);
    EXPECT_EQ(command_parse("quit").action, COMMAND_QUIT);
}

TEST(Command, TracesASuiteOrTheRestOfALine) {
    EXPECT_FALSE(command_parse("diskperf DH1:").trace);
    EXPECT_TRUE(command_parse("diskperf DH1: Trace classic").trace);
    const command parsed = command_parse("trace DH1:  copy \"DH0:a b\" DH1:\n");
    EXPECT_EQ(parsed.action, COMMAND_TRACE);
    EXPECT_STREQ(parsed.volume, "DH1:");
    EXPECT_STREQ(parsed.program, "copy \"DH0:a b\" DH1:\n");
    EXPECT_EQ(command_parse("trace\n").action, COMMAND_WRONG);
    EXPECT_EQ(command_parse("trace DH1: \n").action, COMMAND_WRONG);
}

TEST(Command, EndsAtTheLineFeed) {
    const command parsed = command_parse("diskperf DH0:\nCLASSIC");
    EXPECT_EQ(parsed.form, US_FORM_FIXED);
}

TEST(Command, FormatTakesADeviceAndALabel) {
    const command parsed = command_parse("FORMAT DH1: \"My Work\"\n");
    EXPECT_EQ(parsed.action, COMMAND_FORMAT);
    EXPECT_STREQ(parsed.volume, "DH1:");
    EXPECT_STREQ(parsed.label, "My Work");
}

TEST(Command, MistakesAreNamed) {
    struct Mistake {
        const char *line, *problem, *word;
    };
    for (const Mistake& mistake : {
             Mistake{"diskslow DH1:", "unknown suite (uaebench LIST names them)", "diskslow"},
             Mistake{"diskperf", "name a volume or directory after", "diskperf"},
             Mistake{"diskperf DH1: FAST", "unknown option", "FAST"},
             Mistake{"diskperf DH1: BREAKAFTER", "BREAKAFTER wants a number from 1 up, not", ""},
             Mistake{"diskperf DH1: BREAKAFTER 0", "BREAKAFTER wants a number from 1 up, not", "0"},
             Mistake{"diskperf DH1: BREAKAFTER 1x", "BREAKAFTER wants a number from 1 up, not", "1x"},
             Mistake{"diskperf DH1: BREAKAFTER 99999999999", "BREAKAFTER wants a number from 1 up, not", "99999999999"},
             Mistake{"format DH1:", "name a device and a label after", "format"},
             Mistake{"treecopy DH1: TO", "TO wants a volume or directory, with its ':', not", ""},
             Mistake{"treecopy DH1: TO Copies", "TO wants a volume or directory, with its ':', not", "Copies"},
         }) {
        const command parsed = command_parse(mistake.line);
        EXPECT_EQ(parsed.action, COMMAND_WRONG) << mistake.line;
        EXPECT_STREQ(parsed.problem, mistake.problem) << mistake.line;
        EXPECT_STREQ(parsed.word, mistake.word) << mistake.line;
    }
}

TEST(Command, DestinationEndsSoThatNamesCanFollow) {
    EXPECT_STREQ(command_parse("treecopy DH1:").destination, "");
    EXPECT_STREQ(command_parse("treecopy DH1: TO Work:").destination, "Work:");
    EXPECT_STREQ(command_parse("treecopy DH1: to Work:deep/ CLASSIC").destination, "Work:deep/");
    EXPECT_STREQ(command_parse("treecopy DH1: TO \"Work:a b\"").destination, "Work:a b/");
    EXPECT_EQ(command_parse(("treecopy DH1: TO Work:" + std::string(101, 'x')).c_str()).action, COMMAND_RUN);
    EXPECT_EQ(command_parse(("treecopy DH1: TO Work:" + std::string(102, 'x')).c_str()).action, COMMAND_WRONG);
}

TEST(Command, LongWordsAreCut) {
    const command parsed = command_parse(("diskperf " + std::string(500, 'v') + ":").c_str());
    EXPECT_EQ(std::string(parsed.volume), std::string(sizeof parsed.volume - 1, 'v'));
}

} // namespace
