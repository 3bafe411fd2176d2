#include "hardfiles/rdb_repair.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_volume.h"
#include "hardfiles/latin1.h"
#include "hardfiles/load_file.h"
#include "hardfiles/partition_fields.h"
#include "hardfiles/rdb_blocks.h"
#include "hardfiles/rdb_plan.h"
#include "hardfiles/rdb_recovery.h"
#include "hardfiles/rigid_disk_layout.h"

#include <algorithm>
#include <set>

namespace uaescope::hardfiles {

namespace {

bool throws(const std::function<void()>& check) {
    try {
        check();
    } catch (const Error&) {
        return true;
    }
    return false;
}

class RdbRepair {
public:
    explicit RdbRepair(const BlockDevice& device) : m_device(device) {}

    Findings run() {
        Findings findings;
        const auto disk = readRigidDisk(m_device, findings);
        if (!disk) {
            repairRdsk(findings);
            return std::move(m_done);
        }
        // A pointer that is wrong as well cannot be told from one that is right.
        if (std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
                return finding.severity == Severity::error && finding.code != "bad-checksum";
            }))
            return std::move(m_done);
        for (std::size_t i = 0; i < disk->partitions.size(); ++i)
            if (isBad(disk->partitions[i].block) && isSound(*disk, i)) {
                requireAllReached(*disk);
                seal(disk->partitions[i].block, "PART", utf8FromLatin1(disk->partitions[i].driveName),
                     "buffers, MaxTransfer, Mask, boot priority and flags");
            }
        for (const RdbFileSystem& fileSystem : disk->fileSystems)
            if (isBad(fileSystem.block) && isSound(fileSystem)) {
                requireAllReached(*disk);
                seal(fileSystem.block, "FSHD", fileSystem.dosType.text(), "version and patch flags");
            }
        return std::move(m_done);
    }

private:
    // Whether nothing but the checksum is wrong with the block itself.
    bool isBad(std::uint32_t block) const {
        const Bytes bytes = m_device.read(block);
        return longAt(bytes, rdb::summedLongs) == rdb::usualLongs && !rdbSumIsZero(bytes);
    }

    // The pointers of a block whose checksum is wrong are believed only when they leave nothing out.
    void requireAllReached(const RigidDisk& disk) const {
        const std::set<std::uint32_t> reached = reachedBlocks(disk);
        for (std::uint32_t block = 0; block < areaEnd(disk); ++block) {
            const Bytes bytes = m_device.read(block);
            const std::uint32_t id = longAt(bytes, rdb::id);
            const bool ours = id == rdb::idPart || id == rdb::idFshd || id == rdb::idLseg || id == rdb::idBadb;
            if (ours && rdbSumIsZero(bytes) && !reached.contains(block))
                throw FormatError(m_device.where(block) + ": a whole " + DosType(id).text() +
                                  " block that no list of the RDB leads to, while the checksum of another block is "
                                  "wrong: its pointer may be what is damaged; nothing is repaired, see what "
                                  "'uaehdf rdb recover --dry-run' finds");
        }
    }

    // The first block that cannot be the area's.
    std::uint64_t areaEnd(const RigidDisk& disk) const {
        std::uint64_t end = std::min(m_device.blocks(), rdbScanBlocks);
        for (const RdbPartition& partition : disk.partitions)
            end = std::min(end, partition.envec.firstSector().value_or(end));
        return end;
    }

    std::set<std::uint32_t> reachedBlocks(const RigidDisk& disk) const {
        std::set<std::uint32_t> reached;
        Findings ignored;
        const auto follow = [&](std::uint32_t from, std::size_t at, std::uint32_t id) {
            followRdbChain(m_device, {from, longAt(m_device.read(from), at), id}, ignored,
                           [&](std::uint32_t block, ConstBytes) { reached.insert(block); });
        };
        follow(disk.block, rdb::rdsk::partitionList, rdb::idPart);
        follow(disk.block, rdb::rdsk::fileSystemList, rdb::idFshd);
        follow(disk.block, rdb::rdsk::badBlockList, rdb::idBadb);
        follow(disk.block, rdb::rdsk::driveInit, rdb::idLseg);
        for (const RdbFileSystem& fileSystem : disk.fileSystems)
            follow(fileSystem.block, rdb::fshd::segList, rdb::idLseg);
        return reached;
    }

    // With the fields that nothing else in the image can confirm.
    void seal(std::uint32_t block, const std::string& kind, const std::string& name, const std::string& unsure) {
        Bytes bytes = m_device.read(block);
        sealRdbBlock(bytes);
        m_device.write(block, bytes);
        m_done.push_back({Severity::note, "bad-checksum", "", m_device.offsetOf(block) / sectorSize,
                          "the checksum of the " + kind + " block of " + name + " is made right; " + unsure +
                              " are as they stand there, which nothing can confirm: look at them with 'uaehdf info "
                              "--json'"});
    }

