// elf2hunk INPUT OUTPUT: the m68k cross linker's ELF file as an AmigaDOS load file.
#include "guest/hunk/link.h"

#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

std::vector<std::uint8_t> readFile(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) throw uaescope::hunk::LinkError(name + ": cannot be opened for reading");
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void writeFile(const std::string& name, const std::vector<std::uint8_t>& bytes) {
    std::ofstream file(name, std::ios::binary | std::ios::trunc);
    for (std::uint8_t byte : bytes) file.put(static_cast<char>(byte));
    file.close();
    if (!file) throw uaescope::hunk::LinkError(name + ": cannot be written");
}

} // namespace

int main(int count, char** arguments) {
    if (count != 3) {
        std::fputs("usage: elf2hunk INPUT.elf OUTPUT\n"
                   "Turns an m68k ELF file linked with --emit-relocs (or -r) into an AmigaDOS load file.\n",
                   stderr);
        return 2;
    }
    try {
        const auto hunks = uaescope::hunk::link(readFile(arguments[1]), arguments[1]);
        writeFile(arguments[2], uaescope::hunk::encode(hunks));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "elf2hunk: %s\n", error.what());
        return 1;
    }
}
