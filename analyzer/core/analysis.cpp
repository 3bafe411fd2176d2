#include "analyzer/core/analysis.h"

#include "analyzer/core/account.h"
#include "analyzer/core/attribute.h"
#include "analyzer/core/deferred.h"
#include "analyzer/core/operations.h"
#include "analyzer/core/packets.h"
#include "analyzer/core/roles.h"
#include "analyzer/core/statistics.h"
#include "uaeplugin/capture/protocol.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

namespace uaescope::core {
namespace {

// The plugin says which thread called uni_init. Where no guest program did, FS-UAE's has a telling name; else it is the
// one that the marks come from.
std::uint32_t emulationThreadOf(const Trace& trace) {
    const auto fact = trace.facts.find("emulation.thread");
    std::uint32_t thread = 0;
    if (fact != trace.facts.end()) {
        const std::string& text = fact->second;
        if (std::from_chars(text.data(), text.data() + text.size(), thread).ec == std::errc()) return thread;
    }
    for (const capture::Thread& named : trace.threads)
        if (trace.string(named.name) == "emulation") return named.id;
    std::map<std::uint32_t, std::size_t> marks;
    for (const capture::Mark& mark : trace.marks) ++marks[mark.thread];
    const auto most =
        std::max_element(marks.begin(), marks.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == marks.end() ? 0 : most->first;
}

bool isTwin(const Trace& trace) {
    const auto layer = trace.facts.find("layer");
    return layer != trace.facts.end() && layer->second == "host";
}

} // namespace

Owners& Owners::operator+=(const Owners& other) {
    for (std::size_t i = 0; i < ns.size(); ++i) ns[i] += other.ns[i];
    return *this;
}

TimeDetail& TimeDetail::operator+=(const TimeDetail& other) {
    overheadIo += other.overheadIo;
    workAsleep += other.workAsleep;
    wakeUp += other.wakeUp;
    handler += other.handler;
    return *this;
}

const char* ownerName(Owner owner) {
    switch (owner) {
    case Owner::hostIo: return "host I/O";
    case Owner::sleep: return "emulator sleep";
    case Owner::device: return "device";
    case Owner::guest: return "guest code";
    }
    return "";
}

const char* operationName(std::uint8_t kind) {
    switch (kind) {
    case US_OP_SUITE: return "suite";
    case US_OP_TEST: return "test";
    case US_OP_SETTLE: return "settle";
    case US_OP_PREPARE: return "prepare";
    case US_OP_EMPTY: return "empty";
    case US_OP_PROGRAM: return "program";
    case US_OP_OPEN: return "Open";
    case US_OP_CLOSE: return "Close";
    case US_OP_READ: return "Read";
    case US_OP_WRITE: return "Write";
    case US_OP_SEEK: return "Seek";
    case US_OP_LOCK: return "Lock";
    case US_OP_UNLOCK: return "UnLock";
    case US_OP_EXAMINE: return "Examine";
    case US_OP_EXNEXT: return "ExNext";
    case US_OP_DELETE: return "DeleteFile";
    case US_OP_CREATE_DIR: return "CreateDir";
    case US_OP_RENAME: return "Rename";
    case US_OP_INFO: return "Info";
    case US_OP_DEVICE_READ: return "CMD_READ";
    case US_OP_PACKET: return "packet";
    case US_OP_EXALL: return "ExAll";
    case US_OP_SET_PROTECTION: return "SetProtection";
    }
    return "unknown";
}

const char* roleName(Role role) {
    switch (role) {
    case Role::storage: return "storage";
    case Role::sideFile: return "side file";
    case Role::emulator: return "emulator";
    case Role::unknown: return "unknown";
    }
    return "";
}

const char* placeName(Place place) {
    switch (place) {
    case Place::attributed: return "attributed";
    case Place::late: return "late";
    case Place::outside: return "outside";
    case Place::unattributed: return "unattributed";
    case Place::overhead: return "overhead";
    }
    return "";
}

std::span<const std::uint32_t> Analysis::callsOf(const Operation& operation) const {
    return std::span(callOrder).subspan(operation.firstCall, operation.callCount);
}

MarkCost markCostOf(const std::vector<Span>& empty) {
    std::vector<std::int64_t> inside;
    std::vector<std::int64_t> pairs;
    for (std::size_t i = 0; i < empty.size(); ++i) {
        inside.push_back(empty[i].end - empty[i].begin);
        if (i > 0) pairs.push_back(empty[i].begin - empty[i - 1].begin);
    }
    return {percentile(inside, 0.5), percentile(pairs, 0.5)};
}

Analysis analyze(Trace trace) {
    Analysis analysis;
    PairedMarks paired = pairMarks(trace);
    analysis.packets = pairPackets(trace);
    analysis.requests = pairRequests(trace);
    analysis.stampNs = stampCost(trace);
    letPacketsStandIn(trace, analysis.packets, paired);
    findOperations(paired.operations, analysis.packets, analysis.requests);
    analysis.trace = std::move(trace);
    analysis.operations = std::move(paired.operations);
    analysis.spans = std::move(paired.spans);
    analysis.tests = std::move(paired.tests);
    analysis.unpairedMarks = paired.unpaired;
    analysis.markCost = markCostOf(paired.empty);
    analysis.resets = paired.resets;
    analysis.cutByReset = paired.cutByReset;
    analysis.emulationThread = emulationThreadOf(analysis.trace);
    for (const capture::Drop& drop : analysis.trace.drops) analysis.droppedRecords += drop.count;
    analysis.trace.marks = std::vector<capture::Mark>(); // = {} would keep the memory
    analysis.trace.packets = std::vector<capture::PacketSide>();
    analysis.trace.requests = std::vector<capture::RequestSide>();
    const CallTable& calls = analysis.trace.calls;
    const std::vector<capture::HostCall> kinds = calls.kinds();
    analysis.systemDepth = std::any_of(
        kinds.begin(), kinds.end(), [](const capture::HostCall& call) { return call.depth == capture::Depth::system; });

    const std::vector<Role> roles = rolesOf(analysis.trace);
    analysis.calls.assign(calls.size(), CallInfo());
    DeferredWrites deferred;
    if (analysis.systemDepth) deferred = followWrites(analysis.trace, roles);
    analysis.bytesNotHanded = deferred.atRisk.endBytes;
    analysis.atRisk = deferred.atRisk;
    analysis.filesAtRisk = std::move(deferred.files);
    analysis.calls.setCarriers(std::move(deferred.carriers));
    attributeCalls(analysis, roles, deferred.carried);
    accountTime(analysis);
    if (isTwin(analysis.trace)) // an operation of the host twin is nothing but host I/O
        for (Operation& operation : analysis.operations) {
            operation.owners = {};
            operation.detail = {};
            operation.owners[Owner::hostIo] = operation.end - operation.begin;
        }
    return analysis;
}

} // namespace uaescope::core
