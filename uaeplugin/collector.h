// Empties the threads' logs into chunks of the capture. Used by the recording thread alone.
#pragma once

#include "uaeplugin/capture/encoder.h"
#include "uaeplugin/capture_file.h"
#include "uaeplugin/clock.h"
#include "uaeplugin/thread_log.h"

#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace uaescope::plugin {

class Collector {
public:
    explicit Collector(const std::filesystem::path& file);

    bool isWriting() const { return m_file.isOpen(); }
    bool isUrgent() const; // a log is filling up
    // Everything recorded so far, and the facts. When the file cannot take it, the capture ends with the reason and the
    // count of what was lost.
    void collect(std::vector<capture::Fact> facts);
    // The paths of all files that the emulator has opened, of those collected so far.
    std::unordered_set<std::string_view>& opened() { return m_opened; }
    void finish(int status); // the self-check's counts if there are any, and the end record

private:
    void collectLog(ThreadLog& log, std::uint64_t end);
    void addCall(const CallRecord& record, std::uint32_t thread);
    void addMark(const MarkRecord& record, std::uint32_t thread);
    void addPacket(const PacketRecord& record, std::uint32_t thread);
    void addRequest(const RequestRecord& record, std::uint32_t thread);
    void addKernelCalls();
    void endFolderReads(); // the record that stands for consecutive readdir calls is complete
    std::uint32_t stringOf(std::uint32_t name);
    std::uint32_t addString(std::string_view text);
    void write();
    void countLost(std::uint32_t thread, std::int64_t begin, std::int64_t end, std::uint64_t count);
    void countBatchLost();
    void endCutShort();

    CaptureFile m_file;
    TickScale m_scale;
    capture::Encoder m_encoder;
    capture::Batch m_batch;
    capture::HostCall m_folderReads;                            // call none: there is none
    std::unordered_map<std::uint32_t, std::uint32_t> m_strings; // number in Names to number in the capture
    std::unordered_set<std::string_view> m_opened;              // names live as long as the process
    std::unordered_set<std::uint32_t> m_threads;                // already named in the capture
    std::map<std::uint32_t, capture::Drop> m_lost;              // of each thread, what the file could not take
};

} // namespace uaescope::plugin