    // What is there now is believed only when the disk that it describes is right in everything else.
    void repairRdsk(const Findings& findings) {
        for (const Finding& finding : findings) {
            const auto block = static_cast<std::uint32_t>(finding.block);
            const Bytes before = m_device.read(block);
            if (finding.code != "bad-checksum" || longAt(before, rdb::summedLongs) != rdb::usualLongs) continue;
            seal(block, "RDSK", "the disk", "the names of the drive and its timing");
            Findings left;
            const auto disk = readRigidDisk(m_device, left);
            const bool error = std::any_of(left.begin(), left.end(), [block](const Finding& other) {
                return other.severity == Severity::error && other.block >= block;
            });
            const bool sound = disk && disk->block == block && !error && isSound(*disk);
            if (sound && !throws([&] { requireAllReached(*disk); })) return;
            m_done.pop_back();
            m_device.write(block, before);
            if (sound) requireAllReached(*disk);
        }
    }

    bool isSound(const RigidDisk& disk) const {
        const std::uint64_t cylinder = std::uint64_t{disk.heads} * disk.sectors;
        const Bytes rdsk = m_device.read(disk.block);
        if (disk.blockBytes != sectorSize || cylinder == 0 || longAt(rdsk, rdb::rdsk::cylinderBlocks) != cylinder ||
            disk.cylinders == 0 || disk.cylinders > m_device.blocks() / cylinder ||
            disk.lowCylinder > disk.highCylinder || disk.highCylinder >= disk.cylinders ||
            disk.rdbBlocksHigh < disk.block || disk.rdbBlocksHigh >= areaEnd(disk) || disk.partitions.empty() ||
            !isChain(longAt(rdsk, rdb::rdsk::driveInit)))
            return false;
        const std::set<std::uint32_t> reached = reachedBlocks(disk);
        if (!reached.empty() && *reached.rbegin() > disk.rdbBlocksHigh) return false;
        bool volume = false;
        for (std::size_t i = 0; i < disk.partitions.size(); ++i) {
            if (!fits(disk, i)) return false;
            volume = volume || hasVolume(disk.partitions[i]);
        }
        return volume;
    }

    // Of code, which is not read; an empty one is right too.
    bool isChain(std::uint32_t first) const {
        Findings findings;
        followRdbChain(m_device, {0, first, rdb::idLseg}, findings, [](std::uint32_t, ConstBytes) {});
        return findings.empty();
    }

    bool isSound(const RigidDisk& disk, std::size_t partition) const {
        return fieldFaults(disk.partitions[partition].envec).empty() && fits(disk, partition) &&
               hasVolume(disk.partitions[partition]);
    }

    bool fits(const RigidDisk& disk, std::size_t index) const {
        const RdbPartition& partition = disk.partitions[index];
        const bool named = std::none_of(disk.partitions.begin(), disk.partitions.end(), [&](const RdbPartition& other) {
            return &other != &partition && other.driveName == partition.driveName;
        });
        return named && !throws([&] {
                   requireDriveName(partition.driveName);
                   requirePlace(disk, m_device.blocks(), partition, index);
               });
    }

    bool hasVolume(const RdbPartition& partition) const {
        bool found = false;
        const DosEnvec& envec = partition.envec;
        const bool damaged = throws([&] {
            Findings findings;
            const auto volume =
                FfsVolume::open(PartitionWindow(m_device, {envec.firstSector().value(), envec.sectors().value()},
                                                envec.blockSize().value()),
                                envec.reserved, findings);
            found = volume && volume->info().dosType == envec.dosType;
        });
        return found && !damaged;
    }

    bool isSound(const RdbFileSystem& fileSystem) const {
        const Bytes header = m_device.read(fileSystem.block);
        Findings findings;
        Bytes handler;
        followRdbChain(m_device, {fileSystem.block, longAt(header, rdb::fshd::segList), rdb::idLseg}, findings,
                       [&](std::uint32_t, ConstBytes lseg) {
                           const ConstBytes piece = lseg.subspan(rdb::lseg::data);
                           handler.insert(handler.end(), piece.begin(), piece.end());
                       });
        if (!findings.empty() || fileSystem.dosType.value() == 0) return false;
        cutPadding(handler);
        return !throws([&] { requireHandler(handler); });
    }

    BlockDevice m_device;
    Findings m_done;
};

} // namespace

Findings repairRdb(BlockDevice device) { return RdbRepair(device).run(); }

} // namespace uaescope::hardfiles
