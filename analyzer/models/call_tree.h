// The host calls of one operation as a tree: sections (its own, later, of others), and under them the calls,
// system calls under the library calls that made them.
#pragma once

#include "analyzer/models/inspection.h"

#include <QAbstractItemModel>

#include <optional>
#include <vector>

namespace uaescope::models {

class CallTree : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column {
        offsetColumn,
        callColumn,
        durationColumn,
        fileColumn,
        positionColumn,
        sizeColumn,
        resultColumn,
        roleColumn,
        threadColumn,
        noteColumn,
        columnCountOf
    };

    explicit CallTree(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

    void setInspection(const Inspection& inspection);
    QModelIndex indexOfCall(std::uint32_t call) const; // invalid when the tree does not hold it

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node {
        QString title; // sections only
        std::optional<CallRow> call;
        std::size_t parent = 0;
        int row = 0;
        std::vector<std::size_t> children;
    };

    std::size_t append(std::size_t parent, Node node);
    void addSection(const QString& title, const std::vector<CallRow>& rows);
    const Node& node(const QModelIndex& index) const;

    std::vector<Node> m_nodes{Node{}}; // node 0 is the invisible root; an index's id is its node's number
};

} // namespace uaescope::models
