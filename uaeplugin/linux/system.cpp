#include "uaeplugin/system.h"

#include "uaeplugin/linux/hooks/got_hooks.h"
#include "uaeplugin/linux/hooks/stub_hooks.h"
#include "uaeplugin/linux/raw_call.h"

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace uaescope::plugin {

std::uint32_t processId() { return static_cast<std::uint32_t>(getpid()); }

std::uint32_t threadId() { return static_cast<std::uint32_t>(rawCall(SYS_gettid)); }

std::array<char, 16> threadName() {
    std::array<char, 16> name{};
    rawCall(SYS_prctl, PR_GET_NAME, name.data());
    return name;
}

std::string environmentVariable(const char* name) {
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets variables here
    return value == nullptr ? std::string() : std::string(value);
}

std::filesystem::path userDataFolder() {
    const std::string named = environmentVariable("XDG_DATA_HOME");
    if (!named.empty()) return named;
    return std::filesystem::path(environmentVariable("HOME")) / ".local" / "share";
}

bool startThread(void (*body)(void* argument), void* argument) {
    struct Start {
        void (*body)(void*);
        void* argument;
    };
    const auto run = [](void* started) -> void* {
        const Start start = *static_cast<Start*>(started);
        delete static_cast<Start*>(started);
        start.body(start.argument);
        return nullptr;
    };
    auto* start = new Start{body, argument};
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigdelset(&all, SIGSYS); // of its own system calls, see kernel_trap.h
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread{};
    const int error = pthread_create(&thread, nullptr, run, start);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (error != 0) {
        delete start;
        return false;
    }
    pthread_setname_np(thread, "uaescope");
    pthread_detach(thread);
    return true;
}

void sleepUnseen(std::chrono::milliseconds time) {
    const timespec wanted{time.count() / 1000, time.count() % 1000 * 1'000'000};
    rawCall(SYS_nanosleep, &wanted, nullptr);
}

void endProcess(int status) {
    for (;;) rawCall(SYS_exit_group, status);
}

void* mapPages(std::size_t size) {
    const int before = errno;
    void* pages = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    errno = before;
    return pages == MAP_FAILED ? nullptr : pages;
}

void unmapPages(void* pages, std::size_t size) { munmap(pages, size); }

void stayLoaded() {} // the linker's nodelete flag does it

HookCounts installHooks(const Options& options, void (*atExit)(int status)) {
    static void (*s_atExit)(int) = atExit;
    HookCounts counts;
    if (options.libraryHooks)
        for (const auto hooks : {descriptorHooks(), streamHooks(), pathHooks(), waitHooks()})
            counts.library += installGotHooks(hooks);
    if (options.systemHooks) {
        setExitHandler(atExit);
        counts.system = installStubHooks(systemCallHooks());
    }
    if (counts.system == 0) on_exit([](int status, void*) { s_atExit(status); }, nullptr);
    return counts;
}

std::string clockPair() {
    timespec monotonic{};
    timespec wall{};
    clock_gettime(CLOCK_MONOTONIC, &monotonic);
    clock_gettime(CLOCK_REALTIME, &wall);
    const auto nanoseconds = [](const timespec& time) {
        return std::to_string(time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec);
    };
    return "monotonic=" + nanoseconds(monotonic) + " realtime=" + nanoseconds(wall);
}

void atLastMoment(void (*)()) {}

void announceRecording() {
    // Made directly, as it is no call of the emulator.
    rawCall(SYS_faccessat, AT_FDCWD, "/uaescope-recording-starts", F_OK);
}

} // namespace uaescope::plugin
