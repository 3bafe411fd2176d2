// The states in which a crash can leave a disk, from the log of what was written to it.
#pragma once

#include "tests/hardfiles/logged_image.h"

#include <algorithm>
#include <functional>
#include <random>

namespace uaescope::hardfiles::testing {

// Between two syncs the sectors may reach the disk in any order, and any of them may be missing: every choice of them
// when they are few, otherwise each beginning, each one alone, each one missing, and some at random.
inline std::vector<std::vector<bool>> choicesOf(std::size_t count) {
    std::vector<std::vector<bool>> choices;
    constexpr std::size_t few = 8, random = 64;
    if (count <= few) {
        for (std::size_t bits = 0; bits < std::size_t{1} << count; ++bits) {
            choices.emplace_back(count);
            for (std::size_t i = 0; i < count; ++i) choices.back()[i] = (bits >> i & 1) != 0;
        }
        return choices;
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<bool> beginning(count), alone(count), missing(count, true);
        std::fill_n(beginning.begin(), i + 1, true);
        alone[i] = true;
        missing[i] = false;
        choices.insert(choices.end(), {beginning, alone, missing});
    }
    std::minstd_rand numbers(1);
    for (std::size_t i = 0; i < random; ++i) {
        choices.emplace_back(count);
        for (std::size_t bit = 0; bit < count; ++bit) choices.back()[bit] = (numbers() >> 8 & 1) != 0;
    }
    return choices;
}

// Calls look() with the disk in each of the states, and leaves it with everything written.
inline void forCrashStates(MemoryImage& disk, const std::vector<LoggedWrite>& writes,
                           const std::function<void()>& look) {
    constexpr std::size_t sector = 512;
    for (auto first = writes.begin(); first != writes.end();) {
        const auto next =
            std::find_if(first, writes.end(), [&](const LoggedWrite& write) { return write.epoch != first->epoch; });
        std::vector<LoggedWrite> sectors;
        for (; first != next; ++first)
            for (std::size_t at = 0; at < first->bytes.size(); at += sector) {
                const auto from = first->bytes.begin() + static_cast<std::ptrdiff_t>(at);
                const std::size_t count = std::min(sector, first->bytes.size() - at);
                sectors.push_back(
                    {first->offset + at, Bytes(from, from + static_cast<std::ptrdiff_t>(count)), first->epoch});
            }
        std::vector<LoggedWrite> old = sectors;
        for (LoggedWrite& write : old) disk.read(write.offset, write.bytes);
        for (const std::vector<bool>& choice : choicesOf(sectors.size())) {
            for (std::size_t i = 0; i < sectors.size(); ++i)
                if (choice[i]) disk.write(sectors[i].offset, sectors[i].bytes);
            look();
            for (std::size_t i = sectors.size(); i-- > 0;) disk.write(old[i].offset, old[i].bytes);
        }
        for (const LoggedWrite& write : sectors) disk.write(write.offset, write.bytes);
    }
    look();
}

} // namespace uaescope::hardfiles::testing
