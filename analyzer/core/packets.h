// Packets and device requests of the traced volume: the sides that the guest showed, put together.
#pragma once

#include "analyzer/core/analysis.h"
#include "analyzer/core/operations.h"

#include <cstdint>
#include <string>
#include <vector>

namespace uaescope::core {

// Both sorted by begin; they belong to no operation yet. A reply without a begin was begun before the tracing and is
// left out; what is never answered has no length. A reset of the guest ends nothing and forgets what was open.
std::vector<Packet> pairPackets(const Trace& trace);
std::vector<Request> pairRequests(const Trace& trace);

// What it costs to show one side of a packet or request: the median time from one US_REQUEST_EMPTY to the next. 0 when
// there are none.
std::int64_t stampCost(const Trace& trace);

// Packets of a program that makes no marks stand in for operations: those in a US_OP_PROGRAM span that lie in no
// operation of their task, and all of them where the guest marked no operation at all. Tests count anew what they hold.
void letPacketsStandIn(const Trace& trace, const std::vector<Packet>& packets, PairedMarks& paired);

// The operation of each. A packet belongs to the open operation of the task that sent it. A request belongs to the
// operation in whose window it begins; of several to that of its task, else of the packet begun last, else the first.
void findOperations(const std::vector<Operation>& operations, std::vector<Packet>& packets,
                    std::vector<Request>& requests);

// Numbers of dos/dosextens.h, exec/io.h and the devices' headers; what has no name is said as a number.
std::string packetName(std::int32_t action);     // "FINDINPUT"
std::string requestName(std::uint16_t command);  // "CMD_READ"
std::string requestErrorText(std::int8_t error); // "io_Error 45, bad status"
bool readsData(std::uint16_t command);           // CMD_READ and its 64-bit forms
bool writesData(std::uint16_t command);          // CMD_WRITE, format, and their 64-bit forms

} // namespace uaescope::core
