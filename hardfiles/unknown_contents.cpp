#include "hardfiles/unknown_contents.h"

#include "hardfiles/dos_type.h"

#include <algorithm>

namespace uaescope::hardfiles {

namespace {

// Three letters and a number, as all file systems but these two have it.
bool isDosType(std::uint32_t value) {
    constexpr std::uint32_t kick = 0x4b49434b, ndos = 0x4e444f53;
    const auto isLetter = [](std::uint32_t c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    const bool letters = isLetter(value >> 24) && isLetter(value >> 16 & 0xff) && isLetter(value >> 8 & 0xff);
    return (letters && (value & 0xff) < 0x20) || value == kick || value == ndos;
}

bool isText(ConstBytes bytes) {
    const auto isPlain = [](std::uint8_t c) { return (c >= 0x20 && c < 0x7f) || (c >= '\t' && c <= '\r'); };
    const auto plain = std::count_if(bytes.begin(), bytes.end(), isPlain);
    const auto accented = std::count_if(bytes.begin(), bytes.end(), [](std::uint8_t c) { return c >= 0x80; });
    return plain > accented && static_cast<std::size_t>(plain + accented) == bytes.size();
}

// Tables of disks that UAE takes apart as well.
const char* table(std::uint32_t first, std::uint32_t second) {
    if (first == 0xbabe0000 || second == 0xbabe0000 || second >> 16 == 0xbabe)
        return "the table of an A2090 controller, which UAE mounts";
    if (first == 0x3910d312) return "a disk as the AdIDE adapter scrambles it, which UAE mounts";
    if ((first >> 16 & 0xff) == 'C' && (first >> 8 & 0xff) == 'I' && (first & 0xff) == 'S')
        return "the image of a PCMCIA card";
    return nullptr;
}

} // namespace

std::optional<Finding> unknownContents(const BlockDevice& device) {
    const Bytes first = device.read(0);
    const auto explain = [](const std::string& found) {
        return Finding{Severity::warning, "unknown-contents", "", 0,
                       "expected an RDB or the DosType of a file system at the beginning, found " + found};
    };
    const std::uint32_t dosType = longAt(first, 0);
    if (const char* known = table(dosType, longAt(first, 4)))
        return explain(std::string(known) + "; it is not read here");
    if (DosType(dosType).text() == "rdsk") return std::nullopt; // FS-UAE's sign for a blank disk that is to get an RDB
    if (isText(first)) return explain("text; this is no image of a disk");
    if (isDosType(dosType)) return std::nullopt;
    if (std::all_of(first.begin(), first.end(), [](std::uint8_t byte) { return byte == 0; })) return std::nullopt;
    return explain(
        "'" + DosType(dosType).text() +
        "', which is none; if this is a hardfile, its beginning is lost or packed in a way that is not known "
        "here; emulators mount it as an unformatted partition");
}

} // namespace uaescope::hardfiles
