#include "analyzer/models/readable.h"

#include <QLocale>

#include <array>
#include <cmath>

namespace uaescope::models {

namespace {

struct Unit {
    double size;
    const char* name;
};

QString threeFigures(double value) {
    const double magnitude = std::abs(value);
    const int decimals = magnitude < 9.995 ? 2 : magnitude < 99.95 ? 1 : 0;
    return QString::number(value, 'f', decimals);
}

} // namespace

QString durationText(std::int64_t ns) {
    static constexpr std::array<Unit, 3> units{{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}}};
    const auto value = static_cast<double>(ns);
    for (const Unit& unit : units) {
        // Values that would round up to 1000 of the smaller unit belong to the larger one.
        if (std::abs(value) >= unit.size * 0.9995)
            return threeFigures(value / unit.size) + ' ' + QString::fromUtf8(unit.name);
    }
    return QString::number(ns) + " ns";
}

QString countText(std::int64_t count) {
    return QLocale(QLocale::English, QLocale::UnitedStates).toString(qlonglong(count));
}

QString exactNsText(std::int64_t ns) { return countText(ns) + " ns"; }

QString sizeText(std::int64_t bytes) {
    static constexpr std::array<Unit, 3> units{
        {{1024.0 * 1024 * 1024, "GiB"}, {1024.0 * 1024, "MiB"}, {1024.0, "KiB"}}};
    const auto value = static_cast<double>(bytes);
    for (const Unit& unit : units) {
        if (std::abs(value) < unit.size) continue;
        const double scaled = value / unit.size;
        return (scaled == std::floor(scaled) ? QString::number(scaled, 'f', 0) : threeFigures(scaled)) + ' ' +
               unit.name;
    }
    return QString::number(bytes) + " B";
}

QString shareText(double share) {
    const double percent = share * 100;
    if (percent > 0 && percent < 0.1) return QStringLiteral("<0.1 %");
    return QString::number(percent, 'f', 1) + " %";
}

QString fileNameText(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos || slash + 1 == path.size()) return utf8(path);
    return utf8(path.substr(slash + 1));
}

QString utf8(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

} // namespace uaescope::models
