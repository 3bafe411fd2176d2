// Loads the plugin as an emulator does and does known work, for plugin tests: host PLUGIN SCENARIO FOLDER.
// FOLDER is an empty folder to work in; the session is in the environment.
#include "host_emulator.h"
#include "storm.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <map>
#include <new>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

template <typename Work>
void onThread(const char* name, Work work) {
    std::thread([&] {
        pthread_setname_np(pthread_self(), name);
        work();
    }).join();
}

// One of each call on descriptors and paths; descriptor_calls_test.cpp says what must be recorded.
void descriptorCalls(const std::string& folder) {
    const std::string file = folder + "/a";
    std::array<char, 200> buffer{};
    const int descriptor = open(file.c_str(), O_RDWR | O_CREAT, 0600);
    EXPECT(descriptor >= 0);
    EXPECT(write(descriptor, buffer.data(), 100) == 100);
    EXPECT(lseek(descriptor, 10, SEEK_SET) == 10);
    EXPECT(read(descriptor, buffer.data(), 50) == 50);
    EXPECT(read(descriptor, buffer.data(), 200) == 40);
    EXPECT(pwrite(descriptor, buffer.data(), 30, 500) == 30);
    EXPECT(pread(descriptor, buffer.data(), 30, 505) == 25);
    EXPECT(ftruncate(descriptor, 60) == 0);
    EXPECT(lseek(descriptor, -20, SEEK_END) == 40);
    struct stat status {};
    EXPECT(fstat(descriptor, &status) == 0 && status.st_size == 60 && (status.st_mode & 0777) == 0600);
    EXPECT(fsync(descriptor) == 0);
    EXPECT(close(descriptor) == 0);
    errno = 0;
    EXPECT(close(descriptor) == -1 && errno == EBADF);
    EXPECT(stat(file.c_str(), &status) == 0 && status.st_size == 60);
    EXPECT(lstat(file.c_str(), &status) == 0);
    EXPECT(access(file.c_str(), R_OK) == 0);
    EXPECT(access((folder + "/missing").c_str(), R_OK) == -1 && errno == ENOENT);
    EXPECT(open((folder + "/missing").c_str(), O_RDONLY) == -1 && errno == ENOENT);
    EXPECT(chmod(file.c_str(), 0644) == 0);
    const std::array<timeval, 2> times = {timeval{1, 2}, timeval{3, 4}};
    EXPECT(utimes(file.c_str(), times.data()) == 0);
    EXPECT(stat(file.c_str(), &status) == 0 && status.st_mtim.tv_sec == 3 && status.st_mtim.tv_nsec == 4000);
    EXPECT(rename(file.c_str(), (folder + "/b").c_str()) == 0);
    EXPECT(unlink((folder + "/b").c_str()) == 0);
    EXPECT(mkdir((folder + "/d").c_str(), 0755) == 0);
    EXPECT(rmdir((folder + "/d").c_str()) == 0);
    EXPECT(chdir(folder.c_str()) == 0);
    EXPECT(access("relative", F_OK) == -1);
}

void streamCalls(const std::string& folder) {
    std::array<char, 1024> buffer{};
    std::FILE* stream = std::fopen((folder + "/s").c_str(), "w+b");
    EXPECT(stream != nullptr);
    EXPECT(std::fwrite(buffer.data(), 1, 512, stream) == 512);
    EXPECT(std::fwrite(buffer.data(), 256, 2, stream) == 2);
    EXPECT(std::fseek(stream, 512, SEEK_SET) == 0);
    EXPECT(std::fread(buffer.data(), 1, 1024, stream) == 512);
    EXPECT(std::ftell(stream) == 1024);
    EXPECT(std::fseek(stream, -24, SEEK_CUR) == 0);
    EXPECT(std::fputs("line\n", stream) >= 0);
    EXPECT(std::fprintf(stream, "%d+%d\n", 12, 34) == 6);
    EXPECT(std::fputc('x', stream) == 'x');
    EXPECT(std::fflush(stream) == 0);
    EXPECT(std::fseek(stream, 1000, SEEK_SET) == 0);
    EXPECT(std::fgets(buffer.data(), 100, stream) != nullptr);
    EXPECT(std::strcmp(buffer.data(), "line\n") == 0);
    EXPECT(std::fgetc(stream) == '1');
    EXPECT(std::fclose(stream) == 0);
    EXPECT(std::fopen((folder + "/missing").c_str(), "r") == nullptr && errno == ENOENT);
}

