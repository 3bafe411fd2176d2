#include "hardfiles/amiga_date.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace uaescope::hardfiles {

namespace {

constexpr std::chrono::sys_days epoch = std::chrono::year(1978) / 1 / 1;
constexpr std::chrono::sys_days lastDay = std::chrono::year(9999) / 12 / 31;

} // namespace

AmigaDate AmigaDate::now() { return at(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())); }

AmigaDate AmigaDate::at(std::time_t time) {
    using namespace std::chrono;
    std::tm local{};
    localtime_r(&time, &local);
    const sys_days today = year(local.tm_year + 1900) / (local.tm_mon + 1) / local.tm_mday;
    if (today < epoch) return {};
    return {static_cast<std::uint32_t>((today - epoch).count()),
            static_cast<std::uint32_t>(local.tm_hour * 60 + local.tm_min),
            static_cast<std::uint32_t>(local.tm_sec * 50)};
}

bool AmigaDate::valid() const {
    return days <= static_cast<std::uint32_t>((lastDay - epoch).count()) && minutes < 24 * 60 && ticks < 60 * 50;
}

std::string AmigaDate::text() const {
    if (!valid()) return "invalid date";
    const std::chrono::year_month_day date = epoch + std::chrono::days(days);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02u:%02u:%02u", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), minutes / 60, minutes % 60,
                  ticks / 50);
    return text.data();
}

} // namespace uaescope::hardfiles
