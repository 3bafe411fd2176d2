// What the analysis knows of each host call, in 5 bytes a call. Reads like a vector of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace uaescope::core {

constexpr std::uint32_t none = 0xffffffff;

// What a host call is about.
enum class Role : std::uint8_t {
    storage,  // the volume's image, or a file or directory under the host directory
    sideFile, // metadata kept beside host files: .uaem, _UAEFSDB.___
    emulator, // the emulator's own log, configuration, time zone data
    unknown,  // no name known
};
const char* roleName(Role role);

// Why a storage call has no operation.
enum class Place : std::uint8_t {
    attributed,   // belongs to an operation
    late,         // hands over bytes that an earlier operation wrote; operation says which, when known
    outside,      // in no operation's window: boot, start-up, shell, settling, exit
    unattributed, // in a window, but nothing decides whose it is
    overhead,     // not storage (Role::emulator), or a wait; operation says in whose time it held up the emulation
};
const char* placeName(Place place);

struct CallInfo {
    std::uint32_t operation = none; // index of the operation it belongs to, or caused it when late
    Role role = Role::unknown;
    Place place = Place::outside;
    bool shared = false;    // more than one operation was open and nothing told them apart; operation is the first
    bool outermost = false; // no recorded call of its thread is around it
};

// A buffered write and the call that handed its bytes over.
using Carrier = std::pair<std::uint32_t, std::uint32_t>;

class CallInfos {
public:
    std::size_t size() const { return m_bits.size(); }
    bool empty() const { return m_bits.empty(); }
    inline CallInfo operator[](std::size_t index) const;

    std::uint32_t operationOf(std::size_t index) const { return m_operations[index]; }
    // For a buffered write: index of the call that handed its bytes to the kernel, the last one where several did.
    std::uint32_t carrierOf(std::size_t index) const;

    void assign(std::size_t count, const CallInfo& info); // all alike, without carriers
    void set(std::size_t index, const CallInfo& info);
    void setCarriers(std::vector<Carrier> carriers); // sorted by write

private:
    static constexpr unsigned roleBits = 3;
    static constexpr unsigned placeShift = 2;
    static constexpr unsigned placeBits = 7;
    static constexpr unsigned sharedBit = 1 << 5;
    static constexpr unsigned outermostBit = 1 << 6;
    static constexpr unsigned carrierBit = 1 << 7; // m_carriers holds one

    static unsigned bitsOf(const CallInfo& info);
    std::vector<std::uint32_t> m_operations;
    std::vector<std::uint8_t> m_bits;
    std::vector<Carrier> m_carriers;
};

CallInfo CallInfos::operator[](std::size_t index) const {
    const unsigned bits = m_bits[index];
    CallInfo info;
    info.operation = m_operations[index];
    info.role = static_cast<Role>(bits & roleBits);
    info.place = static_cast<Place>(bits >> placeShift & placeBits);
    info.shared = (bits & sharedBit) != 0;
    info.outermost = (bits & outermostBit) != 0;
    return info;
}

} // namespace uaescope::core
