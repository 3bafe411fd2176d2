#include "analyzer/lab/setup.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/handler.h"
#include "analyzer/lab/image_kind.h"
#include "analyzer/lab/image_options.h"
#include "hardfiles/error.h"
#include "hardfiles/size_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

[[noreturn]] void refuse(const std::string& setup, const std::string& why) {
    throw UsageError("setup '" + setup + "': " + why);
}

std::uint64_t numberIn(const std::string& setup, const std::string& key, const std::string& value) {
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || rest != value.data() + value.size())
        refuse(setup, key + "=" + value + " is not a number");
    return number;
}

struct OptionText {
    const std::string& setup;
    const std::string& key;
    const std::string& value;
};

void setDosType(Setup& setup, const OptionText& option) {
    const auto type = hardfiles::DosType::parse(option.value);
    if (!type)
        refuse(option.setup, "fs=" + option.value +
                                 " is no DosType; DOS0 and DOS2 (OFS), DOS1 and DOS3 (FFS) are, or PFS3, SFS0 or "
                                 "0x50465303 with handler=FILE");
    setup.dosType = *type;
}

void setHandler(Setup& setup, const OptionText& option) { setup.handler = fs::absolute(option.value); }

void setBlock(Setup& setup, const OptionText& option) {
    const std::uint64_t bytes = numberIn(option.setup, option.key, option.value);
    if (bytes < 512 || bytes > 8192 || (bytes & (bytes - 1)) != 0)
        refuse(option.setup, "block=" + option.value + " must be 512, 1024, 2048, 4096 or 8192");
    setup.blockBytes = static_cast<std::uint32_t>(bytes);
}

void setSize(Setup& setup, const OptionText& option) { setup.bytes = hardfiles::parseSize(option.value); }

void setBuffers(Setup& setup, const OptionText& option) {
    const std::uint64_t count = numberIn(option.setup, option.key, option.value);
    if (count < 1 || count > 100000) refuse(option.setup, "buffers=" + option.value + " must be between 1 and 100000");
    setup.buffers = static_cast<std::uint32_t>(count);
}

void setController(Setup& setup, const OptionText& option) {
    if (option.value != "uae" && option.value != "ide")
        refuse(option.setup, "controller=" + option.value + " is not known; known are uae and ide");
    setup.controller = option.value == "ide" ? Controller::ide : Controller::uae;
}

void setPartition(Setup& setup, const OptionText& option) { setup.partition = option.value; }

struct Option {
    const char* key;
    void (*set)(Setup&, const OptionText&);
    bool (*applies)(const Setup&);
};

bool isDisk(const Setup& setup) { return setup.kind == StorageKind::hardfile || setup.kind == StorageKind::rdb; }

constexpr std::array options = {
    Option{"fs", setDosType, [](const Setup& s) { return isDisk(s) && s.isFresh(); }},
    Option{"handler", setHandler, [](const Setup& s) { return s.kind == StorageKind::rdb && s.isFresh(); }},
    Option{"block", setBlock,
           [](const Setup& s) {
               return (s.kind == StorageKind::hardfile && s.carrier == Carrier::file) ||
                      (s.kind == StorageKind::rdb && s.isFresh());
           }},
    Option{"size", setSize, [](const Setup& s) { return isDisk(s) && s.isFresh(); }},
    Option{"buffers", setBuffers, [](const Setup& s) { return s.kind == StorageKind::rdb && s.isFresh(); }},
    Option{"controller", setController, isDisk},
    Option{"partition", setPartition, [](const Setup& s) { return s.kind == StorageKind::rdb && !s.isFresh(); }},
};

std::string knownOptions(const Setup& setup) {
    std::string known;
    for (const Option& option : options)
        if (option.applies(setup)) known += (known.empty() ? "" : ", ") + std::string(option.key);
    return known.empty() ? "it takes none" : "it takes " + known;
}

std::string whereHandlersGo(const Setup& setup) {
    if (setup.kind == StorageKind::rdb)
        return "an existing disk has its handlers in its RDB; 'uaehdf filesystem add' puts one there";
    if (setup.kind == StorageKind::hardfile)
        return "a partition hardfile has no place for a handler; an RDB has: rdb:fs=PFS3,handler=FILE";
    return "only a fresh RDB hardfile takes a handler: rdb:fs=PFS3,handler=FILE";
}

void applyOption(Setup& setup, const std::string& text, const std::string& word) {
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    for (const Option& option : options) {
        if (key != option.key || !option.applies(setup)) continue;
        if (equals == std::string::npos || equals + 1 == word.size())
            refuse(text, std::string(key).append(" needs a value: ").append(key).append("=..."));
        const std::string value = word.substr(equals + 1);
        option.set(setup, {text, key, value});
        return;
    }
    if (key == "handler") refuse(text, whereHandlersGo(setup));
    refuse(text, "option '" + word + "' is not known here; " + knownOptions(setup));
}

void applyOptions(Setup& setup, const std::string& text, std::string_view all) {
    if (all.empty()) refuse(text, "nothing after the colon; " + knownOptions(setup));
    while (!all.empty()) {
        const std::size_t comma = std::min(all.find(','), all.size());
        applyOption(setup, text, std::string(all.substr(0, comma)));
        all.remove_prefix(std::min(comma + 1, all.size()));
    }
    if (setup.kind == StorageKind::hardfile && setup.blockBytes > 512 && setup.controller == Controller::ide)
        refuse(text, "a partition hardfile with blocks over 512 bytes mounts on the uae controller only");
}

