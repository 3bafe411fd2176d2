// A person's filesystem handler, an AmigaDOS load file, and the RDB of a fresh disk that holds it.
#pragma once

#include "analyzer/lab/setup.h"
#include "hardfiles/image.h"
#include "hardfiles/rdb_editor.h"

#include <string>

namespace uaescope::lab {

// The handler of a setup, of version 0.0 when it does not tell. Throws hardfiles::UsageError unless it is a load file
// that UAE can load.
hardfiles::NewFileSystem readHandler(const Setup& setup);

// "19.2"; empty when the handler does not tell.
std::string handlerVersion(const hardfiles::NewFileSystem& handler);

// Puts it into the RDB of a disk made for the setup. Throws hardfiles::Error.
void addHandler(hardfiles::Image& disk, const Setup& setup);

// Throws hardfiles::UsageError when the setup's handler is none, or larger than the RDB of a disk of its size can hold.
void requireHandlerFits(const Setup& setup);

} // namespace uaescope::lab
