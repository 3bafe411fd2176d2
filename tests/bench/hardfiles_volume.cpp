// Formatting a hardfile of 128 GiB, complete with its way to the disk, and reading volumes with many files.
#include "hardfiles/create.h"
#include "hardfiles/ffs_volume.h"
#include "tests/hardfiles/temporary_folder.h"
#include "tests/hardfiles/volume_builder.h"

#include <benchmark/benchmark.h>

namespace uaescope::hardfiles {
namespace {

using testing::TemporaryFolder;
using testing::VolumeBuilder;

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

void formatHardfile(benchmark::State& state, HardfileKind kind) {
    const TemporaryFolder folder;
    CreateOptions options;
    options.size = 128 * gib;
    options.kind = kind;
    options.existing = Existing::replace;
    options.partitions[0].blockSize = static_cast<std::uint32_t>(state.range(0));
    for (auto unused : state) createHardfile(folder / "a.hdf", options);
}

void formatPartition(benchmark::State& state) { formatHardfile(state, HardfileKind::partition); }
BENCHMARK(formatPartition)->Arg(512)->Arg(4096)->Unit(benchmark::kMillisecond)->UseRealTime();

void formatRdb(benchmark::State& state) { formatHardfile(state, HardfileKind::rdb); }
BENCHMARK(formatRdb)->Arg(512)->Unit(benchmark::kMillisecond)->UseRealTime();

// A volume in memory with directories of 250 files each.
struct Filled {
    MemoryImage image{std::size_t{128} << 20};
    VolumeBuilder builder{PartitionWindow(BlockDevice(image), {0, (128 << 20) / 512}, 512), {}};

    explicit Filled(int files) {
        std::uint32_t directory = 0;
        for (int i = 0; i < files; ++i) {
            if (i % 250 == 0) directory = builder.addDirectory(builder.root(), "dir" + std::to_string(i));
            builder.addFile(directory, "file" + std::to_string(i), {});
        }
    }
    FfsVolume open() {
        Findings findings;
        return std::move(FfsVolume::open(builder.window(), 2, findings).value());
    }
};

void listEverything(benchmark::State& state) {
    Filled filled(static_cast<int>(state.range(0)));
    const FfsVolume volume = filled.open();
    std::size_t entries = 0;
    for (auto unused : state) {
        Findings findings;
        volume.walk(volume.info().root, findings, [&](const std::string&, const Entry&) { ++entries; });
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(entries));
}
BENCHMARK(listEverything)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMillisecond);

void readFile(benchmark::State& state) {
    Filled filled(0);
    const Bytes contents = testing::pattern(std::size_t{32} << 20);
    filled.builder.addFile(filled.builder.root(), "large", contents);
    const FfsVolume volume = filled.open();
    const Entry file = volume.find("large").value();
    std::size_t bytes = 0;
    for (auto unused : state) volume.readFile(file, [&](ConstBytes piece) { bytes += piece.size(); });
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
BENCHMARK(readFile)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace uaescope::hardfiles
