#include "uaeplugin/plugin.h"

#include "uaeplugin/capture/latin1.h"
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/host_calls.h"
#include "uaeplugin/kernel_trap.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>

namespace uaescope::plugin {

namespace {

RecordingThread* s_recording = nullptr;
Plugin* s_plugin = nullptr;

void endRecording(int status) {
    s_recording->addFact("clock.end", clockPair());
    s_recording->finish(status);
}

std::string wallTime() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text.data();
}

std::filesystem::path captureFileOf(const Options& options) {
    if (!options.capture.empty()) return options.capture;
    return options.session.empty() ? userCaptureFile() : options.session / "capture.uascope";
}

constexpr const char* statusRefused = "20";

void recordLine(std::string_view latin1, std::uint8_t kind) {
    recordText({reinterpret_cast<const std::uint8_t*>(latin1.data()), latin1.size()}, kind, Clock::ticks());
}

std::uint32_t unsignedOf(std::int32_t value) { return static_cast<std::uint32_t>(value); }

} // namespace

namespace {

template <typename Side>
void recordSide(RecordKind kind, Side Record::*member, const Side& side) {
    ThreadLog* log = Recorder::log();
    Record* record = log == nullptr ? nullptr : log->next();
    if (record == nullptr) return;
    record->kind = kind;
    record->*member = side;
    if (side.time == 0) (record->*member).time = Clock::ticks();
    log->publish();
}

} // namespace

void recordMark(const MarkRecord& mark) { recordSide(RecordKind::mark, &Record::mark, mark); }

void recordPacket(const PacketRecord& packet) { recordSide(RecordKind::packet, &Record::packet, packet); }

void recordRequest(const RequestRecord& request) { recordSide(RecordKind::request, &Record::request, request); }

void recordText(std::span<const std::uint8_t> latin1, std::uint8_t kind, std::uint64_t time) {
    const std::uint32_t text = names().number(capture::utf8FromLatin1(latin1));
    ThreadLog* log = Recorder::log();
    Record* record = log == nullptr ? nullptr : log->next();
    if (record == nullptr) return;
    record->kind = RecordKind::text;
    record->text = {time, text, kind};
    log->publish();
}

Plugin::Plugin(const Options& options)
    : m_options(options), m_session(options.session.empty() ? Session() : Session(options.session)),
      m_mailbox(options.session), m_forgetting(m_session.facts()),
      m_recording(captureFileOf(options), options.watchdog, m_mailbox, m_forgetting) {}

void Plugin::start() {
    if (!m_recording.start()) return;
    m_startAnchor = TickScale::now();
    Recorder::start();
    recordOpenFiles();
    s_recording = &m_recording;
    if (!m_options.marks.empty()) {
        s_plugin = this;
        watchFileMarks(m_options.marks.string(), [](std::span<const std::uint8_t> message, std::uint64_t time) {
            s_plugin->fileMessage(message, time);
        });
    }
    writeFacts(installHooks(m_options, endRecording));
    atLastMoment([] { s_recording->finishAlone(); });
    beginCounting();
}

// From here on everything is recorded, and counted by those who count beside us.
void Plugin::beginCounting() {
    if (m_options.selfCheck) {
        const std::string obstacle = startKernelTrap();
        if (!obstacle.empty()) complain("no self-check: " + obstacle);
        m_recording.addFact("self-check", obstacle.empty() ? "seccomp" : "failed: " + obstacle);
    }
    const std::uint64_t now = Clock::kernelNanoseconds();
    announceRecording();
    m_recording.addFact("counting.start", std::to_string(now));
}

void Plugin::guestArrived(const char* emulatorVersion) {
    m_recording.alive();
    if (m_guestKnown) return;
    m_guestKnown = true;
    if (ThreadLog* log = Recorder::log()) log->recordsWaits = true;
    if (emulatorVersion != nullptr) m_recording.addFact("uae.version", emulatorVersion);
    m_recording.addFact("emulation.thread", std::to_string(threadId()));
}

void Plugin::writeFacts(const HookCounts& hooks) {
    std::string depths;
    if (hooks.library > 0) depths = "library";
    if (hooks.system > 0) depths += depths.empty() ? "system" : ",system";
    for (auto& [key, value] : m_session.facts()) m_recording.addFact(key, value);
    m_recording.addFact("plugin", "uaescope " UAESCOPE_VERSION);
    m_recording.addFact("pid", std::to_string(processId()));
    m_recording.addFact("depths", depths);
    m_recording.addFact("hooks.library", std::to_string(hooks.library));
    m_recording.addFact("hooks.system", std::to_string(hooks.system));
    m_recording.addFact("clock", Clock::name());
    m_recording.addFact("clock.start", clockPair());
    m_recording.addFact("start", wallTime());
    m_recording.addFact("loaded", m_options.program.empty() ? "uaenative.library" : "LD_PRELOAD");
}

