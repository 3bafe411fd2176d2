// The operations of a capture as a table, filtered and sorted.
//
// Filtering and sorting reorder a list of indices; the operations themselves stay where they are.
#pragma once

#include "analyzer/models/capture_data.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace uaescope::models {

struct OperationFilter {
    std::optional<std::size_t> test;  // index in the analysis
    std::optional<std::uint8_t> kind; // US_OP_*
    QString text;                     // in the name of the operation, of its file or of its test, whatever the case

    bool operator==(const OperationFilter&) const = default;
};

class OperationsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        timeColumn,
        testColumn,
        operationColumn,
        fileColumn,
        sizeColumn,
        resultColumn,
        durationColumn,
        ownersColumn,
        callsColumn,
        columnCountOf
    };

    explicit OperationsModel(CapturePtr capture, QObject* parent = nullptr);

    void setFilter(const OperationFilter& filter);
    const OperationFilter& filter() const { return m_filter; }
    void sort(int column, Qt::SortOrder order) override;

    std::uint32_t operationAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    std::optional<int> rowOf(std::uint32_t operation) const; // nothing when the filter hides it
    std::vector<std::uint8_t> kinds() const;                 // the kinds that occur, ascending

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void refill();
    void order();
    QString text(std::uint32_t operation, int column) const;

    CapturePtr m_capture;
    OperationFilter m_filter;
    std::vector<std::uint32_t> m_rows;
    int m_sortColumn = timeColumn;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace uaescope::models
