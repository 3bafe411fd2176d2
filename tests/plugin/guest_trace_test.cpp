// What the plugin makes of the packets and requests in a guest's memory.
#include "uaeplugin/guest_trace.h"

#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/host_calls.h"

#include <gtest/gtest.h>

#include <array>

using namespace uaescope::plugin;
using uaescope::capture::GuestContext;

namespace {

// The guest's memory, from address 0.
std::array<std::uint8_t, 0x4000> s_memory;

void* resolve(std::uint32_t address) { return address < s_memory.size() ? &s_memory[address] : nullptr; }

void putLong(std::uint32_t address, std::uint32_t value) {
    for (std::uint32_t i = 0; i < 4; ++i) s_memory[address + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
}

constexpr std::uint32_t execBase = 0x400, stackLower = 0x3000, stackUpper = 0x3400, running = 0x1230;
constexpr std::uint32_t port = 0x700, elsewhere = 0x740, unit = 0x780;
constexpr std::uint32_t message = 0x800, packet = 0x900, request = 0xa00, name = 0xb00;

class GuestTracing : public testing::Test {
protected:
    GuestTracing() {
        s_memory.fill(0);
        putLong(4, execBase);
        putLong(execBase + 54, stackUpper);
        putLong(execBase + 58, stackLower);
        putLong(execBase + 276, running);
        putLong(message + 10, packet);
        putLong(packet, message);
        putLong(packet + 8, 1005);
        putLong(packet + 28, name >> 2);
        s_memory[name] = 3;
        s_memory[name + 1] = 'a';
        s_memory[name + 2] = 0xe4;
        s_memory[name + 3] = 'b';
        putLong(request + 24, unit);
        s_memory[request + 29] = 2;
        putLong(request + 32, 1);
        putLong(request + 36, 512);
        putLong(request + 44, 0x1000);
        m_trace.follow(port, unit);
    }
    std::optional<PacketRecord> put(std::uint32_t to) { return m_trace.packet(m_moment, message, to); }
    std::optional<RequestRecord> see(int phase) { return m_trace.request(m_moment, request, phase); }

    GuestTrace m_trace;
    GuestMoment m_moment{resolve, 0x2000};
};

} // namespace

TEST_F(GuestTracing, ReadsAPacketOnItsWayThereAndBack) {
    for (std::uint32_t i = 0; i < 5; ++i)
        if (i != 2) putLong(packet + 20 + 4 * i, i + 1);
    const auto begin = put(port);
    ASSERT_TRUE(begin);
    EXPECT_EQ(begin->phase, US_PACKET_BEGIN);
    EXPECT_EQ(begin->action, 1005);
    EXPECT_EQ(begin->arguments, (std::array<std::uint32_t, 5>{1, 2, name >> 2, 4, 5}));
    EXPECT_EQ(names().name(begin->name), "aäb"); // UTF-8
    EXPECT_EQ(begin->task, running);
    EXPECT_EQ(begin->context, GuestContext::task);
    putLong(packet + 12, 0);
    putLong(packet + 16, 205);
    const auto reply = put(elsewhere);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->phase, US_PACKET_REPLIED);
    EXPECT_EQ(reply->error, 205u);
    EXPECT_FALSE(put(elsewhere)) << "it is answered already";
}

TEST_F(GuestTracing, LeavesOutWhatIsNoPacketOfTheTracedPort) {
    EXPECT_FALSE(put(elsewhere));
    putLong(packet, 0x1111); // does not point back
    EXPECT_FALSE(put(port));
    putLong(message + 10, 0xfffffff0); // no memory there
    EXPECT_FALSE(put(port));
    EXPECT_FALSE(m_trace.packet(m_moment, 0xfffffff0, port));
}

TEST_F(GuestTracing, ANameOutsideMemoryIsNone) {
    putLong(packet + 28, 0x3fffffff);
    EXPECT_EQ(put(port)->name, 0u);
}

TEST_F(GuestTracing, ReadsARequest) {
    const auto begin = see(US_REQUEST_BEGIN);
    ASSERT_TRUE(begin);
    EXPECT_EQ(begin->command, 2);
    EXPECT_EQ(begin->offset, 0x1000u);
    EXPECT_EQ(begin->length, 512u);
    EXPECT_EQ(begin->unit, unit);
    EXPECT_EQ(begin->task, running);
    s_memory[request + 31] = 0xfd; // IOERR_NOCMD
    m_moment.stack = stackLower + 8;
    const auto reply = see(US_REQUEST_REPLIED);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->error, -3);
    EXPECT_EQ(reply->context, GuestContext::supervisor);
    EXPECT_TRUE(see(US_REQUEST_RETURNED)) << "BeginIO may return after the reply";
    EXPECT_FALSE(see(US_REQUEST_RETURNED));
}

TEST_F(GuestTracing, OffsetsOf64BitCommandsHaveTheirUpperHalfInActual) {
    for (const std::uint16_t command : {24, 25, 0xc000, 0xc001}) {
        s_memory[request + 28] = static_cast<std::uint8_t>(command >> 8);
        s_memory[request + 29] = static_cast<std::uint8_t>(command);
        EXPECT_EQ(see(US_REQUEST_BEGIN)->offset, 0x100001000u) << command;
    }
}

TEST_F(GuestTracing, AQuickRequestIsDoneWhenItReturns) {
    s_memory[request + 30] = 1;
    EXPECT_TRUE(see(US_REQUEST_BEGIN));
    EXPECT_TRUE(see(US_REQUEST_RETURNED));
    EXPECT_FALSE(see(US_REQUEST_REPLIED));
}

TEST_F(GuestTracing, LeavesOutOtherUnitsAndRepliesWithoutABegin) {
    EXPECT_FALSE(see(US_REQUEST_REPLIED));
    putLong(request + 24, unit + 4);
    EXPECT_FALSE(see(US_REQUEST_BEGIN));
}

TEST_F(GuestTracing, AnEmptyRequestIsShownWhateverItsUnit) {
    putLong(request + 24, 0);
    m_trace.follow(port, std::nullopt);
    EXPECT_EQ(see(US_REQUEST_EMPTY)->phase, US_REQUEST_EMPTY);
    EXPECT_FALSE(see(US_REQUEST_REPLIED));
}

// uaehf.device's io_Unit is the unit's number.
TEST_F(GuestTracing, AUnitMayBeZero) {
    putLong(request + 24, 0);
    m_trace.follow(port, 0);
    EXPECT_TRUE(see(US_REQUEST_BEGIN));
    EXPECT_TRUE(see(US_REQUEST_REPLIED));
}

TEST_F(GuestTracing, EndsWhenNothingIsFollowed) {
    m_trace.follow(0, std::nullopt);
    EXPECT_FALSE(put(port));
    EXPECT_FALSE(m_trace.packet(m_moment, message, 0));
    EXPECT_FALSE(see(US_REQUEST_BEGIN));
}
