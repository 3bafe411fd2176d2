#include "uaeplugin/file_marks.h"

#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace uaescope::plugin {
namespace {

using Message = std::vector<std::uint8_t>;

std::vector<std::pair<Message, std::uint64_t>> s_received;

class FileMarksTest : public testing::Test {
protected:
    FileMarksTest() { s_received.clear(); }

    static void receive(std::span<const std::uint8_t> message, std::uint64_t time) {
        s_received.emplace_back(Message(message.begin(), message.end()), time);
    }
    // As the guest names it; the digits are bytes.
    static std::string piece(unsigned sequence, char flag, const std::string& digits) {
        char head[16];
        std::snprintf(head, sizeof head, "us%08x%c", sequence, flag);
        return std::string("/folder/marks/") + head + digits;
    }
    static std::string mark(int phase, const std::string& nameDigits) {
        return "02" + nameDigits + "11" + (phase == US_PHASE_BEGIN ? "00" : "01") + std::string(52, '0');
    }
    bool notice(const std::string& path, std::uint64_t time, std::uint32_t thread = 7) {
        return m_marks.notice(path, time, thread);
    }

    FileMarks m_marks{"/folder/marks", receive};
};

TEST_F(FileMarksTest, OtherPathsAreNone) {
    EXPECT_FALSE(notice("/folder/marks", 1));
    EXPECT_FALSE(notice("/folder/marks/usual", 1));
    EXPECT_FALSE(notice("/folder/other/us000000001", 1));
    EXPECT_TRUE(s_received.empty());
}

TEST_F(FileMarksTest, MessageIsHandedOnWhenItsLastPieceIsSeenFirst) {
    EXPECT_TRUE(notice(piece(5, '0', "0301"), 10));
    EXPECT_TRUE(notice(piece(5, '0', "0301"), 11));
    EXPECT_TRUE(notice(piece(6, '1', "4142"), 20));
    EXPECT_TRUE(notice(piece(6, '1', "4142"), 21)); // the emulator looks more than once
    ASSERT_EQ(s_received.size(), 1u);
    EXPECT_EQ(s_received[0].first, (Message{3, 1, 0x41, 0x42}));
    EXPECT_EQ(s_received[0].second, 20u);
}

TEST_F(FileMarksTest, BeginHappensAfterTheLastLookAndEndBeforeTheFirst) {
    notice(piece(1, '1', mark(US_PHASE_BEGIN, "41")), 100);
    notice(piece(1, '1', mark(US_PHASE_BEGIN, "41")), 130);
    EXPECT_TRUE(s_received.empty());
    notice(piece(2, '1', mark(US_PHASE_END, "")), 200);
    notice(piece(2, '1', mark(US_PHASE_END, "")), 230);
    ASSERT_EQ(s_received.size(), 2u);
    EXPECT_EQ(s_received[0].second, 130u);
    EXPECT_EQ(s_received[1].second, 200u);
}

TEST_F(FileMarksTest, SideFilesOfANameAreTheName) {
    notice(piece(1, '1', "0441"), 10);
    EXPECT_TRUE(notice(piece(1, '1', "0441") + ".uaem", 11));
    EXPECT_EQ(s_received.size(), 1u);
    EXPECT_EQ(m_marks.lostPieces(), 0u);
}

TEST_F(FileMarksTest, BrokenPiecesAreCountedAndDoNotSpoilTheNext) {
    notice(piece(1, '0', "0341"), 10);
    notice(piece(3, '1', "0442"), 20); // the second piece was never seen
    EXPECT_EQ(m_marks.lostPieces(), 1u);
    notice(piece(4, '1', "04zz"), 30);
    EXPECT_EQ(m_marks.lostPieces(), 2u);
    ASSERT_EQ(s_received.size(), 2u);
    EXPECT_EQ(s_received[0].first, (Message{4, 0x42}));
}

TEST_F(FileMarksTest, OneThreadIsBelieved) {
    notice(piece(1, '1', "0441"), 10, 7);
    EXPECT_TRUE(notice(piece(2, '1', "0442"), 20, 8));
    EXPECT_EQ(s_received.size(), 1u);
}

} // namespace
} // namespace uaescope::plugin
