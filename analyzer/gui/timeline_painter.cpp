#include "analyzer/gui/timeline_painter.h"

#include "analyzer/gui/colours.h"
#include "analyzer/models/axis_ticks.h"
#include "analyzer/models/call_text.h"
#include "analyzer/models/inspection.h"
#include "analyzer/models/readable.h"
#include "analyzer/models/traffic_text.h"

#include <algorithm>

namespace uaescope::gui {

using models::CallPart;
using models::LaneKind;

struct TimelinePainter::Frame {
    QPainter& painter;
    QSize size;
    const QPalette& palette;
    const TimelineView& view;

    QColor base() const { return palette.color(QPalette::Base); }
    QColor text() const { return palette.color(QPalette::Text); }
    QColor faint(double share) const { return blend(base(), text(), share); }
    int timeLeft() const { return TimelineLayout::gutter; }
    double x(std::int64_t ns) const { return timeLeft() + view.scale.xAt(ns); }
    // The time from first to last as pixels of the lanes, at least one wide and cut to the widget.
    QRectF column(std::int64_t first, std::int64_t last, double top, double bottom) const {
        const double left = std::clamp(x(first), timeLeft() - 1.0, size.width() + 1.0);
        const double right = std::clamp(x(last), timeLeft() - 1.0, size.width() + 1.0);
        return {left, top, std::max(right - left, 1.0), bottom - top};
    }
};

namespace {

constexpr QColor selectionEdge(0, 114, 178);
constexpr QColor selectionTint(0, 114, 178, 45);
constexpr double outlinedPixels = 5;
constexpr double ownCallPen = 1.4;  // calls of the selected operation
constexpr double chosenCallPen = 3; // the selected call

CellStyle ownerStyle(const QPalette& palette) {
    CellStyle style;
    for (std::size_t i = 0; i < style.order.size(); ++i) {
        style.order[i] = static_cast<std::size_t>(ownerOrder[i]);
        style.colours[i] = ownerColour(static_cast<core::Owner>(i));
    }
    style.idle = waitColour(palette);
    return style;
}

CellStyle callStyle(const QPalette& palette) {
    CellStyle style;
    for (std::size_t i = 0; i < style.colours.size(); ++i) style.colours[i] = callColour(static_cast<CallPart>(i));
    style.idle = waitColour(palette);
    return style;
}

CellStyle requestStyle() {
    CellStyle style;
    style.colours.fill(ownerColour(core::Owner::device));
    style.colours[static_cast<std::size_t>(models::RequestPart::failed)] = failureColour();
    style.idle = style.colours[0];
    return style;
}

CellStyle plainStyle(const QColor& colour) {
    CellStyle style;
    style.colours.fill(colour);
    style.idle = colour;
    return style;
}

QString headingText(Layer layer) {
    return layer == Layer::guest ? QStringLiteral("GUEST: what the Amiga asked for")
                                 : QStringLiteral("HOST: what the emulator did for it, thread by thread");
}

QColor layerTint(Layer layer, const QColor& base) {
    const core::Owner owner = layer == Layer::guest ? core::Owner::guest : core::Owner::hostIo;
    return blend(base, ownerColour(owner), 0.16);
}

} // namespace

void TimelinePainter::paint(QPainter& painter, const QSize& size, const QPalette& palette, const TimelineView& view) {
    const Frame frame{painter, size, palette, view};
    painter.fillRect(QRect(QPoint(), size), frame.base());

    painter.save();
    painter.setClipRect(0, TimelineLayout::lanesTop, size.width(), size.height() - TimelineLayout::lanesTop);
    painter.translate(0, -view.scroll);
    layerTints(frame);
    selectedTime(frame);
    headings(frame);
    for (const LaneBox& box : m_layout.lanes) lane(frame, box);
    selectedCalls(frame);
    painter.restore();

    axis(frame);
    selectedFlag(frame);
    overview(frame);
    if (view.range) {
        const auto [first, last] = std::minmax(view.range->first, view.range->second);
        painter.fillRect(frame.column(first, last, TimelineLayout::overviewHeight, size.height()), selectionTint);
    }
}

void TimelinePainter::overview(const Frame& frame) {
    QPainter& painter = frame.painter;
    const int width = frame.size.width() - frame.timeLeft();
    const QRect area(frame.timeLeft(), 2, width, TimelineLayout::overviewHeight - 4);
    painter.fillRect(0, 0, frame.size.width(), TimelineLayout::overviewHeight, frame.faint(0.06));
    const models::TimeScale whole{m_capture.origin(), std::max(m_capture.analysis.trace.end, m_capture.origin() + 1),
                                  std::max(width, 1)};
    for (const models::Lane& lane : m_capture.lanes) {
        if (lane.kind != LaneKind::operations) continue;
        for (const models::SpanIndex& spans : lane.rows) {
            spans.cells(whole, m_cells);
            m_cellPainter.paint(painter, area, spans, m_cells, plainStyle(frame.faint(0.35)), {});
        }
    }
    const double left = frame.timeLeft() + std::max(whole.xAt(frame.view.scale.begin), 0.0);
    const double right = frame.timeLeft() + std::min(whole.xAt(frame.view.scale.end), static_cast<double>(width));
    const QRectF shown(left, 1, std::max(right - left - 1, 3.0), TimelineLayout::overviewHeight - 3);
    painter.fillRect(shown, selectionTint);
    painter.setPen(QPen(selectionEdge, 1));
    painter.drawRect(shown);
    painter.setPen(frame.faint(0.7));
    painter.drawText(QRect(6, 0, frame.timeLeft() - 12, TimelineLayout::overviewHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("whole run"));
}

void TimelinePainter::axis(const Frame& frame) {
    QPainter& painter = frame.painter;
    const int top = TimelineLayout::overviewHeight;
    const int bottom = TimelineLayout::lanesTop;
    painter.fillRect(0, top, frame.size.width(), bottom - top, frame.base());
    const models::AxisTicks axis = models::axisTicks(frame.view.scale, m_capture.origin(), 90);
    painter.setPen(frame.faint(0.35));
    painter.drawLine(0, bottom - 1, frame.size.width(), bottom - 1);
    for (std::int64_t time = axis.ticks.empty() ? 0 : axis.ticks.front().time - axis.step;
         time <= frame.view.scale.end - m_capture.origin() && axis.step > 0; time += axis.minorStep) {
        const double x = frame.x(time + m_capture.origin());
        if (x >= frame.timeLeft()) painter.drawLine(QPointF(x, bottom - 4), QPointF(x, bottom - 1));
    }
    for (const models::Tick& tick : axis.ticks) {
        const double x = frame.x(tick.time + m_capture.origin());
        painter.setPen(frame.faint(0.5));
        painter.drawLine(QPointF(x, bottom - 9), QPointF(x, bottom - 1));
        const double half = painter.fontMetrics().horizontalAdvance(tick.label) / 2.0 + 1;
        if (x - half < frame.timeLeft() || x + half > frame.size.width()) continue; // half a label misleads
        painter.setPen(frame.text());
        painter.drawText(QRectF(x - half, top + 1, 2 * half, bottom - top - 10), Qt::AlignCenter, tick.label);
    }
    painter.fillRect(0, top, frame.timeLeft(), bottom - top - 1, frame.base());
    painter.setPen(frame.text());
    const QString label = axis.baseLabel.isEmpty() ? QStringLiteral("time") : QStringLiteral("at ") + axis.baseLabel;
    painter.drawText(QRect(6, top, frame.timeLeft() - 12, bottom - top - 4), Qt::AlignLeft | Qt::AlignVCenter, label);
}

void TimelinePainter::layerTints(const Frame& frame) {
    for (const LayerBox& layer : m_layout.layers) {
        const QColor tint = layerTint(layer.layer, frame.base());
        frame.painter.fillRect(0, layer.headingTop, frame.size.width(), TimelineLayout::headingHeight, tint);
        frame.painter.fillRect(0, layer.headingTop, frame.timeLeft(), layer.height, tint);
    }
}

void TimelinePainter::headings(const Frame& frame) {
    QPainter& painter = frame.painter;
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(frame.text());
    for (const LayerBox& layer : m_layout.layers) {
        painter.drawText(QRect(6, layer.headingTop, frame.size.width() - 12, TimelineLayout::headingHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, headingText(layer.layer));
    }
    painter.setFont(plain);
}

void TimelinePainter::lane(const Frame& frame, const LaneBox& box) {
    QPainter& painter = frame.painter;
    const models::Lane& lane = m_capture.lanes[box.lane];
    painter.setPen(frame.faint(0.12));
    painter.drawLine(frame.timeLeft(), box.top + box.height + 1, frame.size.width(), box.top + box.height + 1);
    const int labelHeight = lane.kind == LaneKind::operations ? TimelineLayout::operationNameHeight
                            : box.rows.empty()                ? 20
                                                              : box.rows[0].height;
    painter.setPen(frame.text());
    const QRect labelArea(6, box.top, frame.timeLeft() - 10, labelHeight);
    painter.drawText(labelArea, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(lane.label, Qt::ElideRight, labelArea.width()));
    painter.setPen(frame.faint(0.65));
    if (lane.kind == LaneKind::operations) {
        painter.drawText(labelArea.translated(0, 24), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("  their time"));
    } else if (lane.kind == LaneKind::calls && box.rows.size() > 1) {
        painter.drawText(QRect(6, box.rows[1].top, frame.timeLeft() - 10, box.rows[1].height),
                         Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("  system calls"));
    }
    painter.save();
    painter.setClipRect(QRect(frame.timeLeft(), box.top, frame.size.width() - frame.timeLeft(), box.height),
                        Qt::IntersectClip);
    for (const RowBox& rowBox : box.rows) row(frame, lane, rowBox);
    painter.restore();
}

void TimelinePainter::row(const Frame& frame, const models::Lane& lane, const RowBox& box) {
    const models::SpanIndex& spans = lane.rows[box.row];
    const QRect area(frame.timeLeft(), box.top, frame.size.width() - frame.timeLeft(), box.height);
    spans.cells(frame.view.scale, m_cells);
    switch (lane.kind) {
    case LaneKind::tests:
        m_cellPainter.paint(
            frame.painter, area, spans, m_cells, plainStyle(frame.faint(0.15)),
            [this](const models::Span& span) { return models::utf8(m_capture.analysis.tests[span.item].name); });
        break;
    case LaneKind::operations: operationRow(frame, spans, area); break;
    case LaneKind::packets:
        m_cellPainter.paint(frame.painter, area, spans, m_cells, plainStyle(ownerColour(core::Owner::guest)),
                            [this](const models::Span& span) {
                                return models::packetTitle(m_capture, m_capture.analysis.packets[span.item]);
                            });
        break;
    case LaneKind::requests:
        m_cellPainter.paint(frame.painter, area, spans, m_cells, requestStyle(), [this](const models::Span& span) {
            return models::requestTitle(m_capture.analysis.requests[span.item]);
        });
        break;
    case LaneKind::calls:
        m_cellPainter.paint(frame.painter, area, spans, m_cells, callStyle(frame.palette),
                            [this](const models::Span& span) {
                                const capture::Call call = m_capture.analysis.trace.calls[span.item].call;
                                return capture::isWait(call) ? models::waitText(call) : models::callNameText(call);
                            });
        break;
    }
}

// Names above, owners below: the owners say how much time each one had, not when.
void TimelinePainter::operationRow(const Frame& frame, const models::SpanIndex& spans, const QRect& area) {
    QRect names = area;
    names.setHeight(TimelineLayout::operationNameHeight);
    const QRect owners = area.adjusted(0, TimelineLayout::operationNameHeight, 0, 0);
    m_cellPainter.paint(frame.painter, owners, spans, m_cells, ownerStyle(frame.palette), {});
    m_cellPainter.paint(frame.painter, names, spans, m_cells, plainStyle(frame.faint(0.22)),
                        [this](const models::Span& span) {
                            return models::operationTitle(m_capture, m_capture.analysis.operations[span.item]);
                        });
}

void TimelinePainter::selectedTime(const Frame& frame) {
    if (!frame.view.selection.operation) return;
    const core::Operation& operation = m_capture.analysis.operations[*frame.view.selection.operation];
    if (operation.end < frame.view.scale.begin || operation.begin > frame.view.scale.end) return;
    QPainter& painter = frame.painter;
    painter.save();
    painter.setClipRect(QRect(frame.timeLeft(), 0, frame.size.width(), m_layout.height + 1), Qt::IntersectClip);
    const QRectF band = frame.column(operation.begin, operation.end, TimelineLayout::lanesTop, m_layout.height);
    painter.fillRect(band, selectionTint);
    painter.setPen(selectionEdge);
    painter.drawLine(band.topLeft(), band.bottomLeft());
    painter.drawLine(band.topRight(), band.bottomRight());
    painter.restore();
}

// A flag on the axis: an operation may be narrower than a pixel.
void TimelinePainter::selectedFlag(const Frame& frame) {
    if (!frame.view.selection.operation) return;
    const core::Operation& operation = m_capture.analysis.operations[*frame.view.selection.operation];
    const double x = frame.x(operation.begin + (operation.end - operation.begin) / 2);
    if (x < frame.timeLeft() || x > frame.size.width()) return;
    constexpr double tip = TimelineLayout::lanesTop;
    constexpr double half = 6;
    frame.painter.save();
    frame.painter.setRenderHint(QPainter::Antialiasing);
    frame.painter.setBrush(selectionEdge);
    frame.painter.setPen(Qt::NoPen);
    frame.painter.drawPolygon(QPolygonF{{x, tip}, {x - half, tip - 9}, {x + half, tip - 9}});
    frame.painter.restore();
}

void TimelinePainter::selectedCalls(const Frame& frame) {
    QPainter& painter = frame.painter;
    painter.save();
    painter.setClipRect(QRect(frame.timeLeft(), 0, frame.size.width(), m_layout.height + 1), Qt::IntersectClip);
    const QPen own(frame.text(), ownCallPen);
    if (const auto number = frame.view.selection.operation) {
        const core::Operation& operation = m_capture.analysis.operations[*number];
        for (const std::uint32_t call : m_capture.analysis.callsOf(operation)) outlineCall(frame, call, own);
        QPen late = own;
        late.setStyle(Qt::DotLine);
        for (const std::uint32_t call : m_capture.lateCalls) {
            if (m_capture.analysis.calls[call].operation == *number) outlineCall(frame, call, late);
        }
    }
    if (frame.view.selection.call) outlineCall(frame, *frame.view.selection.call, QPen(frame.text(), chosenCallPen));
    painter.restore();
}

void TimelinePainter::outlineCall(const Frame& frame, std::uint32_t index, const QPen& pen) {
    const capture::HostCall& call = m_capture.analysis.trace.calls[index];
    if (call.end < frame.view.scale.begin || call.begin > frame.view.scale.end) return;
    for (const LaneBox& box : m_layout.lanes) {
        const models::Lane& lane = m_capture.lanes[box.lane];
        if (lane.kind != LaneKind::calls || lane.owner != call.thread) continue;
        for (const RowBox& row : box.rows) {
            const auto found = lane.rows[row.row].at(call.begin, 0);
            if (!found || lane.rows[row.row].spans()[*found].item != index) continue;
            const QRectF around = frame.column(call.begin, call.end, row.top, row.top + row.height - 1);
            frame.painter.setPen(pen);
            // Outlines of narrow calls would run together and hide their colours: underline those.
            if (around.width() >= outlinedPixels || pen.widthF() > ownCallPen) {
                frame.painter.drawRect(around.adjusted(-0.5, 0.5, 0.5, -0.5));
            } else {
                frame.painter.drawLine(around.bottomLeft(), around.bottomRight());
            }
        }
    }
}

} // namespace uaescope::gui
