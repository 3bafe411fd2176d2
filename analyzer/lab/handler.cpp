#include "analyzer/lab/handler.h"

#include "analyzer/lab/image_options.h"
#include "hardfiles/error.h"
#include "hardfiles/latin1.h"
#include "hardfiles/load_file.h"

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

// From this size on, a disk's RDB has room for any handler that UAE loads.
constexpr std::uint64_t alwaysRoom = 32u << 20;

} // namespace

hardfiles::NewFileSystem readHandler(const Setup& setup) {
    const fs::path& file = setup.handler;
    if (!fs::exists(file))
        throw hardfiles::UsageError("there is no handler " + file.string() +
                                    "; name the filesystem's own file, as it lies in L: on an Amiga");
    if (!fs::is_regular_file(file)) throw hardfiles::UsageError("the handler " + file.string() + " is no file");
    hardfiles::NewFileSystem handler;
    handler.dosType = setup.dosType;
    handler.handler = hardfiles::readLoadFile(file);
    handler.name = hardfiles::latin1FromUtf8(file.filename().string());
    handler.version = hardfiles::versionOf(handler.handler).value_or(0);
    return handler;
}

std::string handlerVersion(const hardfiles::NewFileSystem& handler) {
    if (handler.version == 0) return "";
    return std::to_string(handler.version >> 16) + "." + std::to_string(handler.version & 0xffff);
}

void addHandler(hardfiles::Image& disk, const Setup& setup) {
    hardfiles::RdbEditor editor{hardfiles::BlockDevice(disk)};
    editor.addFileSystem(readHandler(setup));
    editor.commit();
}

void requireHandlerFits(const Setup& setup) {
    const hardfiles::NewFileSystem handler = readHandler(setup);
    if (setup.bytes >= alwaysRoom) return;
    const hardfiles::CreateOptions options = imageOptions(setup);
    hardfiles::MemoryImage disk(hardfiles::hardfileSize(options));
    hardfiles::formatImage(disk, options);
    hardfiles::RdbEditor editor{hardfiles::BlockDevice(disk)};
    editor.addFileSystem(handler);
    try {
        editor.requireRoom();
    } catch (const hardfiles::Error&) {
        throw hardfiles::UsageError("the handler " + setup.handler.string() + " has " +
                                    std::to_string(handler.handler.size()) + " bytes, for which the RDB of a disk of " +
                                    sizeText(setup.bytes) + " has no room; use size=" + sizeText(alwaysRoom) +
                                    " or more");
    }
}

} // namespace uaescope::lab
