// Names of files and guest objects as numbers. Used from all threads at once: looking a name up never waits, and a new
// one costs a copy and one compare-and-swap. Names live as long as the process.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace uaescope::plugin {

class Names {
public:
    Names();
    Names(const Names&) = delete;
    Names& operator=(const Names&) = delete;

    // The name's number; 0 for an empty name, or when there is no room for a new one.
    std::uint32_t number(std::string_view name);
    std::string_view name(std::uint32_t number) const;

private:
    // held: hash << 32 | number, as slots have it.
    bool isName(std::uint64_t held, std::uint32_t hash, std::string_view name) const;
    std::uint32_t search(std::uint32_t hash, std::string_view name);
    std::uint32_t append(std::string_view name);

    std::atomic<std::uint64_t>* m_slots;  // hash << 32 | number, 0 = free
    char* m_text;                         // at number * grain: length:u32, then the bytes
    std::atomic<std::uint32_t> m_next{1}; // grain at which the next name goes; number 0 is nobody's
    std::atomic<std::uint32_t> m_count{0};
    // The last name of each low part of a hash: the slots spread over so many pages that finding one there costs more
    // than all the rest.
    std::array<std::atomic<std::uint64_t>, 4096> m_recent{};
};

} // namespace uaescope::plugin
