#include "analyzer/core/operations.h"

#include "uaeplugin/capture/protocol.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace uaescope::core {
namespace {

bool isSpan(std::uint8_t kind) { return kind < US_OP_OPEN; }

// Whose result is a file handle or a lock on which later operations work.
bool returnsObject(std::uint8_t kind) { return kind == US_OP_OPEN || kind == US_OP_LOCK || kind == US_OP_CREATE_DIR; }

bool releasesObject(std::uint8_t kind) { return kind == US_OP_CLOSE || kind == US_OP_UNLOCK; }

class Pairing {
public:
    explicit Pairing(const Trace& trace) : m_trace(trace) {}

    PairedMarks run() {
        auto text = m_trace.texts.begin();
        for (const capture::Mark& mark : m_trace.marks) {
            for (; text != m_trace.texts.end() && text->time <= mark.time; ++text)
                if (text->kind == US_TEXT_RESET) reset(text->time);
            Task& task = m_tasks[mark.task];
            const bool begins = mark.phase == US_PHASE_BEGIN;
            if (isSpan(mark.operation))
                begins ? beginSpan(task, mark) : endSpan(task, mark);
            else
                begins ? beginOperation(task, mark) : endOperation(task, mark);
        }
        for (; text != m_trace.texts.end(); ++text)
            if (text->kind == US_TEXT_RESET) reset(text->time);
        for (auto& [id, task] : m_tasks) {
            if (task.open) ++m_result.unpaired;
            closeSpansFrom(task, 0, m_trace.end);
        }
        const auto byBegin = [](const auto& a, const auto& b) { return a.begin < b.begin; };
        std::stable_sort(m_result.operations.begin(), m_result.operations.end(), byBegin);
        // A span that begins with the one it lies in comes after it.
        std::stable_sort(m_result.spans.begin(), m_result.spans.end(), [](const Span& a, const Span& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
        });
        m_result.operations.shrink_to_fit();
        m_result.tests = testsOf(m_trace, m_result.spans, m_result.operations);
        return std::move(m_result);
    }

private:
    struct Task {
        std::optional<capture::Mark> open;
        std::vector<capture::Mark> spans;
    };

    // Tasks, locks and files of before are gone, and others may get their addresses.
    void reset(std::int64_t time) {
        ++m_result.resets;
        for (auto& [id, task] : m_tasks) {
            if (task.open) ++m_result.cutByReset;
            for (const capture::Mark& span : task.spans) keepSpan(span, time);
        }
        m_tasks.clear();
        m_names.clear();
    }

    void beginOperation(Task& task, const capture::Mark& mark) {
        if (task.open) ++m_result.unpaired;
        task.open = mark;
    }

    void endOperation(Task& task, const capture::Mark& mark) {
        if (!task.open || task.open->operation != mark.operation) {
            m_result.unpaired += task.open ? 2 : 1;
            task.open.reset();
            return;
        }
        const bool prepares = std::any_of(task.spans.begin(), task.spans.end(),
                                          [](const capture::Mark& span) { return span.operation == US_OP_PREPARE; });
        m_result.operations.push_back(operationOf(*task.open, mark, prepares));
        task.open.reset();
    }

    Operation operationOf(const capture::Mark& begin, const capture::Mark& end, bool prepares) {
        Operation operation;
        operation.begin = begin.time;
        operation.end = std::max(begin.time, end.time);
        operation.task = begin.task;
        operation.size = begin.size;
        operation.object = returnsObject(begin.operation) ? end.value : begin.value;
        operation.result = end.value;
        operation.error = end.error;
        operation.test = begin.test;
        operation.kind = begin.operation;
        operation.prepares = prepares;
        operation.name = begin.name;
        if (returnsObject(begin.operation)) {
            if (end.value != 0) m_names[end.value] = begin.name;
        } else if (begin.value != 0) {
            const auto known = m_names.find(begin.value);
            if (operation.name == 0 && known != m_names.end()) operation.name = known->second;
            if (releasesObject(begin.operation) && known != m_names.end()) m_names.erase(known);
        }
        return operation;
    }

    void beginSpan(Task& task, const capture::Mark& mark) {
        // Suites and tests do not nest in their like: the end of the one before is missing.
        if (mark.operation == US_OP_SUITE || mark.operation == US_OP_TEST) {
            const auto same = std::find_if(task.spans.begin(), task.spans.end(),
                                           [&](const capture::Mark& span) { return span.operation == mark.operation; });
            closeSpansFrom(task, static_cast<std::size_t>(same - task.spans.begin()), mark.time);
        }
        task.spans.push_back(mark);
    }

    void endSpan(Task& task, const capture::Mark& mark) {
        for (std::size_t i = task.spans.size(); i-- > 0;) {
            if (task.spans[i].operation != mark.operation) continue;
            closeSpansFrom(task, i + 1, mark.time);
            keepSpan(task.spans[i], mark.time);
            task.spans.pop_back();
            return;
        }
        ++m_result.unpaired;
    }

    void closeSpansFrom(Task& task, std::size_t first, std::int64_t time) {
        while (task.spans.size() > first) {
            ++m_result.unpaired;
            keepSpan(task.spans.back(), time);
            task.spans.pop_back();
        }
    }

    void keepSpan(const capture::Mark& begin, std::int64_t end) {
        (begin.operation == US_OP_EMPTY ? m_result.empty : m_result.spans)
            .push_back({begin.time, std::max(begin.time, end), begin.task, begin.name, begin.test, begin.operation});
    }

    const Trace& m_trace;
    PairedMarks m_result;
    std::unordered_map<std::uint32_t, Task> m_tasks;
    std::unordered_map<std::uint32_t, std::uint32_t> m_names; // object -> string number
};

} // namespace

PairedMarks pairMarks(const Trace& trace) { return Pairing(trace).run(); }

std::vector<Test> testsOf(const Trace& trace, const std::vector<Span>& spans,
                          const std::vector<Operation>& operations) {
    const auto firstFrom = [&](std::int64_t time) {
        return static_cast<std::uint32_t>(
            std::lower_bound(operations.begin(), operations.end(), time,
                             [](const Operation& operation, std::int64_t t) { return operation.begin < t; }) -
            operations.begin());
    };
    std::vector<Test> tests;
    for (const Span& span : spans) {
        if (span.kind != US_OP_TEST && span.kind != US_OP_PROGRAM) continue;
        Test test;
        test.name = trace.string(span.name);
        test.number = span.test;
        test.kind = span.kind;
        test.begin = span.begin;
        test.end = span.end;
        test.firstOperation = firstFrom(span.begin);
        test.operationCount = firstFrom(span.end) - test.firstOperation;
        tests.push_back(std::move(test));
    }
    return tests;
}

} // namespace uaescope::core
