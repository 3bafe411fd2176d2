#include "host_emulator.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <unistd.h>

namespace {

using EntryPoint = std::int32_t (*)(const Registers*);

std::array<char, 3 * rangeSize> memory; // the low range at its beginning, the high one at its end

void* resolve(std::uint32_t address) {
    if (address >= lowBegin && address < highBegin) return &memory[address - lowBegin];
    if (address >= highBegin && address < highBegin + rangeSize) return &memory[2 * rangeSize + address - highBegin];
    return nullptr;
}

} // namespace

char* lowMemory() { return memory.data(); }

void expect(bool condition, const char* text, const char* file, int line) {
    if (condition) return;
    std::fprintf(stderr, "%s:%d: expected %s, errno %d\n", file, line, text, errno);
    _exit(99);
}

Emulator::Emulator(const char* plugin) : m_library(dlopen(plugin, RTLD_NOW)) {
    if (m_library == nullptr) std::fprintf(stderr, "%s\n", dlerror()); // NOLINT(concurrency-mt-unsafe)
    EXPECT(m_library != nullptr);
    *static_cast<void* (**)(std::uint32_t)>(symbol("uni_resolve")) = resolve;
    *static_cast<const char* (**)()>(symbol("uni_uae_version")) = [] { return "Host 1.0"; };
    *static_cast<int (**)()>(symbol("uni_version")) = [] { return 1; };
    init();
}

void Emulator::init() { EXPECT(reinterpret_cast<int (*)()>(symbol("uni_init"))() == 0); }

std::int32_t Emulator::call(const char* name, const Registers& registers) {
    return reinterpret_cast<EntryPoint>(symbol(name))(&registers);
}

std::int32_t Emulator::text(int kind, const std::string& text) {
    std::memcpy(memory.data(), text.data(), text.size());
    return call(US_FN_TEXT, {.d1 = kind, .d2 = static_cast<std::int32_t>(text.size()), .a1 = lowBegin});
}

std::int32_t Emulator::begin(int operation, const std::string& name) {
    std::memcpy(memory.data(), name.data(), name.size());
    return call(US_FN_MARK, {.d1 = operation,
                             .d2 = US_PHASE_BEGIN,
                             .d3 = 7,
                             .d4 = 512,
                             .d5 = 0x4242,
                             .d6 = 1,
                             .d7 = 2,
                             .a1 = lowBegin,
                             .a2 = static_cast<std::int32_t>(name.size()),
                             .a3 = 0x1234});
}

std::int32_t Emulator::end(int operation) {
    return call(US_FN_MARK, {.d1 = operation, .d2 = US_PHASE_END, .d3 = 7, .d5 = -1, .a3 = 0x1234, .a4 = 205});
}

void* Emulator::symbol(const char* name) {
    void* found = dlsym(m_library, name);
    EXPECT(found != nullptr);
    return found;
}
