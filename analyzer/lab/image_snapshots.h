// What the blocks of storage images hold, before a run and after it.
#pragma once

#include "analyzer/core/trace.h"
#include "hardfiles/image_map.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace uaescope::lab {

class ImageSnapshots {
public:
    // Looks at an image before the run. What is no image whose bytes stand in their file as on the disk (a folder, a
    // CD, a dynamic VHD), or cannot be read, is left out.
    void add(const std::filesystem::path& image);

    // Looks again after the run, and adds to the trace and to its file the parts (capture::ImagePart) that hold the
    // same as before, of what the host calls touched. Nothing is added to a capture that is cut off or damaged, or when
    // there is no room for it.
    void addParts(core::Trace& trace) const;

private:
    std::vector<std::pair<std::string, hardfiles::ImageMap>> m_images;
};

} // namespace uaescope::lab
