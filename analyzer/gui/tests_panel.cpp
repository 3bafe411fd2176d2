#include "analyzer/gui/tests_panel.h"

#include "analyzer/gui/shares_delegate.h"
#include "analyzer/gui/table_look.h"
#include "analyzer/models/tests_model.h"

#include <algorithm>

namespace uaescope::gui {

using models::TestsModel;

TestsPanel::TestsPanel(const models::CapturePtr& capture, QWidget* parent)
    : QTableView(parent), m_model(new TestsModel(capture, this)) {
    setModel(m_model);
    setItemDelegate(new SharesDelegate(this));
    setAccessibleName(tr("Tests"));
    applyTableLook(*this);
    setTextElideMode(Qt::ElideRight);
    setColumnTexts(*horizontalHeader(), {{TestsModel::nameColumn, "Open and Closes 5"},
                                         {TestsModel::rateColumn, "1,234 entries/s"},
                                         {TestsModel::ownersColumn, "Its time xx"},
                                         {TestsModel::operationsColumn, "Operations"},
                                         {TestsModel::medianColumn, "999 µs x"},
                                         {TestsModel::callsColumn, "Calls/op"}});
    // Names of tests differ at their ends ("cold guest", "cold host"): none is cut.
    horizontalHeader()->resizeSection(TestsModel::nameColumn, std::max(columnWidth(TestsModel::nameColumn),
                                                                       sizeHintForColumn(TestsModel::nameColumn)));
    selectRow(0);
    const auto choose = [this](const QModelIndex& index) { emit testChosen(m_model->testAt(index.row())); };
    connect(this, &QTableView::clicked, this, choose);
    connect(this, &QTableView::activated, this, choose);
}

void TestsPanel::showTest(std::optional<std::size_t> test) { selectRow(m_model->rowOf(test)); }

} // namespace uaescope::gui
