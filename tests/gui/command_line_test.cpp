#include "analyzer/gui/command_line.h"

#include <gtest/gtest.h>

namespace uaescope::gui {
namespace {

CommandLine parsed(const QStringList& arguments) { return parseCommandLine(QStringList("uaescope-gui") + arguments); }

std::string refusal(const QStringList& arguments) {
    try {
        parsed(arguments);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(CommandLine, TakesCapturesAndOptionsInAnyOrder) {
    const CommandLine line =
        parsed({"a.uascope", "--grab", "w.png", "--size", "1000x700", "b.uascope", "--select", "12"});
    EXPECT_EQ(line.captures, (QStringList{"a.uascope", "b.uascope"}));
    EXPECT_EQ(line.grab, "w.png");
    EXPECT_EQ(line.size, QSize(1000, 700));
    EXPECT_EQ(line.operation, 12U);
    EXPECT_FALSE(line.help);
}

TEST(CommandLine, WithoutArgumentsAWindowOfTheUsualSizeOpens) {
    const CommandLine line = parsed({});
    EXPECT_TRUE(line.captures.isEmpty());
    EXPECT_TRUE(line.grab.isEmpty());
    EXPECT_EQ(line.size, QSize(1400, 900));
    EXPECT_EQ(line.operation, std::nullopt);
}

TEST(CommandLine, RefusesWhatItCannotUnderstandAndSaysWhatItExpected) {
    EXPECT_NE(refusal({"--colour"}).find("colour"), std::string::npos);
    EXPECT_EQ(refusal({"--size", "big"}),
              "--size big: expected WIDTHxHEIGHT in pixels, each 200 to 16384, for example 1400x900");
    EXPECT_NE(refusal({"--size", "10x10"}).find("200 to 16384"), std::string::npos);
    EXPECT_EQ(refusal({"--select", "-1"}), "--select -1: expected the number of an operation, counted from 0");
    EXPECT_EQ(refusal({"--select", "1", "--test", "Read"}), "--select and --test exclude each other");
    EXPECT_EQ(refusal({"--grab", ""}), "--grab: expected the name of a PNG file");
}

TEST(CommandLine, HelpFitsAScreen) {
    const QStringList lines = helpText().split('\n');
    EXPECT_LE(lines.size(), 24);
    for (const QString& line : lines) EXPECT_LE(line.size(), 100) << line.toStdString();
    for (const char* option : {"--grab", "--size", "--select", "--test", "--help", "--version"}) {
        EXPECT_TRUE(helpText().contains(option)) << option;
    }
}

} // namespace
} // namespace uaescope::gui
