// Captures of real runs in the window: what the inspector says of the operations of a test must add up to what
// `uaescope report --json` says of the test.

#include "analyzer/gui/inspector.h"
#include "analyzer/gui/main_window.h"
#include "analyzer/lab/run.h"
#include "analyzer/models/call_tree.h"
#include "tests/gui/timeline_click.h"
#include "tests/lab/scratch.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iostream>

namespace uaescope::gui {
namespace {

constexpr int patience = 60'000; // milliseconds

struct OwnerKey {
    core::Owner owner;
    const char* key; // in the report
};
constexpr std::array<OwnerKey, core::ownerCount> ownerKeys{{{core::Owner::hostIo, "host_io"},
                                                            {core::Owner::sleep, "sleep"},
                                                            {core::Owner::device, "device"},
                                                            {core::Owner::guest, "guest"}}};

class GuiWindow : public testing::TestWithParam<const char*> {
protected:
    lab::RunResult run() {
        lab::RunOptions options;
        options.suite = "diskperf";
        options.out = m_scratch.path();
        lab::RunResult result = lab::runSetup(lab::parseSetup(GetParam()), 1, options);
        if (!result.retried.empty()) std::cout << "tried twice: " << result.retried << "\n";
        return result;
    }

    lab::Scratch m_scratch;
};

QJsonObject reportOf(const std::filesystem::path& capture) {
    QProcess report;
    report.start(UAESCOPE_TEST_BIN "/uaescope", {"report", QString::fromStdString(capture.string()), "--json"});
    EXPECT_TRUE(report.waitForFinished(patience));
    EXPECT_EQ(report.exitCode(), 0) << report.readAllStandardError().toStdString();
    return QJsonDocument::fromJson(report.readAllStandardOutput()).object();
}

// "host I/O 1,234 ns 5.6 %" -> 1234
std::int64_t shownNs(const Inspector& inspector, core::Owner owner) {
    const QString text =
        inspector.ownerText(owner).mid(static_cast<qsizetype>(std::string_view(core::ownerName(owner)).size()));
    bool ok = false;
    const qlonglong ns = text.section(" ns", 0, 0).remove(',').trimmed().toLongLong(&ok);
    EXPECT_TRUE(ok) << inspector.ownerText(owner).toStdString();
    return ns;
}

// The test with the fewest operations, so that each can be clicked.
std::size_t shortestTest(const core::Report& report) {
    const auto fewer = [](const core::TestReport& a, const core::TestReport& b) { return a.operations < b.operations; };
    return static_cast<std::size_t>(std::min_element(report.tests.begin(), report.tests.end(), fewer) -
                                    report.tests.begin());
}

TEST_P(GuiWindow, TheInspectorAddsUpToTheReport) {
    const lab::RunResult result = run();
    MainWindow window;
    window.show();
    QSignalSpy loaded(&window, &MainWindow::loaded);
    window.open(result.capture);
    ASSERT_TRUE(loaded.wait(patience));
    CapturePage& page = *window.page();
    const models::CaptureData& capture = page.capture();

    const std::size_t test = shortestTest(result.report);
    std::array<std::int64_t, core::ownerCount> shown{};
    std::uint64_t operations = 0;
    std::uint64_t hostCalls = 0;
    for (std::uint32_t i = 0; i < capture.analysis.operations.size(); ++i) {
        const core::Operation& operation = capture.analysis.operations[i];
        if (capture.testOf(i) != test || operation.prepares) continue;
        test::clickInTimeline(page, i);
        ASSERT_EQ(page.selection().operation, i);
        for (const OwnerKey& one : ownerKeys)
            shown[static_cast<std::size_t>(one.owner)] += shownNs(page.inspector(), one.owner);
        for (const std::uint32_t call : capture.analysis.callsOf(operation)) {
            ASSERT_TRUE(page.inspector().calls().indexOfCall(call).isValid()) << "operation " << i << " call " << call;
        }
        hostCalls += capture.hostCalls[i];
        ++operations;
    }

    const QJsonObject report = reportOf(result.capture);
    const QJsonObject row = report["tests"].toArray()[static_cast<qsizetype>(test)].toObject();
    EXPECT_EQ(row["name"].toString().toStdString(), capture.analysis.tests[test].name);
    EXPECT_GT(operations, 0U);
    EXPECT_EQ(row["operations"].toInteger(), static_cast<qint64>(operations));
    EXPECT_EQ(row["host_calls"].toInteger(), static_cast<qint64>(hostCalls));
    for (const OwnerKey& one : ownerKeys) {
        EXPECT_EQ(row["owners"].toObject()[one.key].toInteger(), shown[static_cast<std::size_t>(one.owner)]) << one.key;
    }
}

INSTANTIATE_TEST_SUITE_P(Setups, GuiWindow, testing::Values("dir", "hdf", "rdb"),
                         [](const auto& one) { return std::string(one.param); });

} // namespace
} // namespace uaescope::gui
