// The results of a text while it is read line by line. For import*.cpp only.
#pragma once

#include "analyzer/core/import.h"

namespace uaescope::core {

class ImportCollector {
public:
    // The result that figures of this benchmark go to: a new one when the last is of another.
    ImportedResult& of(const std::string& benchmark, const std::string& suite);
    // A new one in any case, unless the last is still empty and of the same.
    ImportedResult& begin(const std::string& benchmark, const std::string& suite);
    // To what of() gives; when that has this test already, another run begins.
    ImportedFigure& add(const std::string& benchmark, const std::string& suite, ImportedFigure figure);

    std::vector<ImportedResult> results;
    std::vector<ImportedResult> columns; // of DiskSpeed's tables of two, pair by pair; to be put behind the others
};

// Each takes the line, if it is one of its own.
bool importDiskspeed13(ImportCollector& collector, const std::string& line);
bool importDiskperf(ImportCollector& collector, const std::string& line);
bool importDiskspeed4(ImportCollector& collector, const std::string& line);
bool importOthers(ImportCollector& collector, const std::string& line);     // DevSpeed, xSysInfo, hdparm
bool importTwoColumns(ImportCollector& collector, const std::string& line); // of DiskSpeed
bool importOwn(ImportCollector& collector, const std::string& line);        // truth, readtree, treecopy

// What stands on the line is a figure of hdparm's up to where it may have been wrapped.
bool beginsFigureOfHdparm(const std::string& line);

// Two names that a table of DiskSpeed's may follow: the head of it is both lines.
bool beginsTwoColumns(const std::string& line);

// Which one of the DiskPerf family it was is told by its buffers.
void nameDiskperf(ImportedResult& result);

// A figure from what is printed: "< 1" is below resolution, and less than nothing is invalid.
ImportedFigure printedFigure(std::string test, std::string unit, const std::string& number, double factor = 1);

// A file that uaebench wrote for RESULTS. Throws ImportError when it is damaged.
ImportedResult importResultsFile(std::string_view text);

} // namespace uaescope::core