void folderCalls(const std::string& folder) {
    for (int i = 0; i < 20; ++i) EXPECT(mkdir((folder + "/" + std::to_string(i)).c_str(), 0755) == 0);
    DIR* stream = opendir(folder.c_str());
    EXPECT(stream != nullptr);
    int entries = 0;
    while (readdir(stream) != nullptr) ++entries; // NOLINT(concurrency-mt-unsafe): the stream is this thread's
    EXPECT(entries == 22);
    EXPECT(closedir(stream) == 0);
}

// Calls that no hook sees, beside some that they do.
void unhookedCalls(const std::string& folder) {
    const std::string file = folder + "/u";
    const int descriptor = open(file.c_str(), O_RDWR | O_CREAT, 0600);
    EXPECT(descriptor >= 0);
    std::array<char, 30> bytes{};
    const std::array<iovec, 2> parts = {iovec{bytes.data(), 10}, iovec{bytes.data() + 10, 20}};
    EXPECT(writev(descriptor, parts.data(), parts.size()) == 30);
    EXPECT(syscall(SYS_pread64, descriptor, bytes.data(), 20, 5) == 20);
    const int copy = dup(descriptor);
    EXPECT(copy >= 0 && write(copy, "x", 1) == 1 && close(copy) == 0);
    EXPECT(syscall(SYS_openat, AT_FDCWD, (folder + "/missing").c_str(), O_RDONLY) == -1 && errno == ENOENT);
    EXPECT(close(descriptor) == 0);
}

// Two threads that open, use and close files, so that they get each other's descriptors, while signals interrupt them.
void interruptedCalls(const std::string& folder) {
    struct sigaction action {};
    action.sa_handler = [](int) { access("/", F_OK); };
    EXPECT(sigaction(SIGUSR1, &action, nullptr) == 0);
    std::atomic<bool> done = false;
    const auto work = [&](char name) {
        for (int i = 0; i < 500; ++i) {
            const std::string file = folder + "/" + name + std::to_string(i % 7);
            const int descriptor = open(file.c_str(), O_RDWR | O_CREAT, 0600);
            EXPECT(descriptor >= 0 && write(descriptor, "12345", 5) == 5 && close(descriptor) == 0);
        }
    };
    std::thread one(work, 'a');
    std::thread two(work, 'b');
    std::thread disturber([&] {
        while (!done) {
            pthread_kill(one.native_handle(), SIGUSR1);
            usleep(50);
        }
    });
    two.join();
    done = true;
    disturber.join();
    one.join();
}

using Scenario = void (*)(Emulator&, const std::string& folder);

// What the runner does, in a process of its own: what we do ourselves is recorded.
void runnerDoes(const std::string& command) {
    const std::string line = "cd \"$UAESCOPE_SESSION\" && " + command;
    EXPECT(std::system(line.c_str()) == 0); // NOLINT
}

template <typename Condition>
void waitUntil(Condition isSo) {
    int waits = 0;
    for (; !isSo() && waits < 5000; ++waits) usleep(2000);
    EXPECT(waits < 5000);
}

