// The two programs of this name: Hendrikx's Diskspeed 1.x, and Sinz's DiskSpeed 2 to 4 with its ScsiSpeed.
#include "analyzer/core/import_collector.h"

#include <algorithm>
#include <map>
#include <regex>

namespace uaescope::core {
namespace {

constexpr const char* hendrikx = "Diskspeed 1.x";
constexpr const char* sinz = "DiskSpeed 4";
constexpr const char* scsi = "ScsiSpeed";

struct Line {
    std::regex pattern; // the sizes of the work, then the figure
    const char* test;
    const char* unit;
    double factor;
    std::vector<std::string> sizes; // of our suite
};

const std::vector<Line>& linesOfHendrikx() {
    static const std::string end = R"(\s*:\s*(below resolution|-?\d+))";
    static const auto pattern = [](const char* begin) { return std::regex("^\\s*" + std::string(begin) + end); };
    static const std::vector<Line> lines = {
        {pattern(R"(Creates\s+(\d+) files of\s+(\d+) bytes)"), "Create files", "files/s", 1, {"1000", "128"}},
        {pattern("Scan all files in a directory"), "Scan directory", "entries/s", 1, {}},
        {pattern("Lock and unlock a random file"), "Lock and unlock", "files/s", 1, {}},
        {pattern("Open and close a random file"), "Open and close", "files/s", 1, {}},
        {pattern("Load a random file"), "Load files", "files/s", 1, {}},
        {pattern(R"(Deletes\s+(\d+) files)"), "Delete files", "files/s", 1, {"1000"}},
        {pattern(R"((\d+) byte file)"), "Seek and read", "seeks/s", 1, {"2097152"}},
        {pattern(R"(Read data using\s+(\d+) byte buffer)"), "Read", "bytes/s", 1024, {"65536"}},
        {pattern(R"(Write data using\s+(\d+) byte buffer)"), "Write", "bytes/s", 1024, {"65536"}},
    };
    return lines;
}

// Other sizes than those of our suite are other work.
void noteSizes(ImportedResult& result, const std::smatch& m, const std::vector<std::string>& sizes) {
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (m[i + 1] != sizes[i]) result.suite.clear();
}

} // namespace

bool importDiskspeed13(ImportCollector& collector, const std::string& line) {
    static const std::regex volume(R"(^\s*Volume (.+?) (\d+) blocks \(\d+ MB\), (\d+) bytes per block)");
    static const std::regex dosType(R"(buffers and the DosType is (0x[0-9a-fA-F]+))");
    static const std::regex seekSize(R"(^\s*Random seek/reads of\s+(\d+) bytes in)");
    std::smatch m;
    for (const Line& one : linesOfHendrikx()) {
        if (!std::regex_search(line, m, one.pattern)) continue;
        collector.add(hendrikx, "diskspeed13", printedFigure(one.test, one.unit, m[m.size() - 1], one.factor));
        noteSizes(collector.results.back(), m, one.sizes);
        return true;
    }
    if (std::regex_search(line, m, volume)) {
        ImportedResult& result = collector.begin(hendrikx, "diskspeed13");
        result.facts.emplace_back("volume", m[1]);
        result.facts.emplace_back("blocks", m[2]);
        result.facts.emplace_back("block_bytes", m[3]);
    } else if (std::regex_search(line, m, dosType)) {
        collector.of(hendrikx, "diskspeed13").facts.emplace_back("dostype", m[1]);
    } else if (std::regex_search(line, m, seekSize)) {
        noteSizes(collector.of(hendrikx, "diskspeed13"), m, {"2048"});
    } else {
        return false;
    }
    return true;
}

namespace {

const std::map<std::string, std::pair<const char*, bool>>& testsOfSinz() { // label, and whether it is in a section
    static const std::map<std::string, std::pair<const char*, bool>> tests = {
        {"File Create", {"Create files", false}},
        {"File Open", {"Open files", false}},
        {"Directory Scan", {"Scan directory", false}},
        {"File Delete", {"Delete files", false}},
        {"Seek/Read", {"Seek and read", false}},
        {"Create file", {"Create", true}},
        {"Write to file", {"Write", true}},
        {"Read from file", {"Read", true}},
        {"Read from SCSI", {"Read", true}}};
    return tests;
}

// The section that figures belong to is kept as a fact until the next.
std::string sectionOf(const ImportCollector& collector) {
    if (collector.results.empty()) return "";
    const auto& facts = collector.results.back().facts;
    const auto section = std::find_if(facts.rbegin(), facts.rend(), [](const auto& f) { return f.first == "section"; });
    return section == facts.rend() ? "" : section->second;
}

bool hasFigure(const ImportedResult& result, const std::string& test) {
    return std::any_of(result.figures.begin(), result.figures.end(), [&](const auto& f) { return f.test == test; });
}

std::string unitOfSinz(const std::string& printed) {
    if (printed == "Seek/Read") return "seeks/s";
    if (printed == "Directory Scan") return "entries/s";
    return printed.starts_with("File ") ? "files/s" : "bytes/s";
}

ImportedResult& present(ImportCollector& collector) {
    const bool isScsi = !collector.results.empty() && collector.results.back().benchmark == scsi;
    return isScsi ? collector.results.back() : collector.of(sinz, "diskspeed4");
}

void beginSection(ImportCollector& collector, const std::string& size, const std::string& memory,
                  const std::string& alignment) {
    ImportedResult& result = present(collector);
    std::erase_if(result.facts, [](const auto& fact) { return fact.first == "section"; });
    result.facts.emplace_back("section", size + " " + memory + " " + alignment);
}

std::string labelOfSinz(const ImportCollector& collector, const std::string& printed) {
    const auto& [test, sectioned] = testsOfSinz().at(printed);
    const std::string section = sectionOf(collector);
    return sectioned && !section.empty() ? test + (" " + section) : test;
}

void addOfSinz(ImportCollector& collector, const std::smatch& m) {
    const auto& [test, sectioned] = testsOfSinz().at(m[1]);
    std::string label = test;
    std::string section = sectionOf(collector);
    if (m[1] == "Read from SCSI" && section.ends_with(" LONG")) section.resize(section.size() - 5);
    if (sectioned && !section.empty()) label += " " + section;
    if (m[1] == "Read from SCSI" && present(collector).figures.empty()) {
        collector.results.back().benchmark = scsi;
        collector.results.back().suite = "scsispeed";
    }
    const std::string benchmark = m[1] == "Read from SCSI" ? scsi : sinz;
    const std::string unit = m[4] == "bytes"            ? "bytes/s"
                             : m[4] == "seeks"          ? "seeks/s"
                             : m[1] == "Directory Scan" ? "entries/s"
                                                        : "files/s";
    ImportedFigure& figure = collector.add(benchmark, benchmark == scsi ? "scsispeed" : "diskspeed4",
                                           printedFigure(label, unit, m[2].str() + m[3].str()));
    if (m[5].matched) figure.cpuAvailable = std::stoi(m[5].str().substr(0, 6));
}

} // namespace

bool beginsTwoColumns(const std::string& line) {
    static const std::regex names(R"(^\s{8,}\S+\s{3,}\S+\s*$)");
    return std::regex_search(line, names);
}

// Two disks beside each other: their names, then for each test a rate and the CPU that was left, of one and the other.
bool importTwoColumns(ImportCollector& collector, const std::string& line) {
    static const std::regex names(R"(^\s+(\S+)\s{3,}(\S+)\s+Function\s+xPS\s+CPU\s+xPS\s+CPU)");
    static const std::regex row(
        R"(^\s*(File Create|File Open|Directory Scan|File Delete|Seek/Read|Create file|Write to file|Read from file):\s+(\d+) \|\s*(\d{1,3})%\s+(\d+) \|\s*(\d{1,3})%)");
    std::smatch m;
    if (std::regex_search(line, m, names)) {
        for (const int column : {1, 2})
            collector.columns.push_back({"", sinz, "diskspeed4", {{"volume", m[column]}}, {}});
        return true;
    }
    if (!std::regex_search(line, m, row)) return false;
    const std::string test = labelOfSinz(collector, m[1]);
    const bool isNew = collector.columns.empty() || hasFigure(collector.columns.back(), test);
    if (isNew) collector.columns.resize(collector.columns.size() + 2, {"", sinz, "diskspeed4", {}, {}});
    for (const std::size_t column : {0u, 1u}) {
        ImportedFigure figure = printedFigure(test, unitOfSinz(m[1]), m[2 + 2 * column]);
        figure.cpuAvailable = std::stoi(m[3 + 2 * column]);
        collector.columns[collector.columns.size() - 2 + column].figures.push_back(std::move(figure));
    }
    return true;
}

bool importDiskspeed4(ImportCollector& collector, const std::string& line) {
    static const std::regex section(R"(Testing with a (\d+) byte, MEMF_(\w+), (\w+)-aligned buffer)");
    static const std::regex older(R"(Testing with a (\d+) byte buffer\.\s+\((\w+)-aligned, MEMF_(\w+)\))");
    static const std::regex header(R"(DiskSpeed 4 workload|MKSoft DiskSpeed|Aros DiskSpeed|MKSoft ScsiSpeed)");
    static const std::regex device(R"(^Device:\s+(.+?)\s+Buffers:\s+(\d+|<information unavailable>))");
    static const std::regex figure(
        R"(^\s*(File Create|File Open|Directory Scan|File Delete|Seek/Read|Create file|Write to file|Read from file|Read from SCSI):\s+(< ?)?(-?\d+|below resolution) ?(files|seeks|bytes)/sec(?:\s+\|\s+CPU Available:\s*(\d+)%)?)");
    static const std::regex fault(R"(^(\*\*\* Interrupted by user|\*\*\* Data Error|Error:\s+.* test failed))");
    std::smatch m;
    if (importTwoColumns(collector, line)) return true;
    if (std::regex_search(line, m, header)) {
        collector.begin(sinz, "diskspeed4");
    } else if (std::regex_search(line, m, section)) {
        beginSection(collector, m[1], m[2], m[3]);
    } else if (std::regex_search(line, m, older)) {
        beginSection(collector, m[1], m[3], m[2]);
    } else if (std::regex_search(line, m, figure)) {
        // A second figure on the line: of two columns it is not known which is whose.
        if (m.suffix().str().find("/sec") != std::string::npos) return false;
        addOfSinz(collector, m);
    } else if (std::regex_search(line, m, device)) {
        collector.of(sinz, "diskspeed4").facts.emplace_back("volume", m[1]);
    } else if (!collector.results.empty() && collector.results.back().benchmark == sinz &&
               std::regex_search(line, m, fault)) {
        collector.results.back().facts.emplace_back("fault", line);
    } else {
        return false;
    }
    return true;
}

} // namespace uaescope::core
