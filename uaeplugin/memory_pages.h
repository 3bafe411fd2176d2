// Zeroed pages straight from the kernel, for what must not go through the emulator's allocator. Pages become memory
// when they are first written to. Leaves errno alone.
#pragma once

#include <cerrno>
#include <cstddef>
#include <sys/mman.h>

namespace uaescope::plugin {

// Null when there is no room.
inline void* mapPages(std::size_t size) {
    const int before = errno;
    void* pages = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    errno = before;
    return pages == MAP_FAILED ? nullptr : pages;
}

inline void unmapPages(void* pages, std::size_t size) { munmap(pages, size); }

} // namespace uaescope::plugin