void agentsWork(Emulator& emulator) {
    constexpr std::int32_t task = 0x4000;
    constexpr std::int32_t other = 0x5000;
    const auto ask = [&](std::int32_t who) {
        return emulator.call(US_FN_JOB, {.d1 = 100, .d2 = US_JOB_AGENT, .a1 = lowBegin, .a3 = who});
    };
    const auto mark = [&](std::int32_t who) { return emulator.call(US_FN_MARK, {.d1 = US_OP_OPEN, .a3 = who}); };
    EXPECT(ask(task) == 0);
    EXPECT(ask(other) == US_ERROR_BUSY);
    EXPECT(emulator.call(US_FN_JOB, {.d2 = US_JOB_LEAVE, .a3 = other}) == 0); // leaves nobody else
    runnerDoes("until test -e agent; do sleep 0.01; done; printf 'diskperf Tr\\344ume:\\n' > new; mv new job");
    std::int32_t length = 0;
    waitUntil([&] { return (length = ask(task)) != 0; });
    EXPECT(std::string(lowMemory(), static_cast<std::size_t>(length)) == "diskperf Tr\xe4ume:");
    EXPECT(ask(task) == 0);
    EXPECT(mark(task) == 0);
    runnerDoes("test ! -e job && touch stop");
    waitUntil([&] { return mark(task) == US_MARK_STOP; });
    EXPECT(mark(other) == 0);
    EXPECT(emulator.finishJob() == 0);
    EXPECT(mark(task) == 0);
    runnerDoes("rm stop; echo truth DH1: > new; mv new job; until test ! -e job; do sleep 0.01; done");
    EXPECT(emulator.call(US_FN_JOB, {.d2 = US_JOB_LEAVE, .a3 = task}) == 0);
    runnerDoes("until test ! -e agent; do sleep 0.01; done");
}

// A job that is called off before anybody takes it is put back, and does not come once more.
void jobsThatAreCalledOff(Emulator& emulator) {
    const auto ask = [&] {
        return emulator.call(US_FN_JOB, {.d1 = 100, .d2 = US_JOB_AGENT, .a1 = lowBegin, .a3 = 0x4000});
    };
    EXPECT(ask() == 0);
    runnerDoes("until test -e agent; do sleep 0.01; done; echo truth DH1: > new; mv new job;"
               "until test ! -e job; do sleep 0.01; done; touch stop; until test -e job; do sleep 0.01; done;"
               "test \"$(cat job)\" = 'truth DH1:' && rm job && rm stop");
    EXPECT(ask() == 0);
    runnerDoes("echo diskperf DH1: > new; mv new job");
    waitUntil([&] { return ask() > 0; });
    EXPECT(std::string(lowMemory(), 13) == "diskperf DH1:");
    EXPECT(emulator.finishJob() == 0);
}

// One that gives no sign of life any more is gone: its job ends when another one comes, and a job that it has not
// taken is put back.
void agentsThatFallSilent(Emulator& emulator) {
    const auto ask = [&](std::int32_t who) {
        return emulator.call(US_FN_JOB, {.d1 = 100, .d2 = US_JOB_AGENT, .a1 = lowBegin, .a3 = who});
    };
    const auto pulse = [&](std::int32_t who) { return emulator.call(US_FN_JOB, {.d2 = US_JOB_PULSE, .a3 = who}); };
    EXPECT(ask(0x4000) == 0);
    EXPECT(pulse(0x4000) == 0);
    EXPECT(pulse(0x5000) == 0); // no agent's
    runnerDoes("until test -e agent; do sleep 0.01; done; echo truth DH1: > new; mv new job");
    waitUntil([&] { return ask(0x4000) > 0; });
    runnerDoes("touch stop");
    waitUntil([&] { return pulse(0x4000) == US_PULSE_STOP; });
    EXPECT(pulse(0x5000) == 0);
    EXPECT(ask(0x5000) == US_ERROR_BUSY);
    runnerDoes("until test ! -e agent; do sleep 0.01; done");
    EXPECT(pulse(0x4000) == US_PULSE_STOP); // it was only late
    runnerDoes("until test -e agent; do sleep 0.01; done; until test ! -e agent; do sleep 0.01; done; rm stop");
    EXPECT(ask(0x5000) == 0);
    EXPECT(pulse(0x4000) == 0);
    EXPECT(ask(0x4000) == US_ERROR_BUSY);
    EXPECT(pulse(0x5000) == 0);
    runnerDoes("until test -e agent; do sleep 0.01; done; echo diskperf DH1: > new; mv new job;"
               "until test ! -e job; do sleep 0.01; done; until test -e job; do sleep 0.01; done");
}

