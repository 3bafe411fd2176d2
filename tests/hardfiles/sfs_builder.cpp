#include "tests/hardfiles/sfs_builder.h"

#include <algorithm>

namespace uaescope::hardfiles::testing {

namespace {

constexpr std::uint32_t areaContainer = 2, rootObjects = 3, rootTable = 4, change = 5;
constexpr std::uint32_t created = 1'000'000'000; // seconds since 1978
constexpr std::uint8_t directoryBit = sfs::Object::directory;

std::size_t put(MutableBytes block, std::size_t offset, const sfs::Object& object) {
    putLong(block, offset + 4, object.node);
    putLong(block, offset + 8, object.protection);
    putLong(block, offset + 12, object.data);
    putLong(block, offset + 16, object.size);
    putLong(block, offset + 20, object.date);
    block[offset + 24] = object.bits;
    putText(block, offset + 25, object.name);
    putText(block, offset + 26 + object.name.size(), object.comment);
    const std::size_t end = offset + 27 + object.name.size() + object.comment.size();
    return end + end % 2;
}

} // namespace

SfsBuilder::SfsBuilder(std::uint32_t blocks, std::uint32_t blockSize)
    : m_blocks(blocks), m_blockSize(blockSize), m_nextData(0), m_image(std::size_t{blocks} * blockSize),
      m_used(blocks) {
    m_areas.push_back(areaContainer);
    m_areaBits.push_back(0xf0000000); // the container, the root directory, its table, the change
    m_nextAdmin = 4;
    m_bitmap = areaContainer + sfs::blocksOfArea;
    const std::uint32_t covered = sfs::blocksOfBitmapBlock(blockSize);
    m_nextData = m_bitmap + (blocks + covered - 1) / covered;
    for (std::uint32_t block = 0; block < m_nextData; ++block) take(block);
    take(blocks - 1);
    add(0, "Smart", directoryBit);
}

void SfsBuilder::seal(MutableBytes block) {
    putLong(block, sfs::at::checksum, 0);
    putLong(block, sfs::at::checksum, 0xffffffff - sumOfLongs(block, block.size() / 4));
}

void SfsBuilder::take(std::uint32_t block) { m_used.at(block) = true; }

std::uint32_t SfsBuilder::add(std::uint32_t parent, const std::string& name, std::uint8_t bits) {
    Item item;
    item.parent = parent;
    item.object.node = static_cast<std::uint32_t>(m_items.size() + 1);
    item.object.protection = 0xf;
    item.object.date = created;
    item.object.bits = bits;
    item.object.name = name;
    item.object.comment = name == "noted" ? "a note" : "";
    if (parent != 0) m_items.at(parent - 1).children.push_back(item.object.node);
    m_items.push_back(item);
    return item.object.node;
}

std::uint32_t SfsBuilder::addDirectory(std::uint32_t parent, const std::string& name) {
    return add(parent, name, directoryBit);
}

std::uint32_t SfsBuilder::addSoftLink(std::uint32_t parent, const std::string& name, const std::string& target) {
    const std::uint32_t node = add(parent, name, sfs::Object::link);
    m_items.back().target = target;
    return node;
}

std::uint32_t SfsBuilder::addFile(std::uint32_t parent, const std::string& name, const Bytes& contents,
                                  std::uint32_t blocksOfPiece) {
    const std::uint32_t node = add(parent, name, 0);
    sfs::Object& object = m_items.back().object;
    object.size = static_cast<std::uint32_t>(contents.size());
    auto left = static_cast<std::uint32_t>((contents.size() + m_blockSize - 1) / m_blockSize);
    std::uint32_t before = node + 0x80000000;
    for (std::size_t offset = 0; left != 0;) {
        const std::uint32_t count = blocksOfPiece == 0 ? left : std::min(left, blocksOfPiece);
        const std::size_t bytes = std::min(contents.size() - offset, std::size_t{count} * m_blockSize);
        std::copy_n(contents.begin() + static_cast<std::ptrdiff_t>(offset), bytes,
                    m_image.begin() + static_cast<std::ptrdiff_t>(std::size_t{m_nextData} * m_blockSize));
        if (object.data == 0)
            object.data = m_nextData;
        else
            m_extents.back().next = m_nextData;
        m_extents.push_back({m_nextData, 0, before, count});
        before = m_nextData;
        for (std::uint32_t i = 0; i < count; ++i) take(m_nextData++);
        ++m_nextData;
        offset += bytes;
        left -= count;
    }
    return node;
}

MutableBytes SfsBuilder::blockAt(std::uint32_t block) {
    return MutableBytes(m_image).subspan(std::size_t{block} * m_blockSize, m_blockSize);
}

MutableBytes SfsBuilder::newBlock(std::uint32_t id, std::uint32_t& number) {
    if (m_nextAdmin == sfs::blocksOfArea) {
        m_areas.push_back(m_nextData);
        m_areaBits.push_back(0);
        for (std::uint32_t i = 0; i < sfs::blocksOfArea; ++i) take(m_nextData++);
        m_nextAdmin = 0;
    }
    number = m_areas.back() + m_nextAdmin;
    m_areaBits.back() |= 0x80000000 >> m_nextAdmin++;
    const MutableBytes block = blockAt(number);
    putLong(block, sfs::at::id, id);
    putLong(block, sfs::at::ownBlock, number);
    return block;
}

Bytes SfsBuilder::bytes() {
    for (Item& item : m_items) {
        if (!item.target.empty()) {
            const MutableBytes block = newBlock(sfs::idSoftLink, item.object.data);
            putText(block, sfs::softLink::text, item.target);
            seal(block);
        }
        if (item.object.bits != directoryBit) continue;
        if (item.parent == 0)
            item.object.data = rootTable;
        else
            newBlock(sfs::idHashTable, item.object.data);
    }
    m_nodes.resize(m_items.size());
    // Children first: a directory's first block is part of its own entry.
    for (auto item = m_items.rbegin(); item != m_items.rend(); ++item)
        if (item->object.bits == directoryBit) writeDirectory(*item);
    m_items[0].block = rootObjects;
    const MutableBytes root = blockAt(rootObjects);
    putLong(root, sfs::at::id, sfs::idObjects);
    putLong(root, sfs::at::ownBlock, rootObjects);
    put(root, sfs::objects::first, m_items[0].object);
    seal(root);
    for (Item& item : m_items) {
        m_nodes[item.object.node - 1].data = item.block;
        if (item.object.bits == directoryBit) writeHashTable(item);
    }
    writeNodes();
    writeExtents();
    const MutableBytes ok = blockAt(change);
    putLong(ok, sfs::at::id, 0x54524f4b); // TROK
    putLong(ok, sfs::at::ownBlock, change);
    seal(ok);
    writeAreas();
    writeRoots();
    writeBitmap();
    return m_image;
}

void SfsBuilder::writeDirectory(Item& directory) {
    std::uint32_t number = 0, before = 0;
    MutableBytes block;
    std::size_t offset = m_blockSize;
    for (const std::uint32_t node : directory.children) {
        Item& child = m_items[node - 1];
        const std::size_t size = 28 + child.object.name.size() + child.object.comment.size();
        if (offset + size > m_blockSize) {
            before = number;
            const MutableBytes previous = block;
            block = newBlock(sfs::idObjects, number);
            putLong(block, sfs::objects::parent, directory.object.node);
            putLong(block, sfs::objects::previous, before);
            if (before == 0) {
                directory.object.size = number;
            } else {
                putLong(previous, sfs::objects::next, number);
                seal(previous);
            }
            offset = sfs::objects::first;
        }
        child.block = number;
        offset = put(block, offset, child.object);
        seal(block);
    }
}

void SfsBuilder::writeHashTable(Item& directory) {
    const MutableBytes table = blockAt(directory.object.data);
    putLong(table, sfs::at::id, sfs::idHashTable);
    putLong(table, sfs::at::ownBlock, directory.object.data);
    putLong(table, sfs::hashTable::parent, directory.object.node);
    for (const std::uint32_t node : directory.children) {
        const std::uint16_t hash = sfs::hashOf(m_items[node - 1].object.name, false);
        const std::size_t slot = sfs::hashTable::slots + 4 * (hash % ((m_blockSize - sfs::hashTable::slots) / 4));
        m_nodes[node - 1].hash = hash;
        m_nodes[node - 1].next = longAt(table, slot);
        putLong(table, slot, node);
    }
    seal(table);
}

void SfsBuilder::writeNodes() {
    const std::size_t perLeaf = (m_blockSize - sfs::nodes::entries) / sfs::nodes::leafEntry;
    MutableBytes inner;
    for (std::size_t first = 0; first < m_nodes.size(); first += perLeaf) {
        std::uint32_t number = 0;
        if (first == 0 && m_nodes.size() > perLeaf) {
            inner = newBlock(sfs::idNodes, m_nodeRoot);
            putLong(inner, sfs::nodes::first, 1);
            putLong(inner, sfs::nodes::ofEntry, static_cast<std::uint32_t>(perLeaf));
        }
        const MutableBytes leaf = newBlock(sfs::idNodes, number);
        if (m_nodes.size() <= perLeaf)
            m_nodeRoot = number;
        else
            putLong(inner, sfs::nodes::entries + 4 * (first / perLeaf), number << sfs::nodeShift(m_blockSize) | 1);
        putLong(leaf, sfs::nodes::first, static_cast<std::uint32_t>(first + 1));
        putLong(leaf, sfs::nodes::ofEntry, 1);
        for (std::size_t i = first; i < std::min(first + perLeaf, m_nodes.size()); ++i) {
            const std::size_t at = sfs::nodes::entries + sfs::nodes::leafEntry * (i - first);
            putLong(leaf, at, m_nodes[i].data);
            putLong(leaf, at + 4, m_nodes[i].next);
            putWord(leaf, at + 8, m_nodes[i].hash);
        }
        seal(leaf);
    }
    if (!inner.empty()) seal(inner);
}

void SfsBuilder::writeExtents() {
    const std::size_t perLeaf = (m_blockSize - sfs::extents::entries) / sfs::extents::leafEntry;
    const std::size_t leaves = std::max<std::size_t>(1, (m_extents.size() + perLeaf - 1) / perLeaf);
    MutableBytes inner;
    if (leaves > 1) {
        inner = newBlock(sfs::idExtents, m_extentRoot);
        putWord(inner, sfs::extents::count, static_cast<std::uint32_t>(leaves));
        inner[sfs::extents::entrySize] = sfs::extents::innerEntry;
    }
    for (std::size_t k = 0; k < leaves; ++k) {
        std::uint32_t number = 0;
        const MutableBytes leaf = newBlock(sfs::idExtents, number);
        const std::size_t first = k * perLeaf, end = std::min(first + perLeaf, m_extents.size());
        putWord(leaf, sfs::extents::count, static_cast<std::uint32_t>(end - first));
        leaf[sfs::extents::isLeaf] = 1;
        leaf[sfs::extents::entrySize] = sfs::extents::leafEntry;
        for (std::size_t i = first; i < end; ++i) {
            const std::size_t at = sfs::extents::entries + sfs::extents::leafEntry * (i - first);
            putLong(leaf, at, m_extents[i].first);
            putLong(leaf, at + 4, m_extents[i].next);
            putLong(leaf, at + 8, m_extents[i].previous);
            putWord(leaf, at + 12, m_extents[i].blocks);
        }
        seal(leaf);
        if (leaves == 1) {
            m_extentRoot = number;
        } else {
            putLong(inner, sfs::extents::entries + 8 * k, k == 0 ? 0 : m_extents[first].first);
            putLong(inner, sfs::extents::entries + 8 * k + 4, number);
        }
    }
    if (!inner.empty()) seal(inner);
}

void SfsBuilder::writeAreas() {
    const MutableBytes block = blockAt(areaContainer);
    putLong(block, sfs::at::id, sfs::idAreas);
    putLong(block, sfs::at::ownBlock, areaContainer);
    block[20] = sfs::blocksOfArea;
    for (std::size_t i = 0; i < m_areas.size(); ++i) {
        putLong(block, sfs::areas::entries + sfs::areas::entry * i, m_areas[i]);
        putLong(block, sfs::areas::entries + sfs::areas::entry * i + 4, m_areaBits[i]);
    }
    seal(block);
}

void SfsBuilder::writeRoots() {
    for (const std::uint32_t number : {0u, m_blocks - 1}) {
        const MutableBytes block = blockAt(number);
        putLong(block, sfs::at::id, sfs::idRoot);
        putLong(block, sfs::at::ownBlock, number);
        putWord(block, sfs::root::version, sfs::structureVersion);
        putLong(block, sfs::root::created, created);
        putLong(block, sfs::root::blocks, m_blocks);
        putLong(block, sfs::root::blockSize, m_blockSize);
        putLong(block, sfs::root::bitmap, m_bitmap);
        putLong(block, sfs::root::areas, areaContainer);
        putLong(block, sfs::root::directory, rootObjects);
        putLong(block, sfs::root::extents, m_extentRoot);
        putLong(block, sfs::root::nodes, m_nodeRoot);
        seal(block);
    }
}

void SfsBuilder::writeBitmap() {
    const std::uint32_t covered = sfs::blocksOfBitmapBlock(m_blockSize);
    for (std::uint32_t first = 0, number = m_bitmap; first < m_blocks; first += covered, ++number) {
        const MutableBytes block = blockAt(number);
        putLong(block, sfs::at::id, sfs::idBitmap);
        putLong(block, sfs::at::ownBlock, number);
        for (std::uint32_t i = first; i < std::min(first + covered, m_blocks); ++i)
            if (!m_used[i])
                block[sfs::at::header + (i - first) / 8] |= static_cast<std::uint8_t>(0x80 >> (i - first) % 8);
        seal(block);
    }
}

} // namespace uaescope::hardfiles::testing
