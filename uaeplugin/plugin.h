// The plugin as a whole, one in a process: made by the first uni_init, or when the emulator loads it with its other
// libraries; alive until the process is gone.
#pragma once

#include "uaeplugin/guest_memory.h"
#include "uaeplugin/options.h"
#include "uaeplugin/recording_thread.h"
#include "uaeplugin/session.h"

#include <cstdint>

namespace uaescope::plugin {

// The registers of a uaenative.library call, in the order in which the emulator hands them over.
struct Registers {
    std::int32_t d1, d2, d3, d4, d5, d6, d7;
    std::int32_t a1, a2, a3, a4, a5;
    std::int32_t a7;
};

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

private:
    void writeFacts(std::size_t libraryEntries, std::size_t stubs);

    Options m_options;
    bool m_guestKnown = false;
    Session m_session;
    RecordingThread m_recording;
};

} // namespace uaescope::plugin
