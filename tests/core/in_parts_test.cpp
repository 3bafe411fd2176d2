#include "analyzer/core/in_parts.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace uaescope::core {
namespace {

TEST(InParts, DoesEveryIndexOnce) {
    for (const std::size_t count : {0u, 1u, 7u, 1000u, 100'003u}) {
        std::vector<int> done(count);
        inParts(count, 10, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) ++done[i];
        });
        EXPECT_EQ(done, std::vector<int>(count, 1));
    }
}

TEST(InParts, IsNotDividedWhereThereIsLittleToDo) {
    std::atomic<int> parts = 0;
    inParts(19, 10, [&](std::size_t, std::size_t) { ++parts; });
    EXPECT_EQ(parts, 1);
}

TEST(InParts, RethrowsWhatAPartThrew) {
    const auto fail = [](std::size_t, std::size_t end) {
        if (end == 1000) throw std::runtime_error("the last part");
    };
    EXPECT_THROW(inParts(1000, 1, fail), std::runtime_error);
}

} // namespace
} // namespace uaescope::core
