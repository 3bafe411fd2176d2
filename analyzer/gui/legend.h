// Names of the colours.
#pragma once

#include <QWidget>

namespace uaescope::gui {

class Legend : public QWidget {
    Q_OBJECT

public:
    explicit Legend(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {100, sizeHint().height()}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int flow(int width, QPainter* painter) const; // height it takes; paints when there is a painter
};

} // namespace uaescope::gui
