// Every kind of storage in one run, several guest programs one after another, a reset in the middle, and a guest that
// closes the plugin: the capture, strace and the self-check must agree all the same. Kinds that FS-UAE serves badly, or
// that need a device of the host, have runs of their own.

#include "analyzer/core/report.h"
#include "analyzer/lab/error.h"
#include "analyzer/lab/run.h"
#include "hardfiles/create.h"
#include "proof.h"
#include "tests/lab/scratch.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace uaescope {
namespace {

namespace fs = std::filesystem;

void shell(const std::string& command) {
    ASSERT_EQ(std::system((command + " >/dev/null 2>&1").c_str()), 0) << command; // NOLINT(concurrency-mt-unsafe)
}

std::string outputOf(const std::string& command) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen((command + " 2>/dev/null").c_str(), "r"), pclose);
    std::string text;
    for (int c = 0; pipe != nullptr && (c = std::fgetc(pipe.get())) != EOF;) text += static_cast<char>(c);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

// A tree of small files for media that are made of one.
fs::path someFiles(const lab::Scratch& scratch) {
    const fs::path folder = scratch.folder("files");
    fs::create_directory(folder / "sub");
    lab::writeTextFile(folder / "short", "12345");
    lab::writeTextFile(folder / "sub" / "long", std::string(50000, 'x'));
    return folder;
}

fs::path madeHardfile(const lab::Scratch& scratch, const std::string& name, const std::string& rdbPartition = "") {
    hardfiles::CreateOptions options;
    options.size = name.ends_with(".adf") ? 880u << 10 : 8u << 20;
    if (!rdbPartition.empty()) {
        options.kind = hardfiles::HardfileKind::rdb;
        options.partitions.resize(1);
        options.partitions[0].name = rdbPartition;
    }
    hardfiles::createHardfile(scratch.path() / name, options);
    return scratch.path() / name;
}

fs::path madeVhd(const lab::Scratch& scratch, const std::string& subformat, const std::string& rdbPartition = "") {
    const fs::path raw = madeHardfile(scratch, subformat + ".raw", rdbPartition);
    const fs::path vhd = scratch.path() / (subformat + ".vhd");
    shell("qemu-img convert -f raw -O vpc -o force_size,subformat=" + subformat + " " + raw.string() + " " +
          vhd.string());
    return vhd;
}

fs::path madeZip(const lab::Scratch& scratch, const fs::path& folder) {
    const fs::path zip = scratch.path() / "files.zip";
    shell("cd " + folder.string() + " && zip -r " + zip.string() + " .");
    return zip;
}

fs::path madeCd(const lab::Scratch& scratch, const fs::path& folder) {
    const fs::path iso = scratch.path() / "files.iso";
    shell("genisoimage -quiet -V FILES -o " + iso.string() + " " + folder.string());
    return iso;
}

// An emulator with many volumes, each prepared as the product does it for its one.
class ManyVolumes {
public:
    ManyVolumes() {
        run.session = m_scratch.folder("session");
        run.plugin = UAESCOPE_TEST_PLUGIN;
        run.guestTool = UAESCOPE_TEST_GUEST;
        run.watchdog = std::chrono::seconds(60);
        run.timeout = std::chrono::seconds(240);
        run.wrapper = straceWrapper(log());
        run.environment = selfCheckEnvironment();
    }

    void add(const std::string& setupText) {
        const lab::Setup setup = lab::parseSetup(setupText, lab::Devices::allowed);
        const std::string number = std::to_string(m_volumes.size() + 1);
        lab::GuestStorage storage =
            lab::prepareStorage(setup, m_scratch.folder("volume" + number), lab::StorageUse::inPlace);
        const std::string drive = "hard_drive_1";
        for (auto [key, value] : storage.settings) {
            if (key == drive + "_label") value = "Work" + number;
            if (key.rfind(drive, 0) == 0) key.replace(0, drive.size(), "hard_drive_" + number);
            run.settings.emplace_back(key, value);
        }
        if (storage.volume == "DH1:") storage.volume = "DH" + number + ":";
        run.facts.emplace_back("storage." + number, storage.path.string());
        m_volumes.emplace_back(lab::storageKindName(setup), std::move(storage));
    }

