#include "analyzer/models/call_tree.h"

#include "analyzer/models/columns.h"
#include "analyzer/models/model_roles.h"
#include "analyzer/models/readable.h"

#include <array>

namespace uaescope::models {

namespace {

constexpr std::array<ColumnText, CallTree::columnCountOf> treeColumns{{
    {"Begins", "Counted from the begin of the operation"},
    {"Host call", "The function of the host's C library or kernel"},
    {"Took", "From call to return, with the calls inside it", Align::right},
    {"File", "On the host"},
    {"Offset", "Position in the file at which it worked", Align::right},
    {"Asked", "Bytes asked for", Align::right},
    {"Result", "Bytes moved, a position, or the failure"},
    {"About", "Storage, a side file with Amiga metadata, or the emulator's own files"},
    {"Thread", "The emulator's thread that made the call"},
    {"Note", ""},
}};

QString callText(const CallRow& row, int column) {
    switch (column) {
    case CallTree::offsetColumn: return '+' + durationText(row.offset);
    case CallTree::callColumn: return row.name;
    case CallTree::durationColumn: return durationText(row.duration);
    case CallTree::fileColumn: return row.file;
    case CallTree::positionColumn: return row.position;
    case CallTree::sizeColumn: return row.size;
    case CallTree::resultColumn: return row.result;
    case CallTree::roleColumn: return row.role;
    case CallTree::threadColumn: return row.thread;
    case CallTree::noteColumn: return row.note;
    default: return {};
    }
}

} // namespace

std::size_t CallTree::append(std::size_t parent, Node node) {
    node.parent = parent;
    node.row = static_cast<int>(m_nodes[parent].children.size());
    m_nodes.push_back(std::move(node));
    m_nodes[parent].children.push_back(m_nodes.size() - 1);
    return m_nodes.size() - 1;
}

void CallTree::addSection(const QString& title, const std::vector<CallRow>& rows) {
    std::vector<std::size_t> open{append(0, {title, {}, 0, 0, {}})}; // open[n] takes calls of nesting n
    std::vector<std::int64_t> ends{0};
    for (const CallRow& row : rows) {
        // A nested call whose caller is not in the list stands where its caller would.
        std::size_t level = std::min(static_cast<std::size_t>(row.nesting), open.size() - 1);
        while (level > 0 && row.offset >= ends[level]) --level;
        open.resize(level + 1);
        ends.resize(level + 1);
        open.push_back(append(open[level], {{}, row, 0, 0, {}}));
        ends.push_back(row.offset + row.duration + 1);
    }
}

void CallTree::setInspection(const Inspection& inspection) {
    beginResetModel();
    m_nodes.assign(1, Node{});
    if (!inspection.callsTitle.isEmpty()) addSection(inspection.callsTitle, inspection.calls);
    if (!inspection.overhead.empty()) {
        addSection(QStringLiteral("In its time, on the emulator's own files: %1")
                       .arg(countText(static_cast<std::int64_t>(inspection.overhead.size()))),
                   inspection.overhead);
    }
    if (!inspection.later.empty()) {
        addSection(QStringLiteral("Its bytes, moved after it had ended: %1")
                       .arg(countText(static_cast<std::int64_t>(inspection.later.size()))),
                   inspection.later);
    }
    if (!inspection.ofOthers.empty()) {
        addSection(QStringLiteral("In its time, but bytes of earlier operations: %1")
                       .arg(countText(static_cast<std::int64_t>(inspection.ofOthers.size()))),
                   inspection.ofOthers);
    }
    endResetModel();
}

QModelIndex CallTree::indexOfCall(std::uint32_t call) const {
    for (std::size_t i = 1; i < m_nodes.size(); ++i) {
        if (m_nodes[i].call && m_nodes[i].call->call == call) return createIndex(m_nodes[i].row, 0, i);
    }
    return {};
}

const CallTree::Node& CallTree::node(const QModelIndex& index) const {
    return m_nodes[index.isValid() ? index.internalId() : 0];
}

QModelIndex CallTree::index(int row, int column, const QModelIndex& parent) const {
    const Node& above = node(parent);
    if (row < 0 || static_cast<std::size_t>(row) >= above.children.size() || column < 0 || column >= columnCountOf)
        return {};
    return createIndex(row, column, above.children[static_cast<std::size_t>(row)]);
}

QModelIndex CallTree::parent(const QModelIndex& index) const {
    const std::size_t above = node(index).parent;
    return above == 0 ? QModelIndex() : createIndex(m_nodes[above].row, 0, above);
}

int CallTree::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(node(parent).children.size());
}

int CallTree::columnCount(const QModelIndex&) const { return static_cast<int>(columnCountOf); }

QVariant CallTree::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Node& item = node(index);
    if (!item.call) return role == Qt::DisplayRole && index.column() == 0 ? QVariant(item.title) : QVariant();
    switch (role) {
    case Qt::DisplayRole: return callText(*item.call, index.column());
    case Qt::ToolTipRole:
        if (index.column() == fileColumn) return item.call->path;
        if (index.column() == durationColumn) return exactNsText(item.call->duration);
        if (index.column() == offsetColumn) return exactNsText(item.call->offset);
        return callText(*item.call, index.column());
    case Qt::TextAlignmentRole: return columnAlignment(treeColumns, index.column());
    case callRole: return item.call->call;
    case asideRole: return item.call->nesting > 0;
    default: return {};
    }
}

QVariant CallTree::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(treeColumns, section, orientation, role);
}

} // namespace uaescope::models
