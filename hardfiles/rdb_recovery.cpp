#include "hardfiles/rdb_recovery.h"

#include "hardfiles/error.h"
#include "hardfiles/latin1.h"
#include "hardfiles/rdb_blocks.h"
#include "hardfiles/rdb_output.h"
#include "hardfiles/rigid_disk_layout.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

using Blocks = std::vector<RdbBlock>;

// Every block of these kinds with a right checksum.
std::vector<RdbBlock> scan(const BlockDevice& device, std::initializer_list<std::uint32_t> ids) {
    std::vector<RdbBlock> found;
    constexpr std::uint64_t batch = 256;
    Bytes bytes(batch * sectorSize);
    const std::uint64_t end = std::min(device.blocks(), rdbScanBlocks);
    for (std::uint64_t first = 0; first < end; first += batch) {
        const std::uint64_t count = std::min(batch, end - first);
        device.read(first, MutableBytes(bytes).first(static_cast<std::size_t>(count) * sectorSize));
        for (std::uint64_t i = 0; i < count; ++i) {
            const ConstBytes block = ConstBytes(bytes).subspan(static_cast<std::size_t>(i) * sectorSize, sectorSize);
            if (std::find(ids.begin(), ids.end(), longAt(block, rdb::id)) != ids.end() && rdbSumIsZero(block))
                found.push_back({static_cast<std::uint32_t>(first + i), Bytes(block.begin(), block.end())});
        }
    }
    return found;
}

bool overlaps(const RdbPartition& left, const RdbPartition& right) {
    const std::uint64_t leftFirst = left.envec.firstSector().value(), rightFirst = right.envec.firstSector().value();
    return leftFirst < rightFirst + right.envec.sectors().value() &&
           rightFirst < leftFirst + left.envec.sectors().value();
}

// Whether the partition can be on the device at all.
bool isPlausible(const BlockDevice& device, const RdbPartition& partition) {
    const auto first = partition.envec.firstSector(), count = partition.envec.sectors();
    return first && count && *first != 0 && *count != 0 && *first < device.blocks() &&
           *count <= device.blocks() - *first && partition.envec.blockSize() && !partition.driveName.empty();
}

class Recovery {
public:
    explicit Recovery(const BlockDevice& device) : m_device(device) {}

    RdbRecovery run() {
        Findings findings;
        const auto disk = readRigidDisk(m_device, findings);
        takePartitions(disk);
        if (m_accepted.empty() && !disk)
            throw FormatError(m_device.name() + ": expected blocks of an RDB in the first " +
                              std::to_string(std::min(m_device.blocks(), rdbScanBlocks)) + " sectors, found none");
        takeFileSystems();
        findForeign();
        m_found.rdskBlock = disk ? disk->block : placeForRdsk();
        m_found.rdsk = disk ? m_device.read(disk->block) : newRdsk();
        for (std::uint32_t block = 0; block < m_found.rdskBlock; ++block)
            if (longAt(m_device.read(block), rdb::id) == rdb::idRdsk) m_found.stale.push_back(block);
        return {RdbEditor(m_device, m_found), std::move(m_notes)};
    }

private:
    // What stands in a partition is contents, perhaps an image of another disk.
    bool isInPartition(std::uint32_t block) const {
        return std::any_of(m_accepted.begin(), m_accepted.end(), [&](const RdbPartition& partition) {
            const auto first = partition.envec.firstSector(), count = partition.envec.sectors();
            return first && count && block >= *first && block - *first < *count;
        });
    }

    void takePartitions(const std::optional<RigidDisk>& disk) {
        Blocks found = scan(m_device, {rdb::idPart});
        const auto reached = [&](const RdbBlock& block) {
            return disk && std::any_of(disk->partitions.begin(), disk->partitions.end(),
                                       [&](const RdbPartition& p) { return p.block == block.number; });
        };
        std::stable_partition(found.begin(), found.end(), reached);
        for (RdbBlock& block : found) {
            const RdbPartition partition = readPartition(block.number, block.bytes);
            const std::string name = "block " + std::to_string(block.number) + ": partition " +
                                     partitionText(partition, partition.envec.firstSector().value_or(0) * sectorSize);
            const bool meets = isPlausible(m_device, partition) &&
                               std::any_of(m_accepted.begin(), m_accepted.end(), [&](const RdbPartition& other) {
                                   return overlaps(partition, other) || partition.driveName == other.driveName;
                               });
            if (!reached(block) && isInPartition(block.number)) {
                m_notes.push_back(name + ": left out, it stands inside of a partition");
            } else if (!isPlausible(m_device, partition)) {
                m_notes.push_back(name + ": left out, it does not fit the image");
            } else if (meets) {
                m_notes.push_back(name + ": left out, it meets one that was found before");
            } else {
                m_notes.push_back(name + (reached(block) ? "" : ": found beside the chain"));
                m_accepted.push_back(partition);
                m_found.partitions.push_back(std::move(block));
            }
        }
    }

