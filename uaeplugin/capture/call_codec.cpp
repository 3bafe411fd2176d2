#include "uaeplugin/capture/call_codec.h"

#include <map>

namespace uaescope::capture {

CallModel::CallModel(const std::vector<CallShape>& shapes) : m_shapes(shapes.size()), m_steps(stepSlots) {
    std::map<std::uint32_t, std::uint32_t> threads;
    std::map<std::pair<std::int32_t, Depth>, std::uint32_t> files;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        m_shapes[i].threadIndex =
            threads.try_emplace(shapes[i].thread, static_cast<std::uint32_t>(threads.size())).first->second;
        m_shapes[i].fileIndex =
            files.try_emplace({shapes[i].descriptor, shapes[i].depth}, static_cast<std::uint32_t>(files.size()))
                .first->second;
    }
    m_threads.resize(threads.size());
    m_positions.resize(files.size());
}

} // namespace uaescope::capture