std::int32_t Plugin::hello(const Registers& r) {
    m_recording.alive();
    if (!m_recording.isWriting()) return US_ERROR_CAPTURE;
    if (r.d3 == US_BOOT_NEW && m_isGreeted) {
        recordText({}, US_TEXT_RESET, Clock::ticks());
        agentLeaves();
    }
    m_isGreeted = true;
    return US_PROTOCOL_VERSION;
}

std::int32_t Plugin::mark(const Registers& r, ResolveFunction resolve) {
    // An end is stamped before anything else, a begin after everything else.
    const std::uint64_t arrival = Clock::ticks();
    m_recording.alive();
    if (!m_recording.isWriting()) return US_ERROR_CAPTURE;
    constexpr std::int32_t maxName = 1024;
    if (r.d1 < 1 || r.d1 > 255 || (r.d2 != US_PHASE_BEGIN && r.d2 != US_PHASE_END) || r.d3 < 0 || r.d3 > 0xffff)
        return US_ERROR_ARGUMENT;
    std::uint32_t name = 0;
    if (r.d2 == US_PHASE_BEGIN && r.a1 != 0) {
        if (r.a2 < 0 || r.a2 > maxName) return US_ERROR_ARGUMENT;
        const auto bytes = guestRange(resolve, unsignedOf(r.a1), unsignedOf(r.a2));
        if (!bytes) return US_ERROR_ADDRESS;
        name = names().number(capture::utf8FromLatin1(*bytes));
    }
    const bool begins = r.d2 == US_PHASE_BEGIN;
    recordMark({.time = begins ? 0 : arrival,
                .eclock = std::uint64_t{unsignedOf(r.d6)} << 32 | unsignedOf(r.d7),
                .task = unsignedOf(r.a3),
                .size = unsignedOf(r.d4),
                .value = unsignedOf(r.d5),
                .error = unsignedOf(r.a4),
                .name = name,
                .test = static_cast<std::uint16_t>(r.d3),
                .operation = static_cast<std::uint8_t>(r.d1),
                .phase = static_cast<std::uint8_t>(r.d2)});
    return m_mailbox.wantsStop() && m_mailbox.isAgent(unsignedOf(r.a3)) ? US_MARK_STOP : 0;
}

std::int32_t Plugin::text(const Registers& r, ResolveFunction resolve) {
    m_recording.alive();
    if (!m_recording.isWriting()) return US_ERROR_CAPTURE;
    if (r.d1 < 1 || r.d1 > 255 || r.d2 < 0 || r.d2 > US_TEXT_MAX) return US_ERROR_ARGUMENT;
    const auto bytes = guestRange(resolve, unsignedOf(r.a1), unsignedOf(r.d2));
    if (!bytes) return US_ERROR_ADDRESS;
    recordText(*bytes, static_cast<std::uint8_t>(r.d1), Clock::ticks());
    return 0;
}

std::int32_t Plugin::giveJob(const std::string& job, const Registers& r, ResolveFunction resolve) {
    if (r.d1 < 0 || job.size() > unsignedOf(r.d1)) return US_ERROR_ARGUMENT;
    const auto buffer = guestRange(resolve, unsignedOf(r.a1), static_cast<std::uint32_t>(job.size()));
    if (!buffer) return US_ERROR_ADDRESS;
    std::memcpy(buffer->data(), job.data(), job.size());
    recordLine(job, US_TEXT_JOB);
    return static_cast<std::int32_t>(job.size());
}

std::int32_t Plugin::job(const Registers& r, ResolveFunction resolve) {
    m_recording.alive();
    if (!m_recording.isWriting()) return US_ERROR_CAPTURE;
    if (r.d2 == US_JOB_NEXT) {
        const std::optional<std::string> next = m_session.nextJob();
        const std::int32_t length = next ? giveJob(*next, r, resolve) : 0;
        if (length > 0) m_session.takeJob();
        return length;
    }
    const std::uint32_t task = unsignedOf(r.a3);
    if (!m_mailbox.isOpen() || task == 0) return US_ERROR_ARGUMENT;
    switch (r.d2) {
    case US_JOB_AGENT: return agentJob(r, resolve);
    case US_JOB_LEAVE:
        if (m_mailbox.isAgent(task)) agentLeaves();
        return 0;
    case US_JOB_PULSE:
        m_mailbox.pulse(task);
        return m_mailbox.wantsStop() && m_mailbox.isAgent(task) ? US_PULSE_STOP : 0;
    default: return US_ERROR_ARGUMENT;
    }
}

