// One capture: timeline above; tests, operations and inspector below. Holds the selection they share.
#pragma once

#include "analyzer/gui/selection.h"
#include "analyzer/models/capture_data.h"

#include <QWidget>

class QVBoxLayout;

namespace uaescope::gui {

class Inspector;
class OperationsPanel;
class TestsPanel;
class TimelineWidget;

class CapturePage : public QWidget {
    Q_OBJECT

public:
    explicit CapturePage(models::CapturePtr capture, models::Recording recording = models::Recording::over,
                         QWidget* parent = nullptr);

    const models::CaptureData& capture() const { return *m_capture; }
    const Selection& selection() const { return m_selection; }
    TimelineWidget& timeline() { return *m_timeline; }
    OperationsPanel& operations() { return *m_operations; }
    Inspector& inspector() { return *m_inspector; }

    enum class Reveal {
        no,  // the selection was made where it is seen
        yes, // move the timeline there, and close enough to see it
    };
    void select(const Selection& selection, Reveal reveal);
    void showTest(std::optional<std::size_t> test); // in the timeline and the table, its slowest operation selected
    // Takes over what is shown and selected from the page of the same capture when it was younger.
    void resume(const CapturePage& younger);
    void zoomToSelection();
    void step(int rows); // through the rows of the table

private:
    void addBanners(QVBoxLayout& layout, models::Recording recording);
    void connectViews();
    void reveal(std::int64_t begin, std::int64_t end);

    models::CapturePtr m_capture;
    Selection m_selection;
    TimelineWidget* m_timeline;
    TestsPanel* m_tests;
    OperationsPanel* m_operations;
    Inspector* m_inspector;
};

} // namespace uaescope::gui
