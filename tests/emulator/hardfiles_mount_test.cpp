// The Amiga's own file system mounts what hardfiles makes, in the way that its advice says, reads what we put on it and
// writes to it; what it wrote is read back by us, by GRUB and by unadf, and checked block by block. The guest has only
// its shell: echo, with its output redirected (lines of 400 characters stop AROS's shell for good).
#include "analyzer/lab/emulator.h"
#include "hardfiles/create.h"
#include "hardfiles/emulator_advice.h"
#include "hardfiles/ffs_survey.h"
#include "hardfiles/ffs_writer.h"
#include "hardfiles/finding_output.h"
#include "hardfiles/inspect.h"
#include "hardfiles/partition_fields.h"
#include "hardfiles/rdb_editor.h"
#include "tests/hardfiles/handler_file.h"
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
    std::size_t entries = 2; // of the root directory, when all is done

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

// Has the guest write to all targets.
lab::EmulatorEnd runGuest(const std::vector<Target>& targets, const std::vector<std::string>& configuration) {
    const Scratch session;
    lab::EmulatorRun emulator;
    emulator.session = session.path();
    emulator.rawLines = configuration;
    emulator.startupSequence = commandsFor(targets) + "R0:tools/uaebench JOBS\n";
    // The guest's file system writes what is left more than a second after the last command, in its own time, and
    // nothing in the shell can hurry it: work elsewhere makes that time pass.
    emulator.jobs = {"diskspeed13 R0:", "diskperf SYS:"};
    emulator.plugin = UAESCOPE_TEST_PLUGIN;
    emulator.guestTool = UAESCOPE_TEST_GUEST;
    emulator.timeout = std::chrono::seconds(130);
    return lab::runEmulator(emulator);
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
    EXPECT_EQ(volume.list(volume.info().root, findings).size(), target.entries);
    for (const Finding& finding : surveyVolume(volume, Depth::contents).findings)
        ADD_FAILURE() << finding.code << ": " << findingText(finding);
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

void putBenchmark(const std::filesystem::path& image, const std::string& directory) {
    const Hardfile hardfile = Hardfile::openForWriting(image);
    const Place place = hardfile.locate(directory);
    VolumeWriter writer(*place.partition->volume);
    writer.makeDirectory(place.path, AmigaDate::now());
    const FileImage source(UAESCOPE_TEST_GUEST, FileImage::Access::readOnly);
    std::uint64_t offset = 0;
    const auto readNext = [&](MutableBytes into) {
        source.read(offset, into);
        offset += into.size();
    };
    writer.put(place.path + "/uaebench", {source.size(), readNext}, {});
}

// Moves the list of partitions to other blocks, and puts the handler of a file system that none of them has before it.
void editRdb(const std::filesystem::path& image) {
    const Hardfile hardfile = Hardfile::openForWriting(image);
    RdbEditor editor(hardfile.rdbDisk());
    RdbPartition first = editor.disk().partitions[0];
    setPartitionField(first, "buffers=50");
    editor.setPartition(0, first);
    editor.addFileSystem({DosType(0x55534300), 1u << 16, testing::handlerFile(300, ""), "unused"});
    editor.commit();
}

// All images are units of one emulator, because starting it takes longer than what the guest does to them. Unit 9 is
// the boot volume.
struct Images {
    Scratch scratch;
    std::vector<Target> targets;
    std::vector<std::string> configuration;
    int units = 0, others = 20; // FS-UAE's own drives, and devices that it knows by UAE's line only

    void configure(const std::filesystem::path& image) {
        const bool own = adviceFor(image, 1).at(0).starts_with("hard_drive_1");
        append(configuration, adviceFor(image, own ? ++units : others));
    }

    // Every file system and block size, in one disk. The guest loads its benchmark from where we put it.
    void addPartitionsOfAnRdb() {
        const std::filesystem::path image = scratch.path() / "rdb.hdf";
        CreateOptions options;
        options.kind = HardfileKind::rdb;
        options.size = 512 * mib;
        options.partitions.clear();
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
        putBenchmark(image, "R0:tools");
        editRdb(image);
        targets.front().entries = 3;
        configure(image);
    }

    void addPartitionHardfile(unsigned number, std::uint32_t blockSize) {
        const bool own = blockSize == 512;
        const std::string device = "DH" + std::to_string(own ? units + 1 : ++others);
        const std::filesystem::path image = scratch.path() / (device + ".hdf");
        CreateOptions options;
        options.size = 24 * mib;
        options.partitions[0].dosType = dosType(number);
        options.partitions[0].blockSize = blockSize;
        options.partitions[0].label = "Vol" + device;
        createHardfile(image, options);
        targets.push_back({device, image, "", blockSize, dosType(number)});
        if (own) targets.back().lines = longFile;
        configure(image);
    }

    void addLongHardfile() { // of more than 65535 cylinders
        CreateOptions options;
        options.size = 1200 * mib;
        options.partitions[0].label = "Long";
        createHardfile(scratch.path() / "long.hdf", options);
        targets.push_back({"DH" + std::to_string(units + 1), scratch.path() / "long.hdf", "", 512, dosType(3)});
        configure(targets.back().image);
    }

    void addLargeDisk() { // of more than 4 GiB
        CreateOptions options;
        options.kind = HardfileKind::rdb;
        options.size = 8192 * mib;
        options.partitions = {{.name = "L0", .size = 5000 * mib, .label = "Low"}, {.name = "L1", .label = "High"}};
        createHardfile(scratch.path() / "large.hdf", options);
        targets.push_back({"L1", scratch.path() / "large.hdf", "amiga2", 512, dosType(3)});
        configure(targets.back().image);
    }

    void addGrownDisk() { // whose second partition is in cylinders that it did not have
        const std::filesystem::path image = scratch.path() / "grown.hdf";
        CreateOptions options;
        options.kind = HardfileKind::rdb;
        options.size = 64 * mib;
        options.partitions = {{.name = "G0", .label = "Before"}};
        createHardfile(image, options);
        ASSERT_EQ(run({std::string(UAESCOPE_TEST_BIN) + "/uaehdf", "grow", image, "160M"}).status, 0);
        ASSERT_EQ(run({std::string(UAESCOPE_TEST_BIN) + "/uaehdf", "partition", "add", image, "G1:rest:DOS3"}).status,
                  0);
        for (const std::string number : {"0", "1"})
            targets.push_back({"G" + number, image, "amiga" + std::to_string(number == "0" ? 1 : 2), 512, dosType(3)});
        configure(image);
    }

    void addMovedRdb() { // which FS-UAE does not notice by itself
        CreateOptions options;
        options.kind = HardfileKind::rdb;
        options.size = 64 * mib;
        options.partitions = {{.name = "M0", .label = "Moved"}};
        createHardfile(scratch.path() / "moved.hdf", options);
        {
            FileImage image(scratch.path() / "moved.hdf", FileImage::Access::readWrite);
            BlockDevice device(image);
            const Bytes disk = device.read(0);
            device.write(0, Bytes(512));
            device.write(4, disk);
        }
        targets.push_back({"M0", scratch.path() / "moved.hdf", "amiga1", 512, dosType(3)});
        configure(targets.back().image);
    }
};

TEST(HardfilesMount, EveryKindOfImage) {
    // Once more, with fresh images, when the emulator hung or fell over itself.
    for (int attempt = 1;; ++attempt) {
        Images images;
        images.addPartitionsOfAnRdb();
        for (const unsigned number : {0u, 1u, 3u}) images.addPartitionHardfile(number, 512);
        for (std::uint32_t blockSize = 1024; blockSize <= 8192; blockSize *= 2)
            for (const unsigned number : {1u, 3u}) images.addPartitionHardfile(number, blockSize);
        images.addLongHardfile();
        images.addLargeDisk();
        images.addGrownDisk();
        images.addMovedRdb();
        const lab::EmulatorEnd end = runGuest(images.targets, images.configuration);
        if (end.how == lab::Ending::finished || end.knownExitCrash)
            return expectAllRead(images.targets, images.scratch);
        ASSERT_EQ(attempt, 1) << end.message();
        std::cout << "tried twice: " << end.message() << '\n';
    }
}

} // namespace
} // namespace uaescope::hardfiles
