#include "analyzer/gui/timeline_widget.h"

#include "analyzer/gui/timeline_tips.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace uaescope::gui {

namespace {

constexpr double hitSlackPixels = 3;
constexpr double panShare = 0.15; // of the view, for one key press

std::int64_t lastTime(const models::CaptureData& capture) {
    return std::max(capture.analysis.trace.end, capture.origin() + 1);
}

} // namespace

TimelineWidget::TimelineWidget(models::CapturePtr capture, QWidget* parent)
    : QAbstractScrollArea(parent), m_capture(std::move(capture)), m_layout(layOut(m_capture->lanes)),
      m_painter(*m_capture, m_layout) {
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Timeline"));
    showWholeRun();
}

QSize TimelineWidget::sizeHint() const { return {900, m_layout.height + 8}; }

void TimelineWidget::setScale(const models::TimeScale& scale) {
    m_view.scale = scale.within(m_capture->origin(), lastTime(*m_capture));
    viewport()->update();
}

// From the first to the last operation; boot and exit are a step of zoom away.
models::TimeScale TimelineWidget::wholeRun() const {
    const auto& operations = m_capture->analysis.operations;
    std::int64_t first = m_capture->origin();
    std::int64_t last = lastTime(*m_capture);
    if (!operations.empty()) {
        first = operations.front().begin;
        last = first;
        for (const core::Operation& operation : operations) last = std::max(last, operation.end);
    }
    return m_view.scale.showing(first, last, 0.02).within(m_capture->origin(), lastTime(*m_capture));
}

void TimelineWidget::showWholeRun() { setScale(wholeRun()); }

void TimelineWidget::resume(const TimelineWidget& younger) {
    const models::TimeScale& before = younger.scale();
    const std::int64_t last = lastTime(*m_capture);
    if (before == younger.wholeRun()) {
        showWholeRun();
    } else if (before.end >= lastTime(*younger.m_capture)) {
        showTime(last - before.length(), last, 0);
    } else {
        showTime(before.begin, before.end, 0);
    }
}

void TimelineWidget::showTime(std::int64_t begin, std::int64_t end, double margin) {
    setScale(m_view.scale.showing(begin, end, margin));
}

void TimelineWidget::setSelection(const Selection& selection) {
    m_view.selection = selection;
    viewport()->update();
}

void TimelineWidget::zoomBy(double factor) {
    setScale(m_view.scale.zoomed(m_view.scale.timeAt(m_view.scale.width / 2.0), factor));
}

void TimelineWidget::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    m_view.scroll = verticalScrollBar()->value();
    m_painter.paint(painter, viewport()->size(), palette(), m_view);
}

void TimelineWidget::resizeEvent(QResizeEvent*) {
    m_view.scale.width = std::max(viewport()->width() - TimelineLayout::gutter, 1);
    updateScrollBar();
}

void TimelineWidget::updateScrollBar() {
    const int page = std::max(viewport()->height() - TimelineLayout::lanesTop, 1);
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(20);
    verticalScrollBar()->setRange(0, std::max(m_layout.height - TimelineLayout::lanesTop - page, 0));
}

std::optional<TimelineWidget::Hit> TimelineWidget::hitAt(const QPoint& position) const {
    if (position.y() < TimelineLayout::lanesTop || position.x() < TimelineLayout::gutter) return std::nullopt;
    const auto place = m_layout.at(position.y() + verticalScrollBar()->value());
    if (!place) return std::nullopt;
    const models::SpanIndex& spans = m_capture->lanes[place->lane].rows[place->row];
    const auto slack = static_cast<std::int64_t>(hitSlackPixels * m_view.scale.nsPerPixel());
    const auto found = spans.at(m_view.scale.timeAt(timeX(position) + 0.5), slack);
    if (!found) return std::nullopt;
    return Hit{place->lane, spans.spans()[*found].item};
}

bool TimelineWidget::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto hit = hitAt(help->pos());
        if (hit) {
            QToolTip::showText(help->globalPos(), timelineTip(*m_capture, m_capture->lanes[hit->lane], hit->item),
                               viewport());
        } else {
            const auto place = m_layout.at(help->pos().y() + verticalScrollBar()->value());
            const bool onLabel = place && help->pos().x() < TimelineLayout::gutter;
            QToolTip::showText(help->globalPos(), onLabel ? m_capture->lanes[place->lane].explanation : QString(),
                               viewport());
        }
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void TimelineWidget::wheelEvent(QWheelEvent* event) {
    const QPoint angle = event->angleDelta();
    const bool sideways = std::abs(angle.x()) > std::abs(angle.y()) || (event->modifiers() & Qt::ShiftModifier) != 0;
    if (sideways) {
        const int delta = angle.x() != 0 ? angle.x() : angle.y();
        setScale(m_view.scale.moved(std::llround(-delta * m_view.scale.nsPerPixel())));
    } else if ((event->modifiers() & Qt::ControlModifier) != 0) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() - angle.y() / 2);
    } else {
        const double x = std::max(timeX(event->position().toPoint()), 0.0);
        setScale(m_view.scale.zoomed(m_view.scale.timeAt(x), std::pow(2.0, angle.y() / 240.0)));
    }
    event->accept();
}

