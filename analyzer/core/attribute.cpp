#include "analyzer/core/attribute.h"

#include "analyzer/core/guest_path.h"
#include "analyzer/core/image_parts.h"
#include "uaeplugin/capture/protocol.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace uaescope::core {
namespace {

using capture::Call;
using capture::HostCall;

// The outermost call that a thread is in, or was in last.
struct ThreadState {
    std::uint32_t thread = 0;
    std::uint32_t outermost = none;
    std::int64_t outermostEnd = 0;
    bool doesStorage = false;
};

class Attribution {
public:
    Attribution(Analysis& analysis, std::span<const Role> roles, std::span<const Carried> carried)
        : m_analysis(analysis), m_trace(analysis.trace), m_roles(roles), m_carried(carried) {
        m_workers.insert(analysis.emulationThread);
        for (std::uint32_t number = 0; number < m_trace.strings.size() && !m_trace.imageParts.empty(); ++number)
            if (m_trace.strings[number] == "root" || m_trace.strings[number] == "bitmap") m_commonRoles.insert(number);
        for (const HostCall& kind : m_trace.calls.kinds()) {
            const Role role = kind.path < roles.size() ? roles[kind.path] : Role::unknown;
            if (role == Role::storage || role == Role::sideFile) m_workers.insert(kind.thread);
        }
    }

    void run() {
        for (std::uint32_t i = 0; i < m_trace.calls.size(); ++i) {
            const HostCall call = m_trace.calls[i];
            openWindowsAt(call.begin);
            CallInfo info = place(i, call);
            applyCarried(i, info);
            m_analysis.calls.set(i, info);
            count(i, info);
        }
        groupByOperation();
        for (const ThreadState& state : m_threads)
            if (state.doesStorage && state.thread != m_analysis.emulationThread)
                m_analysis.storageThreads.push_back(state.thread);
    }

private:
    // m_open: the operations whose window holds the moment. Time only moves forward.
    void openWindowsAt(std::int64_t time) {
        const std::vector<Operation>& operations = m_analysis.operations;
        while (m_nextOperation < operations.size() && operations[m_nextOperation].begin <= time)
            m_open.push_back(m_nextOperation++);
        std::erase_if(m_open, [&](std::uint32_t index) { return operations[index].end < time; });
    }

    ThreadState& stateOf(std::uint32_t thread) {
        if (m_lastThread < m_threads.size() && m_threads[m_lastThread].thread == thread) return m_threads[m_lastThread];
        const auto found = std::find_if(m_threads.begin(), m_threads.end(),
                                        [&](const ThreadState& state) { return state.thread == thread; });
        m_lastThread = static_cast<std::size_t>(found - m_threads.begin());
        if (found == m_threads.end()) m_threads.push_back({.thread = thread});
        return m_threads[m_lastThread];
    }

    CallInfo place(std::uint32_t index, const HostCall& call) {
        CallInfo info;
        info.role = call.path < m_roles.size() ? m_roles[call.path] : Role::unknown;
        ThreadState& state = stateOf(call.thread);
        // Where the record of the call around it was dropped, a nested call stands for itself.
        info.outermost = call.nesting == 0 || state.outermost == none || state.outermostEnd < call.end;
        if (!info.outermost && !capture::isWait(call.call)) {
            inherit(info, state.outermost);
            return info;
        }
        if (info.outermost) {
            state.outermost = index;
            state.outermostEnd = call.end;
        }
        decide(info, call);
        if (info.role == Role::storage && writes(call)) decideWrite(info, call);
        if (info.place == Place::attributed) state.doesStorage = true;
        return info;
    }

    void inherit(CallInfo& info, std::uint32_t outermost) const {
        const CallInfo outer = m_analysis.calls[outermost];
        if (info.role == Role::unknown) info.role = outer.role;
        info.place = outer.place;
        info.operation = outer.operation;
        info.shared = outer.shared;
    }

    void decide(CallInfo& info, const HostCall& call) {
        if (info.role == Role::emulator || capture::isWait(call.call)) {
            info.place = Place::overhead;
            // Whatever these threads do holds up the first of the open operations.
            const bool holdsUp = !m_open.empty() && !capture::isWait(call.call) && m_workers.contains(call.thread);
            if (holdsUp) info.operation = m_open.front();
        } else if (m_open.empty()) {
            info.place = Place::outside;
        } else if (info.role == Role::unknown) {
            info.place = Place::unattributed;
        } else {
            info.place = Place::attributed;
            info.operation = m_open.size() == 1 ? m_open.front() : operationOfPath(m_trace.string(call.path));
            if (info.operation != none) return;
            info.operation = m_open.front();
            info.shared = true;
        }
    }

    static bool writes(const HostCall& call) {
        return call.result > 0 && (call.call == Call::fwrite || call.call == Call::write || call.call == Call::pwrite);
    }

