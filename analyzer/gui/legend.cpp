#include "analyzer/gui/legend.h"

#include "analyzer/gui/colours.h"

#include <QPainter>

#include <vector>

namespace uaescope::gui {

namespace {

struct Entry {
    QString text;
    QColor colour; // invalid: a heading
};

std::vector<Entry> entries(const QPalette& palette) {
    using core::Owner;
    using models::CallPart;
    std::vector<Entry> list{{QObject::tr("Time of an operation:"), {}}};
    for (const Owner owner : ownerOrder)
        list.push_back({QString::fromLatin1(core::ownerName(owner)), ownerColour(owner)});
    list.push_back({QObject::tr("Host calls:"), {}});
    list.push_back({QObject::tr("on storage"), callColour(CallPart::storage)});
    list.push_back({QObject::tr("on side files"), callColour(CallPart::sideFile)});
    list.push_back({QObject::tr("other"), callColour(CallPart::other)});
    list.push_back({QObject::tr("sleep"), callColour(CallPart::sleep)});
    list.push_back({QObject::tr("waiting"), waitColour(palette)});
    list.push_back({QObject::tr("failed device request"), failureColour()});
    return list;
}

constexpr int swatch = 12;
constexpr int gap = 14;
constexpr int margin = 6;

} // namespace

Legend::Legend(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

int Legend::flow(int width, QPainter* painter) const {
    const QFontMetrics metrics = fontMetrics();
    const int line = metrics.height() + 4;
    int x = margin;
    int y = 2;
    for (const Entry& entry : entries(palette())) {
        const bool heading = !entry.colour.isValid();
        const int needed = metrics.horizontalAdvance(entry.text) + (heading ? 0 : swatch + 5);
        if (x + needed > width - margin && x > margin) {
            x = margin;
            y += line;
        }
        if (painter != nullptr) {
            int textX = x;
            if (!heading) {
                const QRect box(x, y + (line - swatch) / 2, swatch, swatch);
                painter->fillRect(box, entry.colour);
                painter->setPen(QColor(0, 0, 0, 90));
                painter->drawRect(box.adjusted(0, 0, -1, -1));
                textX += swatch + 5;
            }
            painter->setPen(palette().color(QPalette::WindowText));
            painter->drawText(QRect(textX, y, needed, line), Qt::AlignLeft | Qt::AlignVCenter, entry.text);
        }
        x += needed + gap;
    }
    return y + line + 2;
}

QSize Legend::sizeHint() const { return {600, flow(std::max(width(), 600), nullptr)}; }

int Legend::heightForWidth(int width) const { return flow(width, nullptr); }

void Legend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    flow(width(), &painter);
}

} // namespace uaescope::gui
