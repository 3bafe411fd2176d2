#include "hardfiles/sfs_surveyor.h"

#include "hardfiles/ffs_layout.h"
#include "hardfiles/latin1.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint32_t noFile = VolumeMap::noFile;

std::string text(std::uint64_t number) { return std::to_string(number); }

} // namespace

Survey surveySfs(const SfsVolume& volume, Depth depth) { return SfsSurveyor(volume, depth).run(); }

SfsSurveyor::SfsSurveyor(const SfsVolume& volume, Depth depth)
    : SurveyLedger(volume), m_volume(volume), m_depth(depth) {}

Survey SfsSurveyor::run() {
    surveySystem();
    Finding ignored;
    if (const auto bytes = m_volume.read(m_volume.places().directory, sfs::idObjects, ignored)) {
        const sfs::Objects objects = sfs::objectsIn(*bytes);
        if (!objects.objects.empty()) m_open.push_back({0, objects.objects[0], m_volume.places().directory});
    }
    while (!m_open.empty()) {
        const Directory directory = std::move(m_open.back());
        m_open.pop_back();
        surveyDirectory(directory);
    }
    reportUnusedExtents();
    claimUnusedAreas();
    compareBitmap();
    return {m_builder.finish(), m_log.take()};
}

std::optional<Bytes> SfsSurveyor::enter(std::uint32_t block, std::uint32_t id, const BlockUse& use) {
    Finding problem;
    auto bytes = m_volume.read(block, id, problem);
    if (!bytes) {
        error(problem.code.c_str(), problem.block, use.file, problem.message);
        return std::nullopt;
    }
    if (m_claimed.contains(block)) {
        error("loop", block, use.file, "the block is in another place already");
        return std::nullopt;
    }
    claim(block, use);
    return bytes;
}

void SfsSurveyor::surveyDirectory(const Directory& directory) {
    const bool isRoot = directory.object.node == sfs::rootNode;
    const std::uint32_t file =
        m_builder.addFile({isRoot ? "" : directory.object.name, directory.parent, EntryKind::directory,
                           directory.object.node, directory.block, 0, 0, 0});
    if (isRoot) enter(directory.block, sfs::idObjects, {BlockRole::directory, file, 0});
    checkNode(directory.object, directory.block, file);
    struct Found {
        sfs::Object object;
        std::uint32_t block;
    };
    std::vector<Found> found;
    std::vector<sfs::Object> entries;
    std::uint32_t before = 0;
    for (std::uint32_t block = directory.object.size; block != 0;) {
        const auto bytes = enter(block, sfs::idObjects, {BlockRole::directory, file, 0});
        if (!bytes) break;
        if (const std::uint32_t parent = longAt(*bytes, sfs::objects::parent); parent != directory.object.node)
            error("bad-parent", block, file,
                  "expected entries of the directory with node " + text(directory.object.node) +
                      ", found those of node " + text(parent));
        if (longAt(*bytes, sfs::objects::previous) != before)
            report({Severity::warning, "bad-previous", block, file}, "expected " + text(before) +
                                                                         " as the block before it, found " +
                                                                         text(longAt(*bytes, sfs::objects::previous)));
        sfs::Objects here = sfs::objectsIn(*bytes);
        if (!here.whole) error("bad-entry", block, file, "the last entry leaves the block");
        for (sfs::Object& object : here.objects) found.push_back({std::move(object), block});
        before = block;
        block = longAt(*bytes, sfs::objects::next);
    }
    std::unordered_set<std::string> names;
    for (const Found& item : found) {
        std::string name = item.object.name;
        if (!m_volume.caseSensitive())
            for (char& c : name) c = static_cast<char>(ffs::upperCase(static_cast<std::uint8_t>(c), dosType(3)));
        if (!names.insert(name).second)
            error("duplicate-name", item.block, file,
                  "two entries have the name '" + utf8FromLatin1(item.object.name) + "'; programs cannot open one");
        entries.push_back(item.object);
    }
    checkHashTable(directory.object, entries, file);
    for (const Found& item : found) surveyObject(item.object, item.block, file, directory.object.node);
}

void SfsSurveyor::surveyObject(const sfs::Object& object, std::uint32_t block, std::uint32_t directory,
                               std::uint32_t node) {
    if (!m_described.emplace(object.node, true).second || object.node == sfs::rootNode)
        return error("loop", block, directory,
                     "'" + utf8FromLatin1(object.name) + "' has the node " + text(object.node) +
                         ", which is that of another entry already");
    if (!ffs::isName(object.name, ffs::longestLongName))
        report({Severity::warning, "bad-name", block, directory},
               "'" + utf8FromLatin1(object.name) + "' has characters that no name has");
    if (object.isDirectory() && !object.isLink()) return m_open.push_back({directory, object, block});
    const Entry entry = m_volume.entryOf(object, block, node);
    const std::uint32_t file =
        m_builder.addFile({entry.name, directory, entry.kind, entry.node, block, entry.size, 0, 0});
    checkNode(object, block, file);
    if (entry.kind == EntryKind::softLink) enter(object.data, sfs::idSoftLink, {BlockRole::header, file, 0});
    if (entry.kind == EntryKind::file) surveyFile(object, block, file);
}

