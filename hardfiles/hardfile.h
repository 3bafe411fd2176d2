// A hardfile opened for reading: its container, its RDB if it has one, its partitions and their volumes.
#pragma once

#include "hardfiles/container.h"
#include "hardfiles/ffs_volume.h"
#include "hardfiles/rigid_disk.h"

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
    std::optional<Volume> volume;

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

    const std::string& name() const { return m_image->name(); }
    std::uint64_t size() const { return m_image->size(); }
    Container container() const { return m_container; }
    const std::optional<RigidDisk>& rdb() const { return m_rdb; }
    // In the order of the RDB; one for a partition hardfile, even when it is not formatted.
    const std::vector<Partition>& partitions() const { return m_partitions; }
    // What opening it brought to light.
    const Findings& findings() const { return m_findings; }
    bool hasFileSystem() const;

    // The place with this name, in Latin-1: a device name or a volume name before the colon, in any case. Without
    // one, the only volume there is. Throws Error, with the names there are, when there is no such volume.
    Place locate(std::string_view path) const;

private:
    Partition readPartition(const BlockDevice& device, const RdbPartition& entry);
    void readPartitionHardfile(const BlockDevice& device);
    void checkOverlaps();

    std::unique_ptr<Image> m_image;
    Container m_container;
    std::optional<RigidDisk> m_rdb;
    std::vector<Partition> m_partitions;
    Findings m_findings;
};

} // namespace uaescope::hardfiles
