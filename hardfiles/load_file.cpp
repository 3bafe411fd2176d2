#include "hardfiles/load_file.h"

#include "hardfiles/error.h"
#include "hardfiles/image.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint32_t hunkHeader = 0x3f3, hunkEnd = 0x3f2;
constexpr std::string_view versionMark = "$VER:";

std::uint32_t takeNumber(std::string_view& text) {
    std::uint32_t number = 0;
    while (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0 && number < 0x10000) {
        number = number * 10 + static_cast<std::uint32_t>(text.front() - '0');
        text.remove_prefix(1);
    }
    return number;
}

} // namespace

void requireHandler(ConstBytes file) {
    if (file.size() < 8 || longAt(file, 0) != hunkHeader)
        throw UsageError("the handler: expected an AmigaDOS load file, which begins with 000003f3; unpack it first if "
                         "it is in an archive");
    if (file.size() % 4 != 0 || longAt(file, file.size() - 4) != hunkEnd)
        throw UsageError("the handler: expected the end of a hunk (000003f2) at its end; the file is cut off");
    if (file.size() >= handlerLimit)
        throw UsageError("the handler: has " + std::to_string(file.size()) + " bytes; UAE loads none of " +
                         std::to_string(handlerLimit) + " or more");
}

Bytes readLoadFile(const std::filesystem::path& file) {
    const FileImage image(file, FileImage::Access::readOnly);
    if (image.size() >= handlerLimit)
        throw UsageError(file.string() + ": has " + std::to_string(image.size()) + " bytes; UAE loads no handler of " +
                         std::to_string(handlerLimit) + " or more");
    Bytes bytes(static_cast<std::size_t>(image.size()));
    image.read(0, bytes);
    requireHandler(bytes);
    return bytes;
}

std::optional<std::uint32_t> versionOf(ConstBytes file) {
    const std::string text(file.begin(), file.end());
    const std::size_t mark = text.find(versionMark);
    if (mark == std::string::npos) return std::nullopt;
    std::string_view rest = std::string_view(text).substr(mark + versionMark.size());
    rest = rest.substr(0, std::min(rest.find('\0'), std::size_t{200}));
    // The name may have digits in it, so the number is the first that follows a space and has a point in it.
    for (std::size_t space = rest.find(' '); space != std::string_view::npos; space = rest.find(' ', space + 1)) {
        std::string_view number = rest.substr(space + 1);
        const std::size_t before = number.size();
        const std::uint32_t version = takeNumber(number);
        if (number.size() == before || number.empty() || number.front() != '.' || version > 0xffff) continue;
        number.remove_prefix(1);
        return version << 16 | std::min(takeNumber(number), 0xffffu);
    }
    return std::nullopt;
}

void cutPadding(Bytes& file) {
    std::size_t end = file.size() / 4 * 4;
    while (end >= 4 && longAt(file, end - 4) == 0) end -= 4;
    if (end >= 4 && longAt(file, end - 4) == hunkEnd) file.resize(end);
}

} // namespace uaescope::hardfiles
