// How views receive the owners of some time: shares of 0..1 in the order of core::Owner.
#pragma once

#include "analyzer/core/analysis.h"

#include <QMetaType>

#include <array>

namespace uaescope::models {

struct OwnerShares {
    std::array<double, core::ownerCount> shares{};
};

inline OwnerShares sharesOf(const core::Owners& owners) {
    OwnerShares result;
    const std::int64_t total = owners.total();
    for (std::size_t i = 0; total > 0 && i < result.shares.size(); ++i) {
        result.shares[i] = static_cast<double>(owners.ns[i]) / static_cast<double>(total);
    }
    return result;
}

} // namespace uaescope::models

Q_DECLARE_METATYPE(uaescope::models::OwnerShares)
