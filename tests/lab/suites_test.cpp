#include "analyzer/lab/suites.h"

#include "analyzer/lab/error.h"
#include "tests/lab/scratch.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

extern "C" {
#include "guest/suites/suite.h"
}

namespace uaescope::lab {
namespace {

// The report that exactly the suite's own table makes.
core::Report exactReport(const us_suite& suite) {
    core::Report report;
    for (std::uint16_t number = 1; suite.tests[number - 1]; ++number) {
        core::TestReport test;
        test.name = suite.tests[number - 1];
        for (std::size_t row = 0; row < suite.count_rows; ++row) {
            const us_count& count = suite.counts[row];
            if (count.test == number && !count.prepares) test.operationsByKind[count.operation] += count.count;
        }
        report.tests.push_back(test);
    }
    return report;
}

TEST(Suites, AreThoseOfTheGuest) {
    ASSERT_FALSE(knownSuites().empty());
    EXPECT_EQ(knownSuites().front().name, us_suites[0]->name);
}

TEST(Suites, UnknownNameListsTheKnownOnes) {
    EXPECT_NO_THROW(requireSuite("diskspeed13"));
    EXPECT_EQ(messageOf<UsageError>([] { requireSuite("quick"); }).substr(0, 33), "suite 'quick' is not known; known");
}

TEST(Suites, ExactOperationsHaveNoFault) {
    for (const SuiteInfo& suite : knownSuites())
        EXPECT_TRUE(countFaults(exactReport(*us_suite_named(suite.name.c_str())), suite.name).empty()) << suite.name;
}

TEST(Suites, OneOperationMoreOrLessIsAFault) {
    core::Report report = exactReport(*us_suite_named("diskspeed13"));
    auto& [kind, count] = *report.tests[0].operationsByKind.begin();
    ++count;
    const auto faults = countFaults(report, "diskspeed13");
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_EQ(faults[0], "test '" + report.tests[0].name + "': expected " + std::to_string(count - 1) + " " +
                             core::operationName(kind) + ", found " + std::to_string(count));
}

TEST(Suites, OperationOfAnotherKindIsAFault) {
    core::Report report = exactReport(*us_suite_named("diskspeed13"));
    report.tests[0].operationsByKind[US_OP_RENAME] = 1;
    EXPECT_EQ(countFaults(report, "diskspeed13").size(), 1u);
}

TEST(Suites, ThatWriteAreRefusedOnReadOnlyMedia) {
    const Scratch scratch;
    const auto zip = parseSetup(scratch.file("files.zip", "PK\3\4"));
    EXPECT_EQ(messageOf<UsageError>([&] { requireFit(zip, "diskperf"); }),
              "setup 'files.zip': a zip archive cannot be written to, and the suite diskperf writes; suites that only "
              "read: readtree, treecopy-found");
    EXPECT_NO_THROW(requireFit(zip, "readtree"));
}

TEST(Suites, ThatOnlyReadAreRefusedOnFreshStorage) {
    const std::string message = messageOf<UsageError>([&] { requireFit(parseSetup("hdf"), "readtree"); });
    EXPECT_EQ(
        message.rfind("setup 'hdf': it is made fresh and empty, and the suite readtree reads what it finds; name an "
                      "existing folder or image, or a suite that writes: diskspeed13, ",
                      0),
        0u)
        << message;
    EXPECT_EQ(message.find("readtree", message.find("writes: ")), std::string::npos) << message;
    EXPECT_NO_THROW(requireFit(parseSetup("hdf"), "diskperf"));
}

TEST(Suites, ThatCopyToMemoryAskForIt) {
    EXPECT_EQ(extraMemoryMb("treecopy"), 32u);
    EXPECT_EQ(extraMemoryMb("treecopy-small"), 0u);
    EXPECT_EQ(extraMemoryMb("unknown"), 0u);
}

TEST(Suites, MissingTestIsAFault) {
    core::Report report = exactReport(*us_suite_named("diskspeed13"));
    const std::string last = report.tests.back().name;
    report.tests.pop_back();
    EXPECT_EQ(countFaults(report, "diskspeed13"), std::vector<std::string>{"test '" + last + "' is missing"});
}

} // namespace
} // namespace uaescope::lab
