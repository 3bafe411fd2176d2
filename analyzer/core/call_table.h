// Host calls in memory: 16 bytes each instead of 64, because a run makes millions of a few thousand kinds.
//
// Reads like a vector of values. What a kind of call has in common (thread, file, sizes) is kept once as a shape; a
// call whose times or offset do not fit the short record is kept whole.
#pragma once

#include "uaeplugin/capture/event.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

namespace uaescope::core {

class CallTable {
public:
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    inline capture::HostCall operator[](std::size_t index) const;
    capture::HostCall at(std::size_t index) const; // throws std::out_of_range
    // One of each kind of call, without what differs within a kind: times and offset.
    std::vector<capture::HostCall> kinds() const;
    // One field alone.
    inline std::int64_t beginOf(std::size_t index) const;
    inline std::uint32_t threadOf(std::size_t index) const;
    inline std::uint8_t nestingOf(std::size_t index) const;

    void push_back(const capture::HostCall& call);
    // Adds the calls in the order that the indices give; kinds hold a number for each call, the same for those that are
    // alike but for times, offset, size and result (see capture::Batch::callKinds).
    void append(std::span<const capture::HostCall> calls, std::span<const std::uint32_t> kinds,
                std::span<const std::uint32_t> order);
    // By begin; at the same moment outer calls come before those nested in them. Quick where few calls stand after one
    // that begins later.
    void sortByBegin();

    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = capture::HostCall;
        using difference_type = std::ptrdiff_t;
        using pointer = const capture::HostCall*;
        using reference = capture::HostCall;

        Iterator(const CallTable& table, std::size_t index) : m_table(&table), m_index(index) {}
        capture::HostCall operator*() const { return (*m_table)[m_index]; }
        Iterator& operator++() {
            ++m_index;
            return *this;
        }
        bool operator==(const Iterator& other) const { return m_index == other.m_index; }

    private:
        const CallTable* m_table;
        std::size_t m_index;
    };
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, m_size}; }

    CallTable() = default;
    CallTable(const CallTable& other);
    CallTable& operator=(const CallTable& other);
    CallTable(CallTable&&) noexcept = default;
    CallTable& operator=(CallTable&&) noexcept = default;
    ~CallTable() = default;

private:
    // Of the call's time 38 bits for the begin, signed, from the base of its group, and 26 for the duration; of the
    // rest 40 bits for the offset, all ones where it is unknown, 2 for the form and 22 for the shape's number.
    struct Record {
        std::uint64_t time;
        std::uint64_t rest;
    };
    static constexpr unsigned durationBits = 26;
    static constexpr unsigned shapeBits = 22;
    static constexpr unsigned formBits = 2;
    static constexpr std::int64_t beginLimit = std::int64_t{1} << (63 - durationBits);
    static constexpr std::uint64_t durationMask = (std::uint64_t{1} << durationBits) - 1;
    static constexpr std::uint64_t shapeMask = (std::uint64_t{1} << shapeBits) - 1;
    static constexpr std::int64_t unknownOffset = (std::int64_t{1} << 40) - 1;
    enum Form : std::uint8_t { plain, resultIsOffset, whole }; // whole: the time is an index into m_whole

    // A HostCall without times and offset, and without the result where that is the offset.
    struct Shape {
        std::int64_t size;
        std::int64_t result;
        std::uint32_t thread;
        std::uint32_t path;
        std::int32_t descriptor;
        std::uint16_t error;
        capture::Call call;
        capture::Depth depth;
        std::uint8_t nesting;
        std::uint8_t flags;
        bool operator==(const Shape&) const = default;
    };

    // Records stand in blocks of a huge page, so that filling them takes few page faults.
    static constexpr std::size_t blockBytes = std::size_t{2} << 20;
    static constexpr std::size_t blockSize = blockBytes / sizeof(Record);
    static constexpr std::size_t recordsOfBase = 4096;
    struct Free {
        void operator()(Record* block) const { std::free(block); }
    };
    using Block = std::unique_ptr<Record[], Free>;
    static Block newBlock();

    const Record& record(std::size_t index) const { return m_blocks[index / blockSize][index % blockSize]; }
    Record& record(std::size_t index) { return m_blocks[index / blockSize][index % blockSize]; }
    std::int64_t baseOf(std::size_t index) const { return m_bases[index / recordsOfBase]; }
    static Form formOf(const Record& r) { return static_cast<Form>(r.rest >> shapeBits & 3); }
    static std::uint32_t numberIn(const Record& r) { return static_cast<std::uint32_t>(r.rest & shapeMask); }
    std::int64_t shortBegin(std::size_t index) const {
        return baseOf(index) + (static_cast<std::int64_t>(record(index).time) >> durationBits);
    }
    static capture::HostCall callOf(const Shape& shape);
    static bool fitsRecord(const capture::HostCall& call);
    static Shape shapeOf(const capture::HostCall& call);
    static std::uint64_t hashOf(const Shape& shape);
    std::uint32_t numberOf(const Shape& shape);
    void growSlots();
    std::size_t addSlot(std::int64_t begin);
    void put(std::size_t index, const capture::HostCall& call, std::uint32_t shape);
    void putWhole(std::size_t index, const capture::HostCall& call);
    void move(std::size_t to, std::size_t from);

    std::vector<Block> m_blocks;
    std::vector<std::int64_t> m_bases; // the begin of the call that was put first into each group of records
    std::size_t m_size = 0;
    std::vector<Shape> m_shapes;
    std::vector<std::uint32_t> m_slots; // hash table of shape numbers + 1, while calls are added
    std::vector<capture::HostCall> m_whole;
};

std::int64_t CallTable::beginOf(std::size_t index) const {
    const Record& r = record(index);
    return formOf(r) == whole ? m_whole[r.time].begin : shortBegin(index);
}

std::uint32_t CallTable::threadOf(std::size_t index) const {
    const Record& r = record(index);
    return formOf(r) == whole ? m_whole[r.time].thread : m_shapes[numberIn(r)].thread;
}

std::uint8_t CallTable::nestingOf(std::size_t index) const {
    const Record& r = record(index);
    return formOf(r) == whole ? m_whole[r.time].nesting : m_shapes[numberIn(r)].nesting;
}

inline capture::HostCall CallTable::callOf(const Shape& shape) {
    capture::HostCall call;
    call.size = shape.size;
    call.result = shape.result;
    call.thread = shape.thread;
    call.path = shape.path;
    call.descriptor = shape.descriptor;
    call.error = shape.error;
    call.call = shape.call;
    call.depth = shape.depth;
    call.nesting = shape.nesting;
    call.flags = shape.flags;
    return call;
}

capture::HostCall CallTable::operator[](std::size_t index) const {
    const Record& r = record(index);
    const Form form = formOf(r);
    if (form == whole) return m_whole[r.time];
    const Shape& shape = m_shapes[numberIn(r)];
    capture::HostCall call = callOf(shape);
    call.begin = shortBegin(index);
    call.end = call.begin + static_cast<std::int64_t>(r.time & durationMask);
    const auto offset = static_cast<std::int64_t>(r.rest >> (shapeBits + formBits));
    call.offset = offset == unknownOffset ? -1 : offset;
    if (form == resultIsOffset) call.result = call.offset;
    return call;
}

} // namespace uaescope::core
