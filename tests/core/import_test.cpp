#include "analyzer/core/import.h"
#include "analyzer/core/import_collector.h"

#include "analyzer/core/twin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

extern "C" {
#include "guest/suites/suite.h"
}

namespace uaescope::core::test {
namespace {

namespace fs = std::filesystem;

const ImportedFigure& figureOf(const ImportedResult& result, const std::string& test) {
    const auto at = std::find_if(result.figures.begin(), result.figures.end(),
                                 [&](const ImportedFigure& figure) { return figure.test == test; });
    if (at == result.figures.end()) throw std::runtime_error("no test " + test);
    return *at;
}

ImportedResult only(const std::string& text) {
    const auto results = importText(text).results;
    EXPECT_EQ(results.size(), 1u);
    return results.front();
}

} // namespace

TEST(Import, ReadsDiskspeedWithItsBlanksSqueezed) {
    const ImportedResult result = only("5.Work:> diskspeed WORK: ALL\n"
                                       "Volume Work 32765 blocks (15 MB), 512 bytes per block.\n"
                                       "The volume has 0 buffers and the DosType is 0x444f5300.\n"
                                       "Creates 1000 files of 128 bytes : 19 files/second\n"
                                       "Random seek/reads of 2048 bytes in\n"
                                       "2097152 byte file : 57 times/second\r\n"
                                       "Read data using 65536 byte buffer : 5349 kB/second\n");
    EXPECT_EQ(result.suite, "diskspeed13");
    EXPECT_EQ(figureOf(result, "Create files").value, 19);
    EXPECT_EQ(figureOf(result, "Seek and read").value, 57);
    EXPECT_EQ(figureOf(result, "Read").value, 5349 * 1024);
    EXPECT_EQ(result.facts.front(), (std::pair<std::string, std::string>("volume", "Work")));
}

TEST(Import, OtherSizesAreOtherWork) {
    EXPECT_EQ(only("Read data using 4096 byte buffer : 5349 kB/second\n").suite, "");
    EXPECT_EQ(only("Creates 500 files of 128 bytes : 19 files/second\n").suite, "");
}

TEST(Import, TellsTheDiskperfFamilyApart) {
    const std::string begin = "File create/delete: create 11 files/sec, delete 40 files/sec\n"
                              "Directory scan: 56 entries/sec\nSeek/read test: 69 seek/reads per second\n"
                              "r/w speed: buf 512 bytes, rd 65536 byte/sec, wr 28807 byte/sec\n";
    EXPECT_EQ(only(begin).suite, "diskperf");
    EXPECT_EQ(figureOf(only(begin), "Write 512").value, 28807);
    EXPECT_EQ(only(begin + "r/w speed: buf 524288 bytes, rd 5 byte/sec, wr 6 byte/sec\n").suite, "diskperf-jdow");
    const auto both = importText("\x9b"
                                 "33mTestiing drive x: with small files (floppy mode)\x9b"
                                 "0m\n" +
                                 begin + "Testing drive x: with big files (harddisk mode)\n" + begin)
                          .results;
    ASSERT_EQ(both.size(), 2u);
    EXPECT_EQ(both[0].suite, "diskperf3-floppy");
    EXPECT_EQ(both[1].suite, "diskperf3");
    const ImportedResult second = only("DiskPerf2. Testing Test:\n"
                                       "Create Files: 11 files/sec. Directory Scan: 55 entries/sec.\n"
                                       "Buffer: 256k Read: 519,097 Write: 334,794\n");
    EXPECT_EQ(second.suite, "diskperf2");
    EXPECT_EQ(figureOf(second, "Read 262144").value, 519097);
}

TEST(Import, ReadsDiskspeed4WithItsFaults) {
    const ImportedResult result = only("MKSoft DiskSpeed 4.2  Copyright \xa9 1989-92 MKSoft Development\n"
                                       "Device:  Work:    Buffers: 200\n"
                                       "File Create:          125 files/sec  |  CPU Available: 7%\n"
                                       "File Open:              < 1 files/sec\n"
                                       "File Delete:           -1 files/sec\n"
                                       "Testing with a 4096 byte, MEMF_CHIP, BYTE-aligned buffer.\n"
                                       "Create file:       318856 bytes/sec  |  CPU Available: 101%\n"
                                       "*** Interrupted by user ***\n");
    EXPECT_EQ(result.suite, "diskspeed4");
    EXPECT_EQ(figureOf(result, "Create files").cpuAvailable, 7);
    EXPECT_EQ(figureOf(result, "Open files").state, FigureState::belowResolution);
    EXPECT_EQ(figureOf(result, "Delete files").state, FigureState::invalid);
    EXPECT_EQ(figureOf(result, "Create 4096 CHIP BYTE").value, 318856);
    EXPECT_TRUE(result.facts.back().second.starts_with("*** Interrupted")) << result.facts.back().second;
}

TEST(Import, ReadsThoseBelowTheFilesystem) {
    const ImportedResult scsi = only("Device: scsi.device:6\n"
                                     "Testing with a 512 byte, MEMF_FAST, LONG-aligned buffer.\n"
                                     "Read from SCSI:    261946 bytes/sec\n"
                                     "Testing with a 4096 byte, MEMF_FAST, LONG-aligned buffer.\n"
                                     "Read from SCSI:    839680 bytes/sec\n");
    EXPECT_EQ(scsi.suite, "scsispeed");
    EXPECT_EQ(figureOf(scsi, "Read 4096 FAST").value, 839680);
    const ImportedResult devspeed = only("devspeed hddisk.device 3 0\n6 K Reads 399360 Writes 199680 b/sec\n"
                                         "1433 K Reads 682666 Writes - b/sec\n");
    EXPECT_EQ(devspeed.suite, "devspeed");
    EXPECT_EQ(figureOf(devspeed, "Read 6656").value, 399360);
    EXPECT_EQ(figureOf(devspeed, "Read 1433600").value, 682666);
    EXPECT_EQ(devspeed.figures.size(), 3u);
    EXPECT_EQ(figureOf(only("Drive: DH0\n  Speed:       104857600 bytes/sec\n"), "Read DH0").value, 104857600);
    EXPECT_EQ(
        figureOf(only("/dev/hda:\n Timing buffered disk reads:  92 MB in 3.01 seconds = 30.50 MB/sec\n"), "Read disk")
            .value,
        30.5 * 1048576);
}

TEST(Import, JoinsLinesOfHdparmThatAMailWrapped) {
    const ImportedText text =
        importText("/dev/md0:\n Timing buffer-cache reads:   128 MB in  0.96 seconds =133.33\n"
                   "MB/sec\n> Timing buffered disk reads:  64 MB in\n> 3.05 seconds = 20.98 MB/sec\n");
    ASSERT_EQ(text.results.size(), 1u);
    EXPECT_EQ(figureOf(text.results[0], "Read cache").value, 133.33 * 1048576);
    EXPECT_EQ(figureOf(text.results[0], "Read disk").value, 20.98 * 1048576);
    EXPECT_EQ(text.unread.count, 0u);
}

TEST(Import, ReadsDiskspeedsTablesOfTwoDisks) {
    const ImportedText text = importText("                       FFS             AFS\n"
                                         "Function            xPS   CPU       xPS   CPU      IMPROVEMENT\n"
                                         "File Create:        125 |  93%      146 |  97%       +   17%\n"
                                         "Seek/Read:         1066 |  93%      398 |  57%       -   63%\n"
                                         "Testing with a 512 byte buffer.  (LONG-aligned, MEMF_FAST)\n"
                                         "Create file:      47480 |  90%    57600 | 100%       +   21%\n"
                                         "File Create:          1 |   2%        3 |   4%       +  200%\n");
    ASSERT_EQ(text.results.size(), 4u);
    EXPECT_EQ(text.unread.count, 0u);
    EXPECT_EQ(text.results[0].facts.front().second, "FFS");
    EXPECT_EQ(text.results[1].facts.front().second, "AFS");
    EXPECT_EQ(text.results[1].suite, "diskspeed4");
    EXPECT_EQ(figureOf(text.results[0], "Create files").value, 125);
    EXPECT_EQ(figureOf(text.results[0], "Create files").cpuAvailable, 93);
    EXPECT_EQ(figureOf(text.results[1], "Seek and read").value, 398);
    EXPECT_EQ(figureOf(text.results[1], "Seek and read").unit, "seeks/s");
    EXPECT_EQ(figureOf(text.results[1], "Create 512 FAST LONG").cpuAvailable, 100);
    EXPECT_EQ(figureOf(text.results[3], "Create files").value, 3);
}

TEST(Import, TwoWordsAreNoTable) {
    const UnreadLines unread = importText("          some     words\nDirectory scan: 56 entries/sec\n").unread;
    EXPECT_EQ(unread.first, std::vector<std::string>{"some     words"});
}

TEST(Import, AFigureThatDoesNotGoOnIsUnread) {
    const ImportedText text = importText(" Timing cached reads:\nDirectory scan: 56 entries/sec\n"
                                         "Timing buffered disk reads:  read() failed: Input/output error\n");
    EXPECT_EQ(text.results.size(), 1u);
    EXPECT_EQ(text.unread.first,
              (std::vector<std::string>{"Timing cached reads:",
                                        "Timing buffered disk reads:  read() failed: Input/output err..."}));
}

TEST(Import, SaysWhichLinesItDidNotRead) {
    const std::string two = "File Open:     141 files/sec   160 files/sec";
    const UnreadLines unread = importText("File Create:   125 files/sec  |  CPU Available: 7%\n\n \t\n" + two + "\n" +
                                          std::string(5000, 'x') + "\n a\tb \nc\n")
                                   .unread;
    EXPECT_EQ(unread.count, 4u);
    ASSERT_EQ(unread.first.size(), 3u);
    EXPECT_EQ(unread.first[0], two);
    EXPECT_EQ(unread.first[1], std::string(60, 'x') + "...");
    EXPECT_EQ(unread.first[2], "a b ");
}

TEST(Import, ARecordingWithoutAnEndSaysSo) {
    Report report;
    report.tests.resize(1);
    const ImportedResult cut = importReport(report);
    ASSERT_EQ(cut.facts.size(), 1u);
    EXPECT_EQ(cut.facts.front().first, "fault");
    report.finished = true;
    EXPECT_TRUE(importReport(report).facts.empty());
}

TEST(Import, ReadsWhatOurOwnSuitesPrint) {
    const fs::path folder = fs::path(::testing::TempDir()) / "uaescope-import";
    fs::create_directories(folder);
    for (const char* suite : {"diskspeed13", "diskperf", "diskperf-jdow", "diskperf2", "diskperf3", "diskperf3-floppy",
                              "diskspeed4", "treecopy-small", "truth-small"}) {
        TwinOptions options;
        options.folder = folder;
        options.suite = suite;
        const Report report = twinReport(options);
        std::string text;
        for (const std::string& line : report.console) text += line + "\n";
        const ImportedResult result = only(text);
        EXPECT_EQ(result.suite, suite);
        EXPECT_EQ(result.figures.size(), report.tests.size()) << suite;
        for (const TestReport& test : report.tests) {
            const ImportedFigure& figure = figureOf(result, test.name);
            if (test.state == FigureState::notMeasured) {
                EXPECT_EQ(figure.note, test.note);
                continue;
            }
            EXPECT_EQ(figure.unit, test.unit) << suite << ", " << test.name;
            if (figure.state == FigureState::measured) {
                EXPECT_NEAR(figure.value, test.guestRate, 1024 + test.guestRate / 1000) << suite << ", " << test.name;
            }
        }
    }
    fs::remove_all(folder);
}

TEST(Import, WhatIsNoNumberIsNoRate) {
    for (const char* number : {".", ".....", "1.2.3", "-5", "x", "inf", "nan", "1e5"}) {
        const ImportedFigure figure = printedFigure("Read", "bytes/s", number, 1);
        EXPECT_EQ(figure.state, FigureState::invalid) << number;
    }
    EXPECT_EQ(printedFigure("Read", "bytes/s", "1,234.5", 2).value, 2469);
    EXPECT_EQ(printedFigure("Read", "bytes/s", "123456789012345678901234567890123", 1).value,
              123456789012345678901234567890123.0);
}

TEST(Import, ReadsTheResultsFileOfTheTool) {
    const ImportedResult result = only("uaebench results 1\nfact suite=truth\nfact volume=DH0:\n"
                                       "test 1 Create up to 100\n"
                                       "figure test=1 count=100 unit=files/s guest_us=500000 step_ns=1410\n"
                                       "text Create up to 100 200 files/s\n"
                                       "test 3 Look up among 100, cold\nfigure test=3 why=no device\nend 0\n");
    EXPECT_EQ(result.suite, "truth");
    EXPECT_EQ(figureOf(result, "Create up to 100").value, 200);
    EXPECT_EQ(figureOf(result, "Look up among 100, cold guest").note, "no device");
    const ImportedResult cut = only("uaebench results 1\ntest 1 A\nfigure test=1 count=1 unit=files/s guest_us=1\n");
    EXPECT_EQ(cut.facts.back().first, "fault");
}

TEST(Import, SaysWhatIsWrongWithAFile) {
    for (const char* text :
         {"", "no benchmark\n", "create files/sec, delete\n", "Buffer: 99999999999k Read: 1 Write: 2\n"})
        EXPECT_THROW(importText(text), ImportError) << text;
    for (const char* text : {"uaebench results 2\n", "uaebench results 1\n", "uaebench results 1\ntest x Y\n",
                             "uaebench results 1\nfigure test=1 count=1 unit=files/s guest_us=1\n",
                             "uaebench results 1\ntest 1 A\nfigure ?\n"})
        EXPECT_THROW(importText(text), ImportError) << text;
}

} // namespace uaescope::core::test
