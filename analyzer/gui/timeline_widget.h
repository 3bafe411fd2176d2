// The timeline of one capture: zoom, pan, hover, select.
#pragma once

#include "analyzer/gui/selection.h"
#include "analyzer/gui/timeline_layout.h"
#include "analyzer/gui/timeline_painter.h"
#include "analyzer/models/capture_data.h"

#include <QAbstractScrollArea>

#include <optional>

namespace uaescope::gui {

class TimelineWidget : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit TimelineWidget(models::CapturePtr capture, QWidget* parent = nullptr);

    const models::TimeScale& scale() const { return m_view.scale; }
    const TimelineLayout& layoutOfLanes() const { return m_layout; }

    void showWholeRun();
    void showTime(std::int64_t begin, std::int64_t end, double margin);
    // Takes over from a timeline of the same run when it was younger: the whole run stays the whole run, a view of its
    // last moments moves with it, and any other stays where it is.
    void resume(const TimelineWidget& younger);
    void setSelection(const Selection& selection);
    void zoomBy(double factor); // about the middle of the view

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {400, 160}; }

signals:
    void selected(const uaescope::gui::Selection& selection);
    void testClicked(std::size_t test);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Hit {
        std::size_t lane = 0;
        std::uint32_t item = 0;
    };
    enum class Drag { none, pan, zoomRange, overview };

    models::TimeScale wholeRun() const;
    std::optional<Hit> hitAt(const QPoint& position) const;
    double timeX(const QPoint& position) const { return position.x() - TimelineLayout::gutter; }
    void setScale(const models::TimeScale& scale);
    void centreOverviewAt(const QPoint& position);
    void click(const QPoint& position);
    void selectOperation(std::uint32_t operation); // unless there is no such one
    void updateScrollBar();

    models::CapturePtr m_capture;
    TimelineLayout m_layout;
    TimelinePainter m_painter;
    TimelineView m_view;
    Drag m_drag = Drag::none;
    bool m_moved = false; // the drag has left the place of the press: not a click
    QPoint m_pressed;
    QPoint m_last;
};

} // namespace uaescope::gui
