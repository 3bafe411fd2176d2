#include "describe.h"

#include "uaeplugin/capture/call_names.h"

#include <cstring>

namespace uaescope::plugin {

using capture::Call;

std::string describe(const Captured& captured, const capture::HostCall& call) {
    std::string text = std::string(capture::callName(call.call)) + " ";
    if (call.offset >= 0) text += std::to_string(call.offset);
    if (call.size != 0) text += "+" + std::to_string(call.size);
    const bool returnsDescriptor = call.call == Call::open || call.call == Call::fopen || call.call == Call::opendir;
    if (call.error != 0)
        text += std::string("=") + strerrorname_np(call.error);
    else if (returnsDescriptor && call.result == call.descriptor)
        text += "=fd";
    else
        text += "=" + std::to_string(call.result);
    return text + " " + std::filesystem::path(captured.path(call)).filename().string();
}

std::vector<std::string> describe(const Captured& captured, const std::vector<capture::HostCall>& calls) {
    std::vector<std::string> lines;
    lines.reserve(calls.size());
    for (const capture::HostCall& call : calls) lines.push_back(describe(captured, call));
    return lines;
}

} // namespace uaescope::plugin
