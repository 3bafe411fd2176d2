#include "analyzer/core/host_calls.h"

#include <algorithm>
#include <map>

namespace uaescope::core {
namespace {

using capture::Call;
using capture::Depth;
using capture::HostCall;

bool holds(const Trace& trace, std::size_t outer, Call wanted) {
    const HostCall call = trace.calls[outer];
    for (std::size_t i = outer + 1; i < trace.calls.size() && trace.calls[i].begin <= call.end; ++i) {
        const HostCall inner = trace.calls[i];
        if (inner.thread == call.thread && inner.depth == Depth::system && inner.call == wanted) return true;
    }
    return false;
}

void addCall(FileReport& file, const Analysis& analysis, std::size_t index) {
    const HostCall call = analysis.trace.calls[index];
    const Moved moved = movedBy(call, analysis.systemDepth);
    file.bytesRead += moved.read;
    file.bytesWritten += moved.written;
    if (analysis.calls[index].outermost) file.ns += call.end - call.begin;

    Call counts = Call::none;
    if (!analysis.systemDepth || call.depth == Depth::system) {
        counts = call.call;
    } else if (hiddenIn(call.call) != Call::none && !holds(analysis.trace, index, hiddenIn(call.call))) {
        counts = hiddenIn(call.call);
    }
    if (counts == Call::none) return;
    const std::uint64_t weight = call.call == counts ? callWeight(call) : 1;
    file.calls += weight;
    file.callsByName[counts] += weight;
}

} // namespace

Call hiddenIn(Call call) {
    if (call == Call::opendir) return Call::open;
    if (call == Call::fclose || call == Call::closedir) return Call::close;
    return Call::none;
}

Moved movedBy(const HostCall& call, bool systemDepth) {
    if (call.result <= 0 || (systemDepth && call.depth != Depth::system)) return {};
    const auto bytes = static_cast<std::uint64_t>(call.result);
    switch (call.call) {
    case Call::read:
    case Call::pread:
    case Call::fread: return {.read = bytes};
    case Call::write:
    case Call::pwrite:
    case Call::fwrite:
    case Call::fprintf: return {.written = bytes};
    default: return {};
    }
}

std::uint64_t callWeight(const HostCall& call) {
    return call.call == Call::readdir && call.size > 1 ? static_cast<std::uint64_t>(call.size) : 1;
}

std::vector<FileReport> filesOf(const Analysis& analysis) {
    const Trace& trace = analysis.trace;
    std::vector<FileReport> byPath(trace.strings.size());
    for (std::size_t i = 0; i < trace.calls.size(); ++i) {
        const std::uint32_t path = trace.calls[i].path;
        if (path == 0 || path >= byPath.size() || capture::isWait(trace.calls[i].call)) continue;
        byPath[path].path = trace.strings[path];
        byPath[path].role = analysis.calls[i].role;
        addCall(byPath[path], analysis, i);
    }
    for (FileReport& file : byPath)
        if (!file.path.empty()) file.purpose = purposeOf(file.path, file.role, trace.facts);
    for (const FileAtRisk& file : analysis.filesAtRisk) byPath[file.path].atRisk = file.atRisk;
    std::erase_if(byPath, [](const FileReport& file) { return file.path.empty(); });
    std::stable_sort(byPath.begin(), byPath.end(), [](const FileReport& a, const FileReport& b) {
        if (a.role != b.role) return a.role < b.role;
        return a.bytesRead + a.bytesWritten > b.bytesRead + b.bytesWritten;
    });
    return byPath;
}

std::vector<OverheadReport> overheadOf(const std::vector<FileReport>& files) {
    std::map<Purpose, OverheadReport> byPurpose;
    for (const FileReport& file : files) {
        if (file.role != Role::emulator) continue;
        OverheadReport& overhead = byPurpose[file.purpose];
        overhead.purpose = file.purpose;
        overhead.calls += file.calls;
        overhead.bytesRead += file.bytesRead;
        overhead.bytesWritten += file.bytesWritten;
        overhead.ns += file.ns;
    }
    std::vector<OverheadReport> overheads;
    for (const auto& [purpose, overhead] : byPurpose) overheads.push_back(overhead);
    std::stable_sort(overheads.begin(), overheads.end(),
                     [](const OverheadReport& a, const OverheadReport& b) { return a.ns > b.ns; });
    return overheads;
}

} // namespace uaescope::core
