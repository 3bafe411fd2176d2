// What the emulator sees: the variables that it fills in and the functions that the guest calls. No exception leaves.
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/plugin.h"

#include <exception>
#include <system_error>

using namespace uaescope::plugin;

extern "C" {
using VersionFunction = const char* (*)();
using InterfaceFunction = int (*)();
// Filled in by the emulator after loading; a function it does not know stays null.
[[gnu::visibility("default")]] ResolveFunction uni_resolve = nullptr;
[[gnu::visibility("default")]] VersionFunction uni_uae_version = nullptr;
[[gnu::visibility("default")]] InterfaceFunction uni_version = nullptr;
}

namespace {

Plugin* s_plugin = nullptr;

// Runs an entry point; before uni_init, and when something unforeseen is thrown, there is no capture.
template <typename Function>
std::int32_t guarded(Function function) noexcept {
    try {
        return s_plugin == nullptr ? US_ERROR_CAPTURE : function(*s_plugin);
    } catch (const std::exception& error) {
        complain(error.what());
        return US_ERROR_CAPTURE;
    }
}

void start(const Options& options) {
    stayLoaded();
    Clock::choose(options.counterClock ? ClockKind::counter : ClockKind::kernel);
    s_plugin = new Plugin(options); // lives until the process is gone: hooks run after all destructors
    s_plugin->start();
}

// LD_PRELOAD loads the plugin into every process that descends from the runner: only the emulator is to be recorded,
// and not again when it starts itself anew.
bool isRecordedFromItsStart(const Options& options) {
    std::error_code unknown;
    return !options.program.empty() && std::filesystem::read_symlink("/proc/self/exe", unknown) == options.program &&
           !std::filesystem::exists(options.capture, unknown);
}

[[gnu::constructor]] void loaded() noexcept {
    try {
        const Options options = readOptions();
        if (isRecordedFromItsStart(options)) start(options);
    } catch (const std::exception& error) {
        complain(error.what());
    }
}

} // namespace

extern "C" {

// The emulator calls it each time a guest program opens the library.
[[gnu::visibility("default")]] int uni_init() noexcept {
    try {
        if (s_plugin == nullptr) start(readOptions());
        s_plugin->guestArrived(uni_uae_version == nullptr ? nullptr : uni_uae_version());
    } catch (const std::exception& error) {
        complain(error.what());
    }
    return 0;
}

[[gnu::visibility("default")]] std::int32_t us_hello(const Registers* r) noexcept {
    return guarded([&](Plugin& plugin) { return plugin.hello(*r); });
}

[[gnu::visibility("default")]] std::int32_t us_mark(const Registers* r) noexcept {
    return guarded([&](Plugin& plugin) { return plugin.mark(*r, uni_resolve); });
}

[[gnu::visibility("default")]] std::int32_t us_text(const Registers* r) noexcept {
    return guarded([&](Plugin& plugin) { return plugin.text(*r, uni_resolve); });
}

[[gnu::visibility("default")]] std::int32_t us_job(const Registers* r) noexcept {
    return guarded([&](Plugin& plugin) { return plugin.job(*r, uni_resolve); });
}

[[gnu::visibility("default")]] std::int32_t us_wait(const Registers* r) noexcept {
    return guarded([&](Plugin& plugin) { return plugin.wait(*r); });
}

[[gnu::visibility("default")]] std::int32_t us_end(const Registers* r) noexcept {
    return guarded([&](Plugin& plugin) { return plugin.end(*r); });
}

[[gnu::visibility("default")]] std::int32_t us_forget(const Registers* r) noexcept {
    return guarded([&](Plugin& plugin) { return plugin.forget(*r); });
}

[[gnu::visibility("default")]] std::int32_t us_trace(const Registers* r) noexcept {
    return guarded([&](Plugin& plugin) { return plugin.trace(*r); });
}

[[gnu::visibility("default")]] std::int32_t us_packet(const Registers* r) noexcept {
    return guarded([&](Plugin& plugin) { return plugin.packet(*r, uni_resolve); });
}

[[gnu::visibility("default")]] std::int32_t us_request(const Registers* r) noexcept {
    return guarded([&](Plugin& plugin) { return plugin.request(*r, uni_resolve); });
}
}
