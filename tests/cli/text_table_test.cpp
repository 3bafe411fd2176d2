#include "analyzer/cli/text_table.h"

#include <gtest/gtest.h>

namespace uaescope::cli {
namespace {

TEST(TextTable, AlignsColumnsAndLeavesNoBlanksAtTheEnd) {
    TextTable table({Align::left, Align::right});
    table.addRow({"name", "rate"});
    table.addRule();
    table.addRow({"a", "1"});
    table.addRow({"longer"});
    EXPECT_EQ(table.text(), "name    rate\n"
                            "------------\n"
                            "a          1\n"
                            "longer\n");
}

TEST(TextTable, CountsCharactersNotBytes) {
    EXPECT_EQ(shownWidth("\xc3\xa4\xc3\xb6"), 2u);
    EXPECT_EQ(padded("\xc3\xa4", 3, Align::right), "  \xc3\xa4");
}

TEST(TextTable, WrapsAtBlanksWithIndents) {
    EXPECT_EQ(wrapped("one two three four", 11, "- ", "  "), "- one two\n  three\n  four\n");
    EXPECT_EQ(wrapped("unbreakablyLongWord", 5, "", ""), "unbreakablyLongWord\n");
}

} // namespace
} // namespace uaescope::cli
