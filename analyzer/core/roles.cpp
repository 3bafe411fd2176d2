#include "analyzer/core/roles.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace uaescope::core {
namespace {

// Without double slashes, dots and a trailing slash.
std::string normalized(std::string_view path) {
    std::string text = std::filesystem::path(path).lexically_normal().string();
    if (text.size() > 1 && text.back() == '/') text.pop_back();
    return text;
}

bool isSideFile(std::string_view path) {
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name.ends_with(".uaem") || name.ends_with(".uaem.tmp") || name == "_UAEFSDB.___";
}

bool isStorageThread(std::string_view name) { return name == "filesys" || name == "hardfile" || name == "ide"; }

bool isSystemFile(std::string_view path) {
    for (const std::string_view root : {"/etc", "/usr", "/proc", "/sys", "/dev/null", "/dev/urandom"})
        if (isAtOrUnder(path, root)) return true;
    return path.ends_with(".log.txt") || path.ends_with(".log");
}

std::vector<Role> guessedRoles(const Trace& trace) {
    std::vector<Role> roles(trace.strings.size(), Role::emulator);
    std::vector<std::uint32_t> threads;
    for (const capture::Thread& thread : trace.threads)
        if (isStorageThread(trace.string(thread.name))) threads.push_back(thread.id);
    for (const capture::HostCall& call : trace.calls.kinds()) {
        if (call.path >= roles.size() || roles[call.path] != Role::emulator) continue;
        if (std::find(threads.begin(), threads.end(), call.thread) == threads.end()) continue;
        const std::string_view path = trace.string(call.path);
        if (!isSystemFile(path)) roles[call.path] = isSideFile(path) ? Role::sideFile : Role::storage;
    }
    return roles;
}

} // namespace

bool isAtOrUnder(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/' || folder == "/");
}

std::vector<std::string> storagePaths(const Trace& trace) {
    std::vector<std::string> paths;
    for (const auto& [key, value] : trace.facts)
        if (key.starts_with("storage.") && !value.empty()) paths.push_back(normalized(value));
    return paths;
}

std::vector<Role> rolesOf(const Trace& trace) {
    const std::vector<std::string> roots = storagePaths(trace);
    std::vector<Role> roles;
    if (roots.empty()) {
        roles = guessedRoles(trace);
    } else {
        roles.reserve(trace.strings.size());
        for (const std::string& text : trace.strings) {
            const std::string path = normalized(text);
            const bool storage = std::any_of(roots.begin(), roots.end(),
                                             [&](const std::string& root) { return isAtOrUnder(path, root); });
            roles.push_back(!storage ? Role::emulator : isSideFile(path) ? Role::sideFile : Role::storage);
        }
    }
    for (std::size_t i = 0; i < roles.size(); ++i)
        if (trace.strings[i].empty()) roles[i] = Role::unknown;
    return roles;
}

} // namespace uaescope::core
