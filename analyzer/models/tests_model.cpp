#include "analyzer/models/tests_model.h"

#include "analyzer/models/columns.h"
#include "analyzer/models/model_roles.h"
#include "analyzer/models/owner_shares.h"
#include "analyzer/models/readable.h"

#include <array>
#include <cmath>
#include <numeric>

namespace uaescope::models {

namespace {

constexpr std::array<ColumnText, TestsModel::columnCountOf> testColumns{{
    {"Test", "A click shows the test in the timeline and only its operations in the table"},
    {"Rate", "By the host's clock, over the operations of the test", Align::right},
    {"Its time", "Where it went: host I/O, emulator sleep, device and guest code, in the colours of the legend"},
    {"Operations", "Calls to AmigaDOS that count for the figure", Align::right},
    {"Median", "Half of the operations took less", Align::right},
    {"Calls/op", "Host calls for one operation, on average", Align::right},
}};

QString callsPerOperation(std::uint64_t calls, std::uint64_t operations) {
    if (operations == 0) return {};
    return QString::number(static_cast<double>(calls) / static_cast<double>(operations), 'f', 1);
}

QString testText(const core::TestReport& test, int column) {
    switch (column) {
    case TestsModel::nameColumn: return utf8(test.name);
    case TestsModel::rateColumn: return rateText(test);
    case TestsModel::operationsColumn: return countText(static_cast<std::int64_t>(test.operations));
    case TestsModel::medianColumn: return test.operations > 0 ? durationText(test.medianNs) : QString();
    case TestsModel::callsColumn: return callsPerOperation(test.hostCalls, test.operations);
    default: return {};
    }
}

QString runText(const CaptureData& capture, int column) {
    const core::Report& report = capture.report;
    switch (column) {
    case TestsModel::nameColumn: return QStringLiteral("Whole run");
    case TestsModel::operationsColumn: return countText(static_cast<std::int64_t>(report.operations));
    case TestsModel::callsColumn:
        return callsPerOperation(std::accumulate(capture.hostCalls.begin(), capture.hostCalls.end(), std::uint64_t{0}),
                                 report.operations);
    default: return {};
    }
}

} // namespace

QString rateText(const core::TestReport& test) {
    switch (test.state) {
    case core::FigureState::notMeasured: return QStringLiteral("not measured");
    case core::FigureState::belowResolution: return QStringLiteral("below resolution");
    case core::FigureState::invalid: return QStringLiteral("invalid");
    case core::FigureState::measured: break;
    }
    const QString unit = utf8(test.unit);
    if (unit == QLatin1String("bytes/s")) return sizeText(std::llround(test.rate)) + "/s";
    const QString number = test.rate < 99.95 ? QString::number(test.rate, 'f', 1) : countText(std::llround(test.rate));
    return number + ' ' + unit;
}

TestsModel::TestsModel(CapturePtr capture, QObject* parent)
    : QAbstractTableModel(parent), m_capture(std::move(capture)) {}

std::optional<std::size_t> TestsModel::testAt(int row) const {
    if (row <= 0 || static_cast<std::size_t>(row) > m_capture->analysis.tests.size()) return std::nullopt;
    return static_cast<std::size_t>(row) - 1;
}

int TestsModel::rowOf(std::optional<std::size_t> test) const { return test ? static_cast<int>(*test) + 1 : 0; }

int TestsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_capture->report.tests.size()) + 1;
}

int TestsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columnCountOf);
}

QVariant TestsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto test = testAt(index.row());
    const core::Report& report = m_capture->report;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return test ? testText(report.tests[*test], index.column()) : runText(*m_capture, index.column());
    case Qt::TextAlignmentRole: return columnAlignment(testColumns, index.column());
    case sharesRole:
        if (index.column() != ownersColumn) return {};
        return QVariant::fromValue(sharesOf(test ? report.tests[*test].owners : report.owners));
    default: return {};
    }
}

QVariant TestsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(testColumns, section, orientation, role);
}

} // namespace uaescope::models
