// DiskPerf and its descendants.
#include "analyzer/core/import_collector.h"

#include <algorithm>
#include <regex>

namespace uaescope::core {
namespace {

constexpr const char* family = "DiskPerf";
constexpr const char* second = "DiskPerf2";
constexpr const char* third = "DiskPerf3";

// A line of the common format belongs to the last header seen.
std::string present(const ImportCollector& collector) {
    return !collector.results.empty() && collector.results.back().benchmark == third ? third : family;
}

void add(ImportCollector& collector, const std::string& benchmark, const char* test, const char* unit,
         const std::string& number) {
    collector.add(benchmark, benchmark == second ? "diskperf2" : "", printedFigure(test, unit, number));
}

bool takeSecond(ImportCollector& collector, const std::string& line) {
    static const std::regex header(R"(DiskPerf2\. Testing (\S+))");
    static const std::regex first(R"(Create Files:\s*(\S+) files/sec\.\s+Directory Scan:\s*(\S+) entries/sec)");
    static const std::regex next(R"(Delete Files:\s*(\S+) files/sec\.\s+Seek/Read Test:\s*(\S+) seek/sec)");
    static const std::regex buffer(
        R"(Buffer:\s+(\d{1,7})(k?)\s+Read:\s+(below resolution|\S+)\s+Write:\s+(below resolution|\S+))");
    std::smatch m;
    if (std::regex_search(line, m, header)) {
        collector.begin(second, "diskperf2").facts.emplace_back("volume", m[1]);
    } else if (std::regex_search(line, m, first)) {
        add(collector, second, "Create files", "files/s", m[1]);
        add(collector, second, "Stat files", "entries/s", m[2]);
    } else if (std::regex_search(line, m, next)) {
        add(collector, second, "Delete files", "files/s", m[1]);
        add(collector, second, "Seek and read", "seeks/s", m[2]);
    } else if (std::regex_search(line, m, buffer)) {
        const std::string size = std::to_string(std::stoul(m[1]) * (m[2].length() ? 1024 : 1));
        add(collector, second, ("Read " + size).c_str(), "bytes/s", m[3]);
        add(collector, second, ("Write " + size).c_str(), "bytes/s", m[4]);
    } else {
        return false;
    }
    return true;
}

} // namespace

bool importDiskperf(ImportCollector& collector, const std::string& line) {
    static const std::regex mode(R"(Testi+ng drive\s+(.+?):?\s+with (small|big) files)");
    static const std::regex create(
        R"(create (\S+|below resolution) files/sec, delete (\S+|below resolution) files/sec)");
    static const std::regex scan(R"(Directory scan:\s+(\S+|below resolution) entries/sec)");
    static const std::regex seek(R"(Seek/read test:\s+(\S+|below resolution) seek/reads)");
    static const std::regex buffer(
        R"(buf (\d{1,7}) bytes, rd (\S+|below resolution) byte/sec, wr (\S+|below resolution) byte/sec)");
    std::smatch m;
    if (takeSecond(collector, line)) return true;
    const std::string benchmark = present(collector);
    if (std::regex_search(line, m, mode)) {
        ImportedResult& result = collector.begin(third, m[2] == "small" ? "diskperf3-floppy" : "diskperf3");
        result.facts.emplace_back("volume", m[1]);
    } else if (std::regex_search(line, m, create)) {
        add(collector, benchmark, "Create files", "files/s", m[1]);
        add(collector, benchmark, "Delete files", "files/s", m[2]);
    } else if (std::regex_search(line, m, scan)) {
        add(collector, benchmark, "Stat files", "entries/s", m[1]);
    } else if (std::regex_search(line, m, seek)) {
        add(collector, benchmark, "Seek and read", "seeks/s", m[1]);
    } else if (std::regex_search(line, m, buffer)) {
        add(collector, benchmark, ("Read " + m[1].str()).c_str(), "bytes/s", m[2]);
        add(collector, benchmark, ("Write " + m[1].str()).c_str(), "bytes/s", m[3]);
    } else {
        return false;
    }
    return true;
}

void nameDiskperf(ImportedResult& result) {
    if (result.benchmark != family) return;
    const auto has = [&](const char* test) {
        return std::any_of(result.figures.begin(), result.figures.end(), [&](const auto& f) { return f.test == test; });
    };
    result.suite = has("Read 524288") ? "diskperf-jdow" : "diskperf";
    if (has("Read 524288")) result.benchmark = "DiskPerf (jdow)";
}

} // namespace uaescope::core
