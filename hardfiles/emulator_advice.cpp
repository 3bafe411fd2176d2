#include "hardfiles/emulator_advice.h"

#include "hardfiles/geometry.h"
#include "hardfiles/latin1.h"

namespace uaescope::hardfiles {

namespace {

constexpr std::uint32_t mostCylinders = 65535;

struct Subject {
    const Hardfile& hardfile;
    std::string path;

    const Partition& partition() const { return hardfile.partitions().front(); }
    bool packed() const { return hardfile.container() == Container::gzip; }
    // The handler that the volume needs from the host: no ROM has one for these. Empty for OFS and FFS.
    std::string handler() const {
        const DosType type = partition().dosType;
        if (type.isSfs() || type.isSfs2()) return "/path/to/SmartFilesystem";
        return type.isPfs() ? "/path/to/pfs3aio" : "";
    }
    // Emulators have to be told something when no volume tells it.
    std::uint32_t blockSize() const { return partition().blockSize == 0 ? sectorSize : partition().blockSize; }
};

// What hardfile2 wants to know, with the geometry in the place where each emulator reads it.
std::string hardfile2(const Subject& subject, const Geometry& geometry, std::uint32_t reserved,
                      std::uint32_t blockSize) {
    const bool quote = subject.path.find(',') != std::string::npos;
    const std::string path = quote ? '"' + subject.path + '"' : subject.path;
    return std::string(subject.packed() ? "ro" : "rw") + ",DH1:" + path + ',' + std::to_string(geometry.sectors) + ',' +
           std::to_string(geometry.heads) + ',' + std::to_string(reserved) + ',' + std::to_string(blockSize) + ",0," +
           (subject.hardfile.rdb() ? "" : subject.handler()) + ",uae";
}

void noteTail(const Subject& subject, const Geometry& geometry, EmulatorAdvice& advice) {
    if (!subject.partition().volume || !subject.partition().volume->info().dosType.isDos()) return;
    const std::uint64_t seen = geometry.cylinders * geometry.sectorsOfCylinder();
    const std::uint64_t made = subject.partition().volume->info().blocks;
    if (seen != made)
        advice.notes.push_back("the volume has " + std::to_string(made) + " blocks, but this geometry gives it " +
                               std::to_string(seen) + ": the root block will be looked for in the wrong place");
}

EmulatorAdvice forFsUae(const Subject& subject) {
    if (subject.path.find(',') != std::string::npos)
        return {"fs-uae", "nothing", {}, {"FS-UAE mounts no image whose path has a comma in it; rename it"}};
    EmulatorAdvice advice{"fs-uae", "rdb", {"hard_drive_1 = " + subject.path}, {}};
    if (subject.hardfile.rdb()) {
        // Only an RDSK block in the very first bytes of the file is noticed.
        const bool plain =
            subject.hardfile.container() == Container::raw || subject.hardfile.container() == Container::fixedVhd;
        if (subject.hardfile.rdb()->block != 0 || !plain) advice.configuration.push_back("hard_drive_1_type = rdb");
        return advice;
    }
    advice.mounts = "partition";
    const std::uint32_t blockSize = subject.blockSize();
    const Geometry geometry = fsUaeGeometry(subject.hardfile.size(), blockSize);
    const Geometry longTracks = winUaeGeometry(subject.hardfile.size(), blockSize);
    if (blockSize != sectorSize) {
        advice.configuration = {"uae_hardfile2 = " + hardfile2(subject, longTracks, 2, blockSize)};
        advice.notes.push_back("hard_drive_N knows only blocks of 512 bytes, so the volume needs this line");
        noteTail(subject, longTracks, advice);
        return advice;
    }
    noteTail(subject, geometry, advice);
    if (!subject.handler().empty()) advice.configuration.push_back("hard_drive_1_file_system = " + subject.handler());
    if (geometry.cylinders > mostCylinders)
        advice.notes.push_back(
            "hard_drive_N makes " + std::to_string(geometry.cylinders) +
            " cylinders of it; software that counts in 16 bits fails past 65535; this line does not: "
            "uae_hardfile2 = " +
            hardfile2(subject, longTracks, 2, blockSize));
    return advice;
}

EmulatorAdvice forUae(const char* emulator, const Subject& subject) {
    if (subject.hardfile.rdb())
        return {emulator, "rdb", {"hardfile2=" + hardfile2(subject, {0, 0, 0}, 0, sectorSize)}, {}};
    const Geometry geometry = winUaeGeometry(subject.hardfile.size(), subject.blockSize());
    EmulatorAdvice advice{
        emulator, "partition", {"hardfile2=" + hardfile2(subject, geometry, 2, subject.blockSize())}, {}};
    noteTail(subject, geometry, advice);
    return advice;
}

void noteHandler(const Subject& subject, EmulatorAdvice& advice) {
    if (subject.hardfile.rdb() || subject.handler().empty()) return;
    advice.notes.push_back("no ROM has this file system: put the path of your handler file in place of " +
                           subject.handler() +
                           ", or 'uaehdf convert --rdb DH0' and 'uaehdf filesystem add' make a "
                           "disk of it that carries its handler");
}

void notePacked(EmulatorAdvice& advice) {
    if (advice.emulator == "fs-uae") {
        // FS-UAE 3.1.66 ends with a segmentation fault otherwise.
        if (advice.configuration.front().starts_with("hard_drive_1"))
            advice.configuration.push_back("hard_drive_1_read_only = 1");
        advice.notes.push_back("FS-UAE crashes on a packed image that it may write to");
    }
    advice.notes.push_back(
        "a packed image is unpacked into memory, what is written to it is lost, and one of 64 MiB or "
        "more is not unpacked at all; 'uaehdf convert' unpacks it for good");
}

// What stands beyond the reach of 32 bits of bytes.
void noteLarge(const Subject& subject, EmulatorAdvice& advice) {
    constexpr std::uint64_t limit = std::uint64_t{1} << 32;
    for (const Partition& partition : subject.hardfile.partitions()) {
        if (partition.offset() + partition.size() <= limit) continue;
        advice.notes.push_back((partition.name.empty() ? "the volume" : utf8FromLatin1(partition.name)) +
                               " reaches beyond 4 GiB: AROS writes there rightly, Kickstart up to 3.1 needs a newer "
                               "file system, and on the IDE controller a newer device");
        return;
    }
}

// UAE looks for an RDB in the first 63 blocks of the file.
std::vector<EmulatorAdvice> forMbr(const Hardfile& hardfile, const std::string& path) {
    std::vector<EmulatorAdvice> all;
    for (const char* emulator : {"fs-uae", "amiberry", "winuae"}) {
        EmulatorAdvice advice{emulator, "nothing", {}, {}};
        for (const BlockRange& part : hardfile.mbrPartitions())
            advice.notes.push_back("the RDB is inside a partition of an MBR, where the emulator does not look; cut it "
                                   "out: dd if=" +
                                   path + " of=disk.hdf bs=512 skip=" + std::to_string(part.first) +
                                   " count=" + std::to_string(part.count) + " conv=sparse");
        all.push_back(advice);
    }
    return all;
}

} // namespace

std::vector<EmulatorAdvice> adviseEmulators(const Hardfile& hardfile, const std::string& path) {
    if (!hardfile.mbrPartitions().empty()) return forMbr(hardfile, path);
    if (hardfile.partitions().empty() && !hardfile.rdb())
        return {{"fs-uae", "nothing", {}, {"the image cannot be used as it is"}}};
    const Subject subject{hardfile, path};
    std::vector<EmulatorAdvice> all{forFsUae(subject), forUae("amiberry", subject), forUae("winuae", subject)};
    for (EmulatorAdvice& advice : all) {
        if (advice.mounts == "nothing") continue;
        noteHandler(subject, advice);
        if (subject.packed()) notePacked(advice);
        noteLarge(subject, advice);
        if (!hardfile.hasFileSystem())
            advice.notes.push_back("there is no file system in it; the Amiga has to format it before use");
    }
    return all;
}

} // namespace uaescope::hardfiles
