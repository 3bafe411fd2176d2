#include "uaeplugin/file_marks.h"

#include "uaeplugin/capture/protocol.h"

#include <charconv>

namespace uaescope::plugin {

namespace {

constexpr std::size_t sequenceDigits = 8;
constexpr std::size_t headLength = sequenceDigits + 1; // and the flag

template <typename Number>
bool parse(std::string_view digits, Number& number) {
    const char* end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, number, 16);
    return result.ec == std::errc() && result.ptr == end;
}

bool begins(const std::vector<std::uint8_t>& message) {
    if (message.empty()) return false;
    if (message[0] == US_FILES_MEASURE) return message.back() == US_PHASE_BEGIN;
    constexpr std::size_t phase = US_FILES_MARK_TAIL - 1; // from the end
    return message[0] == US_FILES_MARK && message.size() > US_FILES_MARK_TAIL &&
           message[message.size() - phase] == US_PHASE_BEGIN;
}

} // namespace

bool FileMarks::take(std::string_view piece, std::uint64_t time, std::uint32_t thread) {
    std::uint32_t sequence = 0;
    piece = piece.substr(0, piece.find('.')); // side files have the name and an ending
    if (piece.size() < headLength || !parse(piece.substr(0, sequenceDigits), sequence)) return false;
    if (m_thread == 0)
        m_thread = thread;
    else if (m_thread != thread)
        return true;
    else if (sequence == m_sequence) { // once more the same
        if (m_isHeld) m_time = time;
        return true;
    }
    if (m_isHeld) handOn();
    if (sequence != m_sequence + 1 && !m_message.empty()) { // the beginning belongs to another message
        ++m_lost;
        m_message.clear();
    }
    m_sequence = sequence;
    m_time = time;
    add(piece.substr(headLength));
    if (piece[sequenceDigits] != US_FILES_LAST) return true;
    m_isHeld = begins(m_message);
    if (!m_isHeld) handOn();
    return true;
}

void FileMarks::add(std::string_view digits) {
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        std::uint8_t byte = 0;
        if (!parse(digits.substr(i, 2), byte)) {
            ++m_lost;
            return;
        }
        m_message.push_back(byte);
    }
}

void FileMarks::handOn() {
    m_receiver(m_message, m_time);
    m_message.clear();
    m_isHeld = false;
}

} // namespace uaescope::plugin
