// One capture as the window shows it: loaded and analysed once, then only read, from any thread.
#pragma once

#include "analyzer/core/analysis.h"
#include "analyzer/core/report.h"
#include "analyzer/models/lanes.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace uaescope::models {

struct CaptureData {
    core::Analysis analysis;
    core::Report report;
    std::vector<Lane> lanes;
    std::vector<std::uint32_t> lateCalls; // indices of the calls whose place is late, in time order
    std::vector<std::uint64_t> hostCalls; // of each operation, as the report counts them

    std::int64_t origin() const { return analysis.trace.begin; } // shown times count from here
    std::string_view string(std::uint32_t number) const { return analysis.trace.string(number); }
    // Index of the test whose operations include this one.
    std::optional<std::size_t> testOf(std::uint32_t operation) const;
    // The longest operation that counts for a figure; of one test, or of all. Nothing when there is none.
    std::optional<std::uint32_t> slowestOperation(std::optional<std::size_t> test) const;
    // The test whose name is, or else contains, the text, whatever the case.
    std::optional<std::size_t> testNamed(const QString& text) const;
};

using CapturePtr = std::shared_ptr<const CaptureData>;

CapturePtr makeCaptureData(core::Analysis analysis);

// What loading is doing, and how much of that is done (0..1). Throws to stop.
using LoadStep = std::function<void(const QString& step, double share)>;

// Throws capture::CaptureError, or what the step function throws.
CapturePtr loadCapture(const std::filesystem::path& file, const LoadStep& step);

// The operation of a capture in the same capture when it was older. Absent when it is not there.
std::optional<std::uint32_t> sameOperation(const CaptureData& younger, std::uint32_t operation,
                                           const CaptureData& older);

enum class Recording {
    over,
    goingOn, // that there is no end record yet is no fault
};

// What a person should know before trusting the figures, worst first; one sentence each. Empty: nothing.
QStringList warningsOf(const CaptureData& capture, Recording recording = Recording::over);

// "directory · diskspeed13 · FS-UAE 3.1.66 · A4000/040": what the facts of the capture say about the run.
QString runSummary(const CaptureData& capture);

} // namespace uaescope::models
