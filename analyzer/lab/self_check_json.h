// A self-check for programs.
#pragma once

#include "analyzer/lab/self_check.h"

#include <QJsonObject>
#include <vector>

namespace uaescope::lab {

// uaescope.self-check/1: {good, setups: [{setup, storage, good, dropped, retried, files: [{path, calls: [{name,
// counted, recorded, counted_bytes, recorded_bytes}]}]}]}
QJsonObject selfCheckDocument(const std::vector<SelfCheck>& checks);

} // namespace uaescope::lab
