#include "analyzer/gui/message_page.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace uaescope::gui {

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_text(new QLabel), m_progress(new QProgressBar),
      m_button(new QPushButton) {
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.5);
    font.setBold(true);
    m_title->setFont(font);
    for (QLabel* label : {m_title, m_text}) {
        label->setAlignment(Qt::AlignHCenter);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_progress->setMaximumWidth(360);
    m_progress->hide();
    m_button->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addStretch(2);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(m_progress, 0, Qt::AlignHCenter);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    connect(m_button, &QPushButton::clicked, this, &MessagePage::buttonPressed);
}

void MessagePage::setMessage(const QString& title, const QString& text) {
    m_title->setText(title);
    m_text->setText(text);
    m_progress->hide();
}

void MessagePage::setButton(const QString& label) {
    m_button->setText(label);
    m_button->setVisible(!label.isEmpty());
}

void MessagePage::setProgress(const QString& step, double share) {
    constexpr int steps = 1000;
    m_text->setText(step);
    m_progress->setRange(0, share > 0 ? steps : 0);
    m_progress->setValue(static_cast<int>(share * steps));
    m_progress->show();
}

} // namespace uaescope::gui
