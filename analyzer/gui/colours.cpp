#include "analyzer/gui/colours.h"

namespace uaescope::gui {

QColor ownerColour(core::Owner owner) {
    switch (owner) {
    case core::Owner::hostIo: return {0xd5, 0x5e, 0x00};
    case core::Owner::sleep: return {0xf0, 0xe4, 0x42};
    case core::Owner::device: return {0x00, 0x9e, 0x73};
    case core::Owner::guest: break;
    }
    return {0x56, 0xb4, 0xe9};
}

QColor callColour(models::CallPart part) {
    switch (part) {
    case models::CallPart::storage: return ownerColour(core::Owner::hostIo);
    case models::CallPart::sideFile: return {0xcc, 0x79, 0xa7};
    case models::CallPart::sleep: return ownerColour(core::Owner::sleep);
    case models::CallPart::other: break;
    }
    return {0x80, 0x86, 0x8c};
}

QColor failureColour() { return {0xb0, 0x00, 0x20}; }

QColor waitColour(const QPalette& palette) {
    return blend(palette.color(QPalette::Base), palette.color(QPalette::Text), 0.12);
}

QColor textOn(const QColor& background) {
    const int brightness = (299 * background.red() + 587 * background.green() + 114 * background.blue()) / 1000;
    return brightness > 125 ? QColor(Qt::black) : QColor(Qt::white);
}

QColor blend(const QColor& a, const QColor& b, double shareOfB) {
    const auto mix = [shareOfB](int from, int to) { return static_cast<int>(from + (to - from) * shareOfB); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

} // namespace uaescope::gui
