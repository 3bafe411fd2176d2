// A whole suite in FS-UAE without the plugin, with the plugin but none of its hooks (marks only), and with everything:
// what recording costs a person. The time is the emulator's, from start to end; the variants take turns.
#include "analyzer/lab/emulator.h"
#include "analyzer/lab/setup.h"
#include "analyzer/lab/storage.h"
#include "analyzer/lab/temporary_folder.h"
#include "analyzer/lab/text_file.h"

#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>

namespace uaescope::lab {
namespace {

namespace fs = std::filesystem;

enum class Variant { withoutPlugin, marksOnly, everything };

void suite(benchmark::State& state, const char* setup, Variant variant) {
    const TemporaryFolder folder(fs::temp_directory_path());
    for (auto _ : state) {
        const TemporaryFolder session(folder.path());
        const GuestStorage storage = prepareStorage(parseSetup(setup), session.path(), StorageUse::copy);
        EmulatorRun run;
        run.session = session.path();
        run.settings = storage.settings;
        run.rawLines = storage.rawLines;
        run.startupSequence = "FailAt 30\nuaebench >NIL: diskperf " + storage.volume + "\nuaebench >NIL: QUIT\n";
        run.timeout = std::chrono::seconds(120);
        if (variant == Variant::withoutPlugin) {
            run.plugin = folder.path() / "none";
            writeTextFile(run.plugin, "no plugin");
        }
        run.environment = {{"UAESCOPE_HOOKS", variant == Variant::everything ? "library,system" : "none"}};
        const EmulatorEnd end = runEmulator(run);
        if (end.how != Ending::finished) return state.SkipWithError(end.message().c_str());
        if (fs::exists(end.capture) != (variant != Variant::withoutPlugin))
            return state.SkipWithError("the plugin was not where it should have been");
        state.SetIterationTime(std::chrono::duration<double>(end.duration).count());
    }
}

#define SUITE(setup, variant)                                                                                          \
    BENCHMARK_CAPTURE(suite, setup##_##variant, #setup, Variant::variant)                                              \
        ->UseManualTime()                                                                                              \
        ->Iterations(1)                                                                                                \
        ->Repetitions(7)                                                                                               \
        ->Unit(benchmark::kMillisecond)
SUITE(dir, withoutPlugin);
SUITE(dir, marksOnly);
SUITE(dir, everything);
SUITE(hdf, withoutPlugin);
SUITE(hdf, marksOnly);
SUITE(hdf, everything);

} // namespace
} // namespace uaescope::lab
