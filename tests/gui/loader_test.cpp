#include "analyzer/gui/loader.h"

#include "tests/gui/example_run.h"
#include "tests/gui/temporary_folder.h"

#include <QSignalSpy>

#include <fstream>
#include <gtest/gtest.h>

namespace uaescope::gui::test {
namespace {

constexpr int patience = 30'000; // milliseconds

TEST(Loader, HandsOverTheCaptureAndSaysWhatItDoes) {
    const TemporaryFolder folder;
    writeExampleRun(folder / "run.uascope", ExampleStorage::directory);
    Loader loader;
    QSignalSpy loaded(&loader, &Loader::loaded);
    QSignalSpy progressed(&loader, &Loader::progressed);
    loader.start(folder / "run.uascope");
    ASSERT_TRUE(loaded.wait(patience));
    const auto capture = loaded[0][0].value<models::CapturePtr>();
    ASSERT_NE(capture, nullptr);
    EXPECT_FALSE(capture->analysis.operations.empty());
    EXPECT_EQ(progressed.first()[0].toString(), "Reading the capture");
    EXPECT_EQ(progressed.last()[0].toString(), "Preparing the timeline");
}

TEST(Loader, SaysWhyAFileIsNoCapture) {
    const TemporaryFolder folder;
    std::ofstream(folder / "letter.txt") << "Dear reader, this is a letter and not a capture.\n";
    Loader loader;
    QSignalSpy failed(&loader, &Loader::failed);
    loader.start(folder / "letter.txt");
    ASSERT_TRUE(failed.wait(patience));
    EXPECT_TRUE(failed[0][0].toString().contains("letter.txt")) << failed[0][0].toString().toStdString();
}

TEST(Loader, SaysThatAFileIsMissing) {
    Loader loader;
    QSignalSpy failed(&loader, &Loader::failed);
    loader.start("/no/such/file.uascope");
    ASSERT_TRUE(failed.wait(patience));
    EXPECT_TRUE(failed[0][0].toString().contains("/no/such/file.uascope"));
}

TEST(Loader, IsSilentOnceItIsGone) {
    const TemporaryFolder folder;
    writeExampleRun(folder / "run.uascope", ExampleStorage::hardfile);
    auto loader = std::make_unique<Loader>();
    bool heard = false;
    QObject receiver;
    QObject::connect(loader.get(), &Loader::loaded, &receiver, [&heard] { heard = true; });
    loader->start(folder / "run.uascope");
    loader.reset();
    QCoreApplication::processEvents();
    EXPECT_FALSE(heard);
}

} // namespace
} // namespace uaescope::gui::test
