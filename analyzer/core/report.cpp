#include "analyzer/core/report.h"

#include "analyzer/core/figure.h"
#include "analyzer/core/host_calls.h"
#include "analyzer/core/statistics.h"
#include "analyzer/core/text.h"
#include "analyzer/core/work.h"
#include "uaeplugin/capture/protocol.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace uaescope::core {
namespace {

constexpr std::uint32_t errorNoMoreEntries = 232; // dos.library: the end of a directory, not a failure

bool failed(const Operation& operation) {
    if (operation.error == errorNoMoreEntries) return false;
    return operation.error != 0;
}

struct TimedFigure {
    std::int64_t time = 0;
    Figure figure;
};

std::vector<TimedFigure> figuresOf(const Trace& trace) {
    std::vector<TimedFigure> figures;
    for (const capture::Text& text : trace.texts) {
        if (text.kind != US_TEXT_FIGURE) continue;
        if (const std::optional<Figure> figure = parseFigure(trace.string(text.text)))
            figures.push_back({text.time, *figure});
    }
    return figures;
}

// Several suites in one capture number their tests alike: only what was said during the test is its own.
const Figure* figureOf(const std::vector<TimedFigure>& figures, const Test& test) {
    const auto own = std::find_if(figures.begin(), figures.end(), [&](const TimedFigure& one) {
        return one.figure.test == test.number && one.time >= test.begin && one.time <= test.end;
    });
    return own == figures.end() ? nullptr : &own->figure;
}

// A result of -1 is a failure, everything else a number of bytes.
std::uint64_t bytesOf(const Operation& operation) { return operation.result == 0xffffffff ? 0 : operation.result; }

void addOperation(TestReport& report, const Operation& operation) {
    ++report.operations;
    ++report.operationsByKind[operation.kind];
    report.owners += operation.owners;
    report.detail += operation.detail;
    if (operation.kind == US_OP_READ || operation.kind == US_OP_DEVICE_READ)
        report.guestBytesRead += bytesOf(operation);
    if (operation.kind == US_OP_WRITE) report.guestBytesWritten += bytesOf(operation);
}

void addMoved(TestReport& report, const Analysis& analysis, const capture::HostCall& call, Place place) {
    const Moved moved = movedBy(call, analysis.systemDepth);
    if (moved.read > 0) ++report.hostReads;
    if (moved.written > 0) ++report.hostWrites;
    report.hostBytesRead += moved.read;
    report.hostBytesWritten += moved.written;
    if (place != Place::late) return;
    ++report.lateWrites;
    report.lateBytes += moved.written;
    report.lateNs += call.end - call.begin;
}

// A shared call counts for the first of the operations that share it, so that sums over tests stay right.
void addCalls(TestReport& report, const Analysis& analysis, std::uint32_t operation) {
    for (const std::uint32_t index : analysis.callsOf(analysis.operations[operation])) {
        const CallInfo info = analysis.calls[index];
        const capture::HostCall call = analysis.trace.calls[index];
        if (info.operation != operation || capture::isWait(call.call)) continue;
        if (info.place == Place::overhead) {
            if (info.outermost) report.overheadCalls += callWeight(call);
            continue;
        }
        addMoved(report, analysis, call, info.place);
        if (!info.outermost || info.place != Place::attributed) continue;
        report.hostCalls += callWeight(call);
        report.callsByName[call.call] += callWeight(call);
        if (info.role == Role::sideFile) report.sideFileCalls += callWeight(call);
    }
}

void addTimes(TestReport& report, std::vector<std::int64_t>& times) {
    if (times.empty()) return;
    report.minNs = *std::min_element(times.begin(), times.end());
    report.medianNs = percentile(times, 0.5);
    report.p90Ns = percentile(times, 0.9);
    report.p95Ns = percentile(times, 0.95);
    report.p99Ns = percentile(times, 0.99);
    report.maxNs = *std::max_element(times.begin(), times.end());
}

void setState(TestReport& report, FigureState state, std::string note) {
    report.state = state;
    report.note = std::move(note);
}

// Zero elapsed time, no items and no I/O behind a data rate are three different things, and none of them is a rate.
void addFigure(TestReport& report, const Figure* figure, bool callsRecorded) {
    if (!figure) return setState(report, FigureState::notMeasured, "the guest gave no figure for it");
    if (!figure->whyNot.empty()) return setState(report, FigureState::notMeasured, figure->whyNot);
    report.unit = figure->unit;
    report.items = figure->count;
    report.work = workOf(report);
    report.guestStepNs = figure->guestStepNs;
    if (figure->guestUs > 0)
        report.guestRate = 1e6 * static_cast<double>(figure->count) / static_cast<double>(figure->guestUs);
    if (report.operations == 0) return setState(report, FigureState::notMeasured, "no operation of it was recorded");
    if (report.wallNs == 0) return setState(report, FigureState::invalid, "no time passed by the host's clock");
    if (figure->count == 0) return setState(report, FigureState::belowResolution, "not one item was done in the time");
    report.rate = 1e9 * static_cast<double>(figure->count) / static_cast<double>(report.wallNs);
    if (callsRecorded && isDataRate(report.unit) && report.hostReads + report.hostWrites == 0)
        return setState(report, FigureState::invalid, "no host read or write is behind it: a cache answered");
    setState(report, FigureState::measured, "");
}

std::string_view volumeIn(std::string_view path) { return path.substr(0, path.find(':') + 1); }

// AmigaDOS does not tell capitals from small letters.
bool isSameVolume(std::string_view one, std::string_view other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

// Suites name what is on the volume under test relative to it. Of a program, the packets to this volume stand in for
// operations, whatever names the program gave.
bool isElsewhere(const Trace& trace, const Test& test, const Operation& operation) {
    if (test.kind == US_OP_PROGRAM) return false;
    const std::string_view volume = volumeIn(trace.string(operation.name));
    const auto tested = trace.facts.find("guest.volume");
    return !volume.empty() && (tested == trace.facts.end() || !isSameVolume(volume, volumeIn(tested->second)));
}

TestReport testReport(const Analysis& analysis, const Test& test, const Figure* figure) {
    TestReport report;
    report.name = test.name;
    std::vector<std::int64_t> times;
    std::int64_t covered = test.begin;
    for (std::uint32_t i = test.firstOperation; i < test.firstOperation + test.operationCount; ++i) {
        const Operation& operation = analysis.operations[i];
        if (operation.test != test.number || operation.prepares) continue;
        addOperation(report, operation);
        if (isElsewhere(analysis.trace, test, operation)) {
            ++report.elsewhere.operations;
            report.elsewhere.owners += operation.owners;
        }
        addCalls(report, analysis, i);
        times.push_back(operation.end - operation.begin);
        report.wallNs += std::max<std::int64_t>(0, operation.end - std::max(covered, operation.begin));
        covered = std::max(covered, operation.end);
    }
    addTimes(report, times);
    report.traffic = trafficOf(analysis, test);
    report.work = workOf(report);
    addFigure(report, figure, !analysis.trace.calls.empty());
    return report;
}

std::vector<Loss> lossesOf(const Trace& trace) {
    std::vector<Loss> losses;
    std::vector<std::uint32_t> threads;
    for (const capture::Drop& drop : trace.drops) {
        const auto known = std::find(threads.begin(), threads.end(), drop.thread);
        const auto number = static_cast<std::size_t>(known - threads.begin());
        const Loss loss{std::string(trace.threadName(drop.thread)), drop.count, drop.begin - trace.begin,
                        drop.end - trace.begin};
        if (known == threads.end()) {
            threads.push_back(drop.thread);
            losses.push_back(loss);
            if (loss.thread.empty()) losses.back().thread = std::to_string(drop.thread);
            continue;
        }
        losses[number].count += loss.count;
        losses[number].first = std::min(losses[number].first, loss.first);
        losses[number].last = std::max(losses[number].last, loss.last);
    }
    return losses;
}

std::string fileMarksWarning(const Trace& trace) {
    const auto pair = trace.facts.find("marks.pair_ns");
    const std::string measured =
        pair == trace.facts.end() ? ""
                                  : ", here about " + std::to_string(std::atoll(pair->second.c_str()) / 1000) + " us";
    return "The marks came as names of files and not through the plugin: each operation seems longer than it was by "
           "what a pair of marks takes" +
           measured + ", and short ones say little.";
}

void addWarnings(Report& report, const Analysis& analysis) {
    const Trace& trace = analysis.trace;
    const auto warn = [&](std::string text) { report.warnings.push_back(std::move(text)); };
    if (const auto stopped = trace.facts.find(capture::factStopped); stopped != trace.facts.end())
        warn("Recording stopped in the middle (" + stopped->second + "): what came after it is missing.");
    if (!trace.finished)
        warn(unfinishedWarning(trace));
    else if (trace.exitStatus != 0)
        warn("The emulator ended with status " + std::to_string(trace.exitStatus) +
             (trace.exitStatus == 124 ? ": the watchdog ended it." : "."));
    if (const auto marks = trace.facts.find("marks"); marks != trace.facts.end() && marks->second == "files")
        warn(fileMarksWarning(trace));
    for (const capture::Damage& damage : trace.damage)
        warn("Damage at byte " + std::to_string(damage.offset) + " of the capture, " + std::to_string(damage.length) +
             " bytes skipped: " + damage.reason + ".");
    for (const Loss& loss : report.losses)
        warn("Lost in a full log: " + lossText(loss) + ". What happened then is not in the figures.");
    if (report.resets > 0)
        warn("The guest was reset " + counted(report.resets, "time", "times") + "; " +
             counted(report.cutByReset, "operation was", "operations were") + " cut by a reset and left out.");
    if (report.unpaired > 0) warn(counted(report.unpaired, "mark has", "marks have") + " no partner.");
    if (report.failedOperations > 0)
        warn(counted(report.failedOperations, "operation", "operations") + " failed in the guest.");
    if (report.unattributed > 0)
        warn(counted(report.unattributed, "host call", "host calls") + " could not be attributed to an operation.");
    if (report.shared > 0)
        warn(counted(report.shared, "host call is", "host calls are") + " shared by operations of several tasks.");
    if (trace.calls.empty() && !analysis.operations.empty() && !trace.facts.contains("layer"))
        warn("No host call was recorded: all time counts as guest code.");
    if (!trace.calls.empty() && storagePaths(trace).empty())
        warn("The capture does not name the volume's host path (fact storage.0): what the storage threads use was "
             "taken.");
}

} // namespace

std::string lossText(const Loss& loss) {
    return counted(loss.count, "record", "records") + " of thread " + loss.thread + ", " + secondsText(loss.first) +
           " to " + secondsText(loss.last) + " after the start";
}

std::string unfinishedWarning(const Trace& trace) {
    return "The run did not finish: the capture has no end record" +
           std::string(trace.cutTail ? " and its last chunk is cut off." : ".");
}

std::optional<GuestSplit> guestSplitOf(const TestReport& test) {
    if (!test.traffic) return std::nullopt;
    const std::int64_t guest = test.owners[Owner::guest] - test.elsewhere.owners[Owner::guest];
    return GuestSplit{guest - test.detail.handler, test.detail.handler};
}

std::optional<GuestSplit> guestSplitOf(const Report& report) {
    if (!report.traffic) return std::nullopt;
    const bool whole = std::all_of(report.tests.begin(), report.tests.end(), [](const TestReport& test) {
        return test.traffic && test.elsewhere.operations == 0;
    });
    if (whole) return GuestSplit{report.owners[Owner::guest] - report.detail.handler, report.detail.handler};
    GuestSplit sum;
    for (const TestReport& test : report.tests) {
        const GuestSplit split = guestSplitOf(test).value_or(GuestSplit{});
        sum.dos += split.dos;
        sum.handler += split.handler;
    }
    return sum;
}

Report makeReport(const Analysis& analysis) {
    const Trace& trace = analysis.trace;
    Report report;
    report.file = trace.file.string();
    report.facts = trace.facts;
    report.finished = trace.finished;
    report.exitStatus = trace.exitStatus;
    report.operations = analysis.operations.size();
    report.unattributed = analysis.unattributedCalls;
    report.shared = analysis.sharedCalls;
    report.late = analysis.lateCalls;
    report.unpaired = analysis.unpairedMarks;
    report.markCost = analysis.markCost;
    report.resets = analysis.resets;
    report.cutByReset = analysis.cutByReset;
    report.dropped = analysis.droppedRecords;
    report.bytesNotHanded = analysis.bytesNotHanded;
    report.losses = lossesOf(trace);
    if (analysis.systemDepth) report.atRisk = analysis.atRisk;
    report.traffic = trafficOf(analysis);
    for (const Operation& operation : analysis.operations) {
        report.owners += operation.owners;
        report.detail += operation.detail;
        if (failed(operation)) ++report.failedOperations;
    }
    for (std::size_t i = 0; i < trace.calls.size(); ++i) {
        const CallInfo info = analysis.calls[i];
        if (!info.outermost) continue;
        if (info.place == Place::overhead) {
            if (info.operation != none) report.overheadCalls += callWeight(trace.calls[i]);
            continue;
        }
        report.hostCalls += callWeight(trace.calls[i]);
        if (info.place == Place::outside && info.role != Role::unknown) report.outside += callWeight(trace.calls[i]);
    }
    const std::vector<TimedFigure> figures = figuresOf(trace);
    for (const Test& test : analysis.tests) report.tests.push_back(testReport(analysis, test, figureOf(figures, test)));
    report.files = filesOf(analysis);
    report.contents = contentsOf(analysis);
    report.overhead = overheadOf(report.files);
    for (const capture::Text& text : trace.texts)
        if (text.kind == US_TEXT_CONSOLE) report.console.emplace_back(trace.string(text.text));
    addWarnings(report, analysis);
    return report;
}

} // namespace uaescope::core
