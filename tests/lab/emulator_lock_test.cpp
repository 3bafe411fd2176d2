#include "analyzer/lab/emulator_lock.h"

#include "analyzer/lab/error.h"

#include <gtest/gtest.h>

namespace uaescope::lab {
namespace {

TEST(EmulatorLockTest, SecondHolderIsToldOnceAndMayGiveUp) {
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

TEST(EmulatorLockTest, IsFreeAgainAfterItsHolder) {
    { const EmulatorLock first({}, {}); }
    const EmulatorLock second({}, [] { FAIL() << "the first holder is gone"; });
}

} // namespace
} // namespace uaescope::lab