    // Filesystems write root and bitmap blocks a moment after the operations that changed them: such a write outside of
    // operations, or during one that changes nothing, is late and goes to the last operation that wrote.
    void decideWrite(CallInfo& info, const HostCall& call) {
        const capture::ImagePart* part = m_commonRoles.empty() || call.offset < 0
                                             ? nullptr
                                             : m_parts.at(call.path, static_cast<std::uint64_t>(call.offset));
        const bool isCommon = part != nullptr && m_commonRoles.contains(part->role);
        const bool mayBeOwn =
            info.place == Place::attributed && !changesNothing(m_analysis.operations[info.operation].kind);
        if (!isCommon || mayBeOwn) {
            if (info.place == Place::attributed) m_lastWriter = info.operation;
        } else if (m_lastWriter != none && info.place != Place::unattributed) {
            info.place = Place::late;
            info.operation = m_lastWriter;
            info.shared = false;
        }
    }

    static bool changesNothing(std::uint8_t kind) {
        switch (kind) {
        case US_OP_READ:
        case US_OP_SEEK:
        case US_OP_LOCK:
        case US_OP_UNLOCK:
        case US_OP_EXAMINE:
        case US_OP_EXNEXT:
        case US_OP_EXALL:
        case US_OP_INFO:
        case US_OP_DEVICE_READ: return true;
        default: return false;
        }
    }

    // The one open operation whose name fits the path best; none when there is no such one.
    std::uint32_t operationOfPath(std::string_view path) const {
        std::uint32_t best = none;
        int most = 0;
        for (const std::uint32_t index : m_open) {
            const int parts = commonTail(m_trace.string(m_analysis.operations[index].name), path);
            if (parts == most) best = none;
            if (parts > most) best = index, most = parts;
        }
        return best;
    }

    void applyCarried(std::uint32_t index, CallInfo& info) {
        if (m_nextCarried == m_carried.size() || m_carried[m_nextCarried].carrier != index) return;
        const CallInfo writer = m_analysis.calls[m_carried[m_nextCarried++].writer];
        if (writer.operation == info.operation) return;
        info.place = Place::late;
        info.operation = writer.operation;
        info.shared = writer.shared;
    }

    void count(std::uint32_t index, const CallInfo& info) {
        if (info.place == Place::late) ++m_analysis.lateCalls;
        if (info.shared) shareWithOpen(index, info);
        if (!info.outermost) return;
        if (info.place == Place::unattributed) ++m_analysis.unattributedCalls;
        if (info.shared) ++m_analysis.sharedCalls;
    }

    // A shared call stands in the groups of the other open operations as well.
    void shareWithOpen(std::uint32_t index, const CallInfo& info) {
        if (info.place != Place::attributed) return;
        for (const std::uint32_t operation : m_open)
            if (operation != info.operation) m_shares.emplace_back(operation, index);
    }

    void groupByOperation() {
        std::vector<Operation>& operations = m_analysis.operations;
        for (std::size_t i = 0; i < m_analysis.calls.size(); ++i)
            if (const std::uint32_t operation = m_analysis.calls.operationOf(i); operation != none)
                ++operations[operation].callCount;
        for (const auto& [operation, call] : m_shares) ++operations[operation].callCount;

        std::uint32_t total = 0;
        for (Operation& operation : operations) {
            operation.firstCall = total;
            total += operation.callCount;
            operation.callCount = 0;
        }
        m_analysis.callOrder.resize(total);
        const auto put = [&](std::uint32_t operation, std::uint32_t call) {
            Operation& group = operations[operation];
            m_analysis.callOrder[group.firstCall + group.callCount++] = call;
        };
        auto share = m_shares.begin();
        for (std::uint32_t i = 0; i < m_analysis.calls.size(); ++i) {
            if (const std::uint32_t operation = m_analysis.calls.operationOf(i); operation != none) put(operation, i);
            for (; share != m_shares.end() && share->second == i; ++share) put(share->first, i);
        }
    }

    Analysis& m_analysis;
    const Trace& m_trace;
    std::span<const Role> m_roles;
    std::span<const Carried> m_carried;
    ImageParts m_parts{m_trace.imageParts};
    std::set<std::uint32_t> m_commonRoles; // string numbers of "root" and "bitmap"
    std::uint32_t m_lastWriter = none;     // operation
    std::size_t m_nextCarried = 0;
    std::uint32_t m_nextOperation = 0;
    std::vector<std::uint32_t> m_open;
    std::vector<ThreadState> m_threads;
    std::set<std::uint32_t> m_workers; // the emulation thread and those that work on storage
    std::size_t m_lastThread = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_shares; // operation, call; sorted by call
};

} // namespace

void attributeCalls(Analysis& analysis, std::span<const Role> roles, std::span<const Carried> carried) {
    Attribution(analysis, roles, carried).run();
}

} // namespace uaescope::core
