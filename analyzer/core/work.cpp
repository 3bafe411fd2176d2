#include "analyzer/core/work.h"

#include "uaeplugin/capture/protocol.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace uaescope::core {
namespace {

std::uint64_t countOf(const TestReport& test, std::uint8_t kind) {
    const auto found = test.operationsByKind.find(kind);
    return found == test.operationsByKind.end() ? 0 : found->second;
}

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::tolower(c); });
    return result;
}

} // namespace

const char* workName(Work work) {
    switch (work) {
    case Work::create: return "creating files";
    case Work::open: return "opening files";
    case Work::load: return "loading small files";
    case Work::lock: return "looking up files";
    case Work::list: return "listing directories";
    case Work::remove: return "deleting files";
    case Work::rename: return "renaming files";
    case Work::seek: return "random access";
    case Work::read: return "reading data";
    case Work::write: return "writing data";
    case Work::other: return "other work";
    }
    return "";
}

bool isDataRate(std::string_view unit) {
    const std::string text = lowered(unit);
    return text.find("byte") != std::string::npos || text.find("kb/") != std::string::npos ||
           text.find("mb/") != std::string::npos;
}

Work workOf(const TestReport& test) {
    const std::uint64_t reads = countOf(test, US_OP_READ) + countOf(test, US_OP_DEVICE_READ);
    const std::uint64_t writes = countOf(test, US_OP_WRITE);
    if (isDataRate(test.unit) && reads + writes > 0)
        return test.guestBytesRead >= test.guestBytesWritten ? Work::read : Work::write;

    const std::uint64_t opens = countOf(test, US_OP_OPEN);
    const std::uint64_t locks = countOf(test, US_OP_LOCK);
    const std::uint64_t entries = countOf(test, US_OP_EXNEXT) + countOf(test, US_OP_EXALL);
    const std::uint64_t renames = countOf(test, US_OP_RENAME);
    const std::uint64_t removals = countOf(test, US_OP_DELETE);
    const std::uint64_t seeks = countOf(test, US_OP_SEEK);
    const std::uint64_t most = std::max({opens, locks, entries, removals, renames, seeks});
    if (most == 0) return Work::other;
    if (most == opens) {
        if (lowered(test.name).find("append") != std::string::npos) return Work::other;
        if (writes > reads || lowered(test.name).find("creat") != std::string::npos) return Work::create;
        return reads > 0 ? Work::load : Work::open;
    }
    if (most == seeks) return Work::seek;
    if (most == removals) return Work::remove;
    if (most == renames) return Work::rename;
    return most == entries ? Work::list : Work::lock;
}

} // namespace uaescope::core
