// A capture that grows while the window shows it.
#include "analyzer/gui/capture_page.h"
#include "analyzer/gui/main_window.h"
#include "analyzer/gui/operations_panel.h"
#include "analyzer/gui/timeline_widget.h"
#include "tests/gui/example_run.h"
#include "tests/gui/temporary_folder.h"
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/capture/writer.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <sys/wait.h>
#include <unistd.h>

namespace uaescope::gui::test {
namespace {

constexpr int patience = 30'000; // milliseconds

class Follow : public testing::Test {
protected:
    Follow() {
        writeExampleRun(m_folder / "whole.uascope", ExampleStorage::directory);
        std::ifstream whole(m_folder / "whole.uascope", std::ios::binary);
        m_bytes.assign(std::istreambuf_iterator<char>(whole), {});
        m_window.resize(1400, 900);
        m_window.show();
    }

    void write(std::size_t begin, std::size_t end) const {
        std::ofstream file(growing(), std::ios::binary | std::ios::app);
        file.write(m_bytes.data() + begin, static_cast<std::streamsize>(end - begin));
    }
    std::filesystem::path growing() const { return m_folder / "growing.uascope"; }
    CapturePage& page() const { return *m_window.page(); }
    QString tabText() const { return m_window.findChild<QTabWidget*>()->tabText(0); }
    bool waitForEnd() const {
        return QTest::qWaitFor([this] { return page().capture().analysis.trace.finished; }, patience);
    }

    TemporaryFolder m_folder;
    std::string m_bytes;
    MainWindow m_window;
};

TEST_F(Follow, ShowsWhatIsAddedAndKeepsWhatTheUserLooksAt) {
    QSignalSpy loaded(&m_window, &MainWindow::loaded);
    m_window.follow(growing());                  // before it is there
    const std::size_t part = m_bytes.size() - 8; // the end record is cut off
    write(0, part);
    ASSERT_TRUE(loaded.wait(patience));
    EXPECT_EQ(tabText(), "growing (live)");
    EXPECT_FALSE(page().capture().analysis.trace.finished);

    page().select({20, std::nullopt}, CapturePage::Reveal::no);
    const core::Operation selected = page().capture().analysis.operations[20];
    page().timeline().showTime(selected.begin, selected.end, 0.1);
    const models::TimeScale view = page().timeline().scale();
    write(part, m_bytes.size());
    ASSERT_TRUE(waitForEnd());
    EXPECT_EQ(tabText(), "growing");
    ASSERT_TRUE(page().selection().operation);
    EXPECT_EQ(page().capture().analysis.operations[*page().selection().operation].begin, selected.begin);
    QCoreApplication::processEvents();
    EXPECT_EQ(page().timeline().scale(), view);
    EXPECT_EQ(loaded.count(), 1);
}

TEST_F(Follow, WholeRunStaysTheWholeRun) {
    QSignalSpy loaded(&m_window, &MainWindow::loaded);
    m_window.follow(growing());
    write(0, m_bytes.size() / 2);
    ASSERT_TRUE(loaded.wait(patience));
    const std::size_t before = page().capture().analysis.operations.size();
    write(m_bytes.size() / 2, m_bytes.size());
    ASSERT_TRUE(waitForEnd());
    ASSERT_GT(page().capture().analysis.operations.size(), before);
    const auto& operations = page().capture().analysis.operations;
    EXPECT_LE(page().timeline().scale().begin, operations.front().begin);
    EXPECT_GE(page().timeline().scale().end, operations.back().end);
}

TEST_F(Follow, RecordingThatGoesOnIsNoFault) {
    QSignalSpy loaded(&m_window, &MainWindow::loaded);
    m_window.follow(growing());
    write(0, m_bytes.size() - 8);
    ASSERT_TRUE(loaded.wait(patience));
    ASSERT_TRUE(models::warningsOf(page().capture()).join(' ').contains("did not finish"));
    for (const QLabel* banner : page().findChildren<QLabel*>("banner"))
        EXPECT_FALSE(banner->text().contains("did not finish")) << banner->text().toStdString();
}

TEST_F(Follow, RecordingWhoseProcessIsGoneIsOver) {
    const pid_t process = fork();
    if (process == 0) _exit(0);
    ASSERT_EQ(waitpid(process, nullptr, 0), process);
    {
        capture::Writer writer(growing());
        writer.addFact("pid", std::to_string(process));
        writer.add(capture::Mark{.time = 1, .operation = US_OP_OPEN, .phase = US_PHASE_BEGIN});
        writer.flush();
    }
    m_window.follow(growing());
    EXPECT_TRUE(QTest::qWaitFor([this] { return m_window.page() != nullptr && tabText() == "growing"; }, patience));
    EXPECT_FALSE(page().capture().analysis.trace.finished);
    EXPECT_TRUE(models::warningsOf(page().capture()).join(' ').contains("did not finish"));
}

TEST_F(Follow, ShowsWhatTheRunnerAddsAfterTheEnd) {
    m_window.follow(growing());
    write(0, m_bytes.size());
    ASSERT_TRUE(QTest::qWaitFor([this] { return m_window.page() != nullptr && tabText() == "growing"; }, patience));
    capture::Batch more;
    more.facts = {{"added", "later"}};
    capture::appendToCapture(growing(), more,
                             static_cast<std::uint32_t>(page().capture().analysis.trace.strings.size()));
    EXPECT_TRUE(QTest::qWaitFor([this] { return page().capture().analysis.trace.facts.contains("added"); }, patience));
}

TEST_F(Follow, ClosedTabIsNotShownAgain) {
    QSignalSpy loaded(&m_window, &MainWindow::loaded);
    m_window.follow(growing());
    write(0, m_bytes.size() - 8);
    ASSERT_TRUE(loaded.wait(patience));
    auto& tabs = *m_window.findChild<QTabWidget*>();
    emit tabs.tabCloseRequested(0);
    EXPECT_EQ(tabs.count(), 0);
    write(m_bytes.size() - 8, m_bytes.size());
    QTest::qWait(600); // longer than the time after which a follower looks again
    EXPECT_EQ(tabs.count(), 0);
}

} // namespace
} // namespace uaescope::gui::test
