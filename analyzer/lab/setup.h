// A setup: one way to give the guest a volume, as people write it on the command line.
//
//   dir | hdf | rdb                 fresh: an empty host folder, a partition hardfile, an RDB hardfile
//   hdf:block=2048,size=128M        options after a colon, separated by commas
//   rdb:fs=PFS3,handler=FILE        a filesystem that comes with its handler; the guest formats it
//   PATH                            an existing folder, image, zip archive or block device
//   PATH:controller=ide             the same with options
#pragma once

#include "hardfiles/dos_type.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::lab {

enum class StorageKind {
    directory,
    archive,  // a zip file, which the guest sees as a directory that it cannot write to
    hardfile, // one partition
    rdb,
    cd,
    floppy
};

// What holds the blocks of a hardfile or RDB.
enum class Carrier { file, vhd, device };

enum class Controller { uae, ide };

struct Setup {
    StorageKind kind = StorageKind::directory;
    Carrier carrier = Carrier::file;
    std::filesystem::path source;                       // existing folder, image or device; empty: fresh
    hardfiles::DosType dosType = hardfiles::dosType(3); // fresh images
    std::filesystem::path handler;                      // fresh RDB images: of the filesystem; empty: the ROM has it
    std::filesystem::path formatted;                    // with a handler: what each run begins with, once it is made
    std::uint32_t blockBytes = 512;                     // images; of the filesystem
    std::uint64_t bytes = 64u << 20;                    // fresh images
    std::uint32_t buffers = 30;                         // fresh RDB images
    std::string partition;                              // existing RDB images: device name; empty: the first
    Controller controller = Controller::uae;
    std::string name; // canonical: kind or file name, then the options that differ from the defaults

    bool isFresh() const { return source.empty(); }
    bool isReadOnly() const { return kind == StorageKind::archive || kind == StorageKind::cd; }
    bool isDevice() const { return carrier == Carrier::device; }
    std::string fileStem() const; // the name with only characters that every file system takes
};

// "directory", "zip archive", "hardfile", "RDB hardfile", "CD image", "floppy image"; "VHD" or "block device" with what
// is in it: "RDB on a block device".
std::string storageKindName(const Setup& setup);

enum class Devices { refused, allowed };

// Throws UsageError that lists what is known, and for block devices unless they are allowed; WorkError for an existing
// image that holds no file system; EnvironmentError for one that cannot be read.
Setup parseSetup(const std::string& text, Devices devices = Devices::refused);

// Parses each and makes the names distinct: the second "dir" is "dir#2".
std::vector<Setup> parseSetups(const std::vector<std::string>& texts, Devices devices = Devices::refused);

// "64M", "1G", "1000": the shortest form without a fraction.
std::string sizeText(std::uint64_t bytes);

} // namespace uaescope::lab
