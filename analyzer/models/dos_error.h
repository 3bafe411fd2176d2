// What AmigaDOS error numbers mean.
#pragma once

#include <QString>

#include <cstdint>

namespace uaescope::models {

QString dosErrorText(std::uint32_t ioErr); // "205 object not found"; the number alone when it is not known

} // namespace uaescope::models
