#include "analyzer/lab/emulator_lock.h"

#include "analyzer/lab/error.h"
#include "tests/lab/scratch.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <optional>

namespace uaescope::lab {
namespace {

// A lock file of the test's own, so that it neither waits for a real emulator nor keeps one waiting.
class EmulatorLockTest : public testing::Test {
protected:
    void SetUp() override {
        if (const char* folder = std::getenv("XDG_RUNTIME_DIR")) m_before = folder;
        setenv("XDG_RUNTIME_DIR", m_scratch.path().c_str(), 1);
    }
    void TearDown() override {
        if (m_before)
            setenv("XDG_RUNTIME_DIR", m_before->c_str(), 1);
        else
            unsetenv("XDG_RUNTIME_DIR");
    }

private:
    Scratch m_scratch;
    std::optional<std::string> m_before;
};

TEST_F(EmulatorLockTest, SecondHolderIsToldOnceAndMayGiveUp) {
    const EmulatorLock first({}, [] { FAIL() << "nobody holds the lock"; });
    std::stop_source source;
    int told = 0;
    const auto waiting = [&] {
        ++told;
        source.request_stop();
    };
    EXPECT_THROW(EmulatorLock(source.get_token(), waiting), Cancelled);
    EXPECT_EQ(told, 1);
}

TEST_F(EmulatorLockTest, IsFreeAgainAfterItsHolder) {
    { const EmulatorLock first({}, {}); }
    const EmulatorLock second({}, [] { FAIL() << "the first holder is gone"; });
}

} // namespace
} // namespace uaescope::lab