bool isInMemory(const std::string& file, off_t size) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    void* mapped = mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_SHARED, descriptor, 0);
    EXPECT(descriptor >= 0 && mapped != MAP_FAILED);
    std::vector<unsigned char> pages(static_cast<std::size_t>(size) / 4096);
    EXPECT(mincore(mapped, static_cast<std::size_t>(size), pages.data()) == 0);
    EXPECT(munmap(mapped, static_cast<std::size_t>(size)) == 0 && close(descriptor) == 0);
    return std::any_of(pages.begin(), pages.end(), [](unsigned char flags) { return (flags & 1) != 0; });
}

constexpr off_t fileSize = 64 * 4096;

// One more descriptor stays open, as the emulator's do.
int makeFile(const std::string& file) {
    const int descriptor = open(file.c_str(), O_RDWR | O_CREAT, 0600);
    const std::string bytes(fileSize, 'x');
    EXPECT(descriptor >= 0 && write(descriptor, bytes.data(), bytes.size()) == fileSize);
    EXPECT(isInMemory(file, fileSize));
    return descriptor;
}

std::int32_t forget(Emulator& emulator, std::int32_t hasDevice) {
    std::int32_t answer = emulator.call(US_FN_FORGET, {.d1 = US_FORGET_BEGIN, .d2 = hasDevice});
    waitUntil([&] {
        if (answer == US_FORGET_PENDING) answer = emulator.call(US_FN_FORGET, {.d1 = US_FORGET_ASK});
        return answer != US_FORGET_PENDING;
    });
    return answer;
}

// The facts of the session say what the volumes are.
void forgetsImages(Emulator& emulator, const std::string& folder) {
    const int image = makeFile(folder + "/image.hdf");
    const int other = makeFile(folder + "/other");
    EXPECT(forget(emulator, 1) == US_FORGET_DONE);
    EXPECT(!isInMemory(folder + "/image.hdf", fileSize));
    EXPECT(isInMemory(folder + "/other", fileSize));
    char byte = 0;
    EXPECT(pread(image, &byte, 1, 4096) == 1 && byte == 'x');
    EXPECT(isInMemory(folder + "/image.hdf", fileSize));
    EXPECT(forget(emulator, 1) == US_FORGET_DONE);
    EXPECT(!isInMemory(folder + "/image.hdf", fileSize));
    EXPECT(close(image) == 0 && close(other) == 0);
    EXPECT(unlink((folder + "/image.hdf").c_str()) == 0);
    EXPECT(forget(emulator, 1) == US_FORGET_NO_FILES);
    EXPECT(forget(emulator, 0) == US_FORGET_NO_FILES);
}

void forgetsFilesInDirectories(Emulator& emulator, const std::string& folder) {
    EXPECT(forget(emulator, 0) == US_FORGET_NO_FILES);
    EXPECT(mkdir((folder + "/storage/deep").c_str(), 0700) == 0);
    const int file = makeFile(folder + "/storage/deep/file");
    const int gone = makeFile(folder + "/storage/gone");
    const int other = makeFile(folder + "/storage.too");
    EXPECT(unlink((folder + "/storage/gone").c_str()) == 0);
    EXPECT(forget(emulator, 0) == US_FORGET_DONE);
    EXPECT(!isInMemory(folder + "/storage/deep/file", fileSize));
    EXPECT(isInMemory(folder + "/storage.too", fileSize));
    char byte = 0;
    EXPECT(pread(file, &byte, 1, 4096) == 1);
    EXPECT(forget(emulator, 0) == US_FORGET_DONE); // the file is known still
    EXPECT(!isInMemory(folder + "/storage/deep/file", fileSize));
    EXPECT(forget(emulator, 1) == US_FORGET_NO_FILES);
    EXPECT(close(file) == 0 && close(gone) == 0 && close(other) == 0);
}

void cannotForgetWhatIsInMemory(Emulator& emulator, const std::string&) {
    EXPECT(forget(emulator, 1) == US_FORGET_IN_MEMORY);
    EXPECT(emulator.call(US_FN_FORGET, {.d1 = US_FORGET_ASK}) == US_FORGET_IN_MEMORY);
    EXPECT(emulator.call(US_FN_FORGET, {.d1 = US_FORGET_BEGIN, .d2 = 2}) == US_ERROR_ARGUMENT);
    EXPECT(emulator.call(US_FN_FORGET, {.d1 = 2}) == US_ERROR_ARGUMENT);
}

