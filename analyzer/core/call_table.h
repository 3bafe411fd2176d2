// Host calls in memory: 20 bytes each instead of 64, because a run makes millions of a few thousand kinds.
//
// Reads like a vector of values. What a kind of call has in common (thread, file, sizes) is kept once as a shape; a
// call whose times or offset do not fit the short record is kept whole.
#pragma once

#include "uaeplugin/capture/event.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

namespace uaescope::core {

class CallTable {
public:
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    inline capture::HostCall operator[](std::size_t index) const;
    capture::HostCall at(std::size_t index) const; // throws std::out_of_range
    // One field alone.
    inline std::int64_t beginOf(std::size_t index) const;
    inline std::uint32_t threadOf(std::size_t index) const;
    inline std::uint8_t nestingOf(std::size_t index) const;

    void push_back(const capture::HostCall& call);
    void sortByBegin(); // in the order of timeOrder()

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
    struct Record {
        std::uint32_t beginLow; // 48 bits, signed, from m_base
        std::int16_t beginHigh;
        std::uint8_t offsetHigh; // 40 bits; all ones: unknown
        std::uint8_t form;       // of enum Form
        std::uint32_t duration;
        std::uint32_t offsetLow;
        std::uint32_t shape; // number in m_shapes, or in m_whole
    };
    static_assert(sizeof(Record) == 20);
    enum Form : std::uint8_t { plain, resultIsOffset, whole };

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

    static constexpr std::size_t blockSize = 1 << 14;
    static constexpr std::int64_t unknownOffset = (std::int64_t{1} << 40) - 1;
    using Block = std::array<Record, blockSize>;

    const Record& record(std::size_t index) const { return (*m_blocks[index / blockSize])[index % blockSize]; }
    Record& record(std::size_t index) { return (*m_blocks[index / blockSize])[index % blockSize]; }
    std::int64_t shortBegin(const Record& r) const {
        return m_base + (static_cast<std::int64_t>(r.beginHigh) * (std::int64_t{1} << 32) + r.beginLow);
    }
    static std::uint64_t hashOf(const Shape& shape);
    std::uint32_t numberOf(const Shape& shape);
    void growSlots();

    std::vector<std::unique_ptr<Block>> m_blocks;
    std::size_t m_size = 0;
    std::int64_t m_base = 0;
    std::vector<Shape> m_shapes;
    std::vector<std::uint32_t> m_slots; // hash table of shape numbers + 1, while calls are added
    std::vector<capture::HostCall> m_whole;
};

std::int64_t CallTable::beginOf(std::size_t index) const {
    const Record& r = record(index);
    return r.form == whole ? m_whole[r.shape].begin : shortBegin(r);
}

std::uint32_t CallTable::threadOf(std::size_t index) const {
    const Record& r = record(index);
    return r.form == whole ? m_whole[r.shape].thread : m_shapes[r.shape].thread;
}

std::uint8_t CallTable::nestingOf(std::size_t index) const {
    const Record& r = record(index);
    return r.form == whole ? m_whole[r.shape].nesting : m_shapes[r.shape].nesting;
}

capture::HostCall CallTable::operator[](std::size_t index) const {
    const Record& r = record(index);
    if (r.form == whole) return m_whole[r.shape];
    const Shape& shape = m_shapes[r.shape];
    capture::HostCall call;
    call.begin = shortBegin(r);
    call.end = call.begin + r.duration;
    const std::int64_t offset = (static_cast<std::int64_t>(r.offsetHigh) << 32) | r.offsetLow;
    call.offset = offset == unknownOffset ? -1 : offset;
    call.size = shape.size;
    call.result = r.form == resultIsOffset ? call.offset : shape.result;
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

} // namespace uaescope::core
