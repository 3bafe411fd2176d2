#include "analyzer/core/image_parts.h"

#include "analyzer/core/host_calls.h"

#include <map>
#include <tuple>
#include <utility>

namespace uaescope::core {

using capture::ImagePart;

std::span<const ImagePart>::iterator ImageParts::firstEndingAfter(std::uint32_t image, std::uint64_t offset) const {
    return std::partition_point(m_parts.begin(), m_parts.end(), [&](const ImagePart& part) {
        return std::pair(part.path, part.offset + part.size) <= std::pair(image, offset);
    });
}

bool ImageParts::knows(std::uint32_t image) const {
    const auto first = firstEndingAfter(image, 0);
    return first != m_parts.end() && first->path == image;
}

const ImagePart* ImageParts::at(std::uint32_t image, std::uint64_t offset) const {
    const auto part = firstEndingAfter(image, offset);
    return part != m_parts.end() && part->path == image && part->offset <= offset ? &*part : nullptr;
}

std::vector<ContentReport> contentsOf(const Analysis& analysis) {
    const Trace& trace = analysis.trace;
    const ImageParts parts(trace.imageParts);
    struct Counted {
        ContentReport content;
        std::size_t lastCall = 0; // that touched it, plus 1
    };
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Counted> byContent;
    for (std::size_t i = 0; i < trace.calls.size(); ++i) {
        const capture::HostCall call = trace.calls[i];
        const Moved moved = movedBy(call, analysis.systemDepth);
        if (moved.read + moved.written == 0 || call.offset < 0 || !parts.knows(call.path)) continue;
        const auto add = [&](const ImagePart* part, std::uint64_t bytes) {
            const ImagePart changed{};
            const ImagePart& what = part == nullptr ? changed : *part;
            Counted& counted = byContent[{call.path, what.role, what.file}];
            ContentReport& content = counted.content;
            (moved.read > 0 ? content.bytesRead : content.bytesWritten) += bytes;
            if (std::exchange(counted.lastCall, i + 1) != i + 1) ++(moved.read > 0 ? content.reads : content.writes);
        };
        parts.forEach(call.path, static_cast<std::uint64_t>(call.offset), moved.read + moved.written, add);
    }
    std::vector<ContentReport> contents;
    for (auto& [key, counted] : byContent) {
        const auto& [image, role, file] = key;
        ContentReport& content = counted.content;
        content.image = trace.string(image);
        content.role = role == 0 ? changedRole : trace.string(role);
        content.file = trace.string(file);
        contents.push_back(std::move(content));
    }
    std::stable_sort(contents.begin(), contents.end(), [](const ContentReport& a, const ContentReport& b) {
        return a.bytesRead + a.bytesWritten > b.bytesRead + b.bytesWritten;
    });
    return contents;
}

} // namespace uaescope::core
