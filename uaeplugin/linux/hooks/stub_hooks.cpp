#include "uaeplugin/linux/hooks/stub_hooks.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

namespace uaescope::plugin {

namespace {

// A stub begins with "jmp rel32" to a slot within 2 GB of the library, and the slot holds "jmp [rip]; address". Five
// bytes in an aligned word of eight are replaced by one store: other threads see the old stub or the new one.
constexpr std::size_t jumpSize = 5;
constexpr std::size_t wordSize = 8;
constexpr std::size_t slotSize = 16;
constexpr std::uint8_t jumpRelative = 0xe9;
constexpr std::array<std::uint8_t, 6> jumpThroughNextWord = {0xff, 0x25, 0, 0, 0, 0};

struct Stub {
    std::uintptr_t address = 0;
    void* replacement = nullptr;
};

// The stubs in the C library, each address once: several names may share one.
std::size_t findStubs(std::span<const StubHook> hooks, std::span<Stub> found) {
    std::size_t count = 0;
    void* libc = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    if (libc == nullptr) return 0;
    for (const StubHook& hook : hooks) {
        void* address = dlsym(libc, hook.symbol);
        Dl_info where{};
        void* entry = nullptr;
        if (address == nullptr || dladdr1(address, &where, &entry, RTLD_DL_SYMENT) == 0 || entry == nullptr) continue;
        const auto place = reinterpret_cast<std::uintptr_t>(address);
        const bool isStub = static_cast<const ElfW(Sym)*>(entry)->st_size > wordSize && place % wordSize == 0 &&
                            *static_cast<const std::uint8_t*>(address) != jumpRelative;
        const bool isNew = std::none_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count),
                                        [&](const Stub& stub) { return stub.address == place; });
        if (isStub && isNew) found[count++] = {place, hook.replacement};
    }
    dlclose(libc);
    return count;
}

std::uint8_t* mapAt(std::uintptr_t address, std::size_t size) {
    void* wanted = reinterpret_cast<void*>(address); // NOLINT
    void* got = mmap(wanted, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == wanted) return static_cast<std::uint8_t*>(got);
    if (got != MAP_FAILED) munmap(got, size); // a kernel that takes the address for a hint
    return nullptr;
}

// Memory that a relative jump from the address reaches; null when there is none. An emulator may have reserved
// gigabytes for its guest right below the libraries; above them there is the room that the stack may grow into.
std::uint8_t* mapNear(std::uintptr_t address, std::size_t size) {
    constexpr std::uintptr_t step = 1u << 20;
    constexpr std::uintptr_t reach = std::uintptr_t{2040} << 20;
    const std::uintptr_t middle = address & ~(step - 1);
    for (std::uintptr_t distance = 16 * step; distance < reach; distance += step)
        for (const std::uintptr_t place : {middle - distance, middle + distance})
            if (std::uint8_t* got = mapAt(place, size)) return got;
    return nullptr;
}

// Code is no memory that a sanitizer knows.
[[gnu::no_sanitize_thread]] bool overwrite(const Stub& stub, const std::uint8_t* slot) {
    const auto pageSize = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto* page = reinterpret_cast<void*>(stub.address & ~(pageSize - 1)); // NOLINT: the word lies in one page
    if (mprotect(page, pageSize, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return false;
    auto* word = reinterpret_cast<std::uint64_t*>(stub.address); // NOLINT
    std::array<std::uint8_t, wordSize> bytes{};
    std::memcpy(bytes.data(), word, wordSize);
    const auto distance = static_cast<std::int32_t>(reinterpret_cast<std::intptr_t>(slot) -
                                                    static_cast<std::intptr_t>(stub.address + jumpSize));
    bytes[0] = jumpRelative;
    std::memcpy(&bytes[1], &distance, sizeof distance);
    std::uint64_t jump = 0;
    std::memcpy(&jump, bytes.data(), wordSize);
    __atomic_store_n(word, jump, __ATOMIC_SEQ_CST);
    mprotect(page, pageSize, PROT_READ | PROT_EXEC);
    return true;
}

} // namespace

std::size_t installStubHooks(std::span<const StubHook> hooks) {
    std::array<Stub, 64> stubs{};
    const std::size_t count = findStubs(hooks.first(std::min(hooks.size(), stubs.size())), stubs);
    if (count == 0) return 0;
    std::uint8_t* slots = mapNear(stubs[0].address, count * slotSize);
    if (slots == nullptr) return 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint8_t* slot = slots + i * slotSize;
        std::memcpy(slot, jumpThroughNextWord.data(), jumpThroughNextWord.size());
        std::memcpy(slot + jumpThroughNextWord.size(), &stubs[i].replacement, sizeof(void*));
    }
    if (mprotect(slots, count * slotSize, PROT_READ | PROT_EXEC) != 0) return 0;
    std::size_t patched = 0;
    for (std::size_t i = 0; i < count; ++i)
        if (overwrite(stubs[i], slots + i * slotSize)) ++patched;
    return patched;
}

} // namespace uaescope::plugin