void SfsSurveyor::surveyFile(const sfs::Object& object, std::uint32_t block, std::uint32_t file) {
    const std::uint64_t expected = (std::uint64_t{object.size} + m_info.blockSize - 1) / m_info.blockSize;
    std::uint64_t done = 0;
    std::uint32_t before = object.node | 0x80000000; // the first extent names the file instead
    for (std::uint32_t first = object.data; first != 0;) {
        const auto found = m_extents.find(first);
        if (found == m_extents.end()) {
            error("missing-block", block, file,
                  "no extent begins at block " + text(first) + ", or another file has it; the contents end here");
            break;
        }
        const sfs::Extent extent = found->second;
        m_extents.erase(found);
        if (extent.first >= m_info.blocks || extent.blocks > m_info.blocks - extent.first) {
            error("out-of-range", block, file,
                  "an extent of " + text(extent.blocks) + " blocks from " + text(first) + " on leaves the volume");
            break;
        }
        if (extent.previous != before)
            report({Severity::warning, "bad-previous", first, file},
                   "expected " + text(before) + " as what is before the extent, found " + text(extent.previous));
        claimRun(extent.first, extent.blocks, {BlockRole::data, file, static_cast<std::uint32_t>(done)});
        done += extent.blocks;
        before = first;
        first = extent.next;
    }
    if (done < expected)
        error("bad-size", block, file,
              "expected " + text(expected) + " blocks for " + text(object.size) + " bytes, found " + text(done));
    if (done > expected)
        report({Severity::warning, "bad-size", block, file}, "expected " + text(expected) + " blocks for " +
                                                                 text(object.size) + " bytes, found " + text(done) +
                                                                 ": there may be more in the file than its size says");
}

// Each entry has to be in the chain of its name, or programs cannot open it.
void SfsSurveyor::checkHashTable(const sfs::Object& directory, const std::vector<sfs::Object>& entries,
                                 std::uint32_t file) {
    if (directory.data == 0) return;
    const auto table = enter(directory.data, sfs::idHashTable, {BlockRole::directory, file, 0});
    if (!table || m_depth != Depth::contents) return;
    if (const std::uint32_t parent = longAt(*table, sfs::hashTable::parent); parent != directory.node)
        error("bad-parent", directory.data, file,
              "expected the hash table of node " + text(directory.node) + ", found that of " + text(parent));
    const std::size_t slots = (table->size() - sfs::hashTable::slots) / 4;
    std::unordered_map<std::uint32_t, std::size_t> chainOf; // of a node
    for (std::size_t slot = 0; slot < slots; ++slot)
        for (std::uint32_t node = longAt(*table, sfs::hashTable::slots + 4 * slot); node != 0;) {
            if (!chainOf.emplace(node, slot).second) {
                error("loop", directory.data, file,
                      "hash chain " + text(slot) + " comes to node " + text(node) + " again");
                break;
            }
            const auto next = m_nodes.find(node);
            node = next == m_nodes.end() ? 0 : next->second.next;
        }
    for (const sfs::Object& entry : entries) {
        const std::size_t right = sfs::hashOf(entry.name, m_volume.caseSensitive()) % slots;
        const auto chain = chainOf.find(entry.node);
        if (chain == chainOf.end() || chain->second != right)
            error("bad-hash", directory.data, file,
                  "expected '" + utf8FromLatin1(entry.name) + "' in hash chain " + text(right) +
                      (chain == chainOf.end() ? ", found it in none" : ", found it in " + text(chain->second)) +
                      "; programs cannot open it");
    }
}

void SfsSurveyor::checkNode(const sfs::Object& object, std::uint32_t block, std::uint32_t file) {
    const auto node = m_nodes.find(object.node);
    if (node == m_nodes.end() || node->second.data != block)
        error("bad-node", block, file,
              "expected node " + text(object.node) + " to lead to this block, found " +
                  (node == m_nodes.end() ? "no such node" : "that it leads to " + text(node->second.data)));
}

// In the order of the disk, for the same findings each time.
void SfsSurveyor::reportUnusedExtents() {
    std::vector<std::uint32_t> left;
    for (const auto& [first, extent] : m_extents) left.push_back(first);
    std::sort(left.begin(), left.end());
    for (const std::uint32_t first : left)
        report({Severity::warning, "lost", first, noFile},
               "an extent of " + text(m_extents[first].blocks) + " blocks begins here that is part of no file");
}

} // namespace uaescope::hardfiles
