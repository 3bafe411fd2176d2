#include "hardfiles/error.h"
#include "hardfiles/rigid_disk.h"
#include "hardfiles/rigid_disk_layout.h"

#include <functional>
#include <unordered_set>

namespace uaescope::hardfiles {

namespace {

enum class Sum { good, repaired, bad };

bool sumIsZero(ConstBytes block) {
    const std::uint32_t longs = longAt(block, rdb::summedLongs);
    return longs != 0 && longs <= block.size() / 4 && sumOfLongs(block, longs) == 0;
}

// Windows 9x writes a disk signature into the first sector of disks it does not know; everybody reads past it.
Sum checkRdsk(Bytes& block) {
    if (sumIsZero(block)) return Sum::good;
    putLong(block, rdb::rdsk::diskSignature, 0);
    return sumIsZero(block) ? Sum::repaired : Sum::bad;
}

std::string idText(std::uint32_t id) { return "'" + DosType(id).text() + "'"; }

std::string trimmed(ConstBytes block, std::size_t offset, std::size_t length) {
    capture::ByteCursor cursor(block);
    cursor.take(offset);
    std::string text(cursor.text(length));
    while (!text.empty() && (text.back() == ' ' || text.back() == '\0')) text.pop_back();
    return text;
}

class Reader {
public:
    Reader(const BlockDevice& device, Findings& findings) : m_device(device), m_findings(findings) {}

    std::optional<RigidDisk> read() {
        for (std::uint64_t block = 0; block < rdbSearchBlocks && block < m_device.blocks(); ++block) {
            Bytes bytes = m_device.read(block);
            if (longAt(bytes, rdb::id) != rdb::idRdsk) continue;
            const Sum sum = checkRdsk(bytes);
            if (sum == Sum::bad) {
                add(Severity::error, "bad-checksum", block, "the RDSK block's checksum is wrong; it is not used");
                continue;
            }
            if (sum == Sum::repaired)
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
        RigidDisk disk;
        disk.block = block;
        disk.blockBytes = longAt(bytes, rdb::rdsk::blockBytes);
        disk.flags = longAt(bytes, rdb::rdsk::flags);
        disk.cylinders = longAt(bytes, rdb::rdsk::cylinders);
        disk.sectors = longAt(bytes, rdb::rdsk::sectors);
        disk.heads = longAt(bytes, rdb::rdsk::heads);
        disk.rdbBlocksLow = longAt(bytes, rdb::rdsk::rdbBlocksLow);
        disk.rdbBlocksHigh = longAt(bytes, rdb::rdsk::rdbBlocksHigh);
        disk.lowCylinder = longAt(bytes, rdb::rdsk::lowCylinder);
        disk.highCylinder = longAt(bytes, rdb::rdsk::highCylinder);
        disk.highRdskBlock = longAt(bytes, rdb::rdsk::highRdskBlock);
        disk.vendor = trimmed(bytes, rdb::rdsk::vendor, rdb::rdsk::vendorLength);
        disk.product = trimmed(bytes, rdb::rdsk::product, rdb::rdsk::productLength);
        disk.revision = trimmed(bytes, rdb::rdsk::revision, rdb::rdsk::revisionLength);
        if (disk.blockBytes != sectorSize)
            add(Severity::warning, "block-bytes", block,
                "the RDSK block counts in blocks of " + std::to_string(disk.blockBytes) +
                    " bytes; only 512 is understood, and taken");
        followChain(block, longAt(bytes, rdb::rdsk::partitionList), rdb::idPart,
                    [&](std::uint32_t at, ConstBytes part) { disk.partitions.push_back(readPartition(at, part)); });
        followChain(block, longAt(bytes, rdb::rdsk::fileSystemList), rdb::idFshd,
                    [&](std::uint32_t at, ConstBytes fshd) { disk.fileSystems.push_back(readFileSystem(at, fshd)); });
        followChain(block, longAt(bytes, rdb::rdsk::badBlockList), rdb::idBadb, [](std::uint32_t, ConstBytes) {});
        return disk;
    }

    static RdbPartition readPartition(std::uint32_t block, ConstBytes bytes) {
        const std::uint32_t flags = longAt(bytes, rdb::part::flags);
        return {block, std::string(bstrAt(bytes, rdb::part::driveName, rdb::part::driveNameBytes)),
                (flags & rdb::part::bootable) != 0, (flags & rdb::part::noMount) == 0,
                readDosEnvec(bytes, rdb::part::envec)};
    }

    RdbFileSystem readFileSystem(std::uint32_t block, ConstBytes bytes) {
        constexpr std::uint64_t mostOfUae = 262144;
        RdbFileSystem found{block, DosType(longAt(bytes, rdb::fshd::dosType)), longAt(bytes, rdb::fshd::version), 0};
        followChain(block, longAt(bytes, rdb::fshd::segList), rdb::idLseg,
                    [&](std::uint32_t, ConstBytes lseg) { found.bytes += lseg.size() - rdb::lseg::data; });
        if (found.bytes >= mostOfUae)
            add(Severity::warning, "handler-size", block,
                "the handler of " + found.dosType.text() + " has " + std::to_string(found.bytes) +
                    " bytes; UAE loads none of 262144 bytes or more");
        return found;
    }

    void followChain(std::uint32_t from, std::uint32_t block, std::uint32_t id,
                     const std::function<void(std::uint32_t, ConstBytes)>& take) {
        std::unordered_set<std::uint32_t> seen;
        while (block != rdb::endOfList) {
            const std::string pointer =
                "the chain of " + idText(id) + " blocks points to block " + std::to_string(block);
            if (block >= m_device.blocks())
                return add(Severity::error, "out-of-range", from,
                           pointer + ", past the end of the image at " + std::to_string(m_device.blocks()));
            if (!seen.insert(block).second)
                return add(Severity::error, "loop", from, pointer + " a second time; the rest is not followed");
            const Bytes bytes = m_device.read(block);
            if (longAt(bytes, rdb::id) != id)
                return add(Severity::error, "bad-id", block,
                           "expected " + idText(id) + ", found " + idText(longAt(bytes, rdb::id)));
            if (!sumIsZero(bytes))
                add(Severity::error, "bad-checksum", block, "the checksum of this " + idText(id) + " block is wrong");
            take(block, bytes);
            from = block;
            block = longAt(bytes, rdb::next);
        }
    }

    const BlockDevice& m_device;
    Findings& m_findings;
};

} // namespace

std::optional<RigidDisk> readRigidDisk(const BlockDevice& device, Findings& findings) {
    return Reader(device, findings).read();
}

} // namespace uaescope::hardfiles
