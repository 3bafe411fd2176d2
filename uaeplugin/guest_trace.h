// Packets and device requests of the traced volume, read from the guest's memory while it shows them (us_packet,
// us_request of protocol.h). In the emulation thread only; nothing here waits.
#pragma once

#include "uaeplugin/guest_memory.h"
#include "uaeplugin/record.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace uaescope::plugin {

// The moment at which the guest shows something: how its memory is reached, and its stack pointer.
struct GuestMoment {
    ResolveFunction resolve;
    std::uint32_t stack;
};

class GuestTrace {
public:
    // From now on packets to this port (0: none), and requests with this io_Unit (absent: none).
    void follow(std::uint32_t port, std::optional<std::uint32_t> unit);

    // What is to be recorded, its time left open; absent when the message or request is of no interest.
    std::optional<PacketRecord> packet(const GuestMoment& moment, std::uint32_t message, std::uint32_t port);
    std::optional<RequestRecord> request(const GuestMoment& moment, std::uint32_t request, int phase);

private:
    struct OpenRequest {
        std::uint32_t request;
        bool isReturned, isReplied;
    };
    bool isOpen(std::uint32_t request, int phase, bool isQuick);

    std::uint32_t m_port = 0;
    std::optional<std::uint32_t> m_unit;
    std::vector<std::uint32_t> m_packets; // messages of those that are open; few
    std::vector<OpenRequest> m_requests;  // likewise
};

} // namespace uaescope::plugin
