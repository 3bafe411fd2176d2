// Host calls as columns: shape, end, length, size, result, offset.
#pragma once

#include "uaeplugin/capture/record_codec.h"

#include <array>

namespace uaescope::capture {

struct CallShape {
    std::uint32_t thread = 0, path = 0;
    std::int32_t descriptor = 0;
    std::uint16_t error = 0;
    Call call = Call::none;
    Depth depth = Depth::library;
    std::uint8_t nesting = 0, flags = 0;

    static CallShape of(const HostCall& c) {
        return {c.thread, c.path, c.descriptor, c.error, c.call, c.depth, c.nesting, c.flags};
    }
    void fill(HostCall& c) const {
        c.thread = thread;
        c.path = path;
        c.descriptor = descriptor;
        c.error = error;
        c.call = call;
        c.depth = depth;
        c.nesting = nesting;
        c.flags = flags;
    }
    bool operator==(const CallShape&) const = default;
    template <typename Visit>
    static void eachField(Visit visit) {
        visit(&CallShape::thread);
        visit(&CallShape::path);
        visit(&CallShape::descriptor);
        visit(&CallShape::error);
        visit(&CallShape::call);
        visit(&CallShape::depth);
        visit(&CallShape::nesting);
        visit(&CallShape::flags);
    }
};

// The begin of the first call of each nesting that a thread has finished inside calls that have not ended yet: a call
// begins a little before the first one inside it, which says more than its length does.
class OpenNestings {
public:
    // The call that has just ended at this nesting had calls inside it: the begin of the first, else null.
    const std::uint64_t* firstInside(std::uint8_t nesting) {
        bool found = false;
        while (m_count > 0 && m_levels[m_count - 1].nesting > nesting) {
            m_inside = m_levels[--m_count].begin;
            found = true;
        }
        return found ? &m_inside : nullptr;
    }
    void ended(std::uint8_t nesting, std::uint64_t begin) {
        if (m_count > 0 && m_levels[m_count - 1].nesting == nesting) return;
        m_levels[m_count++] = {nesting, begin};
    }

private:
    struct Level {
        std::uint8_t nesting;
        std::uint64_t begin;
    };
    std::array<Level, 256> m_levels{}; // nestings rise strictly, so they cannot be more
    std::size_t m_count = 0;
    std::uint64_t m_inside = 0;
};

// What is known of a shape's earlier records.
struct CallHistory {
    RunningMean gap, length;
    std::uint64_t size = 0, result = 0;
    std::uint32_t threadIndex = 0, fileIndex = 0;
};

// What a thread's or file's calls did, for predictions across shapes.
class CallModel {
public:
    explicit CallModel(const std::vector<CallShape>& shapes);

