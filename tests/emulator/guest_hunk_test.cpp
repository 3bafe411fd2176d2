// The hunk linker's output, loaded and run by the emulated Amiga.
#include "tests/emulator/guest_session.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

using uaescope::guest_test::GuestSession;

namespace {

std::vector<std::string> reported() {
    GuestSession session;
    session.run.bootFiles = {UAESCOPE_TEST_HUNK_PROGRAM};
    session.run.startupSequence = "hunk_program\n";
    session.start();
    return session.console();
}

void expectCalculated(const std::string& line) {
    std::istringstream input(line.substr(line.find(' ')));
    std::uint64_t left = 0;
    std::uint64_t right = 0;
    input >> left >> right;
    const auto leftLong = static_cast<std::uint32_t>(left);
    const auto rightLong = static_cast<std::uint32_t>(right);
    const std::int64_t leftSigned = static_cast<std::int32_t>(leftLong);
    const std::int64_t rightSigned = static_cast<std::int32_t>(rightLong | 1);
    const std::vector<std::uint64_t> expected = {
        left * right,
        left / right,
        left % right,
        static_cast<std::uint32_t>(leftLong * rightLong),
        rightLong != 0 ? leftLong / rightLong : 0,
        rightLong != 0 ? leftLong % rightLong : 0,
        static_cast<std::uint32_t>(leftSigned / rightSigned),
        static_cast<std::uint32_t>(leftSigned % rightSigned),
        left << (rightLong & 63),
        left >> (rightLong & 63),
    };
    for (std::size_t index = 0; index < expected.size(); ++index) {
        std::uint64_t value = 0;
        input >> value;
        ASSERT_TRUE(input) << line;
        ASSERT_EQ(value, expected[index]) << "result " << index << " of " << line;
    }
}

TEST(GuestHunk, DataBssAndReferencesBetweenHunksAreRight) {
    std::map<std::string, std::string> values;
    std::size_t calculations = 0;
    for (const std::string& line : reported()) {
        if (line.starts_with("arithmetic ")) {
            ++calculations;
            expectCalculated(line);
        } else {
            values[line.substr(0, line.find('='))] = line.substr(line.find('=') + 1);
        }
    }
    const std::map<std::string, std::string> expected = {
        {"number", "305419896"}, {"triple", "42"}, {"square", "144"}, {"word", "second"},   {"zeros", "0"},
        {"bss", "77"},           {"bytes", "507"}, {"counter", "7"},  {"words_apart", "4"},
    };
    EXPECT_EQ(values, expected);
    EXPECT_EQ(calculations, 12U * 12 * 4 * 2);
}

} // namespace
