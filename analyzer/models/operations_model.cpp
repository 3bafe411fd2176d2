#include "analyzer/models/operations_model.h"

#include "analyzer/models/columns.h"
#include "analyzer/models/inspection.h"
#include "analyzer/models/model_roles.h"
#include "analyzer/models/owner_shares.h"
#include "analyzer/models/readable.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace uaescope::models {

namespace {

constexpr std::array<ColumnText, OperationsModel::columnCountOf> operationColumns{{
    {"Time", "When it began, counted from the begin of the capture", Align::right},
    {"Test", "The test of the benchmark it belongs to"},
    {"Operation", "The call to AmigaDOS"},
    {"File", "What it worked on, as the guest named it"},
    {"Size", "Bytes asked for; for Seek the position", Align::right},
    {"Result", "Bytes moved, or how it failed"},
    {"Duration", "By the host's clock", Align::right},
    {"Where the time went", "Host I/O, emulator sleep, device and guest code, in the colours of the legend"},
    {"Host calls", "Calls of the emulator to the host's C library and kernel for this operation", Align::right},
}};

// The texts of all operations come from few strings: look at each string once.
class TextMatcher {
public:
    TextMatcher(const CaptureData& capture, const QString& text) : m_capture(capture), m_text(text) {
        for (const std::string& string : capture.analysis.trace.strings) m_strings.push_back(contains(utf8(string)));
        for (const core::Test& test : capture.analysis.tests) m_tests.push_back(contains(utf8(test.name)));
        for (int kind = 0; kind < 256; ++kind) {
            m_kinds[static_cast<std::size_t>(kind)] =
                contains(QString::fromLatin1(core::operationName(static_cast<std::uint8_t>(kind))));
        }
    }

    bool matches(std::uint32_t number) const {
        const core::Operation& operation = m_capture.analysis.operations[number];
        if (m_kinds[operation.kind]) return true;
        if (operation.name < m_strings.size() && m_strings[operation.name]) return true;
        const auto test = m_capture.testOf(number);
        return test && m_tests[*test];
    }

private:
    bool contains(const QString& string) const { return string.contains(m_text, Qt::CaseInsensitive); }

    const CaptureData& m_capture;
    QString m_text;
    std::vector<bool> m_strings;
    std::vector<bool> m_tests;
    std::array<bool, 256> m_kinds{};
};

} // namespace

OperationsModel::OperationsModel(CapturePtr capture, QObject* parent)
    : QAbstractTableModel(parent), m_capture(std::move(capture)) {
    refill();
}

void OperationsModel::setFilter(const OperationFilter& filter) {
    if (filter == m_filter) return;
    beginResetModel();
    m_filter = filter;
    refill();
    endResetModel();
}

void OperationsModel::sort(int column, Qt::SortOrder sortOrder) {
    beginResetModel();
    m_sortColumn = column < 0 ? timeColumn : column;
    m_sortOrder = column < 0 ? Qt::AscendingOrder : sortOrder;
    order();
    endResetModel();
}

void OperationsModel::refill() {
    const core::Analysis& analysis = m_capture->analysis;
    std::size_t first = 0;
    std::size_t end = analysis.operations.size();
    if (m_filter.test && *m_filter.test < analysis.tests.size()) {
        first = std::min<std::size_t>(analysis.tests[*m_filter.test].firstOperation, end);
        end = std::min<std::size_t>(first + analysis.tests[*m_filter.test].operationCount, end);
    }
    std::optional<TextMatcher> matcher;
    if (!m_filter.text.isEmpty()) matcher.emplace(*m_capture, m_filter.text);
    m_rows.clear();
    for (std::size_t i = first; i < end; ++i) {
        const auto number = static_cast<std::uint32_t>(i);
        if (m_filter.kind && analysis.operations[i].kind != *m_filter.kind) continue;
        if (matcher && !matcher->matches(number)) continue;
        m_rows.push_back(number);
    }
    order();
}

