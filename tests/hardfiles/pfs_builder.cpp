#include "tests/hardfiles/pfs_builder.h"

#include <algorithm>
#include <stdexcept>

namespace uaescope::hardfiles::testing {

namespace {

constexpr std::uint32_t reservedBlocks = 64;
constexpr std::uint32_t fresh =
    1 | pfs::option::splitAnodes | pfs::option::extraFields | pfs::option::sizeField | pfs::option::extension;

} // namespace

PfsBuilder::PfsBuilder(const PfsOptions& options)
    : m_options(options), m_perReserved(options.reservedBytes / options.blockSize), m_reserved(reservedBlocks),
      m_last(pfs::rootBlock + m_reserved * m_perReserved - 1), m_nextData(m_last + 1),
      m_image(std::size_t{options.blocks} * options.blockSize), m_used(options.blocks) {
    m_nextReserved = 1024 / options.reservedBytes == 0 ? 1 : 1024 / options.reservedBytes; // root and its bitmap
    m_anodes.resize(pfs::rootAnode + 1);
}

std::uint32_t PfsBuilder::newAnode(const pfs::Anode& anode) {
    if (m_anodes.size() == pfs::anodesOfBlock(m_options.reservedBytes)) throw std::logic_error("too many anodes");
    m_anodes.push_back(anode);
    return static_cast<std::uint32_t>(m_anodes.size() - 1);
}

std::uint32_t PfsBuilder::add(std::uint32_t parent, const std::string& name, std::int8_t type, std::uint32_t anode) {
    Item item;
    item.type = type;
    item.anode = anode;
    item.parent = parent;
    item.name = name;
    if (name == "noted") item.comment = "a note";
    m_items.push_back(item);
    return anode;
}

std::uint32_t PfsBuilder::store(const Bytes& contents, std::uint32_t blocksOfPiece) {
    auto left = static_cast<std::uint32_t>((contents.size() + m_options.blockSize - 1) / m_options.blockSize);
    std::uint32_t first = 0, before = 0;
    for (std::size_t offset = 0; left != 0 || first == 0;) {
        const std::uint32_t count = blocksOfPiece == 0 ? left : std::min(left, blocksOfPiece);
        const std::size_t bytes = std::min(contents.size() - offset, std::size_t{count} * m_options.blockSize);
        std::copy_n(contents.begin() + static_cast<std::ptrdiff_t>(offset), bytes,
                    m_image.begin() + static_cast<std::ptrdiff_t>(offsetOf(m_nextData)));
        const std::uint32_t number = newAnode({count, count == 0 ? 0xffffffff : m_nextData, 0});
        if (first == 0) first = number;
        if (before != 0) m_anodes[before].next = number;
        before = number;
        for (std::uint32_t i = 0; i < count; ++i) m_used.at(m_nextData++) = true;
        ++m_nextData;
        offset += bytes;
        left -= count;
    }
    return first;
}

std::uint32_t PfsBuilder::addDirectory(std::uint32_t parent, const std::string& name) {
    return add(parent, name, 2, newAnode({}));
}

std::uint32_t PfsBuilder::addFile(std::uint32_t parent, const std::string& name, const Bytes& contents,
                                  std::uint32_t blocksOfPiece) {
    add(parent, name, -3, store(contents, blocksOfPiece));
    m_items.back().size = contents.size();
    return m_items.back().anode;
}

std::uint32_t PfsBuilder::addSoftLink(std::uint32_t parent, const std::string& name, const std::string& target) {
    add(parent, name, 3, store(Bytes(target.begin(), target.end()), 0));
    m_items.back().size = target.size();
    return m_items.back().anode;
}

std::uint32_t PfsBuilder::addHardLink(std::uint32_t parent, const std::string& name, std::uint32_t target) {
    add(parent, name, -4, newAnode({parent, parent, 0}));
    m_items.back().linkNode = target;
    return m_items.back().anode;
}

std::uint32_t PfsBuilder::addLarge(std::uint32_t parent, const std::string& name, std::uint64_t size) {
    add(parent, name, -3, newAnode({1, m_nextData, 0}));
    m_used.at(m_nextData++) = true;
    m_items.back().size = size;
    return m_items.back().anode;
}

std::uint32_t PfsBuilder::addRollover(std::uint32_t parent, const std::string& name, std::uint32_t size) {
    add(parent, name, -16, store(Bytes(5), 0));
    m_items.back().virtualSize = size;
    m_items.back().size = 5;
    return m_items.back().anode;
}

MutableBytes PfsBuilder::newReserved(std::uint32_t id, std::uint32_t& number) {
    number = pfs::rootBlock + m_nextReserved++ * m_perReserved;
    if (m_nextReserved > m_reserved) throw std::logic_error("the reserved area is full");
    const MutableBytes block =
        MutableBytes(m_image).subspan(static_cast<std::size_t>(offsetOf(number)), m_options.reservedBytes);
    putWord(block, 0, id);
    putLong(block, 4, 1);
    return block;
}

Bytes PfsBuilder::entryOf(const Item& item) {
    Bytes entry(18);
    entry[1] = static_cast<std::uint8_t>(item.type);
    putLong(entry, 2, item.anode);
    putLong(entry, 6, static_cast<std::uint32_t>(item.size));
    putWord(entry, 10, 17000);
    putWord(entry, 12, 60);
    entry[17] = static_cast<std::uint8_t>(item.name.size());
    entry.insert(entry.end(), item.name.begin(), item.name.end());
    entry.push_back(static_cast<std::uint8_t>(item.comment.size()));
    entry.insert(entry.end(), item.comment.begin(), item.comment.end());
    if (entry.size() % 2 != 0) entry.push_back(0);
    // link, -, -, -, -, -, size of a rollover file, -, -, high bits of the size
    const std::uint32_t words[11] = {item.linkNode >> 16,
                                     item.linkNode & 0xffff,
                                     0,
                                     0,
                                     0,
                                     0,
                                     item.virtualSize >> 16,
                                     item.virtualSize & 0xffff,
                                     0,
                                     0,
                                     static_cast<std::uint32_t>(item.size >> 32)};
    std::uint32_t flags = 0;
    for (int i = 10; i >= 0; --i) {
        if (words[i] == 0) continue;
        flags |= 1u << i;
        entry.resize(entry.size() + 2);
        putWord(entry, entry.size() - 2, words[i]);
    }
    entry.resize(entry.size() + 2);
    putWord(entry, entry.size() - 2, flags);
    entry[0] = static_cast<std::uint8_t>(entry.size());
    return entry;
}

void PfsBuilder::writeDirectory(std::uint32_t anode, std::uint32_t parent) {
    std::uint32_t number = 0, last = anode;
    const auto begin = [&](std::uint32_t forAnode) {
        const MutableBytes block = newReserved(pfs::idDirectory, number);
        m_anodes[forAnode].blocks = 1;
        m_anodes[forAnode].first = number;
        putLong(block, pfs::directory::anode, anode);
        putLong(block, pfs::directory::parent, parent);
        return block;
    };
    MutableBytes block = begin(anode);
    std::size_t offset = pfs::directory::entries;
    for (const Item& item : m_items) {
        if (item.parent != anode) continue;
        const Bytes entry = entryOf(item);
        if (offset + entry.size() + 1 > m_options.reservedBytes) {
            const std::uint32_t next = newAnode({});
            m_anodes[last].next = next;
            last = next;
            block = begin(next);
            offset = pfs::directory::entries;
        }
        std::copy(entry.begin(), entry.end(), block.begin() + static_cast<std::ptrdiff_t>(offset));
        offset += entry.size();
    }
}

// Returns the block that leads to them: SB or IB.
std::uint32_t PfsBuilder::writeAnodes() {
    std::uint32_t number = 0;
    const MutableBytes anodes = newReserved(pfs::idAnodes, m_anodeBlock);
    for (std::size_t i = 0; i < m_anodes.size(); ++i) {
        const std::size_t at = pfs::anodes::entries + pfs::anodes::entry * i;
        putLong(anodes, at, m_anodes[i].blocks);
        putLong(anodes, at + 4, m_anodes[i].first);
        putLong(anodes, at + 8, m_anodes[i].next);
    }
    putLong(newReserved(pfs::idIndex, number), pfs::index::entries, m_anodeBlock);
    if (!m_options.super) return number;
    const std::uint32_t index = number;
    putLong(newReserved(pfs::idSuper, number), pfs::index::entries, index);
    return number;
}

std::uint32_t PfsBuilder::writeBitmap() {
    std::uint32_t number = 0;
    const MutableBytes bits = newReserved(pfs::idBitmap, m_bitmapBlock);
    for (std::uint32_t block = m_last + 1; block < m_options.blocks; ++block)
        if (!m_used[block])
            bits[pfs::index::entries + (block - m_last - 1) / 8] |=
                static_cast<std::uint8_t>(0x80 >> (block - m_last - 1) % 8);
    putLong(newReserved(pfs::idBitmapIndex, number), pfs::index::entries, m_bitmapBlock);
    return number;
}

Bytes PfsBuilder::bytes() {
    std::uint32_t extension = 0;
    const MutableBytes more = newReserved(pfs::idExtension, extension);
    writeDirectory(pfs::rootAnode, 0);
    for (const Item& item : std::vector<Item>(m_items))
        if (item.type == 2) writeDirectory(item.anode, item.parent);
    const std::uint32_t anodes = writeAnodes(), bitmap = writeBitmap();
    const std::uint32_t type = m_options.large || m_options.reservedBytes > 1024 ? 0x50465302 : 0x50465301;
    putLong(m_image, 0, 0x50465301);
    const MutableBytes root = MutableBytes(m_image).subspan(static_cast<std::size_t>(offsetOf(pfs::rootBlock)));
    putLong(root, pfs::root::diskType, type);
    putLong(root, pfs::root::options,
            fresh | (m_options.super ? pfs::option::superIndex : 0) | (m_options.large ? pfs::option::largeFiles : 0));
    putWord(root, pfs::root::day, 17000);
    putBstr(root, pfs::root::label, "Pelt");
    putLong(root, pfs::root::lastReserved, m_last);
    putLong(root, pfs::root::firstReserved, pfs::rootBlock);
    putWord(root, pfs::root::reservedBytes, m_options.reservedBytes);
    const std::uint32_t clusterReserved = std::max(1024 / m_options.reservedBytes, 1u);
    putWord(root, pfs::root::cluster, clusterReserved * m_perReserved);
    std::uint32_t freeBlocks = 0;
    for (std::uint32_t block = m_last + 1; block < m_options.blocks; ++block) freeBlocks += m_used[block] ? 0 : 1;
    putLong(root, pfs::root::blocksFree, freeBlocks);
    putLong(root, pfs::root::diskSize, m_options.blocks * (m_options.blockSize / 512));
    putLong(root, pfs::root::extension, extension);
    putLong(root, pfs::root::bitmapIndex, bitmap);
    if (m_options.super)
        putLong(more, pfs::extension::superIndex, anodes);
    else
        putLong(root, pfs::root::anodeIndex, anodes);
    for (std::uint32_t i = m_nextReserved; i < m_reserved; ++i)
        root[pfs::root::reservedBitmap + pfs::index::entries + i / 8] |= static_cast<std::uint8_t>(0x80 >> i % 8);
    return m_image;
}

} // namespace uaescope::hardfiles::testing