const std::map<std::string, Scenario> scenarios = {
    {"forgets-images", [](Emulator& emulator, const std::string& folder) { forgetsImages(emulator, folder); }},
    {"forgets-files",
     [](Emulator& emulator, const std::string& folder) { forgetsFilesInDirectories(emulator, folder); }},
    {"in-memory", [](Emulator& emulator, const std::string& folder) { cannotForgetWhatIsInMemory(emulator, folder); }},
    {"descriptors",
     [](Emulator&, const std::string& folder) { onThread("storage", [&] { descriptorCalls(folder); }); }},
    {"streams", [](Emulator&, const std::string& folder) { onThread("storage", [&] { streamCalls(folder); }); }},
    {"folders", [](Emulator&, const std::string& folder) { onThread("storage", [&] { folderCalls(folder); }); }},
    {"unhooked", [](Emulator&, const std::string& folder) { onThread("storage", [&] { unhookedCalls(folder); }); }},
    {"interrupted", [](Emulator&, const std::string& folder) { interruptedCalls(folder); }},
    {"entry-points",
     [](Emulator& emulator, const std::string&) {
         EXPECT(emulator.call(US_FN_HELLO, {.d1 = US_PROTOCOL_VERSION, .d2 = 1 << 16}) == US_PROTOCOL_VERSION);
         EXPECT(emulator.text(US_TEXT_CONSOLE, "Gr\xf6\xdf"
                                               "e") == 0);
         EXPECT(emulator.begin(US_OP_OPEN, "DH1:\xe4") == 0);
         EXPECT(emulator.end(US_OP_OPEN) == 0);
         EXPECT(emulator.call(US_FN_WAIT, {.d1 = 1000}) == 0);
         EXPECT(emulator.finishJob() == 0);
     }},
    {"bad-arguments",
     [](Emulator& emulator, const std::string&) {
         const auto text = [&](std::int32_t address, std::int32_t length) {
             return emulator.call(US_FN_TEXT, {.d1 = US_TEXT_CONSOLE, .d2 = length, .a1 = address});
         };
         EXPECT(text(highBegin - 4, 4) == 0);
         EXPECT(text(highBegin - 4, 8) == US_ERROR_ADDRESS);             // two pieces of host memory
         EXPECT(text(highBegin + rangeSize - 4, 8) == US_ERROR_ADDRESS); // past the end of memory
         EXPECT(text(0, 4) == US_ERROR_ADDRESS);                         // no address
         EXPECT(text(-4, 8) == US_ERROR_ADDRESS);                        // round the end of the address space
         EXPECT(text(lowBegin, US_TEXT_MAX + 1) == US_ERROR_ARGUMENT);
         EXPECT(text(lowBegin, -1) == US_ERROR_ARGUMENT);
         EXPECT(emulator.call(US_FN_TEXT, {.d1 = 0, .d2 = 1, .a1 = lowBegin}) == US_ERROR_ARGUMENT);
         EXPECT(emulator.call(US_FN_MARK, {.d1 = 0}) == US_ERROR_ARGUMENT);
         EXPECT(emulator.call(US_FN_MARK, {.d1 = US_OP_OPEN, .d2 = 2}) == US_ERROR_ARGUMENT);
         EXPECT(emulator.call(US_FN_MARK, {.d1 = US_OP_OPEN, .d3 = 0x10000}) == US_ERROR_ARGUMENT);
         EXPECT(emulator.call(US_FN_MARK, {.d1 = US_OP_OPEN, .a1 = 4, .a2 = 4}) == US_ERROR_ADDRESS);
         EXPECT(emulator.call(US_FN_MARK, {.d1 = US_OP_OPEN, .a1 = lowBegin, .a2 = -4}) == US_ERROR_ARGUMENT);
         EXPECT(emulator.call(US_FN_JOB, {.d1 = 3, .a1 = lowBegin}) == US_ERROR_ARGUMENT);
         EXPECT(emulator.call(US_FN_JOB, {.d1 = 100, .a1 = 4}) == US_ERROR_ADDRESS);
         EXPECT(emulator.call(US_FN_WAIT, {.d1 = -1}) == US_ERROR_ARGUMENT);
     }},
    {"jobs",
     [](Emulator& emulator, const std::string&) {
         const auto job = [&] {
             const std::int32_t length = emulator.call(US_FN_JOB, {.d1 = 100, .a1 = lowBegin});
             return length < 0 ? "error" : std::string(lowMemory(), static_cast<std::size_t>(length));
         };
         EXPECT(job() == "diskspeed13 DH1:");
         emulator.init(); // a second program opens the library
         EXPECT(job() == "diskperf DH1: CLASSIC");
         EXPECT(job().empty());
         EXPECT(job().empty());
     }},
    {"called-off", [](Emulator& emulator, const std::string&) { jobsThatAreCalledOff(emulator); }},
    {"silent-agent", [](Emulator& emulator, const std::string&) { agentsThatFallSilent(emulator); }},
    {"agent", [](Emulator& emulator, const std::string&) { agentsWork(emulator); }},
    {"no-capture",
     [](Emulator& emulator, const std::string& folder) {
         EXPECT(emulator.call(US_FN_HELLO, {.d1 = US_PROTOCOL_VERSION}) == US_ERROR_CAPTURE);
         EXPECT(emulator.begin(US_OP_OPEN, "x") == US_ERROR_CAPTURE);
         EXPECT(emulator.call(US_FN_JOB, {.d1 = 100, .a1 = lowBegin}) == US_ERROR_CAPTURE);
         EXPECT(emulator.finishJob() == US_ERROR_CAPTURE);
         descriptorCalls(folder); // and the emulator is not disturbed
     }},
    {"full-disk",
     [](Emulator& emulator, const std::string& folder) {
         EXPECT(emulator.finishJob() == 0);
         const rlimit limit = {4096, 4096};
         EXPECT(setrlimit(RLIMIT_FSIZE, &limit) == 0);
         // Names that do not repeat make the capture grow.
         unsigned random = 1;
         for (int i = 0; i < 4000; ++i) {
             random = random * 1664525 + 1013904223;
             access((folder + "/" + std::to_string(random)).c_str(), F_OK);
         }
         EXPECT(emulator.finishJob() == US_ERROR_CAPTURE);
         EXPECT(emulator.begin(US_OP_OPEN, "x") == US_ERROR_CAPTURE);
         descriptorCalls(folder);
     }},
    {"killed",
     [](Emulator& emulator, const std::string& folder) {
         for (;;) { // the test kills us, and looks at the last name below the time of the kill
             timespec now{};
             clock_gettime(CLOCK_MONOTONIC, &now);
             emulator.begin(US_OP_OPEN, "DH1:");
             access((folder + "/x").c_str(), F_OK);
             emulator.end(US_OP_OPEN);
             usleep(100);
         }
     }},
    {"storm", [](Emulator& emulator, const std::string& folder) { storm(emulator, folder, 0); }},
    {"short-storm", [](Emulator& emulator, const std::string& folder) { storm(emulator, folder, 2000); }},
    {"flood",
     [](Emulator& emulator, const std::string& folder) {
         flood(folder);
         // Each waits for some seconds at most; the plugin may have much to write.
         for (int i = 0; i < 3; ++i) emulator.finishJob();
     }},
    {"silent",
     [](Emulator& emulator, const std::string&) {
         emulator.begin(US_OP_OPEN, "DH1:");
         pause();
     }},
    {"talking",
     [](Emulator& emulator, const std::string&) {
         emulator.call(US_FN_WAIT, {.d1 = 60'000}); // outlives a patience of one second
         usleep(1'500'000);
     }},
    {"unflushed",
     [](Emulator&, const std::string& folder) {
         std::FILE* stream = std::fopen((folder + "/s").c_str(), "wb");
         EXPECT(std::fwrite("12345", 1, 5, stream) == 5);
         std::exit(3); // NOLINT(concurrency-mt-unsafe): flushes the stream
     }},
    {"busy-at-exit",
     [](Emulator&, const std::string& folder) {
         // A page that outlives us says how many calls were done.
         const int page = open((folder + "/done").c_str(), O_RDWR | O_CREAT, 0600);
         EXPECT(ftruncate(page, 4096) == 0);
         void* mapped = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, page, 0);
         EXPECT(mapped != MAP_FAILED);
         auto* done = new (mapped) std::atomic<std::uint64_t>(0);
         std::thread busy([&folder, done] {
             const int file = open((folder + "/busy").c_str(), O_RDWR | O_CREAT, 0600);
             for (;;) {
                 EXPECT(lseek(file, 1, SEEK_SET) == 1);
                 ++*done;
             }
         });
         while (*done < 1000) usleep(100);
         std::exit(0); // NOLINT(concurrency-mt-unsafe): as emulators do, while another thread still works
     }},
    {"child",
     [](Emulator&, const std::string& folder) {
         const pid_t child = fork();
         if (child == 0) {
             access((folder + "/in-child").c_str(), F_OK);
             _exit(1);
         }
         int status = 0;
         EXPECT(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 1);
         access((folder + "/in-parent").c_str(), F_OK);
     }},
    {"waits",
     [](Emulator&, const std::string& folder) {
         usleep(2000);
         onThread("idle", [] { usleep(2000); });
         onThread("storage", [&] {
             access((folder + "/x").c_str(), F_OK);
             usleep(3000);
         });
     }},
    {"function-pointer",
     [](Emulator&, const std::string& folder) {
         // In a program at a fixed place this is the address of a stub in the program.
         char* (*volatile const readLine)(char*, int, std::FILE*) = std::fgets;
         std::array<char, 8> line{};
         std::FILE* stream = std::fopen((folder + "/empty").c_str(), "w+b");
         EXPECT(readLine(line.data(), line.size(), stream) == nullptr);
         EXPECT(std::fgets(line.data(), line.size(), stream) == nullptr);
         std::fclose(stream);
     }},
    {"many-threads",
     [](Emulator&, const std::string& folder) {
         for (int round = 0; round < 20; ++round) {
             std::array<std::thread, 8> threads;
             for (std::thread& thread : threads)
                 thread = std::thread([&] {
                     for (int i = 0; i < 100; ++i) access((folder + "/" + std::to_string(i)).c_str(), F_OK);
                 });
             for (std::thread& thread : threads) thread.join();
         }
     }},
    {"shim",
     [](Emulator&, const std::string& folder) {
         EXPECT(access((folder + "/by-the-shim").c_str(), F_OK) == 0); // there is no such file; the shim says so
     }},
};

void touch(const std::string& file) {
    const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT, 0600);
    EXPECT(descriptor >= 0);
    close(descriptor);
}

