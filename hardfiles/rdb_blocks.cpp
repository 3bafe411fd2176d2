#include "hardfiles/rdb_blocks.h"

#include "hardfiles/rigid_disk_layout.h"

#include <unordered_set>

namespace uaescope::hardfiles {

namespace {

std::string idText(std::uint32_t id) { return "'" + DosType(id).text() + "'"; }

std::string trimmed(ConstBytes block, std::size_t offset, std::size_t length) {
    capture::ByteCursor cursor(block);
    cursor.take(offset);
    std::string text(cursor.text(length));
    while (!text.empty() && (text.back() == ' ' || text.back() == '\0')) text.pop_back();
    return text;
}

void putPadded(MutableBytes bytes, std::size_t offset, std::size_t length, const std::string& text) {
    std::string padded = text.substr(0, length);
    padded.resize(length, ' ');
    putText(bytes, offset, padded);
}

} // namespace

bool rdbSumIsZero(ConstBytes block) {
    const std::uint32_t longs = longAt(block, rdb::summedLongs);
    return longs != 0 && longs <= block.size() / 4 && sumOfLongs(block, longs) == 0;
}

void followRdbChain(const BlockDevice& device, const RdbChain& chain, Findings& findings,
                    const std::function<void(std::uint32_t, ConstBytes)>& take) {
    const auto report = [&](std::string code, std::uint64_t block, std::string message) {
        findings.push_back({Severity::error, std::move(code), "", block, std::move(message)});
    };
    std::unordered_set<std::uint32_t> seen;
    std::uint32_t from = chain.from;
    for (std::uint32_t block = chain.first; block != rdb::endOfList;) {
        const std::string pointer =
            "the chain of " + idText(chain.id) + " blocks points to block " + std::to_string(block);
        if (block >= device.blocks())
            return report("out-of-range", from,
                          pointer + ", past the end of the image at " + std::to_string(device.blocks()));
        if (!seen.insert(block).second)
            return report("loop", from, pointer + " a second time; the rest is not followed");
        const Bytes bytes = device.read(block);
        if (longAt(bytes, rdb::id) != chain.id)
            return report("bad-id", block,
                          "expected " + idText(chain.id) + ", found " + idText(longAt(bytes, rdb::id)));
        if (!rdbSumIsZero(bytes))
            report("bad-checksum", block, "the checksum of this " + idText(chain.id) + " block is wrong");
        take(block, bytes);
        from = block;
        block = longAt(bytes, rdb::next);
    }
}

RdbSum checkRdsk(MutableBytes block) {
    if (rdbSumIsZero(block)) return RdbSum::good;
    putLong(block, rdb::rdsk::diskSignature, 0);
    return rdbSumIsZero(block) ? RdbSum::repaired : RdbSum::bad;
}

RigidDisk readRdsk(std::uint32_t block, ConstBytes bytes) {
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
    return disk;
}

RdbPartition readPartition(std::uint32_t block, ConstBytes bytes) {
    const std::uint32_t flags = longAt(bytes, rdb::part::flags);
    return {block, std::string(bstrAt(bytes, rdb::part::driveName, rdb::part::driveNameBytes)),
            (flags & rdb::part::bootable) != 0, (flags & rdb::part::noMount) == 0,
            readDosEnvec(bytes, rdb::part::envec)};
}

Bytes rdskBlock(const RigidDisk& disk) {
    Bytes bytes = newRdbBlock(rdb::idRdsk);
    putLong(bytes, rdb::rdsk::blockBytes, sectorSize);
    putLong(bytes, rdb::rdsk::flags, disk.flags);
    putLong(bytes, rdb::rdsk::badBlockList, rdb::endOfList);
    putLong(bytes, rdb::rdsk::partitionList, rdb::endOfList);
    putLong(bytes, rdb::rdsk::fileSystemList, rdb::endOfList);
    putLong(bytes, rdb::rdsk::driveInit, rdb::endOfList);
    for (std::size_t i = 0; i < rdb::rdsk::reservedLongs; ++i)
        putLong(bytes, rdb::rdsk::reserved + 4 * i, rdb::endOfList);
    putLong(bytes, rdb::rdsk::cylinders, disk.cylinders);
    putLong(bytes, rdb::rdsk::sectors, disk.sectors);
    putLong(bytes, rdb::rdsk::heads, disk.heads);
    putLong(bytes, rdb::rdsk::interleave, 1);
    // A drive without moving heads: parking, precompensation and reduced current begin after the last cylinder.
    putLong(bytes, rdb::rdsk::parkCylinder, disk.cylinders);
    putLong(bytes, rdb::rdsk::writePreComp, disk.cylinders);
    putLong(bytes, rdb::rdsk::reducedWrite, disk.cylinders);
    putLong(bytes, rdb::rdsk::stepRate, 3);
    putLong(bytes, rdb::rdsk::rdbBlocksLow, disk.rdbBlocksLow);
    putLong(bytes, rdb::rdsk::rdbBlocksHigh, disk.rdbBlocksHigh);
    putLong(bytes, rdb::rdsk::lowCylinder, disk.lowCylinder);
    putLong(bytes, rdb::rdsk::highCylinder, disk.highCylinder);
    putLong(bytes, rdb::rdsk::cylinderBlocks, disk.heads * disk.sectors);
    putLong(bytes, rdb::rdsk::highRdskBlock, disk.block);
    putPadded(bytes, rdb::rdsk::vendor, rdb::rdsk::vendorLength, disk.vendor);
    putPadded(bytes, rdb::rdsk::product, rdb::rdsk::productLength, disk.product);
    putPadded(bytes, rdb::rdsk::revision, rdb::rdsk::revisionLength, disk.revision);
    sealRdbBlock(bytes);
    return bytes;
}

Bytes newRdbBlock(std::uint32_t id) {
    Bytes bytes(sectorSize);
    putLong(bytes, rdb::id, id);
    putLong(bytes, rdb::summedLongs, rdb::usualLongs);
    putLong(bytes, rdb::hostId, rdb::usualHost);
    putLong(bytes, rdb::next, rdb::endOfList);
    return bytes;
}

void putPartition(MutableBytes block, const RdbPartition& partition) {
    const std::uint32_t others = longAt(block, rdb::part::flags) & ~(rdb::part::bootable | rdb::part::noMount);
    putLong(block, rdb::part::flags,
            others | (partition.bootable ? rdb::part::bootable : 0) | (partition.mounted ? 0 : rdb::part::noMount));
    putText(block, rdb::part::driveName, std::string(rdb::part::driveNameBytes, '\0'));
    putBstr(block, rdb::part::driveName, partition.driveName);
    putDosEnvec(block, rdb::part::envec, partition.envec);
}

void sealRdbBlock(MutableBytes block) { putChecksum(block, rdb::checksum, longAt(block, rdb::summedLongs)); }

} // namespace uaescope::hardfiles
