#include "analyzer/core/call_table.h"

#include "analyzer/core/time_order.h"

#include <bit>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace uaescope::core {
namespace {

constexpr std::int64_t shortTimeLimit = std::int64_t{1} << 47;
constexpr std::uint32_t emptySlot = 0;

bool fitsDuration(const capture::HostCall& call) {
    return call.end >= call.begin && call.end - call.begin <= std::numeric_limits<std::uint32_t>::max();
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

} // namespace

CallTable::CallTable(const CallTable& other)
    : m_size(other.m_size), m_base(other.m_base), m_shapes(other.m_shapes), m_slots(other.m_slots),
      m_whole(other.m_whole) {
    for (const auto& block : other.m_blocks) m_blocks.push_back(std::make_unique<Block>(*block));
}

CallTable& CallTable::operator=(const CallTable& other) {
    if (this != &other) *this = CallTable(other);
    return *this;
}

capture::HostCall CallTable::at(std::size_t index) const {
    if (index >= m_size)
        throw std::out_of_range("host call " + std::to_string(index) + " of " + std::to_string(m_size));
    return (*this)[index];
}

void CallTable::push_back(const capture::HostCall& call) {
    if (m_size == 0) m_base = call.begin;
    if (m_size % blockSize == 0) m_blocks.push_back(std::make_unique_for_overwrite<Block>());
    Record& r = record(m_size++);
    const std::int64_t begin = call.begin - m_base;
    const bool fits = begin >= -shortTimeLimit && begin < shortTimeLimit && fitsDuration(call) && call.offset >= -1 &&
                      call.offset < unknownOffset;
    if (!fits) {
        r = {.beginLow = 0, .beginHigh = 0, .offsetHigh = 0, .form = whole, .duration = 0, .offsetLow = 0, .shape = 0};
        r.shape = static_cast<std::uint32_t>(m_whole.size());
        m_whole.push_back(call);
        return;
    }
    const bool sameAsOffset = call.result == call.offset;
    const std::int64_t offset = call.offset == -1 ? unknownOffset : call.offset;
    r.beginLow = static_cast<std::uint32_t>(begin);
    r.beginHigh = static_cast<std::int16_t>(begin >> 32);
    r.offsetHigh = static_cast<std::uint8_t>(offset >> 32);
    r.form = sameAsOffset ? resultIsOffset : plain;
    r.duration = static_cast<std::uint32_t>(call.end - call.begin);
    r.offsetLow = static_cast<std::uint32_t>(offset);
    r.shape = numberOf({.size = call.size,
                        .result = sameAsOffset ? 0 : call.result,
                        .thread = call.thread,
                        .path = call.path,
                        .descriptor = call.descriptor,
                        .error = call.error,
                        .call = call.call,
                        .depth = call.depth,
                        .nesting = call.nesting,
                        .flags = call.flags});
}

std::uint64_t CallTable::hashOf(const Shape& shape) {
    const auto kind = static_cast<std::uint64_t>(shape.call) << 32 | static_cast<std::uint64_t>(shape.depth) << 24 |
                      static_cast<std::uint64_t>(shape.nesting) << 16 | shape.flags;
    std::uint64_t hash = mix(kind, static_cast<std::uint64_t>(shape.path) << 32 | shape.thread);
    hash = mix(hash, static_cast<std::uint64_t>(shape.size));
    hash = mix(hash, static_cast<std::uint64_t>(shape.result));
    return mix(hash, static_cast<std::uint64_t>(static_cast<std::uint32_t>(shape.descriptor)) << 16 | shape.error);
}

std::uint32_t CallTable::numberOf(const Shape& shape) {
    if (m_slots.size() < 2 * (m_shapes.size() + 1)) growSlots();
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hashOf(shape) & mask;
    while (m_slots[slot] != emptySlot && !(m_shapes[m_slots[slot] - 1] == shape)) slot = (slot + 1) & mask;
    if (m_slots[slot] == emptySlot) {
        m_shapes.push_back(shape);
        m_slots[slot] = static_cast<std::uint32_t>(m_shapes.size());
    }
    return m_slots[slot] - 1;
}

// A power of two that stays half empty.
void CallTable::growSlots() {
    m_slots.assign(std::bit_ceil(4 * (m_shapes.size() + 256)), emptySlot);
    const std::size_t mask = m_slots.size() - 1;
    for (std::uint32_t number = 0; number < m_shapes.size(); ++number) {
        std::size_t slot = hashOf(m_shapes[number]) & mask;
        while (m_slots[slot] != emptySlot) slot = (slot + 1) & mask;
        m_slots[slot] = number + 1;
    }
}

void CallTable::sortByBegin() {
    m_slots = std::vector<std::uint32_t>();
    m_shapes.shrink_to_fit();
    std::vector<std::uint32_t> order = timeOrder(*this);
    for (std::uint32_t start = 0; start < m_size; ++start) {
        // Moves the records of one cycle of the permutation; order[i] == i marks what is in its place.
        if (order[start] == start) continue;
        const Record first = record(start);
        std::uint32_t place = start;
        while (order[place] != start) {
            record(place) = record(order[place]);
            place = std::exchange(order[place], place);
        }
        record(place) = first;
        order[place] = place;
    }
}

} // namespace uaescope::core
