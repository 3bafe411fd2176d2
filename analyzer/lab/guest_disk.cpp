#include "analyzer/lab/guest_disk.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/installation.h"
#include "analyzer/lab/temporary_folder.h"
#include "analyzer/lab/text_file.h"
#include "hardfiles/boot_code.h"
#include "hardfiles/create.h"
#include "hardfiles/error.h"
#include "hardfiles/ffs_writer.h"
#include "hardfiles/hardfile.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

constexpr std::uint64_t floppyBytes = 80 * 2 * 11 * 512;
constexpr std::uint64_t hardfileBytes = 4u << 20;
constexpr std::size_t mostLines = 4000; // uaebench reads 4 KB
constexpr const char* diskLabel = "uaebench";

// On an Amiga from 1.3 on, with nothing else on the disk.
constexpr const char* explanation = "uaebench - storage benchmarks\n"
                                    "\n"
                                    "In a Shell:\n"
                                    "\n"
                                    "  uaebench:uaebench                        what it can do\n"
                                    "  uaebench:uaebench LIST                   the suites\n"
                                    "  uaebench:uaebench diskperf DH0:          one suite on one volume\n"
                                    "  uaebench:uaebench truth DH0: RESULTS RAM:truth.txt\n"
                                    "                                           and what it found in machine form\n"
                                    "\n"
                                    "Each suite makes a directory on the volume and removes it again. Suites that\n"
                                    "read a device write nothing.\n";

enum class Kind { folder, floppy, hardfile };

Kind kindOf(const fs::path& target) {
    std::string ending = target.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
    return ending == ".adf" ? Kind::floppy : ending == ".hdf" ? Kind::hardfile : Kind::folder;
}

void requireCommands(const std::vector<std::string>& commands) {
    for (const std::string& command : commands) {
        const bool printable =
            std::all_of(command.begin(), command.end(), [](unsigned char c) { return c >= ' ' && c < 0x7f; });
        if (!printable || command.empty())
            throw UsageError("command '" + command +
                             "': a line of the startup-sequence has printable ASCII characters only");
    }
}

// What is in the disk's S folder. The tool itself goes through the list, because a script ends at the first command
// that fails, and Kickstart 1.3 has no FailAt.
struct Scripts {
    std::string startup = "uaebench\n";
    std::string lines; // of uaebench; empty: there is no such file
};

Scripts scriptsFor(const std::vector<std::string>& commands) {
    Scripts scripts;
    for (const std::string& command : commands) scripts.lines += command + "\n";
    if (scripts.lines.size() > mostLines)
        throw UsageError("the commands are " + std::to_string(scripts.lines.size()) +
                         " characters together; there is "
                         "room for " +
                         std::to_string(mostLines) + " on one disk");
    if (!commands.empty()) scripts.startup = "uaebench LINES SYS:S/uaebench-lines\n";
    return scripts;
}

std::string contentsOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) throw EnvironmentError(file.string() + ": cannot be read");
    return bytes;
}

void makeFolder(const fs::path& folder, const std::string& tool, const Scripts& scripts) {
    fs::create_directories(folder / "S");
    writeTextFile(folder / "uaebench", tool);
    writeTextFile(folder / "ReadMe", explanation);
    writeTextFile(folder / "S/startup-sequence", scripts.startup);
    if (!scripts.lines.empty()) writeTextFile(folder / "S/uaebench-lines", scripts.lines);
}

void put(hardfiles::VolumeWriter& volume, const char* path, std::string_view bytes) {
    std::size_t done = 0;
    const auto next = [&](hardfiles::MutableBytes into) {
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(done), into.size(), into.begin());
        done += into.size();
    };
    volume.put(path, {bytes.size(), next}, {});
}

void makeBootable(const fs::path& file) {
    hardfiles::FileImage image(file, hardfiles::FileImage::Access::readWrite);
    hardfiles::Bytes blocks(1024);
    image.read(0, blocks);
    hardfiles::putBootCode(blocks);
    image.write(0, blocks);
    image.sync();
}

void makeImage(const fs::path& file, Kind kind, const std::string& tool, const Scripts& scripts) {
    hardfiles::CreateOptions options;
    options.size = kind == Kind::floppy ? floppyBytes : hardfileBytes;
    options.partitions[0].dosType = hardfiles::dosType(0); // the old filesystem: every Kickstart has it
    options.partitions[0].label = diskLabel;
    hardfiles::createHardfile(file, options);
    {
        const hardfiles::Hardfile hardfile = hardfiles::Hardfile::openForWriting(file);
        hardfiles::VolumeWriter volume(*hardfile.partitions().front().volume);
        volume.makeDirectory("S", hardfiles::AmigaDate::now());
        put(volume, "uaebench", tool);
        put(volume, "ReadMe", explanation);
        put(volume, "S/startup-sequence", scripts.startup);
        if (!scripts.lines.empty()) put(volume, "S/uaebench-lines", scripts.lines);
    }
    makeBootable(file);
}

} // namespace

void makeGuestDisk(const GuestDisk& disk) {
    requireCommands(disk.commands);
    fs::path target = fs::absolute(disk.target).lexically_normal();
    if (!target.has_filename()) target = target.parent_path();
    if (fs::exists(fs::symlink_status(target)))
        throw UsageError(target.string() + ": exists already; name something new, or remove it first");
    if (!fs::is_directory(target.parent_path()))
        throw UsageError(target.string() + ": the folder it is to be in does not exist; make it first");
    const std::string tool = contentsOf(disk.guestTool.empty() ? guestToolFile() : disk.guestTool);
    const Scripts scripts = scriptsFor(disk.commands);
    const Kind kind = kindOf(target);
    const TemporaryFolder place(target.parent_path());
    const fs::path made = place.path() / "made";
    try {
        if (kind == Kind::folder)
            makeFolder(made, tool, scripts);
        else
            makeImage(made, kind, tool, scripts);
        fs::rename(made, target);
    } catch (const fs::filesystem_error& error) {
        throw EnvironmentError(target.string() + ": cannot be written: " + error.code().message());
    }
}

} // namespace uaescope::lab
