// What is selected in a capture; the same in all its views.
#pragma once

#include <QMetaType>

#include <cstdint>
#include <optional>

namespace uaescope::gui {

struct Selection {
    std::optional<std::uint32_t> operation; // index in the analysis
    std::optional<std::uint32_t> call;      // index in the trace; of the operation, or of none

    bool operator==(const Selection&) const = default;
};

} // namespace uaescope::gui

Q_DECLARE_METATYPE(uaescope::gui::Selection)
