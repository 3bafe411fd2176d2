// The rows of the report: the whole run first, then test after test.
#pragma once

#include "analyzer/models/capture_data.h"

#include <QAbstractTableModel>

#include <optional>

namespace uaescope::models {

class TestsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { nameColumn, rateColumn, ownersColumn, operationsColumn, medianColumn, callsColumn, columnCountOf };

    explicit TestsModel(CapturePtr capture, QObject* parent = nullptr);

    // The test of a row; nothing for the whole run.
    std::optional<std::size_t> testAt(int row) const;
    int rowOf(std::optional<std::size_t> test) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    CapturePtr m_capture;
};

QString rateText(const core::TestReport& test);

} // namespace uaescope::models
