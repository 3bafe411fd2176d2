#include "uaeplugin/guest_trace.h"

#include "uaeplugin/capture/byte_cursor.h"
#include "uaeplugin/capture/latin1.h"
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/host_calls.h"

#include <algorithm>

namespace uaescope::plugin {

namespace {

using capture::GuestContext;
using capture::longAt;
using capture::wordAt;

// Offsets of exec and dos structures.
constexpr std::uint32_t execBaseAddress = 4;
namespace exec {
constexpr std::uint32_t stackUpper = 54, stackLower = 58, thisTask = 276, bytes = 280;
}
namespace message {
constexpr std::uint32_t name = 10, bytes = 20;
}
namespace packet {
constexpr std::uint32_t link = 0, type = 8, result1 = 12, result2 = 16, argument1 = 20, bytes = 48;
}
namespace request {
constexpr std::uint32_t unit = 24, command = 28, flags = 30, error = 31, actual = 32, length = 36, offset = 44,
                        bytes = 48;
constexpr std::uint8_t quick = 1; // of the flags
} // namespace request

// What runs in the guest.
struct Context {
    std::uint32_t task = 0;
    GuestContext context = GuestContext::task;
};

Context contextAt(const GuestMoment& moment) {
    const auto base = guestRange(moment.resolve, execBaseAddress, 4);
    const auto library = base ? guestRange(moment.resolve, longAt(*base, 0), exec::bytes) : std::nullopt;
    if (!library) return {};
    const bool isSupervisor =
        moment.stack >= longAt(*library, exec::stackLower) && moment.stack <= longAt(*library, exec::stackUpper);
    return {longAt(*library, exec::thisTask), isSupervisor ? GuestContext::supervisor : GuestContext::task};
}

// dos.library's numbers of actions (dos/dosextens.h), and which argument is the BSTR of a name; 0 none.
std::size_t nameArgument(std::int32_t action) {
    switch (action) {
    case 8:  // LOCATE_OBJECT
    case 16: // DELETE_OBJECT
    case 17: // RENAME_OBJECT
    case 22: // CREATE_DIR
        return 2;
    case 21:   // SET_PROTECT
    case 28:   // SET_COMMENT
    case 34:   // SET_DATE
    case 1004: // FINDUPDATE
    case 1005: // FINDINPUT
    case 1006: // FINDOUTPUT
        return 3;
    default: return 0;
    }
}

std::uint32_t nameOf(const GuestMoment& moment, const PacketRecord& record) {
    const std::size_t argument = nameArgument(record.action);
    if (argument == 0) return 0;
    const std::uint32_t address = record.arguments[argument - 1] << 2;
    const auto length = guestRange(moment.resolve, address, 1);
    const auto text = length ? guestRange(moment.resolve, address + 1, (*length)[0]) : std::nullopt;
    return text && !text->empty() ? names().number(capture::utf8FromLatin1(*text)) : 0;
}

// Whose offset has its upper half in io_Actual: TD_READ64 to TD_FORMAT64, their NSCMD_ and NSCMD_ETD_ forms.
bool hasLongOffset(std::uint16_t command) {
    return (command >= 24 && command <= 27) || (command >= 0xc000 && command <= 0xc003) ||
           (command >= 0xe000 && command <= 0xe003);
}

} // namespace

void GuestTrace::follow(std::uint32_t port, std::optional<std::uint32_t> unit) {
    m_port = port;
    m_unit = unit;
    m_packets.clear();
    m_requests.clear();
}

std::optional<PacketRecord> GuestTrace::packet(const GuestMoment& moment, std::uint32_t message, std::uint32_t port) {
    const auto known = std::find(m_packets.begin(), m_packets.end(), message);
    const bool begins = port == m_port;
    if (m_port == 0 || (!begins && known == m_packets.end())) return std::nullopt;
    const auto head = guestRange(moment.resolve, message, message::bytes);
    const auto body = head ? guestRange(moment.resolve, longAt(*head, message::name), packet::bytes) : std::nullopt;
    if (!body || longAt(*body, packet::link) != message) return std::nullopt;
    const Context context = contextAt(moment);
    PacketRecord record{};
    record.message = message;
    record.task = context.task;
    record.context = context.context;
    record.action = static_cast<std::int32_t>(longAt(*body, packet::type));
    record.phase = begins ? US_PACKET_BEGIN : US_PACKET_REPLIED;
    if (begins) {
        for (std::size_t i = 0; i < record.arguments.size(); ++i)
            record.arguments[i] = longAt(*body, packet::argument1 + 4 * i);
        record.name = nameOf(moment, record);
        if (known == m_packets.end()) m_packets.push_back(message);
    } else {
        record.result = longAt(*body, packet::result1);
        record.error = longAt(*body, packet::result2);
        m_packets.erase(known);
    }
    return record;
}

// Keeps the list of open requests. A request that is done may be begun again before the first BeginIO returns.
bool GuestTrace::isOpen(std::uint32_t request, int phase, bool isQuick) {
    const auto known = std::find_if(m_requests.begin(), m_requests.end(),
                                    [=](const OpenRequest& open) { return open.request == request; });
    if (phase == US_REQUEST_BEGIN) {
        if (known == m_requests.end())
            m_requests.push_back({request, false, false});
        else
            *known = {request, false, false};
        return true;
    }
    if (known == m_requests.end()) return false;
    const bool isReturned = phase == US_REQUEST_RETURNED;
    (isReturned ? known->isReturned : known->isReplied) = true;
    if ((known->isReturned && known->isReplied) || (isReturned && isQuick)) m_requests.erase(known);
    return true;
}

std::optional<RequestRecord> GuestTrace::request(const GuestMoment& moment, std::uint32_t address, int phase) {
    const bool isEmpty = phase == US_REQUEST_EMPTY;
    if (m_port == 0 || (!m_unit && !isEmpty)) return std::nullopt;
    const auto bytes = guestRange(moment.resolve, address, request::bytes);
    if (!bytes) return std::nullopt;
    RequestRecord record{};
    record.unit = longAt(*bytes, request::unit);
    if (phase == US_REQUEST_BEGIN && record.unit != m_unit) return std::nullopt;
    record.flags = (*bytes)[request::flags];
    if (!isEmpty && !isOpen(address, phase, (record.flags & request::quick) != 0)) return std::nullopt;
    const Context context = contextAt(moment);
    record.request = address;
    record.task = context.task;
    record.context = context.context;
    record.command = wordAt(*bytes, request::command);
    record.error = static_cast<std::int8_t>((*bytes)[request::error]);
    record.actual = longAt(*bytes, request::actual);
    record.length = longAt(*bytes, request::length);
    record.offset = longAt(*bytes, request::offset);
    if (phase == US_REQUEST_BEGIN && hasLongOffset(record.command)) record.offset |= std::uint64_t{record.actual} << 32;
    record.phase = static_cast<std::uint8_t>(phase);
    return record;
}

} // namespace uaescope::plugin
