#include "tests/cli/golden.h"
#include "tests/cli/program.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace uaescope::cli {
namespace {

class HelpGolden : public testing::TestWithParam<const char*> {};

TEST_P(HelpGolden, FitsAScreen) {
    const lab::Scratch scratch;
    const std::string verb = GetParam();
    const Said help = verb.empty() ? said(scratch, {"--help"}) : said(scratch, {verb, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_LE(std::count(help.text.begin(), help.text.end(), '\n'), 25);
    std::istringstream lines(help.text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
    expectGolden(help.text, "help" + (verb.empty() ? "" : "-" + verb) + ".txt");
}

INSTANTIATE_TEST_SUITE_P(Verbs, HelpGolden,
                         testing::Values("", "doctor", "compare", "run", "trace", "attach", "ask", "report", "view",
                                         "host", "import", "guest-disk"));

} // namespace
} // namespace uaescope::cli
