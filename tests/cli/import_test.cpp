// uaescope import as a person uses it.
#include "tests/cli/program.h"

#include "analyzer/lab/text_file.h"

#include <gtest/gtest.h>

namespace uaescope::cli {
namespace {

constexpr const char* one = "Directory scan: 56 entries/sec\nSeek/read test: 69 seek/reads per second\n";
constexpr const char* other = "Directory scan: 227 entries/sec\n";

TEST(Import, PutsResultsOfTheSameWorkBesideEachOther) {
    const lab::Scratch scratch;
    const Said text = said(scratch, {"import", scratch.file("a.txt", one), scratch.file("b.txt", other)});
    EXPECT_EQ(text.status, 0) << text.text;
    EXPECT_NE(text.text.find("diskperf, as in DiskPerf"), std::string::npos) << text.text;
    EXPECT_NE(text.text.find("Stat files     56.0 entries/s  227 entries/s"), std::string::npos) << text.text;
}

TEST(Import, PrintsJsonAndCsv) {
    const lab::Scratch scratch;
    const std::string file = scratch.file("a.txt", one);
    const Said json = said(scratch, {"import", "--json", file});
    EXPECT_NE(json.text.find("\"schema\": \"uaescope.import/1\""), std::string::npos) << json.text;
    EXPECT_NE(json.text.find("\"suite\": \"diskperf\""), std::string::npos) << json.text;
    const Said csv = said(scratch, {"import", "--csv", file});
    EXPECT_NE(csv.text.find(",1,DiskPerf,diskperf,Stat files,entries/s,56,measured,\r\n"), std::string::npos)
        << csv.text;
}

TEST(Import, SaysWhatTheCpuHadLeftAndWhatIsUnread) {
    const lab::Scratch scratch;
    const std::string file = scratch.file("d.txt", "File Create:   125 files/sec  |  CPU Available: 7%\nwell\n");
    const Said text = said(scratch, {"import", file});
    EXPECT_EQ(text.status, 0);
    EXPECT_NE(text.text.find("125 files/s, 7 % CPU left"), std::string::npos) << text.text;
    EXPECT_NE(text.text.find("d.txt: unread lines: 1, the first of them:\n    well\n"), std::string::npos) << text.text;
    const Said json = said(scratch, {"import", "--json", file});
    EXPECT_NE(json.text.find("\"lines\": 1"), std::string::npos) << json.text;
}

TEST(Import, SaysWhatIsWrongAndWithWhichFile) {
    const lab::Scratch scratch;
    const std::string bytes("\0\1\2", 3);
    const std::pair<std::string, const char*> wrong[] = {
        {scratch.path() / "none.txt", "there is no such file"},
        {scratch.path(), "is a folder; name the files in it"},
        {scratch.file("empty.txt", ""), "no result of a benchmark was found in it"},
        {scratch.file("bytes.txt", bytes), "it is no text"},
        {scratch.file("r.txt", "uaebench results 9\n"), "the only format known"}};
    for (const auto& [file, message] : wrong) {
        const Said answer = said(scratch, {"import", file});
        EXPECT_EQ(answer.status, 2) << file;
        EXPECT_NE(answer.text.find(file + ": "), std::string::npos) << answer.text;
        EXPECT_NE(answer.text.find(message), std::string::npos) << answer.text;
    }
}

TEST(Import, OneBadFileDoesNotTakeTheOthersAlong) {
    const lab::Scratch scratch;
    const Said answer = said(scratch, {"import", scratch.file("bad.txt", "nothing"), scratch.file("a.txt", one)});
    EXPECT_EQ(answer.status, 1);
    EXPECT_NE(answer.text.find("bad.txt: "), std::string::npos) << answer.text;
    EXPECT_NE(answer.text.find("Stat files"), std::string::npos) << answer.text;
}

TEST(Import, EndlessFilesAreRefused) {
    const lab::Scratch scratch;
    const Said answer = said(scratch, {"import", "/dev/zero"});
    EXPECT_EQ(answer.status, 2);
    EXPECT_NE(answer.text.find("/dev/zero: is too long"), std::string::npos) << answer.text;
}

} // namespace
} // namespace uaescope::cli
