#include "hardfiles/pfs_surveyor.h"

#include "hardfiles/ffs_layout.h"
#include "hardfiles/latin1.h"

#include <algorithm>
#include <utility>

namespace uaescope::hardfiles {

namespace {

std::string text(std::uint64_t number) { return std::to_string(number); }

std::string upperCased(std::string name) {
    for (char& c : name) c = static_cast<char>(ffs::upperCase(static_cast<std::uint8_t>(c), dosType(3)));
    return name;
}

} // namespace

Survey surveyPfs(const PfsVolume& volume, Depth) { return PfsSurveyor(volume).run(); }

PfsSurveyor::PfsSurveyor(const PfsVolume& volume)
    : SurveyLedger(volume), m_volume(volume), m_layout(volume.layout()), m_anodes(volume) {}

Survey PfsSurveyor::run() {
    surveySystem();
    Entry root;
    root.kind = EntryKind::directory;
    root.node = pfs::rootAnode;
    root.block = m_info.root;
    m_described.insert(root.node);
    m_open.push_back({0, 0, root});
    while (!m_open.empty()) {
        const Directory directory = std::move(m_open.back());
        m_open.pop_back();
        surveyDirectory(directory);
    }
    checkLinks();
    compareBitmaps();
    return {m_builder.finish(), m_log.take()};
}

std::optional<Bytes> PfsSurveyor::enter(std::uint32_t block, std::uint32_t id, const BlockUse& use) {
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
    for (std::uint32_t i = 0; i < m_volume.blocksOfReserved(); ++i) claim(block + i, use);
    return bytes;
}

void PfsSurveyor::surveyDirectory(const Directory& directory) {
    const std::uint32_t file = m_builder.addFile({directory.entry.name, directory.parentFile, EntryKind::directory,
                                                  directory.entry.node, directory.entry.block, 0, 0, 0});
    struct Found {
        pfs::Record record;
        std::uint32_t block;
    };
    std::vector<Found> found;
    for (std::uint32_t number = directory.entry.node; number != 0;) {
        Finding problem;
        const auto anode = m_anodes.get(number, problem);
        if (!anode) {
            error(problem.code.c_str(), problem.block, file, problem.message);
            break;
        }
        if (!m_numbers.insert(number).second) {
            error("loop", directory.entry.block, file, "anode " + text(number) + " is part of something else already");
            break;
        }
        const auto bytes = enter(anode->first, pfs::idDirectory, {BlockRole::directory, file, 0});
        if (!bytes) break;
        const std::uint32_t own = longAt(*bytes, pfs::directory::anode);
        const std::uint32_t parent = longAt(*bytes, pfs::directory::parent);
        if (own != directory.entry.node)
            error("bad-owner", anode->first, file,
                  "expected a block of directory " + text(directory.entry.node) + ", found one of " + text(own));
        if (parent != directory.parentNode && directory.entry.node != pfs::rootAnode)
            error("bad-parent", anode->first, file,
                  "expected directory " + text(directory.parentNode) + " as parent, found " + text(parent));
        pfs::Records here = pfs::recordsIn(*bytes, m_layout.options);
        if (!here.whole) error("bad-entry", anode->first, file, "an entry leaves the block");
        for (pfs::Record& record : here.records) found.push_back({std::move(record), anode->first});
        number = anode->next;
    }
    std::unordered_set<std::string> names;
    for (const Found& item : found)
        if (!names.insert(upperCased(item.record.entry.name)).second)
            error("duplicate-name", item.block, file,
                  "two entries have the name '" + utf8FromLatin1(item.record.entry.name) +
                      "'; programs cannot open one");
    for (const Found& item : found) surveyEntry(item.record, item.block, file, directory.entry.node);
}

void PfsSurveyor::surveyEntry(const pfs::Record& record, std::uint32_t block, std::uint32_t directory,
                              std::uint32_t node) {
    const std::string name = "'" + utf8FromLatin1(record.entry.name) + "'";
    if (!record.kind) return error("bad-kind", block, directory, name + " is of no known kind");
    if (!m_described.insert(record.entry.node).second)
        return error("loop", block, directory,
                     name + " has the anode " + text(record.entry.node) + ", which is that of another entry already");
    if (!ffs::isName(record.entry.name, ffs::longestLongName))
        report({Severity::warning, "bad-name", block, directory}, name + " has characters that no name has");
    const Entry entry = m_volume.entryOf(record, block, node);
    if (entry.kind == EntryKind::directory) return m_open.push_back({directory, node, entry});
    const std::uint32_t file =
        m_builder.addFile({entry.name, directory, entry.kind, entry.node, block, entry.size, 0, 0});
    if (entry.kind == EntryKind::fileLink || entry.kind == EntryKind::directoryLink)
        m_links.push_back({entry, file});
    else
        surveyContents(entry, file);
}

void PfsSurveyor::surveyContents(const Entry& entry, std::uint32_t file) {
    std::uint64_t done = 0;
    for (std::uint32_t number = entry.node; number != 0;) {
        Finding problem;
        const auto anode = m_anodes.get(number, problem);
        if (!anode) {
            error(problem.code.c_str(), problem.block, file, problem.message);
            break;
        }
        if (!m_numbers.insert(number).second) {
            error("loop", entry.block, file, "anode " + text(number) + " is part of something else already");
            break;
        }
        number = anode->next;
        if (anode->blocks == 0) continue;
        if (anode->first <= m_layout.lastReserved || anode->first >= m_info.blocks ||
            anode->blocks > m_info.blocks - anode->first) {
            error("out-of-range", entry.block, file,
                  "a run of " + text(anode->blocks) + " blocks from " + text(anode->first) +
                      " on leaves the part of the volume that is for files");
            break;
        }
        claimRun(anode->first, anode->blocks, {BlockRole::data, file, static_cast<std::uint32_t>(done)});
        done += anode->blocks;
    }
    const std::uint64_t expected = (entry.size + m_info.blockSize - 1) / m_info.blockSize;
    if (done < expected && entry.kind != EntryKind::rolloverFile)
        error("bad-size", entry.block, file,
              "expected " + text(expected) + " blocks for " + text(entry.size) + " bytes, found " + text(done));
    if (done > expected && entry.kind != EntryKind::rolloverFile)
        report({Severity::warning, "bad-size", entry.block, file},
               "expected " + text(expected) + " blocks for " + text(entry.size) + " bytes, found " + text(done) +
                   ": there may be more in the file than its size says");
}

void PfsSurveyor::checkLinks() {
    for (const Link& link : m_links)
        if (!m_described.contains(link.entry.linkNode))
            error("bad-link", link.entry.block, link.file,
                  "nothing has the anode " + text(link.entry.linkNode) + "; the link leads nowhere");
}

} // namespace uaescope::hardfiles
