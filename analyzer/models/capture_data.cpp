#include "analyzer/models/capture_data.h"

#include "analyzer/core/host_calls.h"
#include "analyzer/models/readable.h"

#include <algorithm>

namespace uaescope::models {

std::optional<std::size_t> CaptureData::testOf(std::uint32_t operation) const {
    const auto& tests = analysis.tests;
    const auto after =
        std::upper_bound(tests.begin(), tests.end(), operation,
                         [](std::uint32_t number, const core::Test& test) { return number < test.firstOperation; });
    if (after == tests.begin()) return std::nullopt;
    const core::Test& test = *std::prev(after);
    if (operation - test.firstOperation >= test.operationCount) return std::nullopt;
    return static_cast<std::size_t>(std::distance(tests.begin(), after)) - 1;
}

std::optional<std::uint32_t> CaptureData::slowestOperation(std::optional<std::size_t> test) const {
    std::size_t first = 0;
    std::size_t end = analysis.operations.size();
    if (test) {
        first = analysis.tests[*test].firstOperation;
        end = std::min<std::size_t>(end, first + analysis.tests[*test].operationCount);
    }
    std::optional<std::uint32_t> slowest;
    const auto better = [this](const core::Operation& candidate, std::uint32_t than) {
        const core::Operation& best = analysis.operations[than];
        if (candidate.prepares != best.prepares) return best.prepares;
        return candidate.end - candidate.begin > best.end - best.begin;
    };
    for (std::size_t i = first; i < end; ++i) {
        if (!slowest || better(analysis.operations[i], *slowest)) slowest = static_cast<std::uint32_t>(i);
    }
    return slowest;
}

std::optional<std::size_t> CaptureData::testNamed(const QString& text) const {
    std::optional<std::size_t> containing;
    for (std::size_t i = 0; i < analysis.tests.size(); ++i) {
        const QString name = utf8(analysis.tests[i].name);
        if (name.compare(text, Qt::CaseInsensitive) == 0) return i;
        if (!containing && name.contains(text, Qt::CaseInsensitive)) containing = i;
    }
    return containing;
}

namespace {

// Outermost attributed calls; records that stand for several calls count as many.
std::uint64_t hostCallsOf(const core::Analysis& analysis, std::uint32_t number) {
    std::uint64_t count = 0;
    for (const std::uint32_t index : analysis.callsOf(analysis.operations[number])) {
        const core::CallInfo& info = analysis.calls[index];
        if (info.operation != number || !info.outermost || info.place != core::Place::attributed) continue;
        if (!capture::isWait(analysis.trace.calls[index].call)) count += core::callWeight(analysis.trace.calls[index]);
    }
    return count;
}

} // namespace

CapturePtr makeCaptureData(core::Analysis analysis) {
    auto data = std::make_shared<CaptureData>();
    data->analysis = std::move(analysis);
    data->report = core::makeReport(data->analysis);
    data->lanes = makeLanes(data->analysis);
    const auto& calls = data->analysis.calls;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (calls[i].place == core::Place::late) data->lateCalls.push_back(static_cast<std::uint32_t>(i));
    }
    for (std::size_t i = 0; i < data->analysis.operations.size(); ++i) {
        data->hostCalls.push_back(hostCallsOf(data->analysis, static_cast<std::uint32_t>(i)));
    }
    return data;
}

CapturePtr loadCapture(const std::filesystem::path& file, const LoadStep& step) {
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(file, unknown);
    const QString reading = QStringLiteral("Reading the capture");
    step(reading, 0);
    core::Trace trace = core::loadTrace(file, [&](std::uint64_t position) {
        if (!unknown && size > 0) step(reading, static_cast<double>(position) / static_cast<double>(size));
    });
    step(QStringLiteral("Finding the host calls of each operation"), 0);
    core::Analysis analysis = core::analyze(std::move(trace));
    step(QStringLiteral("Preparing the timeline"), 0);
    return makeCaptureData(std::move(analysis));
}

// Operations end in another order than they begin, so one that was still open may have moved the numbers on.
std::optional<std::uint32_t> sameOperation(const CaptureData& younger, std::uint32_t operation,
                                           const CaptureData& older) {
    const core::Operation& wanted = younger.analysis.operations[operation];
    const auto& candidates = older.analysis.operations;
    auto found = std::lower_bound(candidates.begin(), candidates.end(), wanted.begin,
                                  [](const core::Operation& other, std::int64_t begin) { return other.begin < begin; });
    while (found != candidates.end() && found->begin == wanted.begin && found->task != wanted.task) ++found;
    if (found == candidates.end() || found->begin != wanted.begin) return std::nullopt;
    return static_cast<std::uint32_t>(std::distance(candidates.begin(), found));
}

QStringList warningsOf(const CaptureData& capture, Recording recording) {
    const std::string ofTheEnd = core::unfinishedWarning(capture.analysis.trace);
    QStringList warnings;
    for (const std::string& warning : capture.report.warnings)
        if (recording == Recording::over || warning != ofTheEnd) warnings << utf8(warning);
    return warnings;
}

QString runSummary(const CaptureData& capture) {
    const auto& facts = capture.analysis.trace.facts;
    const auto fact = [&facts](const char* key) {
        const auto found = facts.find(key);
        return found == facts.end() ? QString() : utf8(found->second);
    };
    QStringList parts;
    const auto addPart = [&parts](const QString& text) {
        if (!text.isEmpty()) parts << text;
    };
    addPart(fact("setup"));
    addPart(fact("suite").isEmpty() ? fact("guest.suite") : fact("suite"));
    addPart(fact("emulator.version").isEmpty() ? fact("emulator") : fact("emulator.version"));
    addPart(fact("guest.cpu"));
    addPart(fact("guest.volume"));
    addPart(countText(static_cast<std::int64_t>(capture.analysis.operations.size())) + " operations");
    addPart(countText(static_cast<std::int64_t>(capture.report.hostCalls)) + " host calls");
    if (capture.report.late > 0) addPart(countText(static_cast<std::int64_t>(capture.report.late)) + " late");
    addPart(countText(static_cast<std::int64_t>(capture.report.unattributed)) + " unattributed");
    return parts.join(QStringLiteral(" · "));
}

} // namespace uaescope::models
