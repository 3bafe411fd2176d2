#include "analyzer/gui/operations_panel.h"

#include "analyzer/gui/shares_delegate.h"
#include "analyzer/gui/table_look.h"
#include "analyzer/models/readable.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace uaescope::gui {

using models::OperationsModel;

OperationsPanel::OperationsPanel(models::CapturePtr capture, QWidget* parent)
    : QWidget(parent), m_capture(std::move(capture)), m_model(new OperationsModel(m_capture, this)),
      m_table(new QTableView), m_test(new QComboBox), m_kind(new QComboBox), m_text(new QLineEdit),
      m_count(new QLabel) {
    m_test->addItem(tr("all tests"));
    for (const core::Test& test : m_capture->analysis.tests) m_test->addItem(models::utf8(test.name));
    m_test->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_test->setMinimumContentsLength(10);
    m_kind->addItem(tr("all operations"));
    for (const std::uint8_t kind : m_model->kinds())
        m_kind->addItem(QString::fromLatin1(core::operationName(kind)), kind);
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(8);
    m_text->setPlaceholderText(tr("file or name"));
    m_text->setClearButtonEnabled(true);
    m_text->setMinimumWidth(70);

    auto* filter = new QHBoxLayout;
    filter->setContentsMargins(0, 0, 0, 0);
    filter->addWidget(m_test, 2);
    filter->addWidget(m_kind, 1);
    filter->addWidget(m_text, 2);
    filter->addWidget(m_count);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    layout->addLayout(filter);
    layout->addWidget(m_table);

    applyTableLook(*m_table);
    m_table->setAccessibleName(tr("Operations"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new SharesDelegate(this));
    m_table->horizontalHeader()->setSortIndicator(OperationsModel::timeColumn, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    setColumnTexts(*m_table->horizontalHeader(), {{OperationsModel::timeColumn, "12.345678 s"},
                                                  {OperationsModel::testColumn, "Create files of 128"},
                                                  {OperationsModel::operationColumn, "Operation"},
                                                  {OperationsModel::fileColumn, "tf000123.tst x"},
                                                  {OperationsModel::sizeColumn, "1,048,576"},
                                                  {OperationsModel::resultColumn, "end of directory"},
                                                  {OperationsModel::durationColumn, "Duration x"},
                                                  {OperationsModel::ownersColumn, "Where the time went"},
                                                  {OperationsModel::callsColumn, "Host calls"}});
    // What it is and where its time went come first; the rest is a scroll away in a narrow window.
    QHeaderView* header = m_table->horizontalHeader();
    header->moveSection(header->visualIndex(OperationsModel::operationColumn), 1);
    header->moveSection(header->visualIndex(OperationsModel::durationColumn), 2);
    header->moveSection(header->visualIndex(OperationsModel::ownersColumn), 3);
    header->moveSection(header->visualIndex(OperationsModel::testColumn), OperationsModel::columnCountOf - 1);

    connect(m_test, &QComboBox::activated, this, [this](int row) {
        emit testChosen(row == 0 ? std::nullopt : std::optional(static_cast<std::size_t>(row) - 1));
    });
    connect(m_kind, &QComboBox::activated, this, &OperationsPanel::filterChanged);
    connect(m_text, &QLineEdit::textChanged, this, &OperationsPanel::filterChanged);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OperationsPanel::chooseCurrentRow);
    updateCount();
}

void OperationsPanel::chooseCurrentRow() {
    const QModelIndex current = m_table->currentIndex();
    if (!m_following && current.isValid()) emit operationChosen(m_model->operationAt(current.row()));
}

void OperationsPanel::showTest(std::optional<std::size_t> test) {
    m_test->setCurrentIndex(test ? static_cast<int>(*test) + 1 : 0);
    filterChanged();
}

void OperationsPanel::filterChanged() {
    const QScopedValueRollback following(m_following, true);
    models::OperationFilter filter;
    if (m_test->currentIndex() > 0) filter.test = static_cast<std::size_t>(m_test->currentIndex()) - 1;
    if (m_kind->currentIndex() > 0) filter.kind = static_cast<std::uint8_t>(m_kind->currentData().toUInt());
    filter.text = m_text->text().trimmed();
    m_model->setFilter(filter);
    updateCount();
}

void OperationsPanel::updateCount() {
    const int shown = m_model->rowCount();
    const auto all = static_cast<std::int64_t>(m_capture->analysis.operations.size());
    m_count->setText(shown == all ? models::countText(all)
                                  : tr("%1 of %2").arg(models::countText(shown), models::countText(all)));
}

void OperationsPanel::showOperation(std::optional<std::uint32_t> operation) {
    const QScopedValueRollback following(m_following, true);
    const auto row = operation ? m_model->rowOf(*operation) : std::nullopt;
    if (!row) {
        m_table->clearSelection();
        return;
    }
    m_table->setCurrentIndex(m_model->index(*row, 0));
    m_table->scrollTo(m_model->index(*row, 0), QAbstractItemView::EnsureVisible);
}

std::optional<std::uint32_t> OperationsPanel::neighbour(std::optional<std::uint32_t> operation, int rows) const {
    const int count = m_model->rowCount();
    if (count == 0) return std::nullopt;
    const auto row = operation ? m_model->rowOf(*operation) : std::nullopt;
    const int target = row ? *row + rows : rows > 0 ? 0 : count - 1;
    return m_model->operationAt(std::clamp(target, 0, count - 1));
}

void OperationsPanel::focusFilter() {
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void OperationsPanel::resume(const OperationsPanel& younger) {
    // Tests and kinds are only ever added.
    m_test->setCurrentIndex(younger.m_test->currentIndex());
    m_kind->setCurrentIndex(m_kind->findText(younger.m_kind->currentText()));
    m_text->setText(younger.m_text->text());
    filterChanged();
    m_table->horizontalHeader()->restoreState(younger.m_table->horizontalHeader()->saveState());
    m_table->verticalScrollBar()->setValue(younger.m_table->verticalScrollBar()->value());
    if (younger.m_text->hasFocus()) m_text->setFocus();
    if (younger.m_table->hasFocus()) m_table->setFocus();
}

} // namespace uaescope::gui
