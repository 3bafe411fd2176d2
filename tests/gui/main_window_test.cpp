#include "analyzer/gui/main_window.h"

#include "analyzer/gui/capture_page.h"
#include "analyzer/gui/inspector.h"
#include "analyzer/gui/operations_panel.h"
#include "analyzer/gui/timeline_widget.h"
#include "analyzer/models/call_tree.h"
#include "analyzer/models/readable.h"
#include "tests/gui/example_run.h"
#include "tests/gui/temporary_folder.h"
#include "tests/gui/timeline_click.h"
#include "uaeplugin/capture/protocol.h"

#include <QImage>
#include <QLabel>
#include <QProcess>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include <gtest/gtest.h>

#include <fstream>

namespace uaescope::gui::test {
namespace {

constexpr int patience = 30'000; // milliseconds

class MainWindowTest : public testing::Test {
protected:
    MainWindowTest() {
        writeExampleRun(m_folder / "dir.uascope", ExampleStorage::directory);
        writeExampleRun(m_folder / "hdf.uascope", ExampleStorage::hardfile);
        m_window.resize(1400, 900);
        m_window.show();
    }

    CapturePage& open(const char* name) {
        QSignalSpy loaded(&m_window, &MainWindow::loaded);
        m_window.open(m_folder / name);
        EXPECT_TRUE(loaded.wait(patience));
        QCoreApplication::processEvents();
        return *m_window.page();
    }

