// Formatting a hardfile of 128 GiB, complete with its way to the disk, reading volumes with many files, and copying
// files in and out beside a plain copy.
#include "hardfiles/create.h"
#include "hardfiles/ffs_volume.h"
#include "hardfiles/ffs_writer.h"
#include "hardfiles/new_file.h"
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

// Between the host and a hardfile on its disk, whose volume has nothing else in it. None of them waits for the disk.
struct Copying {
    TemporaryFolder folder;
    std::filesystem::path image = folder / "a.hdf", source = folder / "source";

    explicit Copying(std::int64_t mib, unsigned number) {
        CreateOptions options;
        options.size = static_cast<std::uint64_t>(mib + mib / 8 + 4) << 20;
        options.partitions[0].dosType = dosType(number);
        createHardfile(image, options);
        NewFile made(source, Existing::refuse);
        const Bytes contents = testing::pattern(static_cast<std::size_t>(mib) << 20);
        made.image().resize(contents.size());
        made.image().write(0, contents);
        made.commit();
    }
};

// What a hardfile is on, without the wait for the disk that comes with each change.
class UnsyncedFile : public FileImage {
public:
    using FileImage::FileImage;
    void sync() override {}
};

void setCopied(benchmark::State& state) { state.SetBytesProcessed(state.iterations() * (state.range(0) << 20)); }

void putFile(benchmark::State& state) {
    const Copying files(state.range(0), static_cast<unsigned>(state.range(1)));
    UnsyncedFile image(files.image, FileImage::Access::readWrite);
    Findings findings;
    const FfsVolume volume =
        FfsVolume::open(PartitionWindow(BlockDevice(image), {0, image.size() / 512}, 512), 2, findings).value();
    for (auto unused : state) {
        const FileImage source(files.source, FileImage::Access::readOnly);
        std::uint64_t offset = 0;
        VolumeWriter writer(volume);
        writer.put("file",
                   {source.size(),
                    [&](MutableBytes into) {
                        source.read(offset, into);
                        offset += into.size();
                    }},
                   {});
        state.PauseTiming();
        writer.remove("file");
        state.ResumeTiming();
    }
    setCopied(state);
}
BENCHMARK(putFile)->ArgNames({"MiB", "DOS"})->ArgsProduct({{20, 200}, {0, 1}})->Unit(benchmark::kMillisecond);

void getFile(benchmark::State& state) {
    const Copying files(state.range(0), static_cast<unsigned>(state.range(1)));
    UnsyncedFile image(files.image, FileImage::Access::readWrite);
    Findings findings;
    const FfsVolume volume =
        FfsVolume::open(PartitionWindow(BlockDevice(image), {0, image.size() / 512}, 512), 2, findings).value();
    const FileImage source(files.source, FileImage::Access::readOnly);
    std::uint64_t from = 0;
    VolumeWriter(volume).put("file",
                             {source.size(),
                              [&](MutableBytes into) {
                                  source.read(from, into);
                                  from += into.size();
                              }},
                             {});
    for (auto unused : state) {
        NewFile copy(files.folder / "copy", Existing::replace);
        copy.image().resize(source.size());
        std::uint64_t offset = 0;
        volume.readFile(volume.find("file").value(), [&](ConstBytes piece) {
            copy.image().write(offset, piece);
            offset += piece.size();
        });
    }
    setCopied(state);
}
BENCHMARK(getFile)->ArgNames({"MiB", "DOS"})->ArgsProduct({{20, 200}, {0, 1}})->Unit(benchmark::kMillisecond);

// The same amount from file to file, as many bytes a call.
void copyPlainly(benchmark::State& state) {
    const Copying files(state.range(0), 1);
    const FileImage source(files.source, FileImage::Access::readOnly);
    Bytes bytes(batchBytes);
    for (auto unused : state) {
        NewFile copy(files.folder / "copy", Existing::replace);
        copy.image().resize(source.size());
        for (std::uint64_t offset = 0; offset < source.size(); offset += bytes.size()) {
            source.read(offset, bytes);
            copy.image().write(offset, bytes);
        }
    }
    setCopied(state);
}
BENCHMARK(copyPlainly)->ArgName("MiB")->Arg(20)->Arg(200)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace uaescope::hardfiles
