#include "hardfiles/image_in_use.h"

#include "hardfiles/error.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <fstream>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace uaescope::hardfiles {

namespace {

namespace fs = std::filesystem;

bool hasOpen(const fs::path& process, const struct stat& wanted) {
    std::error_code error;
    for (fs::directory_iterator entry(process / "fd", error), end; !error && entry != end; entry.increment(error)) {
        struct stat found {};
        if (stat(entry->path().c_str(), &found) == 0 && found.st_dev == wanted.st_dev && found.st_ino == wanted.st_ino)
            return true;
    }
    return false;
}

// Processes end while they are looked at, which is no error.
std::optional<fs::path> otherProcess(const struct stat& wanted) {
    std::error_code error;
    for (fs::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename();
        const bool isProcess = std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c); });
        if (isProcess && name != std::to_string(getpid()) && hasOpen(entry->path(), wanted)) return entry->path();
    }
    return std::nullopt;
}

std::string lineOf(const fs::path& file) {
    std::string line;
    std::getline(std::ifstream(file), line);
    return line;
}

} // namespace

// Its driver has the file open in the kernel, where no process shows it.
std::optional<std::string> loopDeviceOn(const FileImage& image, const fs::path& blockDevices) {
    struct stat wanted {};
    if (fstat(image.descriptor(), &wanted) != 0) return std::nullopt;
    std::error_code error;
    for (fs::directory_iterator entry(blockDevices, error), end; !error && entry != end; entry.increment(error)) {
        const std::string backing = lineOf(entry->path() / "loop" / "backing_file");
        struct stat found {};
        if (!backing.empty() && stat(backing.c_str(), &found) == 0 && found.st_dev == wanted.st_dev &&
            found.st_ino == wanted.st_ino)
            return "/dev/" + entry->path().filename().string();
    }
    return std::nullopt;
}

void requireUnused(const FileImage& image) {
    struct stat wanted {};
    if (fstat(image.descriptor(), &wanted) != 0) throwHostError(image.name(), "look at the file", errno);
    if (const auto process = otherProcess(wanted))
        throw Error(image.name() + ": process " + process->filename().string() + " (" + lineOf(*process / "comm") +
                    ") has the image open; end it first, or work on a copy");
    if (const auto device = loopDeviceOn(image))
        throw Error(image.name() + ": is attached to the loop device " + *device +
                    "; unmount what is on it and detach it "
                    "with 'losetup -d " +
                    *device + "', or work on a copy");
    if (flock(image.descriptor(), LOCK_EX | LOCK_NB) != 0)
        throw Error(image.name() + ": another program holds a lock on the image; wait until it has ended");
}

} // namespace uaescope::hardfiles
