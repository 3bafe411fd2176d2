#include "storm.h"

#include "host_emulator.h"

#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

void doneWith(StormProgress::Line& line, std::uint64_t count) {
    line.time.store(monotonicNow());
    line.done.store(count);
}

// How late the machine is, measured by a thread that wants to run as often as the plugin's own does.
[[noreturn]] void watchTheMachine(StormProgress& progress) {
    constexpr std::int64_t interval = 5'000'000;
    for (;;) {
        const std::int64_t before = monotonicNow();
        usleep(interval / 1000);
        const std::int64_t late = monotonicNow() - before - interval;
        if (late > progress.oversleep.load()) progress.oversleep.store(late);
    }
}

void readOn(const std::string& file, StormProgress::Line& line, std::uint64_t rounds) {
    const int descriptor = open(file.c_str(), O_RDWR | O_CREAT, 0600);
    EXPECT(descriptor >= 0);
    char byte = 0;
    for (std::uint64_t i = 0; rounds == 0 || i < rounds; ++i) {
        EXPECT(pread(descriptor, &byte, 1, static_cast<off_t>(i)) == 0);
        doneWith(line, i + 1);
        usleep(20);
    }
    close(descriptor);
}

void nameThisThread(const std::string& name) { pthread_setname_np(pthread_self(), name.c_str()); }

template <typename Work>
void onEachThread(Work work) {
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task"))
        work(std::stoi(thread.path().filename().string()));
}

// Also for those that are started later.
void shareOneProcessor() {
    cpu_set_t allowed;
    EXPECT(sched_getaffinity(0, sizeof allowed, &allowed) == 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (int cpu = 0; CPU_COUNT(&one) == 0; ++cpu)
        if (CPU_ISSET(cpu, &allowed)) CPU_SET(cpu, &one);
    onEachThread([&](int thread) { EXPECT(sched_setaffinity(thread, sizeof one, &one) == 0); });
}

void schedulePlugin(int policy) {
    onEachThread([&](int thread) {
        std::string name;
        std::getline(std::ifstream("/proc/self/task/" + std::to_string(thread) + "/comm"), name);
        const sched_param none{};
        if (name == "uaescope") sched_setscheduler(thread, policy, &none); // back from idle takes a privilege
    });
}

} // namespace

void storm(Emulator& emulator, const std::string& folder, std::uint64_t rounds) {
    const rlimit none = {0, 0};
    EXPECT(setrlimit(RLIMIT_CORE, &none) == 0);
    StormProgress* progress = mapProgress(folder + "/" + stormProgressFile);
    EXPECT(progress != nullptr);
    progress->began.store(monotonicNow());
    std::thread([=] { watchTheMachine(*progress); }).detach();
    std::vector<std::thread> storage;
    for (std::size_t i = 1; i < stormLines; ++i)
        storage.emplace_back([&, i] {
            nameThisThread("storage" + std::to_string(i));
            readOn(folder + "/" + std::to_string(i), progress->lines[i], rounds);
        });
    for (std::uint64_t i = 0; rounds == 0 || i < rounds; ++i) {
        emulator.call(US_FN_MARK, {.d1 = US_OP_READ, .d2 = US_PHASE_BEGIN, .d4 = static_cast<std::int32_t>(i)});
        doneWith(progress->lines[0], i + 1);
        usleep(20);
    }
    for (std::thread& thread : storage) thread.join();
}

void flood(const std::string& folder) {
    shareOneProcessor();
    schedulePlugin(SCHED_IDLE);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < floodThreads; ++i)
        threads.emplace_back([&, i] {
            nameThisThread("flood" + std::to_string(i));
            const int descriptor = open((folder + "/" + std::to_string(i)).c_str(), O_RDWR | O_CREAT, 0600);
            for (std::uint64_t call = 0; call < floodCalls; ++call) lseek(descriptor, 0, SEEK_SET);
            close(descriptor);
        });
    for (std::thread& thread : threads) thread.join();
    schedulePlugin(SCHED_OTHER);
}
