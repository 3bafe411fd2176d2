#include "strace_log.h"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>

namespace uaescope {

namespace {

// One call of the log: "name(arguments) = result ...", put together again where another thread interrupted its line.
struct LoggedCall {
    std::string name;
    std::string arguments;
    long long result = 0;
};

constexpr std::string_view unfinished = " <unfinished ...>";

std::optional<LoggedCall> parseCall(const std::string& text) {
    const std::size_t open = text.find('(');
    const std::size_t close = text.rfind(") ");
    const std::size_t equals = text.rfind("= ");
    if (open == std::string::npos || close == std::string::npos || equals == std::string::npos || equals < close)
        return std::nullopt;
    return LoggedCall{text.substr(0, open), text.substr(open + 1, close - open - 1),
                      std::atoll(text.c_str() + equals + 2)};
}

std::string between(const std::string& text, std::size_t from, char open, char close) {
    const std::size_t begin = text.find(open, from);
    if (begin == std::string::npos) return {};
    const std::size_t end = text.find(close, begin + 1);
    return end == std::string::npos ? std::string() : text.substr(begin + 1, end - begin - 1);
}

// The name that captures have for the call.
std::string nameOf(const LoggedCall& call) {
    static const std::map<std::string, std::string> others = {{"openat", "open"},      {"pread64", "pread"},
                                                              {"pwrite64", "pwrite"},  {"getdents64", "getdents"},
                                                              {"utimensat", "utimes"}, {"fdatasync", "fsync"}};
    if (call.name == "newfstatat") {
        if (call.arguments.find("AT_EMPTY_PATH") != std::string::npos) return "fstat";
        return call.arguments.find("AT_SYMLINK_NOFOLLOW") != std::string::npos ? "lstat" : "stat";
    }
    const auto found = others.find(call.name);
    return found == others.end() ? call.name : found->second;
}

// The file: a descriptor's as strace -y shows it, else the first path of the arguments.
std::string pathOf(const LoggedCall& call) {
    const bool isOnDescriptor =
        std::isdigit(static_cast<unsigned char>(call.arguments[0])) != 0 &&
        (call.name != "newfstatat" || call.arguments.find("AT_EMPTY_PATH") != std::string::npos);
    return isOnDescriptor ? between(call.arguments, 0, '<', '>') : between(call.arguments, 0, '"', '"');
}

} // namespace

core::TrafficByFile readStraceLog(const std::filesystem::path& log, const core::Trace& trace) {
    core::TrafficByFile traffic;
    std::map<std::string, std::string> interrupted; // by thread
    bool hasStarted = false;
    std::ifstream in(log);
    for (std::string line; std::getline(in, line);) {
        const std::size_t space = line.find(' ');
        if (space == std::string::npos) continue;
        const std::string thread = line.substr(0, space);
        std::string text = line.substr(line.find_first_not_of(' ', space));
        if (text.find("/uaescope-recording-starts") != std::string::npos) {
            hasStarted = true;
            continue;
        }
        if (const std::size_t at = text.find(unfinished); at != std::string::npos) {
            interrupted[thread] = text.substr(0, at);
            continue;
        }
        if (text.rfind("<... ", 0) == 0) {
            const std::size_t resumed = text.find(" resumed>");
            text = interrupted[thread] + text.substr(resumed + std::string_view(" resumed>").size());
        }
        const auto call = hasStarted ? parseCall(text) : std::nullopt;
        if (!call || call->arguments.empty()) continue;
        const std::string path = pathOf(*call);
        if (!core::isOnStorage(trace, path)) continue;
        const std::string name = nameOf(*call);
        core::Traffic& found = traffic[{path, name}];
        ++found.calls;
        if ((name == "read" || name == "write") && call->result > 0)
            found.bytes += static_cast<std::uint64_t>(call->result);
    }
    if (!hasStarted)
        throw std::runtime_error(log.string() + ": the plugin's start mark is not there; did the plugin load?");
    return traffic;
}

} // namespace uaescope
