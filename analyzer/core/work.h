// The kind of work that a test asks for.
#pragma once

#include "analyzer/core/report.h"

namespace uaescope::core {

// From the operations, the unit and, to tell the creation of empty files from opening, the name of a test.
Work workOf(const TestReport& test);

bool isDataRate(std::string_view unit); // bytes of any size per second

} // namespace uaescope::core
