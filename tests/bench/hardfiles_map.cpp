// The map of a volume of 4 GiB with 100,000 files, read from a file of the host: building it, and asking it.
#include "hardfiles/ffs_survey.h"
#include "tests/hardfiles/temporary_folder.h"
#include "tests/hardfiles/volume_builder.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

namespace uaescope::hardfiles {
namespace {

using testing::TemporaryFolder;
using testing::VolumeBuilder;

constexpr std::uint64_t volumeBytes = std::uint64_t{4} << 30;
constexpr int files = 100'000, filesOfDirectory = 250;
constexpr std::size_t fileBytes = 38 * 512; // together they fill the half of the volume that the builder uses

// Leaves contents, which are zeros here, as holes.
class HoleImage : public Image {
public:
    explicit HoleImage(FileImage& file) : m_file(file) {}
    const std::string& name() const override { return m_file.name(); }
    std::uint64_t size() const override { return m_file.size(); }
    void read(std::uint64_t offset, MutableBytes into) const override { m_file.read(offset, into); }
    void write(std::uint64_t offset, ConstBytes bytes) override {
        Bytes before(bytes.size());
        m_file.read(offset, before);
        if (!isZero(bytes) || !isZero(before)) m_file.write(offset, bytes);
    }

private:
    static bool isZero(ConstBytes bytes) {
        return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 0; });
    }

    FileImage& m_file;
};

struct LargeVolume {
    TemporaryFolder folder;
    std::unique_ptr<FileImage> file;
    std::optional<FfsVolume> volume;

    LargeVolume() {
        std::ofstream(folder / "a.hdf").flush();
        std::filesystem::resize_file(folder / "a.hdf", volumeBytes);
        file = std::make_unique<FileImage>(folder / "a.hdf", FileImage::Access::readWrite);
        HoleImage holes(*file);
        VolumeBuilder builder(PartitionWindow(BlockDevice(holes), {0, volumeBytes / 512}, 512), {});
        std::uint32_t directory = 0;
        for (int i = 0; i < files; ++i) {
            if (i % filesOfDirectory == 0) directory = builder.addDirectory(builder.root(), "dir" + std::to_string(i));
            builder.addFile(directory, "file" + std::to_string(i), Bytes(fileBytes));
        }
        Findings findings;
        volume = FfsVolume::open(PartitionWindow(BlockDevice(*file), {0, volumeBytes / 512}, 512), 2, findings);
    }
    static const Volume& get() {
        static const LargeVolume large;
        return large.volume.value();
    }
};

void buildMap(benchmark::State& state) {
    const Volume& volume = LargeVolume::get();
    for (auto unused : state) {
        const Survey survey = surveyVolume(volume, Depth::structure);
        if (!survey.findings.empty()) state.SkipWithError(survey.findings.front().message.c_str());
        if (survey.map.files().size() < files) state.SkipWithError("files are missing in the map");
    }
    state.counters["files"] = files;
}
BENCHMARK(buildMap)->Unit(benchmark::kMillisecond);

void askMap(benchmark::State& state) {
    const Volume& volume = LargeVolume::get();
    const VolumeMap map = surveyVolume(volume, Depth::structure).map;
    std::minstd_rand random(1);
    for (auto unused : state) benchmark::DoNotOptimize(map.at(random() % volume.info().blocks));
}
BENCHMARK(askMap);

} // namespace
} // namespace uaescope::hardfiles
