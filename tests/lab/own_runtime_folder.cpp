// The lock between emulators lies in the runtime folder. Tests with a stand-in for the emulator use a folder of their
// own, so that they neither wait for a real run of the same user nor keep one waiting.

#include "tests/lab/scratch.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>

namespace uaescope::lab {
namespace {

class OwnRuntimeFolder : public testing::Environment {
public:
    void SetUp() override {
        m_scratch = std::make_unique<Scratch>();
        setenv("XDG_RUNTIME_DIR", m_scratch->path().c_str(), 1);
    }
    void TearDown() override { m_scratch.reset(); }

private:
    std::unique_ptr<Scratch> m_scratch;
};

const testing::Environment* const ownRuntimeFolder = testing::AddGlobalTestEnvironment(new OwnRuntimeFolder);

} // namespace
} // namespace uaescope::lab
