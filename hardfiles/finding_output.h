// Findings for people and for programs.
#pragma once

#include "hardfiles/finding.h"
#include "hardfiles/json_writer.h"

#include <string>

namespace uaescope::hardfiles {

// "error: DH0: block 880: the checksum is wrong", with a newline.
std::string findingText(const Finding& finding);

// An array of {severity, code, partition, block, message}, and the file where there is one.
void writeFindings(JsonWriter& json, const Findings& findings);

} // namespace uaescope::hardfiles
