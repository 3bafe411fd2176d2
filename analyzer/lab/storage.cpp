#include "analyzer/lab/storage.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/handler.h"
#include "analyzer/lab/image_kind.h"
#include "analyzer/lab/image_options.h"
#include "hardfiles/error.h"
#include "hardfiles/image_copy.h"
#include "hardfiles/new_file.h"
#include "hardfiles/rigid_disk.h"

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

// The name that UAE's own configuration line gives a partition hardfile; any that nobody else uses.
constexpr const char* rawDeviceName = "XH1";

std::uintmax_t bytesUnder(const fs::path& source) {
    if (!fs::is_directory(source)) return fs::file_size(source);
    std::uintmax_t bytes = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source))
        if (entry.is_regular_file()) bytes += entry.file_size();
    return bytes;
}

void copyExisting(const fs::path& source, const fs::path& target) {
    const std::uintmax_t needed = bytesUnder(source);
    const std::uintmax_t free = fs::space(target.parent_path()).available;
    if (needed > free)
        throw EnvironmentError(source.string() + ": a copy needs " + sizeText(needed) + " bytes, but only " +
                               sizeText(free) + " are free beside " + target.string() +
                               "; make room, name another place with --out, or use --in-place");
    std::error_code error;
    // A source that is a link itself would be copied as one, and lead to the original.
    fs::copy(fs::canonical(source), target, fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
    if (error)
        throw EnvironmentError(source.string() + ": cannot be copied to " + target.string() + ": " + error.message());
}

void copySparse(const fs::path& source, const fs::path& target) {
    const hardfiles::FileImage disk(source, hardfiles::FileImage::Access::readOnly);
    hardfiles::NewFile copy(target, hardfiles::Existing::refuse);
    hardfiles::copyDisk(disk, {0, disk.size()}, hardfiles::Container::raw, copy.image());
    copy.commit();
}

void makeImage(const Setup& setup, const fs::path& target) {
    hardfiles::createHardfile(target, imageOptions(setup));
    if (setup.handler.empty()) return;
    hardfiles::FileImage disk(target, hardfiles::FileImage::Access::readWrite);
    addHandler(disk, setup);
}

void makeFresh(const Setup& setup, const fs::path& target) {
    try {
        if (setup.kind == StorageKind::directory)
            fs::create_directory(target);
        else if (!setup.formatted.empty())
            copySparse(setup.formatted, target);
        else
            makeImage(setup, target);
    } catch (const hardfiles::EnvironmentError& error) {
        throw EnvironmentError(error.what());
    } catch (const hardfiles::Error& error) {
        throw WorkError(error.what());
    }
}

// The emulator tells kinds of images by their names as well.
const char* nameOfCopy(const Setup& setup) {
    if (setup.kind == StorageKind::directory) return "storage";
    if (setup.kind == StorageKind::floppy) return "storage.adf";
    return setup.carrier == Carrier::vhd ? "storage.vhd" : "storage.hdf";
}

fs::path readyStorage(const Setup& setup, const fs::path& folder, StorageUse use) {
    const bool mayStay = use == StorageUse::inPlace || setup.isReadOnly() || setup.isDevice();
    if (!setup.isFresh() && mayStay) return setup.source;
    fs::path target = folder / nameOfCopy(setup);
    if (setup.isFresh())
        makeFresh(setup, target);
    else
        copyExisting(setup.source, target);
    return target;
}

std::string partitionNames(const hardfiles::RigidDisk& disk) {
    std::string names;
    for (const auto& partition : disk.partitions) names += (names.empty() ? "" : ", ") + partition.driveName;
    return names;
}

std::string rdbVolume(const Setup& setup, const fs::path& path) {
    try {
        const auto image = openDisk(path);
        hardfiles::Findings findings;
        const auto disk = hardfiles::readRigidDisk(hardfiles::BlockDevice(*image), findings);
        if (!disk || disk->partitions.empty())
            throw WorkError(path.string() + ": expected partitions in its RDB, found none; see 'uaehdf info'");
        if (setup.partition.empty()) return disk->partitions.front().driveName + ":";
        for (const auto& partition : disk->partitions)
            if (partition.driveName == setup.partition) return setup.partition + ":";
        throw UsageError(path.string() + ": no partition '" + setup.partition + "'; there are " +
                         partitionNames(*disk));
    } catch (const hardfiles::Error& error) {
        throw WorkError(error.what());
    }
}

// FS-UAE's own options fix the block size at 512; UAE's line takes any, but no path with a comma in it.
std::string rawHardfileLine(const Setup& setup, const fs::path& path) {
    if (path.string().find(',') != std::string::npos)
        throw UsageError(path.string() + ": blocks over 512 bytes need a path without a comma; use another --out");
    return "uae_hardfile2=rw," + std::string(rawDeviceName) + ":" + path.string() + ",32,1,2," +
           std::to_string(setup.blockBytes) + ",-6,,uae";
}

void insertCd(GuestStorage& storage) {
    storage.settings = {{"cdrom_drive_0", storage.path}};
    storage.volume = "CD0:";
}

// At the speed of the host: the mechanics of a real drive would hide everything else.
void insertFloppy(GuestStorage& storage) {
    storage.settings = {{"floppy_drive_0", storage.path}, {"writable_floppy_images", "1"}, {"floppy_drive_speed", "0"}};
    storage.volume = "DF0:";
}

void attachDrive(const Setup& setup, GuestStorage& storage) {
    const bool isDirectory = setup.kind == StorageKind::directory || setup.kind == StorageKind::archive;
    storage.settings.emplace_back("hard_drive_1", storage.path);
    if (setup.controller == Controller::ide) storage.settings.emplace_back("hard_drive_1_controller", "ide");
    if (isDirectory) storage.settings.emplace_back("hard_drive_1_label", "Work");
    storage.volume =
        setup.kind == StorageKind::rdb ? rdbVolume(setup, storage.path) : std::string(testDeviceName) + ":";
}

} // namespace

GuestStorage prepareStorage(const Setup& setup, const fs::path& folder, StorageUse use) {
    GuestStorage storage;
    storage.path = readyStorage(setup, folder, use);
    if (setup.kind == StorageKind::hardfile && setup.blockBytes > 512) {
        storage.volume = std::string(rawDeviceName) + ":";
        storage.rawLines.push_back(rawHardfileLine(setup, storage.path));
        return storage;
    }
    switch (setup.kind) {
    case StorageKind::cd: insertCd(storage); break;
    case StorageKind::floppy: insertFloppy(storage); break;
    default: attachDrive(setup, storage); break;
    }
    return storage;
}

} // namespace uaescope::lab