    const std::string& volume(std::size_t number) const { return m_volumes.at(number - 1).second.volume; }

    core::Trace start() {
        const lab::EmulatorEnd end = lab::runEmulator(run);
        EXPECT_TRUE(end.how == lab::Ending::finished || end.knownExitCrash) << end.message();
        return core::loadTrace(end.capture);
    }

    void expectEveryVolumeWasUsed(const core::Trace& trace) const {
        for (const auto& [kind, storage] : m_volumes) {
            const std::uint64_t calls = countedCallsOn(trace, storage.path);
            EXPECT_GT(calls, 5u) << kind << " " << storage.path;
            std::cout << kind << ": " << calls << " system calls\n";
        }
    }

    fs::path log() const { return m_scratch.path() / "strace.txt"; }
    const lab::Scratch& scratch() const { return m_scratch; }

    lab::EmulatorRun run;

private:
    lab::Scratch m_scratch;
    std::vector<std::pair<std::string, lab::GuestStorage>> m_volumes;
};

bool printed(const core::Trace& trace, const std::string& part) {
    for (const capture::Text& text : trace.texts)
        if (text.kind == US_TEXT_CONSOLE && trace.string(text.text).find(part) != std::string_view::npos) return true;
    return false;
}

TEST(StorageKinds, AreAllSeenInOneRunThroughAResetAndAClosedPlugin) {
    ManyVolumes emulator;
    const lab::Scratch& scratch = emulator.scratch();
    const fs::path files = someFiles(scratch);
    emulator.add("dir");
    emulator.add(madeZip(scratch, files));
    emulator.add("hdf:size=8M");
    emulator.add(madeHardfile(scratch, "disk.hdf", "RH4"));
    emulator.add(madeVhd(scratch, "fixed"));
    emulator.add(madeVhd(scratch, "dynamic", "RH6"));
    emulator.add(madeHardfile(scratch, "floppy.adf"));
    emulator.add(madeCd(scratch, files));
    const fs::path guests = UAESCOPE_TEST_GUEST_FOLDER;
    for (const char* program : {"storage_reset_guest", "storage_tour_guest", "storage_close_guest"})
        emulator.run.bootFiles.push_back(guests / program);
    std::string writable;
    for (const std::size_t number : {1, 3, 4, 5, 6, 7}) writable += " " + emulator.volume(number);
    emulator.run.startupSequence = "storage_reset_guest\nstorage_tour_guest" + writable + "\nuaebench readtree " +
                                   emulator.volume(2) + "\nuaebench readtree " + emulator.volume(8) +
                                   "\nstorage_close_guest\nstorage_tour_guest DH1: DH3:\nuaebench QUIT\n";
    const core::Trace trace = emulator.start();
    expectProved(trace, emulator.log());
    emulator.expectEveryVolumeWasUsed(trace);
    EXPECT_FALSE(printed(trace, "failed")) << "see the guest's console";
    EXPECT_TRUE(printed(trace, "closed and open again"));

    const core::Report report = core::makeReport(core::analyze(trace));
    EXPECT_EQ(report.resets, 1u);
    EXPECT_EQ(report.cutByReset, 1u);
    EXPECT_EQ(report.unpaired, 0u);
    EXPECT_EQ(report.failedOperations, 0u);
    // Six volumes, then two more, with 10 operations each at the least; and the files of two media.
    EXPECT_GT(report.operations, 100u);
    std::size_t tours = 0;
    for (const core::TestReport& test : report.tests) tours += test.name == "Tour" ? 1 : 0;
    EXPECT_EQ(tours, 8u);
    EXPECT_EQ(report.tests.front().name, "Reset");
}

