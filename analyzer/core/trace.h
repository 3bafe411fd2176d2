// One run's capture in memory, both layers sorted by time. Plain data; nothing here interprets it.
#pragma once

#include "analyzer/core/call_table.h"
#include "uaeplugin/capture/event.h"
#include "uaeplugin/capture/reader.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::core {

struct Trace {
    std::filesystem::path file;
    CallTable calls;                            // sorted by begin; those with call_flag::openBefore are in openBefore
    std::vector<capture::Mark> marks;           // sorted by time
    std::vector<capture::PacketSide> packets;   // likewise
    std::vector<capture::RequestSide> requests; // likewise
    std::vector<capture::Text> texts;
    std::vector<capture::Drop> drops;
    std::vector<capture::Thread> threads;
    std::vector<capture::HostCall> openBefore;      // descriptors that were open when recording began
    std::vector<capture::KernelCount> kernelCounts; // of a self-check
    std::vector<capture::ImagePart> imageParts;     // sorted by image and offset
    std::vector<std::string> strings;               // number 0 is empty
    std::map<std::string, std::string> facts; // the plugin's and the guest's (US_TEXT_FACT), the guest's as "guest.KEY"
    std::vector<capture::Damage> damage;
    bool finished = false; // the end record was there
    bool cutTail = false;  // the file ends inside a chunk
    int exitStatus = 0;
    std::int64_t begin = 0; // first and last time stamp of calls, marks, texts and the end record
    std::int64_t end = 0;

    std::string_view string(std::uint32_t number) const; // empty for numbers out of range
    std::string_view threadName(std::uint32_t id) const;
};

// Puts the records of a trace made in memory into their order, finds its first and last moment and takes the guest's
// facts from its texts. loadTrace does it for files.
void completeTrace(Trace& trace);

// Called after each chunk with the file offset reached; what it throws ends the loading.
using LoadProgress = std::function<void(std::uint64_t position)>;

// A file that is still growing or was cut off gives what is whole in it. Throws capture::CaptureError.
Trace loadTrace(const std::filesystem::path& file, const LoadProgress& progress = {});

} // namespace uaescope::core
