// Messages of a guest that has no uaenative.library: it looks for files with telling names in a folder that is mounted
// for that, and the emulator asks the host for them. See US_FILES_* in protocol.h.
//
// The emulator looks for one name several times. What a message begins happens after the last of them, and what it
// ends before the first: a begin mark is held back until the next message, an end mark is handed on at once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::plugin {

class FileMarks {
public:
    // The bytes of a whole message, its kind first, and the time in ticks.
    using Receiver = void (*)(std::span<const std::uint8_t> message, std::uint64_t time);

    FileMarks(std::string folder, Receiver receiver) : m_prefix(std::move(folder) + "/us"), m_receiver(receiver) {}

    // Whether a path the emulator has just used is a piece of a message. Only one thread of the emulator serves the
    // folder; the first one is believed.
    bool notice(std::string_view path, std::uint64_t time, std::uint32_t thread) {
        return path.starts_with(m_prefix) && take(path.substr(m_prefix.size()), time, thread);
    }

    std::uint64_t lostPieces() const { return m_lost; }

private:
    bool take(std::string_view piece, std::uint64_t time, std::uint32_t thread);
    void add(std::string_view digits);
    void handOn();

    const std::string m_prefix;
    const Receiver m_receiver;
    std::uint32_t m_thread = 0;
    std::uint32_t m_sequence = 0; // of the last piece; there was none while the thread is 0
    std::vector<std::uint8_t> m_message;
    std::uint64_t m_time = 0;
    bool m_isHeld = false; // the message is whole and waits for the last time that its name is looked for
    std::uint64_t m_lost = 0;
};

} // namespace uaescope::plugin