    CallHistory& of(std::uint32_t shape) { return m_shapes[shape]; }
    std::uint64_t& lastEnd(std::uint32_t shape) { return m_threads[m_shapes[shape].threadIndex].end; }
    OpenNestings& nestings(std::uint32_t shape) { return m_threads[m_shapes[shape].threadIndex].nestings; }
    // By how much a new position usually differs from the last one of its shape, after the call before it.
    std::uint64_t& step(std::uint32_t before, std::uint32_t shape) {
        return m_steps[(before * 37 + shape) & (stepSlots - 1)];
    }
    std::uint64_t& position(std::uint32_t shape) { return m_positions[m_shapes[shape].fileIndex]; }

private:
    static constexpr std::uint32_t stepSlots = 4096;
    struct ThreadState {
        std::uint64_t end = 0;
        OpenNestings nestings;
    };
    std::vector<CallHistory> m_shapes;
    std::vector<ThreadState> m_threads;
    std::vector<std::uint64_t> m_positions; // of each descriptor and depth
    std::vector<std::uint64_t> m_steps;
};

enum class CallKind { transfer, seek, other };

constexpr CallKind kindOf(Call call) {
    switch (call) {
    case Call::read:
    case Call::write:
    case Call::pread:
    case Call::pwrite:
    case Call::fread:
    case Call::fwrite:
    case Call::getdents: return CallKind::transfer;
    case Call::lseek:
    case Call::fseek:
    case Call::ftell: return CallKind::seek;
    default: return CallKind::other;
    }
}

template <typename Coder>
void codeCallTimes(Coder& coder, std::vector<HostCall>& calls, const std::vector<std::uint32_t>& shapes,
                   CallModel& model) {
    coder.begin(calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        std::uint64_t& lastEnd = model.lastEnd(shapes[i]);
        RunningMean& gap = model.of(shapes[i]).gap;
        coder.code(calls[i].end, lastEnd + gap.predicted());
        const auto end = static_cast<std::uint64_t>(calls[i].end);
        if (lastEnd != 0) gap.learn(end - lastEnd);
        lastEnd = end;
    }
    coder.end();
    coder.begin(calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        HostCall& call = calls[i];
        OpenNestings& nestings = model.nestings(shapes[i]);
        RunningMean& length = model.of(shapes[i]).length;
        const std::uint64_t* inside = nestings.firstInside(call.nesting);
        const std::uint64_t from = inside != nullptr ? *inside : static_cast<std::uint64_t>(call.end);
        coder.code(call.begin, from - length.predicted());
        const auto begin = static_cast<std::uint64_t>(call.begin);
        length.learn(from - begin);
        nestings.ended(call.nesting, begin);
    }
    coder.end();
}

template <typename Coder>
void codeCallPositions(Coder& coder, std::vector<HostCall>& calls, const std::vector<std::uint32_t>& shapes,
                       CallModel& model) {
    coder.begin(calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        CallHistory& history = model.of(shapes[i]);
        coder.code(calls[i].size, history.size);
        history.size = static_cast<std::uint64_t>(calls[i].size);
    }
    coder.end();
    coder.begin(calls.size());
    for (std::size_t i = 0, before = 0; i < calls.size(); before = shapes[i], ++i) {
        HostCall& call = calls[i];
        CallHistory& history = model.of(shapes[i]);
        const CallKind kind = kindOf(call.call);
        if (kind == CallKind::transfer) {
            coder.code(call.result, static_cast<std::uint64_t>(call.size));
        } else if (kind == CallKind::seek) {
            std::uint64_t& step = model.step(static_cast<std::uint32_t>(before), shapes[i]);
            coder.code(call.result, history.result + step);
            step = static_cast<std::uint64_t>(call.result) - history.result;
        } else {
            coder.code(call.result, history.result);
        }
        history.result = static_cast<std::uint64_t>(call.result);
    }
    coder.end();
    coder.begin(calls.size());
    for (std::size_t i = 0; i < calls.size(); ++i) {
        HostCall& call = calls[i];
        const CallKind kind = kindOf(call.call);
        if (kind == CallKind::other) {
            coder.code(call.offset, ~std::uint64_t{0});
            continue;
        }
        std::uint64_t& position = model.position(shapes[i]);
        if (kind == CallKind::seek) {
            coder.code(call.offset, static_cast<std::uint64_t>(call.result));
            position = static_cast<std::uint64_t>(call.offset);
        } else {
            coder.code(call.offset, position);
            position = static_cast<std::uint64_t>(call.offset) + static_cast<std::uint64_t>(call.result);
        }
    }
    coder.end();
}

// Returns the numbers of the calls' shapes.
template <typename Coder>
std::vector<std::uint32_t> codeCalls(Coder& coder, std::vector<HostCall>& calls) {
    codeCount(coder, calls);
    auto [numbers, shapes] = codeShapes<CallShape>(coder, calls, CallShape::of);
    if constexpr (!Coder::writes)
        for (std::size_t i = 0; i < calls.size(); ++i) shapes[numbers[i]].fill(calls[i]);
    CallModel model(shapes);
    codeCallTimes(coder, calls, numbers, model);
    codeCallPositions(coder, calls, numbers, model);
    return std::move(numbers);
}

} // namespace uaescope::capture
