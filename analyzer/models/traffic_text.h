// A packet or a device request of the guest in words.
#pragma once

#include "analyzer/models/capture_data.h"

#include <QString>

#include <cstdint>

namespace uaescope::models {

QString packetTitle(const CaptureData& capture, const core::Packet& packet); // "FINDINPUT DH1:a"
QString packetResult(const core::Packet& packet);                            // "ok", "205 object not found", ...
QString requestTitle(const core::Request& request);                          // "CMD_READ 512 B"
QString requestResult(const core::Request& request);                         // "ok", "io_Error 45, bad status", ...

} // namespace uaescope::models
