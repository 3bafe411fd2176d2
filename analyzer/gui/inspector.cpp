#include "analyzer/gui/inspector.h"

#include "analyzer/gui/colours.h"
#include "analyzer/gui/owner_bar.h"
#include "analyzer/gui/shares_delegate.h"
#include "analyzer/gui/table_look.h"
#include "analyzer/models/call_tree.h"
#include "analyzer/models/inspection.h"
#include "analyzer/models/model_roles.h"
#include "analyzer/models/readable.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QTreeView>
#include <QVBoxLayout>

namespace uaescope::gui {

using models::CallTree;

namespace {

QLabel* wrappingLabel() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QWidget* colourSwatch(const QColor& colour) {
    auto* swatch = new QWidget;
    swatch->setFixedSize(12, 12);
    swatch->setAutoFillBackground(true);
    QPalette palette;
    palette.setColor(QPalette::Window, colour);
    swatch->setPalette(palette);
    return swatch;
}

void makeBold(QLabel& label, double scale) {
    QFont font = label.font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * scale);
    label.setFont(font);
}

} // namespace

Inspector::Inspector(models::CapturePtr capture, QWidget* parent)
    : QWidget(parent), m_capture(std::move(capture)), m_title(new QLabel), m_duration(new QLabel),
      m_subtitle(wrappingLabel()), m_summary(wrappingLabel()), m_bar(new OwnerBar), m_ownerTable(new QWidget),
      m_calls(new CallTree(this)), m_tree(new QTreeView) {
    makeBold(*m_title, 1.15);
    makeBold(*m_duration, 1.15);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* heading = new QHBoxLayout;
    heading->addWidget(m_title, 1);
    heading->addWidget(m_duration);

    auto* grid = new QGridLayout(m_ownerTable);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(1);
    grid->setHorizontalSpacing(8);
    grid->setColumnStretch(4, 1);
    int line = 0;
    for (const core::Owner owner : ownerOrder) {
        OwnerLine& row = m_owners[static_cast<std::size_t>(owner)];
        row = {colourSwatch(ownerColour(owner)), new QLabel(QString::fromLatin1(core::ownerName(owner))), new QLabel,
               new QLabel, new QLabel};
        row.name->setToolTip(models::ownerMeaning(owner));
        row.time->setAlignment(Qt::AlignRight);
        row.share->setAlignment(Qt::AlignRight);
        grid->addWidget(row.swatch, line, 0);
        grid->addWidget(row.name, line, 1);
        grid->addWidget(row.time, line, 2);
        grid->addWidget(row.share, line, 3);
        QLabel* meaning = row.meaning;
        meaning->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        QPalette faint = meaning->palette();
        faint.setColor(QPalette::WindowText,
                       blend(faint.color(QPalette::Window), faint.color(QPalette::WindowText), 0.65));
        meaning->setPalette(faint);
        grid->addWidget(meaning, line, 4);
        ++line;
    }

    m_bar->setMinimumHeight(24);
    m_bar->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_tree->setModel(m_calls);
    m_tree->setAccessibleName(tr("Host calls of the selected operation"));
    m_tree->setItemDelegate(new SharesDelegate(this));
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setIndentation(12);
    m_tree->header()->setStretchLastSection(true);
    setColumnTexts(*m_tree->header(), {{CallTree::offsetColumn, "xxxxxx+999 µs"},
                                       {CallTree::callColumn, "semaphore"},
                                       {CallTree::durationColumn, "9.99 ms"},
                                       {CallTree::fileColumn, "tf00001.tst.u"},
                                       {CallTree::positionColumn, "12,345,678"},
                                       {CallTree::sizeColumn, "16,384"},
                                       {CallTree::resultColumn, "123 entries"},
                                       {CallTree::roleColumn, "side file"},
                                       {CallTree::threadColumn, "emulation"}});

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(heading);
    layout->addWidget(m_subtitle);
    layout->addWidget(m_bar);
    layout->addWidget(m_ownerTable);
    layout->addWidget(m_summary);
    layout->addWidget(m_tree, 1);

    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                const QVariant call = current.data(models::callRole);
                if (!m_following && call.isValid()) emit callChosen(call.toUInt());
            });
    show({});
}

void Inspector::show(const Selection& selection) {
    const QScopedValueRollback following(m_following, true);
    m_bar->setVisible(selection.operation.has_value());
    m_ownerTable->setVisible(selection.operation.has_value());
    m_duration->setVisible(selection.operation || selection.call);
    m_tree->setVisible(selection.operation || selection.call);
    m_summary->setVisible(true);
    if (selection.operation) {
        showOperation(models::inspect(*m_capture, *selection.operation));
        if (selection.call) selectCall(*selection.call);
    } else if (selection.call) {
        showCall(*selection.call);
    } else {
        m_title->setText(tr("Nothing selected"));
        m_subtitle->setText(tr("Click an operation in the timeline or in the table."));
        m_summary->setText({});
        m_calls->setInspection({});
    }
}

void Inspector::showOperation(const models::Inspection& inspection) {
    m_title->setText(inspection.title);
    m_title->setToolTip(inspection.title);
    m_duration->setText(models::durationText(inspection.duration));
    m_duration->setToolTip(models::exactNsText(inspection.duration));
    m_subtitle->setText(inspection.subtitle);
    m_summary->setText(inspection.summary);
    models::OwnerShares shares;
    for (const models::OwnerRow& owner : inspection.owners) {
        const auto i = static_cast<std::size_t>(owner.owner);
        shares.shares[i] = owner.share;
        m_owners[i].time->setText(models::exactNsText(owner.ns));
        m_owners[i].share->setText(models::shareText(owner.share));
        m_owners[i].meaning->setText(owner.detail.isEmpty() ? owner.meaning : owner.detail);
        // The label is cut where the window is narrow.
        m_owners[i].meaning->setToolTip(owner.detail.isEmpty() ? owner.meaning : owner.meaning + '\n' + owner.detail);
    }
    m_bar->setShares(shares);
    m_calls->setInspection(inspection);
    m_tree->expandAll();
    for (int section = 0; section < m_calls->rowCount(); ++section) m_tree->setFirstColumnSpanned(section, {}, true);
}

void Inspector::showCall(std::uint32_t call) {
    const models::Inspection inspection = models::inspectCall(*m_capture, call);
    showOperation(inspection);
    selectCall(call);
}

void Inspector::selectCall(std::uint32_t call) {
    const QModelIndex index = m_calls->indexOfCall(call);
    if (!index.isValid()) return;
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
}

QString Inspector::ownerNote(core::Owner owner) const {
    return m_owners[static_cast<std::size_t>(owner)].meaning->text();
}

QString Inspector::ownerText(core::Owner owner) const {
    const OwnerLine& line = m_owners[static_cast<std::size_t>(owner)];
    return line.name->text() + ' ' + line.time->text() + ' ' + line.share->text();
}

} // namespace uaescope::gui
