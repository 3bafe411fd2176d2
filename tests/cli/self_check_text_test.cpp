#include "analyzer/cli/self_check_text.h"

#include "tests/cli/golden.h"

#include <gtest/gtest.h>

namespace uaescope::cli {
namespace {

lab::SelfCheck checkOf(core::TrafficByFile counted, core::TrafficByFile recorded) {
    lab::SelfCheck check;
    check.setup = "dir";
    check.storage = "/results/.session/storage";
    check.counted = std::move(counted);
    check.recorded = std::move(recorded);
    check.differences = core::differences(check.counted, check.recorded);
    return check;
}

TEST(SelfCheckGolden, SaysThatAllWasRecorded) {
    const core::TrafficByFile traffic = {{{"/results/.session/storage", "open"}, {3, 0}},
                                         {{"/results/.session/storage/a", "read"}, {12, 40960}},
                                         {{"/results/.session/storage/a", "write"}, {2048, 1048576}}};
    expectGolden(selfCheckText(checkOf(traffic, traffic), {}), "self-check.txt");
}

TEST(SelfCheckGolden, ListsWhatDiffers) {
    core::TrafficByFile counted;
    for (int i = 0; i < 10; ++i)
        counted[{"/results/.session/storage/f" + std::to_string(i), "read"}] = {static_cast<std::uint64_t>(i) + 1, 512};
    core::TrafficByFile recorded = counted;
    recorded[{"/results/.session/storage/f3", "read"}] = {3, 511};
    counted[{"/results/.session/storage/f4", "mmap"}] = {1, 0};
    lab::SelfCheck check = checkOf(counted, recorded);
    check.dropped = 1;
    check.retried = "the emulator hung";
    expectGolden(selfCheckText(check, {}), "self-check-differs.txt");
}

TEST(SelfCheckGolden, NothingCountedIsNoProof) {
    const std::string text = selfCheckText(checkOf({}, {}), {});
    EXPECT_NE(text.find("the kernel saw no call on the storage; nothing is proved"), std::string::npos) << text;
}

} // namespace
} // namespace uaescope::cli
