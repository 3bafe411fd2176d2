#include "analyzer/gui/capture_page.h"

#include "analyzer/gui/inspector.h"
#include "analyzer/gui/legend.h"
#include "analyzer/gui/operations_panel.h"
#include "analyzer/gui/tests_panel.h"
#include "analyzer/gui/timeline_widget.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace uaescope::gui {

namespace {

// Narrower than this an operation shows neither its name nor its calls.
constexpr double readablePixels = 12;
constexpr double revealMargin = 0.6;
constexpr qsizetype bannersShown = 3;

QWidget* titled(const QString& title, QWidget* content) {
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* label = new QLabel(title);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    layout->addWidget(label);
    layout->addWidget(content, 1);
    return box;
}

QLabel* banner(const QString& text) {
    auto* label = new QLabel(QString::fromUtf8("\u26a0  ") + text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setAutoFillBackground(true);
    QPalette palette = label->palette();
    palette.setColor(QPalette::Window, QColor(0xff, 0xf1, 0xc4));
    palette.setColor(QPalette::WindowText, Qt::black);
    label->setPalette(palette);
    label->setContentsMargins(8, 3, 8, 3);
    label->setObjectName(QStringLiteral("banner"));
    return label;
}

} // namespace

CapturePage::CapturePage(models::CapturePtr capture, models::Recording recording, QWidget* parent)
    : QWidget(parent), m_capture(std::move(capture)), m_timeline(new TimelineWidget(m_capture)),
      m_tests(new TestsPanel(m_capture)), m_operations(new OperationsPanel(m_capture)),
      m_inspector(new Inspector(m_capture)) {
    auto* lower = new QSplitter(Qt::Horizontal);
    lower->setChildrenCollapsible(false);
    lower->addWidget(titled(tr("Tests"), m_tests));
    lower->addWidget(titled(tr("Operations"), m_operations));
    lower->addWidget(titled(tr("Selected operation"), m_inspector));
    lower->setStretchFactor(0, 29);
    lower->setStretchFactor(1, 34);
    lower->setStretchFactor(2, 37);
    lower->setSizes({412, 470, 518});

    auto* upper = new QWidget;
    auto* upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(0, 0, 0, 0);
    upperLayout->setSpacing(0);
    upperLayout->addWidget(m_timeline, 1);
    upperLayout->addWidget(new Legend);

    auto* split = new QSplitter(Qt::Vertical);
    split->setChildrenCollapsible(false);
    split->addWidget(upper);
    split->addWidget(lower);
    // A smaller window takes from the tables first: they scroll, and the two layers belong in sight together.
    split->setStretchFactor(0, 0);
    split->setStretchFactor(1, 1);
    lower->setMinimumHeight(270);
    split->setSizes({upper->sizeHint().height(), 420});

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 6);
    layout->setSpacing(4);
    auto* summary = new QLabel(models::runSummary(*m_capture));
    summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    layout->addWidget(summary);
    addBanners(*layout, recording);
    layout->addWidget(split, 1);

    connectViews();
    select({m_capture->slowestOperation(std::nullopt), std::nullopt}, Reveal::no);
}

void CapturePage::addBanners(QVBoxLayout& layout, models::Recording recording) {
    const QStringList warnings = models::warningsOf(*m_capture, recording);
    for (const QString& warning : warnings.first(std::min(warnings.size(), bannersShown)))
        layout.addWidget(banner(warning));
    if (warnings.size() <= bannersShown) return;
    auto* more = banner(tr("and %n more", nullptr, static_cast<int>(warnings.size() - bannersShown)));
    more->setToolTip(warnings.mid(bannersShown).join('\n'));
    layout.addWidget(more);
}

void CapturePage::connectViews() {
    connect(m_timeline, &TimelineWidget::selected, this,
            [this](const Selection& chosen) { select(chosen, Reveal::no); });
    connect(m_timeline, &TimelineWidget::testClicked, this, [this](std::size_t test) { showTest(test); });
    connect(m_tests, &TestsPanel::testChosen, this, &CapturePage::showTest);
    connect(m_operations, &OperationsPanel::testChosen, this, &CapturePage::showTest);
    connect(m_operations, &OperationsPanel::operationChosen, this, [this](std::uint32_t operation) {
        select({operation, std::nullopt}, Reveal::yes);
    });
    connect(m_inspector, &Inspector::callChosen, this, [this](std::uint32_t call) {
        m_selection.call = call;
        m_timeline->setSelection(m_selection);
        const capture::HostCall& chosen = m_capture->analysis.trace.calls[call];
        if (m_timeline->scale().begin > chosen.begin || m_timeline->scale().end < chosen.end)
            reveal(chosen.begin, chosen.end);
    });
}

void CapturePage::select(const Selection& selection, Reveal revealing) {
    m_selection = selection;
    m_timeline->setSelection(selection);
    m_operations->showOperation(selection.operation);
    m_inspector->show(selection);
    if (revealing == Reveal::no || !selection.operation) return;
    const core::Operation& operation = m_capture->analysis.operations[*selection.operation];
    reveal(operation.begin, operation.end);
}

// Moves the timeline only when the time is out of sight or too small to be read.
void CapturePage::reveal(std::int64_t begin, std::int64_t end) {
    const models::TimeScale& scale = m_timeline->scale();
    const bool inSight = begin >= scale.begin && end <= scale.end;
    if (inSight && scale.xAt(end) - scale.xAt(begin) >= readablePixels) return;
    m_timeline->showTime(begin, end, revealMargin);
}

void CapturePage::showTest(std::optional<std::size_t> test) {
    m_operations->showTest(test);
    m_tests->showTest(test);
    if (test) {
        m_timeline->showTime(m_capture->analysis.tests[*test].begin, m_capture->analysis.tests[*test].end, 0.02);
    } else {
        m_timeline->showWholeRun();
    }
    select({m_capture->slowestOperation(test), std::nullopt}, Reveal::no);
}

void CapturePage::resume(const CapturePage& younger) {
    const auto splitters = findChildren<QSplitter*>();
    const auto before = younger.findChildren<QSplitter*>();
    for (qsizetype i = 0; i < std::min(splitters.size(), before.size()); ++i)
        splitters[i]->restoreState(before[i]->saveState());
    m_operations->resume(*younger.m_operations);
    m_timeline->resume(*younger.m_timeline);
    if (younger.m_timeline->hasFocus()) m_timeline->setFocus();
    if (younger.m_selection.operation)
        select({models::sameOperation(*younger.m_capture, *younger.m_selection.operation, *m_capture), std::nullopt},
               Reveal::no);
}

void CapturePage::zoomToSelection() {
    const core::Analysis& analysis = m_capture->analysis;
    if (m_selection.operation) {
        const core::Operation& operation = analysis.operations[*m_selection.operation];
        m_timeline->showTime(operation.begin, operation.end, 0.1);
    } else if (m_selection.call) {
        const capture::HostCall& call = analysis.trace.calls[*m_selection.call];
        m_timeline->showTime(call.begin, call.end, revealMargin);
    }
}

void CapturePage::step(int rows) {
    if (const auto operation = m_operations->neighbour(m_selection.operation, rows))
        select({operation, std::nullopt}, Reveal::yes);
}

} // namespace uaescope::gui