// Whether the host makes the filesystem, or the guest with the setup's handler.
void requireFileSystem(const Setup& setup, const std::string& text) {
    const hardfiles::DosType type = setup.dosType;
    const bool hostMakes = type.isDos() && !type.hasDirectoryCache() && !type.hasLongNames();
    if (setup.handler.empty() && !hostMakes)
        refuse(text, "fs=" + type.word() + " needs its handler, an AmigaDOS file that you have: rdb:fs=" + type.word() +
                         ",handler=FILE; without one there are DOS0 and DOS2 (OFS), DOS1 and DOS3 (FFS)");
    if (setup.handler.empty()) return;
    if (text.find("fs=") == std::string::npos)
        refuse(text, "handler=... needs the DosType that the handler is for: fs=PFS3,handler=...");
    requireHandlerFits(setup);
}

std::string optionsThatDiffer(const Setup& setup) {
    const Setup defaults;
    std::string text;
    const auto add = [&](const char* key, const std::string& value) {
        text += text.empty() ? ":" : ",";
        text += std::string(key) + "=" + value;
    };
    const bool hasHandler = !setup.handler.empty();
    if (setup.isFresh() && (hasHandler || setup.dosType != defaults.dosType)) add("fs", setup.dosType.word());
    if (hasHandler) add("handler", setup.handler.filename());
    if (setup.blockBytes != defaults.blockBytes) add("block", std::to_string(setup.blockBytes));
    if (setup.bytes != defaults.bytes) add("size", sizeText(setup.bytes));
    if (setup.buffers != defaults.buffers) add("buffers", std::to_string(setup.buffers));
    if (setup.controller != defaults.controller) add("controller", "ide");
    if (!setup.partition.empty()) add("partition", setup.partition);
    return text;
}

void requireAllowed(const std::string& text, Devices devices) {
    if (devices == Devices::refused)
        refuse(text, "this is a block device, and the guest may write to it; when that is what you want, add "
                     "--allow-device (the device is used in place: nothing is copied)");
}

void takeExisting(Setup& setup, const std::string& text, const fs::path& path, Devices devices) {
    fs::path source = fs::absolute(path).lexically_normal();
    if (!source.has_filename()) source = source.parent_path();
    ImageKind found; // a directory
    if (fs::is_block_file(source))
        requireAllowed(text, devices);
    else if (!fs::is_directory(source) && !fs::is_regular_file(source))
        refuse(text, "this is neither a folder nor an image file nor a block device");
    if (!fs::is_directory(source)) found = imageKind(source);
    setup.kind = found.kind;
    setup.carrier = found.carrier;
    setup.source = source;
}

const std::map<std::string, StorageKind, std::less<>> words = {
    {"dir", StorageKind::directory}, {"hdf", StorageKind::hardfile}, {"rdb", StorageKind::rdb}};

// The part before the options, and where they begin; npos when there are none.
std::size_t optionsStart(const std::string& text, Setup& setup, Devices devices) {
    const std::size_t first = text.find(':');
    const std::size_t last = text.rfind(':');
    if (const auto word = words.find(std::string_view(text).substr(0, first)); word != words.end()) {
        setup.kind = word->second;
        setup.name = word->first;
        return first;
    }
    const bool whole = fs::exists(text);
    if (whole || (last != std::string::npos && fs::exists(text.substr(0, last)))) {
        takeExisting(setup, text, whole ? text : text.substr(0, last), devices);
        setup.name = setup.source.filename().string();
        return whole ? std::string::npos : last;
    }
    refuse(text, "no such file or folder, and not one of the words dir, hdf, rdb");
}

} // namespace

std::string storageKindName(const Setup& setup) {
    if (setup.carrier != Carrier::file) {
        const std::string what = setup.kind == StorageKind::rdb ? "RDB" : "partition";
        return what + (setup.carrier == Carrier::vhd ? " in a VHD" : " on a block device");
    }
    switch (setup.kind) {
    case StorageKind::directory: return "directory";
    case StorageKind::archive: return "zip archive";
    case StorageKind::hardfile: return "hardfile";
    case StorageKind::rdb: return "RDB hardfile";
    case StorageKind::cd: return "CD image";
    case StorageKind::floppy: return "floppy image";
    }
    return "";
}

std::string Setup::fileStem() const {
    std::string stem = name;
    for (char& c : stem) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!plain && std::string_view("._=,-").find(c) == std::string_view::npos) c = '_';
    }
    return stem;
}

Setup parseSetup(const std::string& text, Devices devices) {
    Setup setup;
    const std::size_t colon = optionsStart(text, setup, devices);
    try {
        if (colon != std::string::npos) applyOptions(setup, text, std::string_view(text).substr(colon + 1));
        if (setup.isFresh() && setup.kind != StorageKind::directory) hardfiles::hardfileSize(imageOptions(setup));
        requireFileSystem(setup, text);
    } catch (const hardfiles::UsageError& error) {
        refuse(text, error.what());
    }
    setup.name += optionsThatDiffer(setup);
    return setup;
}

std::vector<Setup> parseSetups(const std::vector<std::string>& texts, Devices devices) {
    std::vector<Setup> setups;
    std::map<std::string, int> stems;
    for (const std::string& text : texts) {
        Setup setup = parseSetup(text, devices);
        const int count = ++stems[setup.fileStem()];
        if (count > 1) setup.name += "#" + std::to_string(count);
        setups.push_back(std::move(setup));
    }
    return setups;
}

std::string sizeText(std::uint64_t bytes) {
    constexpr std::array<char, 3> units = {'K', 'M', 'G'};
    std::string suffix;
    for (const char unit : units) {
        if (bytes % 1024 != 0) break;
        bytes /= 1024;
        suffix = unit;
    }
    return std::to_string(bytes) + suffix;
}

} // namespace uaescope::lab