std::int32_t Plugin::agentJob(const Registers& r, ResolveFunction resolve) {
    using Attendance = Mailbox::Attendance;
    const Attendance attendance = m_mailbox.attend(unsignedOf(r.a3));
    if (attendance == Attendance::refused) return US_ERROR_BUSY;
    if (attendance == Attendance::fresh && m_mailbox.hasTaken()) { // by one that has vanished
        recordLine(statusRefused, US_TEXT_JOB_END);
        m_mailbox.finish();
    }
    const std::optional<std::string> next = m_mailbox.take();
    const std::int32_t length = next ? giveJob(*next, r, resolve) : 0;
    if (next && length <= 0) m_mailbox.putBack();
    return length;
}

// A job that is with it ends in any case.
void Plugin::agentLeaves() {
    const std::optional<Mailbox::Left> left = m_mailbox.leave();
    if (!left) return;
    if (!left->isTaken) recordLine(left->job, US_TEXT_JOB);
    recordLine(statusRefused, US_TEXT_JOB_END);
}

std::int32_t Plugin::wait(const Registers& r) {
    m_recording.alive(std::chrono::milliseconds(std::max(r.d1, 0)));
    if (!m_recording.isWriting()) return US_ERROR_CAPTURE;
    return r.d1 < 0 ? US_ERROR_ARGUMENT : 0;
}

std::int32_t Plugin::end(const Registers& r) {
    m_recording.alive();
    if (!m_recording.isWriting()) return US_ERROR_CAPTURE;
    const std::string status = std::to_string(r.d1);
    m_recording.addFact("job.status", status);
    recordLine(status, US_TEXT_JOB_END);
    m_mailbox.finish();
    m_recording.flush();
    return m_recording.isWriting() ? 0 : US_ERROR_CAPTURE;
}

std::int32_t Plugin::forget(const Registers& r) {
    m_recording.alive();
    if (!m_recording.isWriting()) return US_ERROR_CAPTURE;
    switch (r.d1) {
    case US_FORGET_BEGIN:
        if (r.d2 != 0 && r.d2 != 1) return US_ERROR_ARGUMENT;
        return m_forgetting.begin(r.d2 == 1 ? Forgetting::Volume::onImage : Forgetting::Volume::inDirectory);
    case US_FORGET_ASK: return m_forgetting.answer();
    default: return US_ERROR_ARGUMENT;
    }
}

std::int32_t Plugin::trace(const Registers& r) {
    m_recording.alive();
    if (!m_recording.isWriting()) return US_ERROR_CAPTURE;
    if (r.d1 != 0 && r.d1 != 1) return US_ERROR_ARGUMENT;
    m_trace.follow(unsignedOf(r.a1), r.d1 == 1 ? std::optional(unsignedOf(r.a2)) : std::nullopt);
    return 0;
}

// What is of no interest, most messages for instance, is no sign of life either.
std::int32_t Plugin::packet(const Registers& r, ResolveFunction resolve) {
    const std::uint64_t arrival = Clock::ticks();
    std::optional<PacketRecord> side = m_trace.packet({resolve, unsignedOf(r.a7)}, unsignedOf(r.a1), unsignedOf(r.d2));
    if (!side) return 0;
    m_recording.alive();
    if (side->phase != US_PACKET_BEGIN) side->time = arrival;
    recordPacket(*side);
    return 0;
}

std::int32_t Plugin::request(const Registers& r, ResolveFunction resolve) {
    const std::uint64_t arrival = Clock::ticks();
    if (r.d1 < US_REQUEST_BEGIN || r.d1 > US_REQUEST_EMPTY) return US_ERROR_ARGUMENT;
    std::optional<RequestRecord> side = m_trace.request({resolve, unsignedOf(r.a7)}, unsignedOf(r.a1), r.d1);
    if (!side) return 0;
    m_recording.alive();
    if (side->phase != US_REQUEST_BEGIN) side->time = arrival;
    recordRequest(*side);
    return 0;
}

} // namespace uaescope::plugin
