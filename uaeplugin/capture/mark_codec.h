// Marks, texts, drops, threads and kernel counts as columns.
#pragma once

#include "uaeplugin/capture/record_codec.h"

namespace uaescope::capture {

struct MarkShape {
    std::uint32_t thread = 0, task = 0, error = 0;
    std::uint16_t test = 0;
    std::uint8_t operation = 0, phase = 0;

    static MarkShape of(const Mark& m) { return {m.thread, m.task, m.error, m.test, m.operation, m.phase}; }
    void fill(Mark& m) const {
        m.thread = thread;
        m.task = task;
        m.error = error;
        m.test = test;
        m.operation = operation;
        m.phase = phase;
    }
    bool operator==(const MarkShape&) const = default;
    template <typename Visit>
    static void eachField(Visit visit) {
        visit(&MarkShape::thread);
        visit(&MarkShape::task);
        visit(&MarkShape::error);
        visit(&MarkShape::test);
        visit(&MarkShape::operation);
        visit(&MarkShape::phase);
    }
};

// One column of a field that is predicted to be what it was in the record before of the same group.
template <typename Coder, typename Record, typename Field>
void codeField(Coder& coder, std::vector<Record>& records, Field Record::*field,
               const std::vector<std::uint32_t>& groups, std::size_t groupCount) {
    std::vector<std::uint64_t> last(groupCount);
    coder.begin(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        std::uint64_t& previous = last[groups[i]];
        coder.code(records[i].*field, previous);
        previous = static_cast<std::uint64_t>(records[i].*field);
    }
    coder.end();
}

// The column of times: each record usually follows the one before it as others of its shape did.
template <typename Coder, typename Record>
void codeTimes(Coder& coder, std::vector<Record>& records, const std::vector<std::uint32_t>& shapes,
               std::size_t shapeCount) {
    std::vector<RunningMean> gaps(shapeCount);
    std::uint64_t last = 0;
    coder.begin(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
        RunningMean& gap = gaps[shapes[i]];
        coder.code(records[i].time, last + gap.predicted());
        const auto time = static_cast<std::uint64_t>(records[i].time);
        if (last != 0) gap.learn(time - last);
        last = time;
    }
    coder.end();
}

template <typename Coder>
void codeMarks(Coder& coder, std::vector<Mark>& marks) {
    codeCount(coder, marks);
    const auto [numbers, shapes] = codeShapes<MarkShape>(coder, marks, MarkShape::of);
    if constexpr (!Coder::writes)
        for (std::size_t i = 0; i < marks.size(); ++i) shapes[numbers[i]].fill(marks[i]);
    const std::vector<std::uint32_t> one(marks.size());
    codeTimes(coder, marks, numbers, shapes.size());
    codeField(coder, marks, &Mark::eclock, one, 1);
    codeField(coder, marks, &Mark::size, numbers, shapes.size());
    codeField(coder, marks, &Mark::value, numbers, shapes.size());
    codeField(coder, marks, &Mark::name, numbers, shapes.size());
}

template <typename Coder, typename Record, typename... Fields>
void codePlain(Coder& coder, std::vector<Record>& records, Fields... fields) {
    codeCount(coder, records);
    const std::vector<std::uint32_t> one(records.size());
    (codeField(coder, records, fields, one, 1), ...);
}

template <typename Coder>
void codeTexts(Coder& coder, std::vector<Text>& texts) {
    codePlain(coder, texts, &Text::time, &Text::text, &Text::kind);
}

template <typename Coder>
void codeDrops(Coder& coder, std::vector<Drop>& drops) {
    codePlain(coder, drops, &Drop::begin, &Drop::end, &Drop::count, &Drop::thread);
}

template <typename Coder>
void codeThreads(Coder& coder, std::vector<Thread>& threads) {
    codePlain(coder, threads, &Thread::id, &Thread::name);
}

template <typename Coder>
void codeKernelCounts(Coder& coder, std::vector<KernelCount>& counts) {
    codePlain(coder, counts, &KernelCount::calls, &KernelCount::bytes, &KernelCount::call, &KernelCount::path);
}

template <typename Coder>
void codeImageParts(Coder& coder, std::vector<ImagePart>& parts) {
    codePlain(coder, parts, &ImagePart::offset, &ImagePart::size, &ImagePart::path, &ImagePart::role, &ImagePart::file);
}

} // namespace uaescope::capture