void OperationsModel::order() {
    const core::Analysis& analysis = m_capture->analysis;
    const auto indexOf = [&](const core::Operation& operation) {
        return static_cast<std::size_t>(&operation - analysis.operations.data());
    };
    const auto sortBy = [&](auto key) {
        // Equal keys stay in the order of time in both directions.
        const bool ascending = m_sortOrder == Qt::AscendingOrder;
        std::sort(m_rows.begin(), m_rows.end(), [&](std::uint32_t a, std::uint32_t b) {
            const auto keyA = key(analysis.operations[a]);
            const auto keyB = key(analysis.operations[b]);
            if (keyA == keyB) return a < b;
            return ascending ? keyA < keyB : keyB < keyA;
        });
    };
    switch (m_sortColumn) {
    case testColumn: sortBy([](const core::Operation& o) { return o.test; }); break;
    case operationColumn:
        sortBy([](const core::Operation& o) { return std::string_view(core::operationName(o.kind)); });
        break;
    case fileColumn: sortBy([&](const core::Operation& o) { return m_capture->string(o.name); }); break;
    case sizeColumn: sortBy([](const core::Operation& o) { return o.size; }); break;
    case resultColumn: sortBy([](const core::Operation& o) { return std::tuple(o.error, o.result); }); break;
    case durationColumn: sortBy([](const core::Operation& o) { return o.end - o.begin; }); break;
    case ownersColumn: sortBy([](const core::Operation& o) { return sharesOf(o.owners).shares; }); break;
    case callsColumn: sortBy([&](const core::Operation& o) { return m_capture->hostCalls[indexOf(o)]; }); break;
    default: sortBy([](const core::Operation& o) { return o.begin; }); break;
    }
}

std::optional<int> OperationsModel::rowOf(std::uint32_t operation) const {
    const auto found = std::find(m_rows.begin(), m_rows.end(), operation);
    if (found == m_rows.end()) return std::nullopt;
    return static_cast<int>(std::distance(m_rows.begin(), found));
}

std::vector<std::uint8_t> OperationsModel::kinds() const {
    std::set<std::uint8_t> kinds;
    for (const core::Operation& operation : m_capture->analysis.operations) kinds.insert(operation.kind);
    return {kinds.begin(), kinds.end()};
}

int OperationsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int OperationsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columnCountOf);
}

QString OperationsModel::text(std::uint32_t number, int column) const {
    const core::Operation& operation = m_capture->analysis.operations[number];
    switch (column) {
    case timeColumn:
        return QString::number(static_cast<double>(operation.begin - m_capture->origin()) / 1e9, 'f', 6) + " s";
    case testColumn: {
        const auto test = m_capture->testOf(number);
        return test ? utf8(m_capture->analysis.tests[*test].name) : QString();
    }
    case operationColumn: return QString::fromLatin1(core::operationName(operation.kind));
    case fileColumn: return fileNameText(m_capture->string(operation.name));
    case sizeColumn: return operationSizeText(operation);
    case resultColumn: return operationResultText(operation);
    case durationColumn: return durationText(operation.end - operation.begin);
    case callsColumn: return countText(static_cast<std::int64_t>(m_capture->hostCalls[number]));
    default: return {};
    }
}

QVariant OperationsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const std::uint32_t number = operationAt(index.row());
    const core::Operation& operation = m_capture->analysis.operations[number];
    switch (role) {
    case Qt::DisplayRole: return text(number, index.column());
    case Qt::ToolTipRole:
        if (index.column() == fileColumn) return utf8(m_capture->string(operation.name));
        if (index.column() == durationColumn) return exactNsText(operation.end - operation.begin);
        return text(number, index.column());
    case Qt::TextAlignmentRole: return columnAlignment(operationColumns, index.column());
    case sharesRole:
        return index.column() == ownersColumn ? QVariant::fromValue(sharesOf(operation.owners)) : QVariant();
    case operationRole: return number;
    case asideRole: return operation.prepares;
    default: return {};
    }
}

QVariant OperationsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(operationColumns, section, orientation, role);
}

} // namespace uaescope::models
