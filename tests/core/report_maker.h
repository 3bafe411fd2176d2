// Reports of runs that never were, for what is made from reports alone.
#pragma once

#include "analyzer/core/compare.h"
#include "uaeplugin/capture/protocol.h"

#include <string>
#include <vector>

namespace uaescope::core::test {

inline Report reportOf(std::vector<TestReport> tests) {
    Report report;
    report.finished = true;
    report.hostCalls = 1000;
    report.tests = std::move(tests);
    for (const TestReport& test : report.tests) report.owners += test.owners;
    return report;
}

inline TestReport measured(const char* name, Work work, double rate) {
    TestReport test;
    test.name = name;
    test.work = work;
    test.unit = work == Work::read || work == Work::write ? "bytes/s" : "files/s";
    test.rate = rate;
    test.state = FigureState::measured;
    test.operations = 100;
    return test;
}

// One run for each rate, of one test.
inline SetupRuns runsOf(const char* setup, const char* test, Work work, const std::vector<double>& rates) {
    SetupRuns runs{.name = setup, .runs = {}};
    for (const double rate : rates) runs.runs.push_back(reportOf({measured(test, work, rate)}));
    return runs;
}

} // namespace uaescope::core::test
