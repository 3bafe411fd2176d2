// A page that says something instead of showing a capture: nothing open, loading, failed.
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace uaescope::gui {

class MessagePage : public QWidget {
    Q_OBJECT

public:
    explicit MessagePage(QWidget* parent = nullptr);

    void setMessage(const QString& title, const QString& text); // text may be rich
    void setButton(const QString& label);
    void setProgress(const QString& step, double share); // share 0: not known

signals:
    void buttonPressed();

private:
    QLabel* m_title;
    QLabel* m_text;
    QProgressBar* m_progress;
    QPushButton* m_button;
};

} // namespace uaescope::gui
