#include "hardfiles/error.h"
#include "hardfiles/rdb_blocks.h"
#include "hardfiles/rigid_disk.h"
#include "hardfiles/rigid_disk_layout.h"

namespace uaescope::hardfiles {

namespace {

class Reader {
public:
    Reader(const BlockDevice& device, Findings& findings) : m_device(device), m_findings(findings) {}

    std::optional<RigidDisk> read() {
        for (std::uint64_t block = 0; block < rdbSearchBlocks && block < m_device.blocks(); ++block) {
            Bytes bytes = m_device.read(block);
            if (longAt(bytes, rdb::id) != rdb::idRdsk) continue;
            const RdbSum sum = checkRdsk(bytes);
            if (sum == RdbSum::bad) {
                add(Severity::error, "bad-checksum", block, "the RDSK block's checksum is wrong; it is not used");
                continue;
            }
            if (sum == RdbSum::repaired)
                add(Severity::warning, "disk-signature", block, "the RDSK block carries a Windows disk signature");
            if (block >= portableRdbSearchBlocks)
                add(Severity::warning, "rdb-position", block,
                    "the RDSK block comes after block 15; UAE finds it, Linux, AROS and parted do not");
            return readDisk(static_cast<std::uint32_t>(block), bytes);
        }
        return std::nullopt;
    }

private:
    void add(Severity severity, std::string code, std::uint64_t block, std::string message) {
        m_findings.push_back({severity, std::move(code), "", block, std::move(message)});
    }

    RigidDisk readDisk(std::uint32_t block, ConstBytes bytes) {
        RigidDisk disk = readRdsk(block, bytes);
        if (disk.blockBytes != sectorSize)
            add(Severity::warning, "block-bytes", block,
                "the RDSK block counts in blocks of " + std::to_string(disk.blockBytes) +
                    " bytes; only 512 is understood, and taken");
        followRdbChain(m_device, {block, longAt(bytes, rdb::rdsk::partitionList), rdb::idPart}, m_findings,
                       [&](std::uint32_t at, ConstBytes part) { disk.partitions.push_back(readPartition(at, part)); });
        followRdbChain(
            m_device, {block, longAt(bytes, rdb::rdsk::fileSystemList), rdb::idFshd}, m_findings,
            [&](std::uint32_t at, ConstBytes fshd) { disk.fileSystems.push_back(readFileSystem(at, fshd)); });
        followRdbChain(m_device, {block, longAt(bytes, rdb::rdsk::badBlockList), rdb::idBadb}, m_findings,
                       [&](std::uint32_t, ConstBytes badb) { readBadBlocks(badb, disk.badBlocks); });
        if (!disk.badBlocks.empty())
            add(Severity::note, "bad-blocks", block,
                "the disk lists " + std::to_string(disk.badBlocks.size()) +
                    " bad blocks of a drive; in an image they mean nothing, unless it was copied from the drive block "
                    "by block: then the contents of each are in another one (see 'uaehdf info --json')");
        return disk;
    }

    // Pairs that are not in use are all zeros or all ones.
    static void readBadBlocks(ConstBytes badb, std::vector<BadBlock>& found) {
        for (std::size_t pair = 0; pair < rdb::badb::pairsOfBlock; ++pair) {
            const std::size_t at = rdb::badb::pairs + 8 * pair;
            const BadBlock block{longAt(badb, at), longAt(badb, at + 4)};
            if (block.bad != 0 && block.bad != rdb::endOfList) found.push_back(block);
        }
    }

    RdbFileSystem readFileSystem(std::uint32_t block, ConstBytes bytes) {
        constexpr std::uint64_t mostOfUae = 262144;
        RdbFileSystem found{block, DosType(longAt(bytes, rdb::fshd::dosType)), longAt(bytes, rdb::fshd::version), 0};
        followRdbChain(m_device, {block, longAt(bytes, rdb::fshd::segList), rdb::idLseg}, m_findings,
                       [&](std::uint32_t, ConstBytes lseg) { found.bytes += lseg.size() - rdb::lseg::data; });
        if (found.bytes >= mostOfUae)
            add(Severity::warning, "handler-size", block,
                "the handler of " + found.dosType.text() + " has " + std::to_string(found.bytes) +
                    " bytes; UAE loads none of 262144 bytes or more");
        return found;
    }

    const BlockDevice& m_device;
    Findings& m_findings;
};

} // namespace

std::optional<RigidDisk> readRigidDisk(const BlockDevice& device, Findings& findings) {
    return Reader(device, findings).read();
}

} // namespace uaescope::hardfiles
