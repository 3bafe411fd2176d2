// What the plugin asks of the operating system. The folders linux and windows define it, and the build takes one.
#pragma once

#include "uaeplugin/options.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace uaescope::plugin {

std::uint32_t processId();
std::uint32_t threadId();                          // of this thread
std::array<char, 16> threadName();                 // the same; ends with a NUL
std::string environmentVariable(const char* name); // UTF-8; empty when there is none
std::filesystem::path userDataFolder();            // where programs keep what the user may want to keep

// A thread that hears no signals and ends with the process; false when there can be none.
bool startThread(void (*body)(void* argument), void* argument);
void sleepUnseen(std::chrono::milliseconds time); // past all hooks; leaves the error of the last call alone
[[noreturn]] void endProcess(int status);         // at once: nothing of the emulator's runs any more

// Zeroed pages straight from the system, for what must not go through the emulator's allocator; null when there is no
// room. Pages become memory when they are first written to. Leaves the error of the last call alone.
void* mapPages(std::size_t size);
void unmapPages(void* pages, std::size_t size);

// Unloading code into which hooks lead would crash the emulator.
void stayLoaded();

struct HookCounts {
    std::size_t library = 0, system = 0; // see capture::Depth
};
// Puts the hooks in that are asked for. Calls atExit in the thread that ends the process, when that ends in order.
HookCounts installHooks(const Options& options, void (*atExit)(int status));

// Names the files that are open already, and records them as opened before, where the system can list them.
void recordOpenFiles();

// The monotonic clock and the time of day, read at one moment, as text for people and programs.
std::string clockPair();

// Has something done when the process ends in a way that installHooks()'s atExit does not hear of, on systems that end
// the plugin's own thread before that.
void atLastMoment(void (*work)());

// Leaves a trace in the output of system-call tracers: from here on everything is recorded.
void announceRecording();

} // namespace uaescope::plugin
