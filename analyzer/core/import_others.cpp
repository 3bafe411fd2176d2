// DevSpeed, xSysInfo and hdparm: a line or two each.
#include "analyzer/core/import_collector.h"

#include <map>
#include <regex>

namespace uaescope::core {
namespace {

constexpr const char* devspeed = "DevSpeed";
constexpr const char* xsysinfo = "xSysInfo";
constexpr const char* hdparm = "hdparm";

// It prints thousands of bytes, cut off; the sizes are these numbers of blocks.
std::string sizeOfDevspeed(const std::string& thousands) {
    for (const unsigned blocks : {13u, 30u, 100u, 300u, 600u, 1000u, 1500u, 2000u, 2400u, 2800u})
        if (std::to_string(blocks * 512 / 1000) == thousands) return std::to_string(blocks * 512);
    return thousands + "000";
}

bool takeDevspeed(ImportCollector& collector, const std::string& line) {
    static const std::regex figure(
        R"(^\s*(\d{1,6}) K Reads (\d+|below resolution)(?: Writes (\d+|below resolution|-))? b/sec)");
    std::smatch m;
    if (!std::regex_search(line, m, figure)) return false;
    const std::string size = sizeOfDevspeed(m[1]);
    collector.add(devspeed, "devspeed", printedFigure("Read " + size, "bytes/s", m[2]));
    if (m[3].matched && m[3] != "-")
        collector.add(devspeed, "devspeed", printedFigure("Write " + size, "bytes/s", m[3]));
    return true;
}

bool takeXsysinfo(ImportCollector& collector, const std::string& line) {
    static const std::regex drive(R"(^Drive: (\S+)\s*$)");
    static const std::regex speed(R"(^\s+Speed:\s+(\d+) bytes/sec)");
    std::smatch m;
    if (std::regex_search(line, m, drive)) {
        ImportedResult& result = collector.of(xsysinfo, "");
        std::erase_if(result.facts, [](const auto& fact) { return fact.first == "drive"; });
        result.facts.emplace_back("drive", m[1]);
        return true;
    }
    if (!std::regex_search(line, m, speed)) return false;
    ImportedResult& result = collector.of(xsysinfo, "");
    const std::string name = result.facts.empty() ? "a drive" : result.facts.back().second;
    collector.add(xsysinfo, "", printedFigure("Read " + name, "bytes/s", m[1]));
    return true;
}

bool takeHdparm(ImportCollector& collector, const std::string& line) {
    static const std::regex device(R"(^\s*(/dev/\S+):\s*$)");
    static const std::regex figure(
        R"(Timing (buffer-?cache|cached|buffered disk) reads:\s+[\d.]+\s+MB\s+in\s+[\d.]+\s+seconds\s+=\s*([\d.]+)\s+(MB|kB)/s)");
    std::smatch m;
    if (std::regex_search(line, m, device)) {
        collector.begin(hdparm, "").facts.emplace_back("device", m[1]);
        return true;
    }
    if (!std::regex_search(line, m, figure)) return false;
    const double factor = m[3] == "MB" ? 1 << 20 : 1 << 10;
    collector.add(hdparm, "",
                  printedFigure(m[1] == "buffered disk" ? "Read disk" : "Read cache", "bytes/s", m[2], factor));
    return true;
}

} // namespace

bool beginsFigureOfHdparm(const std::string& line) {
    static const std::regex begin(R"(^\s*Timing (buffer-?cache|cached|buffered disk) reads:)");
    return std::regex_search(line, begin);
}

bool importOthers(ImportCollector& collector, const std::string& line) {
    return takeDevspeed(collector, line) || takeXsysinfo(collector, line) || takeHdparm(collector, line);
}

} // namespace uaescope::core
