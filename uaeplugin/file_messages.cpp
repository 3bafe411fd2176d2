// What a guest without uaenative.library says, carried out.
#include "uaeplugin/capture/latin1.h"
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/host_calls.h"
#include "uaeplugin/plugin.h"

#include <algorithm>

namespace uaescope::plugin {

namespace {

using Bytes = std::span<const std::uint8_t>;
using capture::longAt;

std::uint64_t numberAt(Bytes bytes, std::size_t offset, std::size_t size) {
    std::uint64_t value = 0;
    for (const std::uint8_t byte : bytes.subspan(offset, size)) value = value << 8 | byte;
    return value;
}

// Offsets in what follows the name of a mark.
namespace tail {
constexpr std::size_t operation = 0;
constexpr std::size_t phase = 1;
constexpr std::size_t test = 2;
constexpr std::size_t size = 4;
constexpr std::size_t value = 8;
constexpr std::size_t task = 12;
constexpr std::size_t error = 16;
constexpr std::size_t eclock = 20;
} // namespace tail

} // namespace

void Plugin::fileMessage(Bytes message, std::uint64_t time) {
    m_recording.alive();
    if (!m_recording.isWriting() || message.size() < 2) return;
    const Bytes data = message.subspan(1);
    const bool isLong = data.size() == 4;
    switch (message[0]) {
    case US_FILES_HELLO: m_recording.addFact("marks", "files"); break;
    case US_FILES_MARK: fileMark(data, time); break;
    case US_FILES_TEXT: recordText(data.subspan(1), data[0], time); break;
    case US_FILES_WAIT:
        if (isLong) m_recording.alive(std::chrono::milliseconds(longAt(data, 0)));
        break;
    case US_FILES_END:
        if (isLong) m_recording.addFact("job.status", std::to_string(longAt(data, 0)));
        m_recording.flush();
        break;
    case US_FILES_MEASURE: fileMeasure(data[0], time); break;
    default: break;
    }
}

void Plugin::fileMark(Bytes data, std::uint64_t time) {
    if (data.size() < US_FILES_MARK_TAIL) return;
    const Bytes name = data.first(data.size() - US_FILES_MARK_TAIL);
    const Bytes rest = data.last(US_FILES_MARK_TAIL);
    recordMark({.time = time,
                .eclock = numberAt(rest, tail::eclock, 8),
                .task = longAt(rest, tail::task),
                .size = longAt(rest, tail::size),
                .value = longAt(rest, tail::value),
                .error = longAt(rest, tail::error),
                .name = names().number(capture::utf8FromLatin1(name)),
                .test = static_cast<std::uint16_t>(numberAt(rest, tail::test, 2)),
                .operation = rest[tail::operation],
                .phase = rest[tail::phase]});
}

// The median of the pairs so far.
void Plugin::fileMeasure(int phase, std::uint64_t time) {
    if (phase == US_PHASE_BEGIN) {
        m_measureBegin = time;
        return;
    }
    TickScale scale;
    scale.add(m_startAnchor);
    scale.add(TickScale::now());
    m_measuredNanoseconds.push_back(scale.nanoseconds(time) - scale.nanoseconds(m_measureBegin));
    std::vector<std::int64_t> sorted = m_measuredNanoseconds;
    std::sort(sorted.begin(), sorted.end());
    m_recording.addFact("marks.pair_ns", std::to_string(sorted[sorted.size() / 2]));
}

} // namespace uaescope::plugin
