// The operations of a run as a table, with its filter above.
#pragma once

#include "analyzer/models/capture_data.h"
#include "analyzer/models/operations_model.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace uaescope::gui {

class OperationsPanel : public QWidget {
    Q_OBJECT

public:
    explicit OperationsPanel(models::CapturePtr capture, QWidget* parent = nullptr);

    void showTest(std::optional<std::size_t> test);             // only its operations; nothing: all
    void showOperation(std::optional<std::uint32_t> operation); // selects its row when the filter lets it through
    // The operation that many rows below (negative: above) the given one; the first or last row at the end.
    std::optional<std::uint32_t> neighbour(std::optional<std::uint32_t> operation, int rows) const;
    void focusFilter();
    // Takes over filter, order and place from the table of the same run when it was younger.
    void resume(const OperationsPanel& younger);

    models::OperationsModel& model() { return *m_model; }
    QTableView& table() { return *m_table; }

signals:
    void operationChosen(std::uint32_t operation);    // by the user
    void testChosen(std::optional<std::size_t> test); // by the user

private:
    void filterChanged();
    void updateCount();
    void chooseCurrentRow();

    models::CapturePtr m_capture;
    models::OperationsModel* m_model;
    QTableView* m_table;
    QComboBox* m_test;
    QComboBox* m_kind;
    QLineEdit* m_text;
    QLabel* m_count;
    bool m_following = false; // the selection is being set from outside
};

} // namespace uaescope::gui
