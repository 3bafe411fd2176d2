#include "analyzer/core/twin.h"

#include "guest/posix/twin.h"
#include "uaeplugin/capture/protocol.h"

#include <map>
#include <memory>
#include <span>

namespace uaescope::core {
namespace {

class TwinResult {
public:
    explicit TwinResult(const us_twin_options& options) : m_result(us_twin_run(&options)) {}
    ~TwinResult() { us_twin_free(&m_result); }
    TwinResult(const TwinResult&) = delete;
    TwinResult& operator=(const TwinResult&) = delete;

    const us_twin_result& operator*() const { return m_result; }

private:
    us_twin_result m_result;
};

class TwinTrace {
public:
    TwinTrace() { m_trace.strings.emplace_back(); }

    void addMark(const us_twin_record& record) {
        capture::Mark mark;
        mark.time = record.time_ns;
        mark.thread = 1;
        mark.task = 1;
        mark.size = static_cast<std::uint32_t>(record.size);
        mark.value = record.value;
        mark.error = record.error;
        mark.name = record.name ? number(record.name) : 0;
        mark.test = record.test;
        mark.operation = record.operation;
        mark.phase = record.phase;
        m_trace.marks.push_back(mark);
    }

    void addText(std::uint8_t kind, const us_twin_line& line) {
        m_trace.texts.push_back({line.time_ns, number(line.text), kind});
    }

    Trace complete(std::map<std::string, std::string> facts) {
        m_trace.facts = std::move(facts);
        m_trace.finished = true;
        completeTrace(m_trace);
        return std::move(m_trace);
    }

private:
    std::uint32_t number(const std::string& text) {
        const auto [entry, isNew] = m_numbers.emplace(text, static_cast<std::uint32_t>(m_trace.strings.size()));
        if (isNew) m_trace.strings.push_back(text);
        return entry->second;
    }

    Trace m_trace;
    std::map<std::string, std::uint32_t> m_numbers;
};

} // namespace

Trace runTwin(const TwinOptions& options) {
    const std::string folder = options.folder.string();
    const TwinResult owned({.folder = folder.c_str(),
                            .suite = options.suite.c_str(),
                            .classic = options.classic,
                            .synced = options.mode == TwinMode::synced,
                            .stop = options.stop});
    const us_twin_result& result = *owned;
    if (result.status != 0) throw TwinError(folder + ": the suite could not be run on the host: " + result.message);

    TwinTrace trace;
    for (const us_twin_record& record : std::span(result.records, result.count)) trace.addMark(record);
    for (const us_twin_line& line : std::span(result.console, result.console_count))
        trace.addText(US_TEXT_CONSOLE, line);
    for (const us_twin_line& line : std::span(result.figures, result.figure_count)) trace.addText(US_TEXT_FIGURE, line);
    Trace complete = trace.complete({{"layer", "host"},
                                     {"host.mode", options.mode == TwinMode::synced ? "synced" : "cached"},
                                     {"host.folder", folder},
                                     {"suite", options.suite},
                                     {"guest.form", options.classic ? "classic" : "fixed"}});
    complete.file = options.folder;
    return complete;
}

} // namespace uaescope::core
