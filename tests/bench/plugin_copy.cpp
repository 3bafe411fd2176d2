// Copying a cached file in pieces of 512 bytes, as dd does: bare, with the plugin, and with what else people trace
// with. The time printed is that of one whole copy, the best of some, in a process of its own each time; the variants
// take turns, so that whatever else the machine does meets them all.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <string>
#include <unistd.h>

namespace {

constexpr int pieces = 20'000;
constexpr off_t pieceSize = 512;

struct Variant {
    const char* before; // the shell's words before the program; FOLDER stands for the folder
    const char* copies; // slow ones make fewer
    const char* plugin; // the last argument, or nothing
    const char* needs;  // a program in PATH that must be there
};

constexpr Variant bare = {"", "20", "", "sh"};
constexpr Variant systemDepth = {"UAESCOPE_HOOKS=system UAESCOPE_SESSION=FOLDER", "20", BENCH_PLUGIN, "sh"};
constexpr Variant bothDepths = {"UAESCOPE_SESSION=FOLDER", "20", BENCH_PLUGIN, "sh"};
constexpr Variant textLog = {"TEXT_LOG=FOLDER/log LD_PRELOAD=" BENCH_TEXT_LOG, "5", "", "sh"};
constexpr Variant perfTrace = {"perf trace -o FOLDER/log", "3", "", "perf"};
constexpr Variant strace = {"strace -f -o FOLDER/log", "3", "", "strace"};

class Folder {
public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "uaescope-copy-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr) std::abort();
        m_path = pattern;
        const int source = open((m_path / "source").c_str(), O_WRONLY | O_CREAT, 0600);
        if (ftruncate(source, pieces * pieceSize) != 0) std::abort();
        close(source);
    }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string in(std::string text) const {
        for (std::size_t at = 0; (at = text.find("FOLDER")) != std::string::npos;) text.replace(at, 6, m_path.string());
        return text;
    }

private:
    std::filesystem::path m_path;
};

std::string outputOf(const std::string& command) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::array<char, 256> text{};
    if (pipe == nullptr || std::fgets(text.data(), text.size(), pipe.get()) == nullptr) return {};
    return text.data();
}

void copy(benchmark::State& state, const Variant& variant) {
    if (outputOf(std::string("command -v ") + variant.needs).empty())
        return state.SkipWithError((std::string(variant.needs) + " is not installed").c_str());
    const Folder folder;
    const std::string program = std::string(BENCH_COPY) + " FOLDER/source FOLDER/target " + variant.copies + " ";
    const std::string command = folder.in(std::string("env ") + variant.before + " " + program + variant.plugin);
    for (auto _ : state) {
        const std::string seconds = outputOf(command + " 2>/dev/null");
        if (seconds.empty()) return state.SkipWithError(("nothing came from: " + command).c_str());
        state.SetIterationTime(std::strtod(seconds.c_str(), nullptr));
    }
}

#define COPY(variant)                                                                                                  \
    BENCHMARK_CAPTURE(copy, variant, variant)                                                                          \
        ->UseManualTime()                                                                                              \
        ->Iterations(1)                                                                                                \
        ->Repetitions(5)                                                                                               \
        ->Unit(benchmark::kMillisecond)
COPY(bare);
COPY(systemDepth);
COPY(bothDepths);
COPY(textLog);
COPY(perfTrace);
COPY(strace);

} // namespace