TEST(StorageKinds, IdeControllerIsSeenEvenWhenTheEmulatorStopsOnIt) {
    // The guest's driver now and then gets a bad status from FS-UAE's IDE, and then waits for ever. What was done until
    // then must be seen all the same.
    constexpr int tries = 3;
    bool wentThrough = false;
    for (int attempt = 1; attempt <= tries && !wentThrough; ++attempt) {
        ManyVolumes emulator;
        emulator.add(madeHardfile(emulator.scratch(), "disk.hdf", "RH1").string() + ":controller=ide");
        emulator.run.watchdog = std::chrono::seconds(10);
        emulator.run.bootFiles.push_back(fs::path(UAESCOPE_TEST_GUEST_FOLDER) / "storage_tour_guest");
        emulator.run.startupSequence = "storage_tour_guest RH1:\nuaebench QUIT\n";
        const lab::EmulatorEnd end = lab::runEmulator(emulator.run);
        ASSERT_TRUE(fs::exists(end.capture)) << end.message();
        const core::Trace trace = core::loadTrace(end.capture);
        expectProved(trace, emulator.log());
        emulator.expectEveryVolumeWasUsed(trace);
        wentThrough = end.how == lab::Ending::finished || end.knownExitCrash;
        if (!wentThrough) std::cout << "try " << attempt << ": " << end.message() << "\n";
    }
    if (!wentThrough) GTEST_SKIP() << "FS-UAE's IDE stopped in all of " << tries << " tries";
}

// A loop device of the host, detached with the object. Empty where the machine allows none.
class LoopDevice {
public:
    explicit LoopDevice(const fs::path& image) : m_path(outputOf("losetup -f --show " + image.string())) {}
    ~LoopDevice() {
        if (!m_path.empty()) std::system(("losetup -d " + m_path).c_str()); // NOLINT(concurrency-mt-unsafe)
    }
    LoopDevice(const LoopDevice&) = delete;
    LoopDevice& operator=(const LoopDevice&) = delete;
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

TEST(StorageKinds, BlockDeviceIsUsedInPlaceAndSeen) {
    ManyVolumes emulator;
    const LoopDevice device(madeHardfile(emulator.scratch(), "disk.hdf", "RH1"));
    if (device.path().empty())
        GTEST_SKIP() << "losetup gives no loop device here (it needs root and /dev/loop-control)";
    EXPECT_THROW(lab::parseSetup(device.path()), lab::UsageError) << "without being asked for";
    emulator.add(device.path());
    emulator.run.bootFiles.push_back(fs::path(UAESCOPE_TEST_GUEST_FOLDER) / "storage_tour_guest");
    emulator.run.startupSequence = "storage_tour_guest RH1:\nuaebench QUIT\n";
    const core::Trace trace = emulator.start();
    EXPECT_EQ(trace.facts.at("storage.1"), device.path());
    EXPECT_FALSE(printed(trace, "failed"));
    expectProved(trace, emulator.log());
    emulator.expectEveryVolumeWasUsed(trace);
}

// The check as a user makes it, on media that only take the suite that reads.
TEST(StorageKinds, DoctorChecksItselfOnThem) {
    const lab::Scratch scratch;
    const fs::path files = someFiles(scratch);
    const fs::path answer = scratch.path() / "answer.json";
    const std::string command = UAESCOPE_TEST_BIN "/uaescope doctor --self-check " + madeCd(scratch, files).string() +
                                " " + madeZip(scratch, files).string() + " --json --out " +
                                (scratch.path() / "out").string() + " >" + answer.string() + " 2>/dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0) << command; // NOLINT(concurrency-mt-unsafe)
    const std::string text = lab::contents(answer);
    EXPECT_NE(text.find("\"schema\": \"uaescope.self-check/1\""), std::string::npos) << text;
    for (const char* setup : {"files.iso", "files.zip"})
        EXPECT_NE(text.find("\"setup\": \"" + std::string(setup) + "\""), std::string::npos) << text;
    EXPECT_EQ(text.find("\"good\": false"), std::string::npos) << text;
}

} // namespace
} // namespace uaescope
