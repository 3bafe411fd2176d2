// The Amiga's own file system mounts what hardfiles makes, in the way that its advice says, and writes to it; what it
// wrote is read back by us, by GRUB and by unadf. The guest has only its shell: echo, with its output redirected (lines
// of 400 characters stop AROS's shell for good).
#include "analyzer/lab/emulator.h"
#include "hardfiles/create.h"
#include "hardfiles/emulator_advice.h"
#include "hardfiles/inspect.h"
#include "tests/hardfiles/program.h"
#include "tests/lab/scratch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <iostream>

namespace uaescope::hardfiles {
namespace {

using lab::Scratch;
using testing::run;

constexpr std::uint64_t mib = std::uint64_t{1} << 20;
constexpr std::uint32_t largestOfGrub = 8192;
constexpr int longFile = 200; // lines that need an extension block when blocks have 512 bytes

// A volume of one of the images, and what the guest writes to it.
struct Target {
    std::string device; // as the guest knows it
    std::filesystem::path image;
    std::string partition; // "amiga1" for GRUB; empty in a partition hardfile
    std::uint32_t blockSize = 512;
    DosType dosType;
    int lines = 20;

    std::string line(int number) const {
        return device + " line " + std::to_string(number) + ' ' + std::string(180, 'x');
    }
    std::string text() const {
        std::string all;
        for (int i = 0; i < lines; ++i) all += line(i) + '\n';
        return all;
    }
    std::string commands() const {
        std::string all = "echo \"" + device + " small\" >" + device + ":small\n";
        for (int i = 0; i < lines; ++i) all += "echo \"" + line(i) + "\" " + (i == 0 ? ">" : ">>") + device + ":long\n";
        return all;
    }
};

std::string commandsFor(const std::vector<Target>& targets) {
    std::string commands;
    for (const Target& target : targets) commands += target.commands();
    return commands;
}

// Has the guest write to all targets; once more when the emulator hung or fell over itself.
void runGuest(const std::vector<Target>& targets, const std::vector<std::string>& configuration) {
    for (int attempt = 1;; ++attempt) {
        const Scratch session;
        lab::EmulatorRun emulator;
        emulator.session = session.path();
        emulator.rawLines = configuration;
        emulator.startupSequence = commandsFor(targets) + "uaebench JOBS\n";
        // The guest's file system writes what is left more than a second after the last command, in its own time, and
        // nothing in the shell can hurry it: work elsewhere makes that time pass.
        emulator.jobs = {"diskspeed13 SYS:"};
        emulator.plugin = UAESCOPE_TEST_PLUGIN;
        emulator.guestTool = UAESCOPE_TEST_GUEST;
        emulator.timeout = std::chrono::seconds(130);
        const lab::EmulatorEnd end = lab::runEmulator(emulator);
        if (end.how == lab::Ending::finished || end.knownExitCrash) return;
        ASSERT_EQ(attempt, 1) << end.message();
        std::cout << "tried twice: " << end.message() << '\n';
    }
}

void expectWritten(const Target& target) {
    SCOPED_TRACE(target.device + ", " + target.dosType.text() + ", blocks of " + std::to_string(target.blockSize));
    const Hardfile hardfile = Hardfile::open(target.image);
    const std::string prefix = target.partition.empty() ? "" : target.device + ":";
    for (const auto& [name, expected] : {std::pair{"small", target.device + " small\n"}, {"long", target.text()}}) {
        const Place place = hardfile.locate(prefix + name);
        const auto file = place.partition->volume->find(place.path);
        ASSERT_TRUE(file) << name;
        const Bytes found = place.partition->volume->readFile(*file);
        EXPECT_TRUE(std::string(found.begin(), found.end()) == expected) << name;
    }
    Findings findings;
    const Volume& volume = *hardfile.locate(prefix).partition->volume;
    EXPECT_EQ(volume.list(volume.info().root, findings).size(), 2u);
    volume.usage(findings);
    for (const Finding& finding : findings) ADD_FAILURE() << finding.message;
}

void expectGrubReads(const Target& target, const Scratch& scratch) {
    if (!target.dosType.isFfs() || target.blockSize > largestOfGrub) return;
    SCOPED_TRACE(target.device);
    const std::string device = target.partition.empty() ? "(loop0)" : "(loop0," + target.partition + ")";
    const auto compared =
        run({"grub-fstest", target.image, "cmp", device + "/long", scratch.file("long", target.text())},
            {std::string("LD_PRELOAD=") + NO_FREE});
    EXPECT_EQ(compared.status, 0) << compared.out << compared.err;
}

void expectUnadfReads(const Target& target, const Scratch& scratch) {
    if (!target.partition.empty() || target.blockSize != 512) return;
    SCOPED_TRACE(target.device);
    const auto folder = scratch.folder("unadf-" + target.device);
    // It makes directories where it stands as well.
    EXPECT_EQ(run({"env", "-C", folder, "unadf", target.image, "-d", folder}).status, 0);
    EXPECT_TRUE(lab::contents(folder / "long") == target.text());
}

void expectAllRead(const std::vector<Target>& targets, const Scratch& scratch) {
    for (const Target& target : targets) {
        expectWritten(target);
        expectGrubReads(target, scratch);
        expectUnadfReads(target, scratch);
    }
}

// The lines that info prints for unit 1, for another unit. UAE's own line names the device as FS-UAE's would.
std::vector<std::string> adviceFor(const std::filesystem::path& image, int unit) {
    std::vector<std::string> lines = adviseEmulators(Hardfile::open(image), image).at(0).configuration;
    const std::string number = std::to_string(unit);
    for (std::string& line : lines) {
        for (const std::string& name : {std::string("hard_drive_1"), std::string("DH1:")}) {
            const auto at = line.find(name);
            if (at != std::string::npos) line.replace(line.find('1', at), 1, number);
        }
    }
    return lines;
}

void append(std::vector<std::string>& to, const std::vector<std::string>& lines) {
    to.insert(to.end(), lines.begin(), lines.end());
}

TEST(HardfilesMount, EveryPartitionOfAnRdbHardfile) {
    const Scratch scratch;
    const std::filesystem::path image = scratch.path() / "rdb.hdf";
    CreateOptions options;
    options.kind = HardfileKind::rdb;
    options.size = 512 * mib;
    options.partitions.clear();
    std::vector<Target> targets;
    for (const unsigned number : {1u, 3u, 0u})
        for (std::uint32_t blockSize = 512; blockSize <= 32768; blockSize *= 2) {
            if (number == 0 && blockSize > 1024) continue;
            const std::string device = "R" + std::to_string(targets.size());
            options.partitions.push_back({.name = device,
                                          .size = 24 * mib,
                                          .dosType = dosType(number),
                                          .blockSize = blockSize,
                                          .label = "Vol" + device});
            targets.push_back(
                {device, image, "amiga" + std::to_string(targets.size() + 1), blockSize, dosType(number)});
            if (blockSize == 512) targets.back().lines = longFile;
        }
    createHardfile(image, options);
    runGuest(targets, adviceFor(image, 1));
    expectAllRead(targets, scratch);
}

// Partition hardfiles as units 1, 2 and so on. Unit 9 is the boot volume.
struct PartitionHardfiles {
    Scratch scratch;
    std::vector<Target> targets;
    std::vector<std::string> configuration;

