// The tests of a run, with their figures; a click jumps to one.
#pragma once

#include "analyzer/models/capture_data.h"

#include <QTableView>

namespace uaescope::models {
class TestsModel;
}

namespace uaescope::gui {

class TestsPanel : public QTableView {
    Q_OBJECT

public:
    explicit TestsPanel(const models::CapturePtr& capture, QWidget* parent = nullptr);

    void showTest(std::optional<std::size_t> test); // marks its row; nothing: the whole run's

signals:
    void testChosen(std::optional<std::size_t> test); // by the user

private:
    models::TestsModel* m_model;
};

} // namespace uaescope::gui
