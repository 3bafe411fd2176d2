// The guest's benchmark on a medium of its own, for machines and emulators that we do not start: a folder, a floppy
// image or a hardfile, each with the program, a text that explains it, and a startup-sequence.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace uaescope::lab {

struct GuestDisk {
    // What is made tells its name: .adf a bootable floppy image, .hdf a bootable partition hardfile, else a folder.
    std::filesystem::path target;
    std::vector<std::string>
        commands; // of uaebench, one after another when it is booted, whatever fails: "diskperf DH0:"
    std::filesystem::path guestTool; // empty: guestToolFile()
};

// Complete, or not there at all. Throws UsageError when the target exists or a command cannot stand in a script;
// EnvironmentError for what the host refuses.
void makeGuestDisk(const GuestDisk& disk);

} // namespace uaescope::lab
