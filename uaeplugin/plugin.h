// The plugin as a whole, one in a process: made by the first uni_init, or when the emulator loads it with its other
// libraries; alive until the process is gone.
#pragma once

#include "uaeplugin/file_marks.h"
#include "uaeplugin/forgetting.h"
#include "uaeplugin/guest_memory.h"
#include "uaeplugin/guest_trace.h"
#include "uaeplugin/mailbox.h"
#include "uaeplugin/options.h"
#include "uaeplugin/record.h"
#include "uaeplugin/recording_thread.h"
#include "uaeplugin/session.h"
#include "uaeplugin/system.h"

#include <cstdint>
#include <span>
#include <vector>

namespace uaescope::plugin {

// The registers of a uaenative.library call, in the order in which the emulator hands them over.
struct Registers {
    std::int32_t d1, d2, d3, d4, d5, d6, d7;
    std::int32_t a1, a2, a3, a4, a5;
    std::int32_t a7;
};

// Records of the calling thread. A time of 0: now, when everything else is done. A full ring counts them as dropped.
void recordMark(const MarkRecord& mark);
void recordPacket(const PacketRecord& packet);    // likewise
void recordRequest(const RequestRecord& request); // likewise
void recordText(std::span<const std::uint8_t> latin1, std::uint8_t kind, std::uint64_t time);

class Plugin {
public:
    explicit Plugin(const Options& options);

    // Opens the capture, starts the clock, and puts the hooks in. Called once, before anything else.
    void start();

    // Everything from here on is called in the emulation thread only.
    // A guest program has opened the library. The version may be null.
    void guestArrived(const char* emulatorVersion);

    // The entry points of protocol.h.
    std::int32_t hello(const Registers& registers);
    std::int32_t mark(const Registers& registers, ResolveFunction resolve);
    std::int32_t text(const Registers& registers, ResolveFunction resolve);
    std::int32_t job(const Registers& registers, ResolveFunction resolve);
    std::int32_t wait(const Registers& registers);
    std::int32_t end(const Registers& registers);
    std::int32_t forget(const Registers& registers);
    std::int32_t trace(const Registers& registers);
    std::int32_t packet(const Registers& registers, ResolveFunction resolve);
    std::int32_t request(const Registers& registers, ResolveFunction resolve);

    // A message of a guest without uaenative.library, in the thread that serves its folder.
    void fileMessage(std::span<const std::uint8_t> message, std::uint64_t time);

private:
    void fileMark(std::span<const std::uint8_t> message, std::uint64_t time);
    void fileMeasure(int phase, std::uint64_t time);
    std::int32_t giveJob(const std::string& job, const Registers& registers, ResolveFunction resolve);
    std::int32_t agentJob(const Registers& registers, ResolveFunction resolve);
    void agentLeaves();
    void writeFacts(const HookCounts& hooks);
    void beginCounting();

    Options m_options;
    bool m_guestKnown = false;
    TickScale::Anchor m_startAnchor;
    std::uint64_t m_measureBegin = 0;                // ticks
    std::vector<std::int64_t> m_measuredNanoseconds; // that pairs of file marks took themselves
    Session m_session;
    Mailbox m_mailbox;
    Forgetting m_forgetting;
    bool m_isGreeted = false; // a guest program has said hello
    GuestTrace m_trace;
    RecordingThread m_recording;
};

} // namespace uaescope::plugin