void TimelineWidget::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_pressed = m_last = event->pos();
    m_moved = false;
    if (event->pos().y() < TimelineLayout::overviewHeight) {
        m_drag = Drag::overview;
        centreOverviewAt(event->pos());
    } else if (event->pos().y() < TimelineLayout::lanesTop || (event->modifiers() & Qt::ShiftModifier) != 0) {
        m_drag = Drag::zoomRange;
    } else {
        m_drag = Drag::pan;
    }
}

void TimelineWidget::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag == Drag::none) return;
    if ((event->pos() - m_pressed).manhattanLength() >= QApplication::startDragDistance()) m_moved = true;
    if (m_drag == Drag::overview) {
        centreOverviewAt(event->pos());
    } else if (m_drag == Drag::pan && m_moved) {
        viewport()->setCursor(Qt::ClosedHandCursor);
        setScale(m_view.scale.moved(std::llround((m_last.x() - event->pos().x()) * m_view.scale.nsPerPixel())));
        verticalScrollBar()->setValue(verticalScrollBar()->value() + m_last.y() - event->pos().y());
        m_last = event->pos();
    } else if (m_drag == Drag::zoomRange && m_moved) {
        m_view.range = std::pair(m_view.scale.timeAt(timeX(m_pressed)), m_view.scale.timeAt(timeX(event->pos())));
        viewport()->update();
    }
}

void TimelineWidget::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    viewport()->unsetCursor();
    if (m_drag == Drag::zoomRange && m_view.range) {
        const auto [a, b] = std::minmax(m_view.range->first, m_view.range->second);
        m_view.range.reset();
        showTime(a, b, 0);
    } else if (m_drag == Drag::pan && !m_moved) {
        click(event->pos());
    }
    m_drag = Drag::none;
}

void TimelineWidget::click(const QPoint& position) {
    const auto hit = hitAt(position);
    if (!hit) return;
    switch (m_capture->lanes[hit->lane].kind) {
    case models::LaneKind::tests: emit testClicked(hit->item); break;
    case models::LaneKind::operations: emit selected(Selection{hit->item, std::nullopt}); break;
    case models::LaneKind::packets: selectOperation(m_capture->analysis.packets[hit->item].operation); break;
    case models::LaneKind::requests: selectOperation(m_capture->analysis.requests[hit->item].operation); break;
    case models::LaneKind::calls: {
        const std::uint32_t operation = m_capture->analysis.calls[hit->item].operation;
        const bool known = operation < m_capture->analysis.operations.size();
        emit selected(Selection{known ? std::optional(operation) : std::nullopt, hit->item});
        break;
    }
    }
}

void TimelineWidget::selectOperation(std::uint32_t operation) {
    if (operation < m_capture->analysis.operations.size()) emit selected(Selection{operation, std::nullopt});
}

void TimelineWidget::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto hit = hitAt(event->pos());
    if (!hit) return;
    const core::Analysis& analysis = m_capture->analysis;
    switch (m_capture->lanes[hit->lane].kind) {
    case models::LaneKind::tests: showTime(analysis.tests[hit->item].begin, analysis.tests[hit->item].end, 0.02); break;
    case models::LaneKind::operations:
        showTime(analysis.operations[hit->item].begin, analysis.operations[hit->item].end, 0.25);
        break;
    case models::LaneKind::packets:
        showTime(analysis.packets[hit->item].begin, analysis.packets[hit->item].end, 0.25);
        break;
    case models::LaneKind::requests:
        showTime(analysis.requests[hit->item].begin, analysis.requests[hit->item].end, 1);
        break;
    case models::LaneKind::calls:
        showTime(analysis.trace.calls[hit->item].begin, analysis.trace.calls[hit->item].end, 1);
        break;
    }
}

void TimelineWidget::centreOverviewAt(const QPoint& position) {
    const models::TimeScale whole{m_capture->origin(), lastTime(*m_capture), m_view.scale.width};
    setScale(m_view.scale.moved(whole.timeAt(timeX(position)) - m_view.scale.timeAt(m_view.scale.width / 2.0)));
}

void TimelineWidget::keyPressEvent(QKeyEvent* event) {
    const auto step = static_cast<std::int64_t>(static_cast<double>(m_view.scale.length()) * panShare);
    switch (event->key()) {
    case Qt::Key_Left: setScale(m_view.scale.moved(-step)); break;
    case Qt::Key_Right: setScale(m_view.scale.moved(step)); break;
    case Qt::Key_Up:
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(1.5); break;
    case Qt::Key_Down:
    case Qt::Key_Minus: zoomBy(1 / 1.5); break;
    case Qt::Key_Home: showWholeRun(); break;
    default: QAbstractScrollArea::keyPressEvent(event); break;
    }
}

} // namespace uaescope::gui
