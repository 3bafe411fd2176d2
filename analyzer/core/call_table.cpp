#include "analyzer/core/call_table.h"

#include <algorithm>
#include <bit>
#include <new>
#include <stdexcept>
#include <string>
#include <sys/mman.h>

namespace uaescope::core {
namespace {

constexpr std::uint32_t emptySlot = 0;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

// May be larger than the type holds; differences of times that fit come out right all the same.
std::int64_t difference(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

struct Position {
    std::int64_t begin;
    std::uint8_t nesting;
    auto operator<=>(const Position&) const = default;
};

} // namespace

CallTable::Block CallTable::newBlock() {
    auto* block = static_cast<Record*>(std::aligned_alloc(blockBytes, blockBytes));
    if (block == nullptr) throw std::bad_alloc();
    ::madvise(block, blockBytes, MADV_HUGEPAGE); // a hint: without it there are only more page faults
    return Block(block);
}

CallTable::CallTable(const CallTable& other)
    : m_bases(other.m_bases), m_size(other.m_size), m_shapes(other.m_shapes), m_slots(other.m_slots),
      m_whole(other.m_whole) {
    for (std::size_t first = 0; first < m_size; first += blockSize) {
        m_blocks.push_back(newBlock());
        std::copy_n(other.m_blocks[first / blockSize].get(), std::min(blockSize, m_size - first),
                    m_blocks.back().get());
    }
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

std::vector<capture::HostCall> CallTable::kinds() const {
    std::vector<capture::HostCall> kinds;
    kinds.reserve(m_shapes.size() + m_whole.size());
    for (const Shape& shape : m_shapes) kinds.push_back(callOf(shape));
    kinds.insert(kinds.end(), m_whole.begin(), m_whole.end());
    return kinds;
}

bool CallTable::fitsRecord(const capture::HostCall& call) {
    const auto duration = static_cast<std::uint64_t>(difference(call.end, call.begin));
    return duration <= durationMask && call.offset >= -1 && call.offset < unknownOffset;
}

CallTable::Shape CallTable::shapeOf(const capture::HostCall& call) {
    return {.size = call.size,
            .result = call.result == call.offset ? 0 : call.result,
            .thread = call.thread,
            .path = call.path,
            .descriptor = call.descriptor,
            .error = call.error,
            .call = call.call,
            .depth = call.depth,
            .nesting = call.nesting,
            .flags = call.flags};
}

std::size_t CallTable::addSlot(std::int64_t begin) {
    if (m_size % blockSize == 0) m_blocks.push_back(newBlock());
    if (m_size % recordsOfBase == 0) m_bases.push_back(begin);
    return m_size++;
}

void CallTable::putWhole(std::size_t index, const capture::HostCall& call) {
    record(index) = {.time = m_whole.size(), .rest = static_cast<std::uint64_t>(whole) << shapeBits};
    m_whole.push_back(call);
}

void CallTable::put(std::size_t index, const capture::HostCall& call, std::uint32_t shape) {
    const std::int64_t begin = difference(call.begin, baseOf(index));
    if (begin < -beginLimit || begin >= beginLimit || shape > shapeMask) return putWhole(index, call);
    const Form form = call.result == call.offset ? resultIsOffset : plain;
    const auto offset = static_cast<std::uint64_t>(call.offset == -1 ? unknownOffset : call.offset);
    record(index) = {.time = static_cast<std::uint64_t>(begin) << durationBits |
                             static_cast<std::uint64_t>(call.end - call.begin),
                     .rest = (offset << formBits | form) << shapeBits | shape};
}

void CallTable::push_back(const capture::HostCall& call) {
    const std::size_t index = addSlot(call.begin);
    if (fitsRecord(call))
        put(index, call, numberOf(shapeOf(call)));
    else
        putWhole(index, call);
}

void CallTable::append(std::span<const capture::HostCall> calls, std::span<const std::uint32_t> kinds,
                       std::span<const std::uint32_t> order) {
    // A call is mostly of the size and result of the one before it of its kind.
    struct Last {
        std::int64_t size;
        std::int64_t result;
        std::uint32_t shape;
        bool known = false;
    };
    std::vector<Last> lasts(kinds.empty() ? 0 : *std::max_element(kinds.begin(), kinds.end()) + std::size_t{1});
    for (const std::uint32_t i : order) {
        const capture::HostCall& call = calls[i];
        const std::size_t index = addSlot(call.begin);
        if (!fitsRecord(call)) {
            putWhole(index, call);
            continue;
        }
        Last& last = lasts[kinds[i]];
        const std::int64_t result = call.result == call.offset ? 0 : call.result;
        if (!last.known || last.size != call.size || last.result != result)
            last = {.size = call.size, .result = result, .shape = numberOf(shapeOf(call)), .known = true};
        put(index, call, last.shape);
    }
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

void CallTable::move(std::size_t to, std::size_t from) {
    const Record r = record(from);
    if (baseOf(to) == baseOf(from) || formOf(r) == whole)
        record(to) = r;
    else
        put(to, (*this)[from], numberIn(r));
}

void CallTable::sortByBegin() {
    m_slots = std::vector<std::uint32_t>();
    m_shapes.shrink_to_fit();
    // Those that stand too late are taken out and merged in again from the end.
    std::vector<capture::HostCall> late;
    Position last{};
    std::size_t kept = 0;
    const auto placeOf = [this](std::size_t index) { return Position{beginOf(index), nestingOf(index)}; };
    for (std::size_t i = 0; i < m_size; ++i) {
        const Position place = placeOf(i);
        if (kept > 0 && place < last) {
            late.push_back((*this)[i]);
            continue;
        }
        last = place;
        if (kept != i) move(kept, i);
        ++kept;
    }
    const auto placeOfCall = [](const capture::HostCall& call) { return Position{call.begin, call.nesting}; };
    std::stable_sort(late.begin(), late.end(), [&](const capture::HostCall& a, const capture::HostCall& b) {
        return placeOfCall(a) < placeOfCall(b);
    });
    for (std::size_t to = m_size; !late.empty();) {
        if (kept > 0 && placeOfCall(late.back()) < placeOf(kept - 1)) {
            move(--to, --kept);
            continue;
        }
        --to;
        if (fitsRecord(late.back()))
            put(to, late.back(), numberOf(shapeOf(late.back())));
        else
            putWhole(to, late.back());
        late.pop_back();
    }
    m_slots = std::vector<std::uint32_t>();
}

} // namespace uaescope::core
