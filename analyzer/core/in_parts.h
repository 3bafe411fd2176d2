// Work on a range of indices, divided among the machine's processors.
#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace uaescope::core {

// Calls work(begin, end) for parts of [0, count) that do not overlap, at the same time; where count is below twice the
// least part there is one, in this thread. Rethrows what a part threw, of the first that did.
template <typename Work>
void inParts(std::size_t count, std::size_t leastPart, Work work) {
    const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t parts = std::clamp<std::size_t>(count / leastPart, 1, processors);
    std::vector<std::exception_ptr> failures(parts);
    const auto doPart = [&](std::size_t part) {
        try {
            work(count * part / parts, count * (part + 1) / parts);
        } catch (...) {
            failures[part] = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t part = 1; part < parts; ++part) threads.emplace_back(doPart, part);
        doPart(0);
    }
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

} // namespace uaescope::core
