#include "analyzer/lab/batch.h"

#include "tests/lab/fake_emulator.h"

#include <gtest/gtest.h>

namespace uaescope::lab {
namespace {

class BatchTest : public testing::Test {
protected:
    BatchTest() {
        m_options.run.out = m_scratch.folder("out");
        m_options.run.plugin = m_scratch.file("plugin.so", "plugin");
        m_options.run.guestTool = m_scratch.file("tool", "guest");
        m_options.run.emulator = fakeEmulator(m_scratch, leaves(madeCapture(m_scratch)));
        m_options.repeats = 2;
        m_options.hostTwin = false;
    }

    Scratch m_scratch;
    BatchOptions m_options;
    std::vector<std::string> m_order;
    std::stop_source m_stop;
};

TEST_F(BatchTest, RepeatsAreInterleaved) {
    const Batch batch = runBatch(parseSetups({"dir", "hdf"}), m_options, {}, [&](const BatchProgress& progress) {
        if (progress.finished) m_order.push_back(progress.finished->capture.filename());
    });
    EXPECT_EQ(m_order, (std::vector<std::string>{"dir-1.uascope", "hdf-1.uascope", "dir-2.uascope", "hdf-2.uascope"}));
    ASSERT_EQ(batch.setups.size(), 2u);
    EXPECT_EQ(batch.setups[1].name, "hdf");
    EXPECT_EQ(batch.setups[1].runs.size(), 2u);
    EXPECT_EQ(batch.captures.size(), 4u);
    EXPECT_FALSE(batch.stopped);
}

TEST_F(BatchTest, StopKeepsWhatIsFinished) {
    const BatchObserver stopAfterFirst = [this](const BatchProgress& progress) {
        if (progress.finished) m_stop.request_stop();
    };
    const Batch batch = runBatch(parseSetups({"dir", "hdf"}), m_options, m_stop.get_token(), stopAfterFirst);
    EXPECT_TRUE(batch.stopped);
    ASSERT_EQ(batch.setups.size(), 1u);
    EXPECT_EQ(batch.setups[0].name, "dir");
    EXPECT_EQ(batch.captures.size(), 1u);
    EXPECT_TRUE(std::filesystem::exists(batch.captures[0]));
}

TEST_F(BatchTest, TwinRunsOncePerRepeat) {
    m_options.hostTwin = true;
    const Batch batch = runBatch(parseSetups({"dir"}), m_options);
    ASSERT_TRUE(batch.twin);
    EXPECT_EQ(batch.twin->runs.size(), 2u);
    EXPECT_EQ(batch.comparison().hostMode, "cached");
}

} // namespace
} // namespace uaescope::lab
