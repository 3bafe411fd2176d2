#include "analyzer/gui/loader.h"

#include "tests/gui/example_run.h"
#include "tests/gui/temporary_folder.h"

#include <QTest>

#include <fstream>
#include <gtest/gtest.h>

namespace uaescope::gui::test {
namespace {

constexpr int patience = 30'000; // milliseconds

// Hears a loader's signals in the thread of the test, as a window would.
class Listener : public QObject {
public:
    explicit Listener(const Loader& loader) {
        connect(&loader, &Loader::progressed, this, [this](const QString& step) { m_steps << step; });
        connect(&loader, &Loader::loaded, this, [this](const models::CapturePtr& capture) { m_capture = capture; });
        connect(&loader, &Loader::failed, this, [this](const QString& message) { m_failure = message; });
    }

    models::CapturePtr capture() const {
        EXPECT_TRUE(QTest::qWaitFor([this] { return m_capture != nullptr; }, patience));
        return m_capture;
    }
    std::string failure() const {
        EXPECT_TRUE(QTest::qWaitFor([this] { return !m_failure.isEmpty(); }, patience));
        return m_failure.toStdString();
    }
    const QStringList& steps() const { return m_steps; }

private:
    QStringList m_steps;
    models::CapturePtr m_capture;
    QString m_failure;
};

TEST(Loader, HandsOverTheCaptureAndSaysWhatItDoes) {
    const TemporaryFolder folder;
    writeExampleRun(folder / "run.uascope", ExampleStorage::directory);
    Loader loader;
    const Listener listener(loader);
    loader.start(folder / "run.uascope");
    const models::CapturePtr capture = listener.capture();
    ASSERT_NE(capture, nullptr);
    EXPECT_FALSE(capture->analysis.operations.empty());
    EXPECT_EQ(listener.steps().first(), "Reading the capture");
    EXPECT_EQ(listener.steps().last(), "Preparing the timeline");
}

TEST(Loader, SaysWhyAFileIsNoCapture) {
    const TemporaryFolder folder;
    std::ofstream(folder / "letter.txt") << "Dear reader, this is a letter and not a capture.\n";
    Loader loader;
    const Listener listener(loader);
    loader.start(folder / "letter.txt");
    const std::string failure = listener.failure();
    EXPECT_NE(failure.find("letter.txt"), std::string::npos) << failure;
}

TEST(Loader, SaysThatAFileIsMissing) {
    Loader loader;
    const Listener listener(loader);
    loader.start("/no/such/file.uascope");
    const std::string failure = listener.failure();
    EXPECT_NE(failure.find("/no/such/file.uascope"), std::string::npos) << failure;
}

} // namespace
} // namespace uaescope::gui::test
