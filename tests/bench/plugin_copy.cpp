// Copying a cached file in pieces of 512 bytes, as dd does, in a process with the plugin and in one without: the time
// printed is that of a whole copy.
//
// The plugin patches its process for good, so that each copy is made in a child.
#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int pieces = 20'000;
constexpr std::size_t pieceSize = 512;

double copyOnce(const std::string& from, const std::string& to) {
    std::array<char, pieceSize> piece{};
    const int source = open(from.c_str(), O_RDONLY);
    const int target = open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const auto begin = std::chrono::steady_clock::now();
    while (read(source, piece.data(), piece.size()) > 0)
        if (write(target, piece.data(), piece.size()) < 0) std::abort();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    close(source);
    close(target);
    return taken.count();
}

// The best of some copies in a child; hooks null: without the plugin.
double bestInChild(const char* hooks, const std::filesystem::path& folder) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) std::abort();
    const pid_t child = fork();
    if (child == 0) {
        if (hooks != nullptr) {
            setenv("UAESCOPE_SESSION", folder.c_str(), 1); // NOLINT(concurrency-mt-unsafe): one thread
            setenv("UAESCOPE_HOOKS", hooks, 1);            // NOLINT(concurrency-mt-unsafe)
            void* plugin = dlopen(BENCH_PLUGIN, RTLD_NOW);
            if (plugin == nullptr) std::abort();
            reinterpret_cast<int (*)()>(dlsym(plugin, "uni_init"))();
        }
        double best = 1e9;
        for (int i = 0; i < 20; ++i) best = std::min(best, copyOnce(folder / "source", folder / "target"));
        if (write(ends[1], &best, sizeof best) != sizeof best) std::abort();
        _exit(0);
    }
    double best = 0;
    if (read(ends[0], &best, sizeof best) != sizeof best) std::abort();
    waitpid(child, nullptr, 0);
    close(ends[0]);
    close(ends[1]);
    return best;
}

void copy(benchmark::State& state, const char* hooks) {
    std::string pattern = (std::filesystem::temp_directory_path() / "uaescope-copy-XXXXXX").string();
    const std::filesystem::path folder = mkdtemp(pattern.data());
    const int source = open((folder / "source").c_str(), O_WRONLY | O_CREAT, 0600);
    if (ftruncate(source, pieces * static_cast<off_t>(pieceSize)) != 0) std::abort();
    close(source);
    for (auto _ : state) state.SetIterationTime(bestInChild(hooks, folder));
    std::filesystem::remove_all(folder);
}
BENCHMARK_CAPTURE(copy, bare, nullptr)->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(copy, oneRecordEachCall, "system")->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(copy, bothDepths, "library,system")->UseManualTime()->Iterations(3)->Unit(benchmark::kMillisecond);

} // namespace
