// A hardfile opened for reading: its container, its RDB if it has one, its partitions and their volumes.
#pragma once

#include "hardfiles/container.h"
#include "hardfiles/rigid_disk.h"
#include "hardfiles/volume.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::hardfiles {

struct Partition {
    std::string name; // of the device, Latin-1; empty in a partition hardfile
    BlockRange sectors;
    std::uint32_t blockSize = 0; // 0: unknown, because there is no volume to tell
    DosType dosType;             // what the RDB says, or the boot block of a partition hardfile
    std::optional<RdbPartition> rdb;
    std::shared_ptr<const Volume> volume; // reads the image of the hardfile

    std::uint64_t offset() const { return sectors.first * sectorSize; }
    std::uint64_t size() const { return sectors.count * sectorSize; }
};

// A place inside a hardfile, as people write it: "DH0:dir/file", "Work:dir/file", "dir/file".
struct Place {
    const Partition* partition = nullptr; // with a volume
    std::string path;                     // Latin-1
};

class Hardfile {
public:
    // Reads what it needs to describe the image; contents are read when they are asked for.
    explicit Hardfile(std::unique_ptr<Image> image);
    // Throws Error when the file cannot be opened.
    static Hardfile open(const std::filesystem::path& file);
    // To change what is in it. Nothing good comes of writing to partitions that overlap, unless it is to part them.
    // Refuses with an Error an image that any process has open, an emulator above all, and
    // keeps other runs of ours out as long as it lives.
    enum class Overlaps { refuse, allow };
    static Hardfile openForWriting(const std::filesystem::path& file, Overlaps overlaps = Overlaps::refuse);

    const std::string& name() const { return m_image->name(); }
    std::uint64_t size() const { return m_image->size(); } // of the disk inside the container
    Container container() const { return m_container; }
    // The first one, when partitions of an MBR hold several. Its block numbers count from where its disk begins.
    const std::optional<RigidDisk>& rdb() const { return m_rdb; }
    // What the RDBs own, in sectors of the image.
    const std::vector<BlockRange>& rdbAreas() const { return m_rdbAreas; }
    // The disk that an RDB describes or could describe: the whole image, or the partition of an MBR that is for it. It
    // must not be used longer than the hardfile. Throws Error when there are several.
    BlockDevice rdbDisk() const;
    // The partitions of an MBR in which RDBs were found, in sectors of the image.
    const std::vector<BlockRange>& mbrPartitions() const { return m_mbrPartitions; }
    // In the order of the RDB; one for a partition hardfile, even when it is not formatted.
    const std::vector<Partition>& partitions() const { return m_partitions; }
    // What opening it brought to light.
    const Findings& findings() const { return m_findings; }
    bool hasFileSystem() const;

    // The place with this name, in Latin-1: a device name or a volume name before the colon, in any case. Without
    // one, the only volume there is. Throws Error, with the names there are, when there is no such volume.
    Place locate(std::string_view path) const;
    // The partition with this device name in any case, formatted or not; without a name the only one there is. Throws
    // Error like locate.
    const Partition& partitionNamed(std::string_view name) const;
    // All of the disk. It must not be used longer than the hardfile.
    BlockDevice device() const { return BlockDevice(*m_image); }
    // Reads tables and root blocks again, after they were changed.
    void reread();

private:
    void readDisk();
    // Whether there is an RDB at the start of a part of the image.
    bool readRdb(const BlockDevice& device, const BlockRange& part);
    Partition readPartition(const BlockDevice& device, const RdbPartition& entry);
    bool readVolume(const BlockDevice& device, const BlockRange& sectors, Partition& partition);
    void readPartitionHardfile(const BlockDevice& device);
    void checkOverlaps(const RigidDisk& disk, std::size_t from);

    std::unique_ptr<Image> m_image;
    Container m_container;
    std::optional<RigidDisk> m_rdb;
    std::vector<BlockRange> m_rdbAreas, m_mbrPartitions;
    std::vector<Partition> m_partitions;
    Findings m_findings;
};

} // namespace uaescope::hardfiles
