// The emulator's side of the plugin's interface: loads the plugin, lends it a guest's memory, and calls it.
#pragma once

#include "uaeplugin/capture/protocol.h"

#include <cstdint>
#include <string>

struct Registers {
    std::int32_t d1 = 0, d2 = 0, d3 = 0, d4 = 0, d5 = 0, d6 = 0, d7 = 0;
    std::int32_t a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0, a7 = 0;
};

// The guest's memory: two ranges that do not meet in the host's.
constexpr std::uint32_t lowBegin = 0x1000, highBegin = 0x2000, rangeSize = 0x1000;
char* lowMemory(); // the host's bytes of the low range

class Emulator {
public:
    explicit Emulator(const char* plugin); // loads it and calls its uni_init
    void init();                           // calls uni_init again

    std::int32_t call(const char* name, const Registers& registers);
    std::int32_t text(int kind, const std::string& text);
    std::int32_t begin(int operation, const std::string& name);
    std::int32_t end(int operation);
    std::int32_t finishJob() { return call(US_FN_END, {.d1 = 5}); }

private:
    void* symbol(const char* name);
    void* m_library;
};

// Ends the program with status 99 and a line on standard error when the condition does not hold.
void expect(bool condition, const char* text, const char* file, int line);
#define EXPECT(condition) expect(condition, #condition, __FILE__, __LINE__)
