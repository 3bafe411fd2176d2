// How records become columns. Each function serves both directions: with a ColumnWriter it encodes the vector, with a
// ColumnReader it fills one of the right length.
//
// Fields that change rarely form a shape; a chunk has a table of its shapes, and a record is a shape's number and the
// few fields that vary. Those are predicted from what the same shape, thread or descriptor did before, and times from
// a running mean, so that most differences are zero or small. All arithmetic wraps: any value survives.
#pragma once

#include "uaeplugin/capture/columns.h"
#include "uaeplugin/capture/event.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace uaescope::capture {

// Records of a chunk are at most so many; more is damage. Keeps a reader from allocating what no writer wrote.
constexpr std::uint64_t maxRecordsPerChunk = 1u << 22;

// Where a shape's times usually lie. An outlier moves it by no more than an ordinary value does.
class RunningMean {
public:
    std::uint64_t predicted() const { return m_mean; }
    void learn(std::uint64_t value) {
        if (!m_started) {
            m_started = true;
            m_mean = value;
            return;
        }
        const auto error = static_cast<std::int64_t>(value - m_mean);
        const std::int64_t limit = static_cast<std::int64_t>(m_mean >> 1 & 0xffff) + 16;
        m_mean += static_cast<std::uint64_t>(std::clamp(error, -limit, limit) / 8);
    }

private:
    std::uint64_t m_mean = 0;
    bool m_started = false;
};

struct ShapeHash {
    template <typename Shape>
    std::size_t operator()(const Shape& shape) const {
        std::uint64_t hash = 0;
        Shape::eachField([&](auto member) {
            hash = (hash ^ static_cast<std::uint64_t>(shape.*member)) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 29;
        });
        return static_cast<std::size_t>(hash);
    }
};

// The numbers of the records' shapes, and the table of shapes with one column for each of its fields.
// Shape is a struct with ==, and a static eachField(visit) that calls visit with a pointer to each of its fields.
template <typename Shape, typename Coder, typename Record, typename Extract>
std::pair<std::vector<std::uint32_t>, std::vector<Shape>> codeShapes(Coder& coder, std::vector<Record>& records,
                                                                     Extract extract) {
    std::vector<std::uint32_t> numbers(records.size());
    std::vector<Shape> shapes;
    if constexpr (Coder::writes) {
        std::unordered_map<Shape, std::uint32_t, ShapeHash> known;
        for (std::size_t i = 0; i < records.size(); ++i) {
            const auto [at, isNew] = known.try_emplace(extract(records[i]), static_cast<std::uint32_t>(shapes.size()));
            if (isNew) shapes.push_back(at->first);
            numbers[i] = at->second;
        }
    }
    const std::uint64_t count = coder.count(shapes.size());
    if (count > records.size()) throw OutOfBounds("more shapes than records");
    shapes.resize(count);
    Shape::eachField([&](auto member) {
        std::uint64_t previous = 0;
        coder.begin(shapes.size());
        for (Shape& shape : shapes) {
            coder.code(shape.*member, previous);
            previous = static_cast<std::uint64_t>(shape.*member); // NOLINT(bugprone-signed-char-misuse): wraps
        }
        coder.end();
    });
    coder.begin(records.size());
    for (std::uint32_t& number : numbers) {
        coder.code(number, 0);
        if (number >= shapes.size()) throw OutOfBounds("a record of a shape that is not in the table");
    }
    coder.end();
    return {std::move(numbers), std::move(shapes)};
}

template <typename Coder, typename Record>
void codeCount(Coder& coder, std::vector<Record>& records) {
    const std::uint64_t count = coder.count(records.size());
    if (count > maxRecordsPerChunk) throw OutOfBounds("expected a count of records, found " + std::to_string(count));
    records.resize(count);
}

} // namespace uaescope::capture
