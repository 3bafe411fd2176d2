// What strace -f -y -e trace=desc,file saw of some files, from the call by which the plugin marks its start.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

namespace uaescope {

struct Traffic {
    std::uint64_t calls = 0;
    std::uint64_t bytes = 0; // moved by read and write
    bool operator==(const Traffic&) const = default;
};

// (name of the call as captures have it, path)
using TrafficByFile = std::map<std::pair<std::string, std::string>, Traffic>;

// Of all files whose path begins with the prefix. Throws std::runtime_error when the mark is not there.
TrafficByFile readStraceLog(const std::filesystem::path& log, const std::string& prefix);

} // namespace uaescope
