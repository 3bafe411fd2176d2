// Zeroed pages straight from the kernel, for what must not go through the emulator's allocator. Pages become memory
// when they are first written to.
#pragma once

#include "uaeplugin/raw_call.h"

#include <cstddef>
#include <sys/mman.h>

namespace uaescope::plugin {

// Null when there is no room.
inline void* mapPages(std::size_t size) {
    const long address =
        rawCall(SYS_mmap, 0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return isError(address) ? nullptr : (void*)address; // NOLINT: the kernel answers with a number
}

inline void unmapPages(void* pages, std::size_t size) { rawCall(SYS_munmap, pages, size); }

// Makes memory of the pages ahead of their first use; kernels before 5.14 cannot, which does no harm.
inline void fillPages(void* pages, std::size_t size) {
    constexpr int populateWrite = 23; // MADV_POPULATE_WRITE
    rawCall(SYS_madvise, pages, size, populateWrite);
}

} // namespace uaescope::plugin