    TemporaryFolder m_folder;
    MainWindow m_window;
};

std::string inspected(CapturePage& page, core::Owner owner) { return page.inspector().ownerText(owner).toStdString(); }

std::string expected(const core::Operation& operation, core::Owner owner) {
    const double share =
        static_cast<double>(operation.owners[owner]) / static_cast<double>(operation.end - operation.begin);
    return std::string(core::ownerName(owner)) + ' ' +
           (models::exactNsText(operation.owners[owner]) + ' ' + models::shareText(share)).toStdString();
}

constexpr std::array<core::Owner, core::ownerCount> allOwners{core::Owner::hostIo, core::Owner::sleep,
                                                              core::Owner::device, core::Owner::guest};

TEST_F(MainWindowTest, TheInspectorSaysWhyTheEmulatorSlept) {
    CapturePage& page = open("dir.uascope");
    const auto& operations = page.capture().analysis.operations;
    const auto slept = std::find_if(operations.begin(), operations.end(),
                                    [](const core::Operation& o) { return o.owners[core::Owner::sleep] > 0; });
    ASSERT_NE(slept, operations.end());
    clickInTimeline(page, static_cast<std::uint32_t>(slept - operations.begin()));
    EXPECT_TRUE(page.inspector().ownerNote(core::Owner::sleep).startsWith("of it "));
    EXPECT_EQ(page.inspector().ownerNote(core::Owner::guest), models::ownerMeaning(core::Owner::guest));
}

TEST_F(MainWindowTest, AClickInTheTimelineFillsTheInspectorWithTheFiguresOfTheAnalysis) {
    for (const char* name : {"dir.uascope", "hdf.uascope"}) {
        CapturePage& page = open(name);
        const core::Analysis& analysis = page.capture().analysis;
        for (std::uint32_t i = 0; i < analysis.operations.size(); i += 37) {
            clickInTimeline(page, i);
            ASSERT_EQ(page.selection().operation, i) << name;
            for (const core::Owner owner : allOwners) {
                EXPECT_EQ(inspected(page, owner), expected(analysis.operations[i], owner))
                    << name << " operation " << i;
            }
            const models::CallTree& tree = page.inspector().calls();
            for (const std::uint32_t call : analysis.callsOf(analysis.operations[i])) {
                EXPECT_TRUE(tree.indexOfCall(call).isValid()) << name << " operation " << i << " call " << call;
            }
        }
    }
}

TEST_F(MainWindowTest, ASelectionIsTheSameInAllViews) {
    CapturePage& page = open("dir.uascope");
    clickInTimeline(page, 5);
    const auto shownRow = [&page] {
        OperationsPanel& operations = page.operations();
        return operations.model().operationAt(operations.table().currentIndex().row());
    };
    EXPECT_EQ(shownRow(), 5U);
    page.operations().table().selectRow(9);
    EXPECT_EQ(page.selection().operation, 9U);
    EXPECT_EQ(inspected(page, core::Owner::guest), expected(page.capture().analysis.operations[9], core::Owner::guest));
    page.step(1);
    EXPECT_EQ(page.selection().operation, 10U);
    EXPECT_EQ(shownRow(), 10U);
}

TEST_F(MainWindowTest, AnOperationChosenInTheTableIsBroughtIntoSight) {
    CapturePage& page = open("dir.uascope");
    page.operations().table().selectRow(100);
    const core::Operation& operation = page.capture().analysis.operations[100];
    const models::TimeScale& scale = page.timeline().scale();
    EXPECT_LE(scale.begin, operation.begin);
    EXPECT_GE(scale.end, operation.end);
    EXPECT_GE(scale.xAt(operation.end) - scale.xAt(operation.begin), 12);
}

TEST_F(MainWindowTest, OpensOnTheWholeRunWithTheSlowestOperationSelected) {
    CapturePage& page = open("hdf.uascope");
    EXPECT_EQ(page.selection().operation, page.capture().slowestOperation(std::nullopt));
    EXPECT_LE(page.timeline().scale().begin, page.capture().analysis.operations.front().begin);
    EXPECT_GE(page.timeline().scale().end, page.capture().analysis.operations.back().end);
}

TEST_F(MainWindowTest, ATestShowsItsTimeItsOperationsAndItsSlowestOne) {
    CapturePage& page = open("dir.uascope");
    page.showTest(2);
    const core::Test& test = page.capture().analysis.tests[2];
    EXPECT_EQ(page.operations().model().rowCount(), static_cast<int>(test.operationCount));
    EXPECT_LE(page.timeline().scale().begin, test.begin);
    EXPECT_GE(page.timeline().scale().end, test.end);
    EXPECT_EQ(page.selection().operation, page.capture().slowestOperation(2));
    page.showTest(std::nullopt);
    EXPECT_EQ(page.operations().model().rowCount(), static_cast<int>(page.capture().analysis.operations.size()));
}

TEST_F(MainWindowTest, EachCaptureHasATabAndKeepsItsSelection) {
    CapturePage& first = open("dir.uascope");
    first.select({3U, std::nullopt}, CapturePage::Reveal::no);
    CapturePage& second = open("hdf.uascope");
    EXPECT_NE(&first, &second);
    second.select({7U, std::nullopt}, CapturePage::Reveal::no);
    m_window.findChild<QTabWidget*>()->setCurrentIndex(0);
    EXPECT_EQ(m_window.page(), &first);
    EXPECT_EQ(first.selection().operation, 3U);
}

TEST_F(MainWindowTest, AFileThatIsNoCaptureGetsAPageThatSaysSo) {
    std::ofstream(m_folder / "letter.uascope") << "Dear reader, this is a letter and not a capture.\n";
    QSignalSpy failed(&m_window, &MainWindow::failed);
    m_window.open(m_folder / "letter.uascope");
    ASSERT_TRUE(failed.wait(patience));
    EXPECT_EQ(m_window.page(), nullptr);
    bool said = false;
    for (const QLabel* label : m_window.findChild<QTabWidget*>()->currentWidget()->findChildren<QLabel*>()) {
        said = said || label->text() == "letter.uascope cannot be shown";
    }
    EXPECT_TRUE(said);
}

TEST_F(MainWindowTest, ACaptureThatWasCutOffIsShownWithABanner) {
    std::filesystem::copy_file(m_folder / "hdf.uascope", m_folder / "cut.uascope");
    std::filesystem::resize_file(m_folder / "cut.uascope", std::filesystem::file_size(m_folder / "cut.uascope") - 10);
    CapturePage& page = open("cut.uascope");
    EXPECT_FALSE(page.findChildren<QLabel*>("banner").isEmpty());
    EXPECT_TRUE(open("hdf.uascope").findChildren<QLabel*>("banner").isEmpty()) << "a finished one has none";
}

TEST_F(MainWindowTest, CancelClosesTheTabForGood) {
    // Whether loading is over when it is cancelled differs from time to time; the outcome must not.
    for (int round = 0; round < 20; ++round) {
        m_window.open(m_folder / "dir.uascope");
        EXPECT_TRUE(m_window.loading());
        QMetaObject::invokeMethod(m_window.findChild<QTabWidget*>()->currentWidget(), "buttonPressed");
        EXPECT_FALSE(m_window.loading());
        QCoreApplication::processEvents();
        EXPECT_EQ(m_window.findChild<QTabWidget*>()->count(), 0);
    }
}

struct Outcome {
    int status = -1;
    std::string errors;
};

Outcome runProgram(const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(name);
    process.setProcessEnvironment(environment);
    process.start(UAESCOPE_GUI, arguments);
    EXPECT_TRUE(process.waitForFinished(patience));
    return {process.exitCode(), process.readAllStandardError().toStdString()};
}

QString text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

TEST_F(MainWindowTest, TheProgramPaintsAPictureOfTheAskedSizeWithoutADisplay) {
    const Outcome outcome = runProgram(
        {text(m_folder / "dir.uascope"), "--grab", text(m_folder / "w.png"), "--size", "1000x700", "--test", "Read"});
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
    EXPECT_EQ(outcome.errors, "");
    EXPECT_EQ(QImage(text(m_folder / "w.png")).size(), QSize(1000, 700));
}

TEST_F(MainWindowTest, TheProgramSaysWhatFailed) {
    const QString picture = text(m_folder / "w.png");
    const Outcome missing = runProgram({"/no/such.uascope", "--grab", picture});
    EXPECT_EQ(missing.status, 1);
    EXPECT_NE(missing.errors.find("/no/such.uascope"), std::string::npos) << missing.errors;
    EXPECT_EQ(runProgram({text(m_folder / "dir.uascope"), "--grab", "/no/such/folder/w.png"}).status, 1);
    EXPECT_EQ(runProgram({text(m_folder / "dir.uascope"), "--grab", picture, "--select", "999999"}).status, 2);
    EXPECT_EQ(runProgram({text(m_folder / "dir.uascope"), "--grab", picture, "--test", "no such test"}).status, 2);
    EXPECT_EQ(runProgram({"--size", "big"}).status, 2);
    EXPECT_EQ(runProgram({}).status, 1) << "no display and no picture asked for";
    EXPECT_EQ(runProgram({"--help"}).status, 0);
}

} // namespace
} // namespace uaescope::gui::test