    void add(unsigned number, std::uint32_t blockSize) {
        const int unit = static_cast<int>(targets.size()) + 1;
        const std::filesystem::path image = scratch.path() / ("p" + std::to_string(unit) + ".hdf");
        CreateOptions options;
        options.size = 24 * mib;
        options.partitions[0].dosType = dosType(number);
        options.partitions[0].blockSize = blockSize;
        options.partitions[0].label = "Vol" + std::to_string(unit);
        createHardfile(image, options);
        targets.push_back({"DH" + std::to_string(unit), image, "", blockSize, dosType(number)});
        if (blockSize == 512) targets.back().lines = longFile;
        append(configuration, adviceFor(image, unit));
    }
    void expectMounted() const {
        runGuest(targets, configuration);
        expectAllRead(targets, scratch);
    }
};

TEST(HardfilesMount, PartitionHardfilesOfEveryFileSystem) {
    PartitionHardfiles images;
    for (const unsigned number : {0u, 1u, 3u}) images.add(number, 512);
    for (std::uint32_t blockSize = 1024; blockSize <= 8192; blockSize *= 2) images.add(1, blockSize);
    images.expectMounted();
}

TEST(HardfilesMount, PartitionHardfilesOfEveryBlockSize) {
    PartitionHardfiles images;
    for (std::uint32_t blockSize = 512; blockSize <= 8192; blockSize *= 2) images.add(3, blockSize);
    images.expectMounted();
}

// Beyond 4 GiB, beyond 65535 cylinders, and an RDB that FS-UAE does not notice by itself.
TEST(HardfilesMount, LargeAndUnusualImages) {
    const Scratch scratch;
    std::vector<Target> targets;
    std::vector<std::string> configuration;

    CreateOptions options;
    options.size = 1200 * mib;
    options.partitions[0].label = "Long";
    createHardfile(scratch.path() / "long.hdf", options);
    targets.push_back({"DH1", scratch.path() / "long.hdf", "", 512, dosType(3)});
    append(configuration, adviceFor(targets.back().image, 1));

    options.kind = HardfileKind::rdb;
    options.size = 8192 * mib;
    options.partitions = {{.name = "R0", .size = 5000 * mib, .label = "Low"}, {.name = "R1", .label = "High"}};
    createHardfile(scratch.path() / "large.hdf", options);
    targets.push_back({"R1", scratch.path() / "large.hdf", "amiga2", 512, dosType(3)});
    append(configuration, adviceFor(targets.back().image, 2));

    options.size = 64 * mib;
    options.partitions = {{.name = "R2", .label = "Moved"}};
    createHardfile(scratch.path() / "moved.hdf", options);
    {
        FileImage image(scratch.path() / "moved.hdf", FileImage::Access::readWrite);
        BlockDevice device(image);
        const Bytes disk = device.read(0);
        device.write(0, Bytes(512));
        device.write(4, disk);
    }
    targets.push_back({"R2", scratch.path() / "moved.hdf", "amiga1", 512, dosType(3)});
    append(configuration, adviceFor(targets.back().image, 3));

    runGuest(targets, configuration);
    expectAllRead(targets, scratch);
}

} // namespace
} // namespace uaescope::hardfiles
