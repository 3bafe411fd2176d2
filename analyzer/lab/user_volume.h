// A drive of a person's own configuration.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace uaescope::lab {

struct UserVolume {
    std::string drive;          // "DH0", "DF1", "CD0"
    std::filesystem::path path; // absolute, lexically normal; need not exist
};

// The files that hold the volume's data: the path, and for a cue sheet the files that it names as well.
std::vector<std::filesystem::path> filesOf(const UserVolume& volume);

// The drive that a line of UAE's own configuration adds, as all descendants of UAE write it:
//   filesystem2=rw,DH0:Work:/home/me/amiga,0     hardfile2=rw,DH1:/home/me/work.hdf,32,1,2,512,0,,uae1
//   floppy0=/home/me/disk.adf                    cdimage0=/home/me/game.cue,image
// Paths are taken as they are. Absent for other keys, and for drives without a medium.
std::optional<UserVolume> volumeOfUaeLine(std::string_view key, std::string_view value);

} // namespace uaescope::lab