    void takeFileSystems() {
        for (RdbBlock& block : scan(m_device, {rdb::idFshd})) {
            if (isInPartition(block.number)) continue;
            Findings findings;
            Blocks segments;
            followRdbChain(m_device, {block.number, longAt(block.bytes, rdb::fshd::segList), rdb::idLseg}, findings,
                           [&](std::uint32_t number, ConstBytes bytes) {
                               segments.push_back({number, Bytes(bytes.begin(), bytes.end())});
                           });
            const DosType type(longAt(block.bytes, rdb::fshd::dosType));
            const std::string name = "block " + std::to_string(block.number) + ": file system " + type.text();
            const bool there =
                std::any_of(m_found.fileSystems.begin(), m_found.fileSystems.end(), [&](const RdbBlock& other) {
                    return longAt(other.bytes, rdb::fshd::dosType) == type.value();
                });
            if (!findings.empty() || segments.empty() || there) {
                m_notes.push_back(
                    name + (there ? ": left out, there is one for it already" : ": left out, its handler is damaged"));
                continue;
            }
            m_notes.push_back(name);
            m_found.fileSystems.push_back(std::move(block));
            m_found.segments.push_back(std::move(segments));
        }
    }

    // Boot code, a partition table of PCs, or whatever else stands before the partitions.
    void findForeign() {
        std::uint64_t end = std::min(m_device.blocks(), rdbScanBlocks);
        for (const RdbPartition& partition : m_accepted)
            end = std::min(end, partition.envec.firstSector().value_or(end));
        for (std::uint32_t block = 0; block < end; ++block) {
            const Bytes bytes = m_device.read(block);
            const bool blank = std::all_of(bytes.begin(), bytes.end(), [&](std::uint8_t b) { return b == bytes[0]; });
            const std::uint32_t id = longAt(bytes, rdb::id);
            const auto ids = {rdb::idRdsk, rdb::idPart, rdb::idFshd, rdb::idLseg, rdb::idBadb, rdb::idBoot};
            if (!blank && std::find(ids.begin(), ids.end(), id) == ids.end()) m_found.foreign.insert(block);
        }
    }

    // The damaged one's own, else the first blank block in which every system looks for one.
    std::uint32_t placeForRdsk() const {
        const auto end =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(m_device.blocks(), portableRdbSearchBlocks));
        for (std::uint32_t block = 0; block < end; ++block)
            if (longAt(m_device.read(block), rdb::id) == rdb::idRdsk) return block;
        for (std::uint32_t block = 0; block < end; ++block) {
            const Bytes bytes = m_device.read(block);
            if (std::all_of(bytes.begin(), bytes.end(), [&](std::uint8_t b) { return b == bytes[0]; })) return block;
        }
        throw Error(m_device.where(0) + ": expected a blank block for a new RDSK in the first " + std::to_string(end) +
                    ", found something in each of them, which nothing is written over; look "
                    "what it is, and clear one that nobody needs");
    }

    // For a disk whose RDSK block is lost, as its partitions describe it.
    Bytes newRdsk() {
        RigidDisk disk;
        const DosEnvec& envec = m_accepted.front().envec;
        disk.heads = envec.surfaces;
        disk.sectors = envec.blocksPerTrack;
        const std::uint64_t cylinder = std::uint64_t{disk.heads} * disk.sectors;
        std::uint64_t first = m_device.blocks();
        for (const RdbPartition& partition : m_accepted) first = std::min(first, partition.envec.firstSector().value());
        disk.cylinders = static_cast<std::uint32_t>(m_device.blocks() / cylinder);
        disk.block = m_found.rdskBlock;
        disk.rdbBlocksHigh = static_cast<std::uint32_t>(first - 1);
        disk.lowCylinder = static_cast<std::uint32_t>(first / cylinder);
        disk.highCylinder = disk.cylinders - 1;
        disk.vendor = "UAESCOPE";
        disk.product = "RECOVERED";
        m_notes.push_back("no RDSK block is whole: a new one goes to block " + std::to_string(disk.block) +
                          ", with the geometry of " + utf8FromLatin1(m_accepted.front().driveName));
        return rdskBlock(disk);
    }

    const BlockDevice& m_device;
    std::vector<RdbPartition> m_accepted;
    RdbParts m_found;
    std::vector<std::string> m_notes;
};

} // namespace

RdbRecovery recoverRdb(const BlockDevice& device) { return Recovery(device).run(); }

} // namespace uaescope::hardfiles
