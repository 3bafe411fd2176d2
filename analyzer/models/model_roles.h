// What the models answer beside the roles of Qt.
#pragma once

#include <Qt>

namespace uaescope::models {

enum Role {
    sharesRole = Qt::UserRole, // OwnerShares: the cell is a bar
    operationRole,             // index of the operation in the analysis
    callRole,                  // index of the host call in the trace
    asideRole,                 // true: of lesser weight, drawn fainter
};

} // namespace uaescope::models
