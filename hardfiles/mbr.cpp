#include "hardfiles/mbr.h"

namespace uaescope::hardfiles {

namespace {

constexpr std::size_t table = 0x1be, entryBytes = 16, entries = 4, signature = 0x1fe;
namespace field { // of an entry
constexpr std::size_t type = 4, firstSector = 8, sectors = 12;
}
constexpr std::uint8_t emu68 = 0x76, rigidDisk = 0x30;

std::uint32_t littleLongAt(ConstBytes bytes, std::size_t offset) {
    capture::ByteCursor cursor(bytes);
    cursor.take(offset);
    return cursor.littleLong();
}

} // namespace

std::vector<BlockRange> amigaPartitionsOfMbr(const BlockDevice& device) {
    std::vector<BlockRange> found;
    if (device.blocks() == 0) return found;
    const Bytes sector = device.read(0);
    if (wordAt(sector, signature) != 0x55aa) return found;
    for (std::size_t entry = table; entry < table + entries * entryBytes; entry += entryBytes) {
        const std::uint8_t kind = sector[entry + field::type];
        const BlockRange range{littleLongAt(sector, entry + field::firstSector),
                               littleLongAt(sector, entry + field::sectors)};
        const bool inside = range.first != 0 && range.count != 0 && range.first < device.blocks() &&
                            range.count <= device.blocks() - range.first;
        if ((kind == emu68 || kind == rigidDisk) && inside) found.push_back(range);
    }
    return found;
}

} // namespace uaescope::hardfiles