// Of a preloaded plugin, that no guest program opens.
const std::map<std::string, void (*)(char** argv, const std::string& folder)> scenariosWithoutGuest = {
    {"no-guest", [](char**, const std::string& folder) { touch(folder + "/lonely"); }},
    {"starts-again",
     [](char** argv, const std::string& folder) {
         if (access((folder + "/lonely").c_str(), F_OK) == 0) return touch(folder + "/again");
         touch(folder + "/lonely");
         EXPECT(Emulator(argv[1]).finishJob() == 0); // everything is written
         execv("/proc/self/exe", argv);
         EXPECT(false);
     }},
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    if (const auto lonely = scenariosWithoutGuest.find(argv[2]); lonely != scenariosWithoutGuest.end()) {
        lonely->second(argv, argv[3]);
        return 0;
    }
    if (scenarios.count(argv[2]) == 0) return 2;
    // From before the plugin is loaded.
    if (const char* bytes = std::getenv("HOST_FILE_LIMIT")) { // NOLINT(concurrency-mt-unsafe): one thread
        const rlim_t limit = std::strtoul(bytes, nullptr, 10);
        const rlimit both = {limit, limit};
        EXPECT(setrlimit(RLIMIT_FSIZE, &both) == 0);
    }
    Emulator emulator(argv[1]);
    scenarios.at(argv[2])(emulator, argv[3]);
    return 0;
}
