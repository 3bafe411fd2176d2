// A small comparison with every kind of cell, and a report, written down by hand.
#pragma once

#include "analyzer/core/compare.h"

namespace uaescope::cli {

inline core::Cell measuredCell(double median, double spread, double passThrough) {
    core::Cell cell;
    cell.state = core::FigureState::measured;
    cell.rates = {median};
    cell.median = median;
    cell.spread = spread;
    cell.wideSpread = spread > 0.1;
    if (passThrough > 0) cell.passThrough = passThrough;
    return cell;
}

inline core::Comparison sampleComparison() {
    core::Comparison comparison;
    comparison.suite = "diskspeed13";
    comparison.setups = {"dir", "hdf", "rdb"};
    comparison.runCounts = {3, 3, 3};
    comparison.hostMode = "cached";
    core::Row create{"Create files", "files/s", core::Work::create, {}, measuredCell(45210, 0.02, 0)};
    create.cells = {measuredCell(812.4, 0.034, 0.018), measuredCell(1734, 0.121, 0.0384),
                    measuredCell(1690, 0.05, 0.0374)};
    core::Row read{"Read 64 KiB", "bytes/s", core::Work::read, {}, measuredCell(6.2e9, 0.01, 0)};
    read.cells = {measuredCell(2.71e8, 0.01, 0.0437), measuredCell(9.4e6, 0.02, 0.0015), core::Cell{}};
    read.cells[2].state = core::FigureState::invalid;
    read.cells[2].note = "no host I/O stands behind it";
    comparison.rows = {create, read};
    core::Reason reason;
    reason.code = core::ReasonCode::callsPerCreate;
    reason.text = "One new file costs 41 host calls on dir, 22 of them for the metadata side files that FS-UAE writes "
                  "beside each file, and 6 on hdf.";
    comparison.reasons = {reason};
    core::Verdict verdict;
    verdict.text = "For creating files, hdf is 2.1 times as fast as dir.";
    comparison.verdicts = {verdict};
    comparison.warnings = {"hdf: spread over 10 % in Create files; repeat on a quiet machine."};
    return comparison;
}

inline core::Report sampleReport() {
    core::Report report;
    report.file = "out/hdf-1.uascope";
    report.facts = {{"setup", "hdf"},       {"suite", "diskspeed13"}, {"emulator.version", "FS-UAE 3.1.66"},
                    {"guest.cpu", "68040"}, {"guest.volume", "DH1:"}, {"guest.device", ""},
                    {"guest.buffers", "30"}};
    report.finished = true;
    report.operations = 3000;
    report.hostCalls = 12345;
    report.late = 3;
    report.outside = 120;
    report.markCost = {1200, 5600};
    core::TestReport test;
    test.name = "Create files";
    test.unit = "files/s";
    test.work = core::Work::create;
    test.state = core::FigureState::measured;
    test.rate = 1734;
    test.medianNs = 180'000;
    test.hostCalls = 12000;
    test.hostBytesRead = 4'096'000;
    test.hostBytesWritten = 2'097'152;
    test.owners.ns = {40, 10, 5, 945};
    report.tests = {test};
    report.tests[0].elsewhere = {50, {{0, 0, 0, 600}}};
    report.owners = test.owners;
    core::FileReport file;
    file.path = "/home/me/work.hdf";
    file.role = core::Role::storage;
    file.calls = 12000;
    file.bytesRead = 4'096'000;
    file.bytesWritten = 2'097'152;
    file.ns = 52'000'000;
    report.files = {file};
    report.warnings = {"120 host calls lay outside all operations."};
    return report;
}

} // namespace uaescope::cli
