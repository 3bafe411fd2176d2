// Work without an end on several threads, for tests that cut it short, and how far it had come.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

class Emulator;

// Lines of numbered work: line 0 makes marks, whose sizes count from 0; the others are threads named storage1,
// storage2, whose read positions do.
constexpr std::size_t stormLines = 3;

// Lies in a file that both programs map: it outlives the one that is killed. Times are CLOCK_MONOTONIC.
struct StormProgress {
    struct Line {
        std::atomic<std::uint64_t> done; // calls that have returned
        std::atomic<std::int64_t> time;  // when the last of them did
    };
    std::atomic<std::int64_t> began;     // uni_init has returned; 0: not yet
    std::atomic<std::int64_t> oversleep; // nanoseconds by which the machine let a thread wait for its turn, at most
    std::array<Line, stormLines> lines;
};
constexpr const char* stormProgressFile = "progress"; // in the folder, made by the test

// rounds 0: until somebody ends the process.
void storm(Emulator& emulator, const std::string& folder, std::uint64_t rounds);

// Threads named flood0, flood1, ... that each make so many calls as fast as they can, on one processor with the
// plugin's own thread, which gets only the time that they leave.
constexpr std::size_t floodThreads = 4;
constexpr std::uint64_t floodCalls = 150'000;
void flood(const std::string& folder);

StormProgress* mapProgress(const std::string& file); // null: cannot be mapped
std::int64_t monotonicNow();
