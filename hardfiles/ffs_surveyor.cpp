#include "hardfiles/ffs_surveyor.h"

#include "hardfiles/ffs_layout.h"

#include <utility>

namespace uaescope::hardfiles {

namespace {

std::string text(std::uint32_t number) { return std::to_string(number); }

std::string upperCased(const std::string& name, DosType type) {
    std::string upper = name;
    for (char& c : upper) c = static_cast<char>(ffs::upperCase(static_cast<std::uint8_t>(c), type));
    return upper;
}

} // namespace

Survey surveyFfs(const FfsVolume& volume, Depth depth) { return Surveyor(volume, depth).run(); }

Surveyor::Surveyor(const FfsVolume& volume, Depth depth)
    : SurveyLedger(volume), m_volume(volume), m_depth(depth), m_entered(m_info.blocks), m_block(m_info.blockSize),
      m_header(m_info.blockSize), m_extension(m_info.blockSize), m_data(m_info.blockSize) {}

Survey Surveyor::run() {
    surveyMetadata();
    while (!m_open.empty()) {
        const Directory directory = m_open.back();
        m_open.pop_back();
        surveyDirectory(directory);
    }
    compareBitmap();
    Survey survey{m_builder.finish(), {}};
    checkLinks(survey.map);
    survey.findings = m_log.take();
    return survey;
}

Surveyor::Read Surveyor::readBlock(Bytes& into, std::uint32_t block, std::uint32_t type, const Pointer& from) {
    const auto failed = [&](const char* code, std::uint64_t at, const std::string& message) {
        report({Severity::error, code, at, from.file}, message);
        return Read::failed;
    };
    if (!m_volume.inRange(block))
        return failed("out-of-range", from.block,
                      std::string(from.what) + " is block " + text(block) + ", but the blocks of the volume go from " +
                          std::to_string(m_info.reserved) + " to " + std::to_string(m_info.blocks - 1));
    if (m_entered.contains(block))
        return failed("loop", from.block,
                      std::string(from.what) + " is block " + text(block) + ", which is in another place already");
    m_volume.window().read(block, into);
    const std::uint32_t found = longAt(into, ffs::at::type);
    if (found != type)
        return failed("bad-id", block,
                      "expected a block of type " + text(type) + " as " + from.what + ", found " + text(found));
    const std::uint32_t key = longAt(into, ffs::at::ownKey);
    if (key != block) return failed("bad-key", block, "expected the block's own number here, found " + text(key));
    m_entered.insert(block);
    if (sumOfLongs(into, into.size() / 4) == 0) return Read::good;
    if (type != ffs::typeHeader) reportSum(into, block, from.file);
    return Read::damaged;
}

void Surveyor::reportSum(ConstBytes bytes, std::uint32_t block, std::uint32_t file) {
    const std::uint32_t stored = longAt(bytes, ffs::at::checksum);
    report({Severity::error, "bad-checksum", block, file},
           "expected checksum " + text(stored - sumOfLongs(bytes, bytes.size() / 4)) + ", found " + text(stored));
}

// Root and bitmap.
void Surveyor::surveyMetadata() {
    m_builder.addFile({"", 0, EntryKind::directory, m_info.root, m_info.root, 0, 0, 0});
    claim(m_info.root, {BlockRole::root, 0, 0});
    m_entered.insert(m_info.root);
    const Bytes root = m_volume.window().read(m_info.root);
    if (m_info.dosType.hasDirectoryCache())
        surveyCache({0, m_info.root}, longAt(root, root.size() - ffs::fromEnd::directoryCache));
    Findings damage;
    m_bitmap = m_volume.bitmapBlocks(damage);
    for (Finding& finding : damage) m_log.add(std::move(finding));
    for (const std::uint32_t block : m_bitmap.extensions) claim(block, {BlockRole::bitmap, VolumeMap::noFile, 0});
    for (std::uint32_t& block : m_bitmap.pages) {
        if (m_volume.inRange(block)) {
            const bool taken = m_claimed.contains(block);
            claim(block, {BlockRole::bitmap, VolumeMap::noFile, 0});
            if (taken) block = 0; // what it says is about other blocks
        } else {
            report({Severity::error, "out-of-range", m_info.root, 0},
                   "a bitmap page would be block " + text(block) + ", outside the volume");
        }
    }
    m_open.push_back({0, m_info.root});
}

void Surveyor::surveyDirectory(const Directory& directory) {
    const Bytes table = m_volume.window().read(directory.block);
    m_entries.clear();
    for (std::uint32_t slot = 0; slot < ffs::tableSlots(m_info.blockSize); ++slot)
        surveyChain(directory, slot, longAt(table, ffs::at::table + 4 * std::size_t{slot}));
    if (m_depth == Depth::contents && m_info.dosType.hasDirectoryCache())
        compareCache(directory, longAt(table, table.size() - ffs::fromEnd::directoryCache));
}

void Surveyor::surveyChain(const Directory& directory, std::uint32_t slot, std::uint32_t first) {
    m_namesInChain.clear();
    std::uint32_t from = directory.block;
    for (std::uint32_t block = first; block != 0;) {
        const Read read =
            readBlock(m_header, block, ffs::typeHeader, {"the next entry of the hash chain", from, directory.file});
        if (read == Read::failed) return;
        if (!ffs::entryKind(m_header))
            return report({Severity::error, "bad-kind", block, directory.file},
                          "expected a file, a directory or a link, found kind " +
                              std::to_string(ffs::kindOf(m_header)));
        const std::uint32_t next = longAt(m_header, m_header.size() - ffs::fromEnd::hashChain);
        const std::uint32_t file = surveyEntry(directory, slot, ffs::entryOf(m_header, block, m_info.dosType));
        if (read == Read::damaged) reportSum(m_header, block, file);
        from = block;
        block = next;
    }
}

std::uint32_t Surveyor::surveyEntry(const Directory& directory, std::uint32_t slot, const Entry& entry) {
    const bool isDirectory = entry.kind == EntryKind::directory;
    const std::uint32_t file =
        m_builder.addFile({entry.name, directory.file, entry.kind, entry.node, entry.block, entry.size, 0, 0});
    claim(entry.block, {isDirectory ? BlockRole::directory : BlockRole::header, file, 0});
    if (entry.directory != directory.block)
        report({Severity::error, "bad-parent", entry.block, file},
               "expected directory " + text(directory.block) + " as parent, found " + text(entry.directory));
    const std::uint32_t right = ffs::hashSlot(entry.name, m_info.dosType, ffs::tableSlots(m_info.blockSize));
    if (right != slot)
        report({Severity::error, "bad-hash", entry.block, file}, "expected the entry in hash chain " + text(right) +
                                                                     ", found it in " + text(slot) +
                                                                     "; programs cannot open it");
    if (!m_namesInChain.insert(upperCased(entry.name, m_info.dosType)).second)
        report({Severity::error, "duplicate-name", entry.block, file},
               "another entry of the directory has this name; programs cannot open this one");
    checkEntry(file, entry);
    switch (entry.kind) {
    case EntryKind::file: surveyFile(file, entry); break;
    case EntryKind::directory:
        if (m_info.dosType.hasDirectoryCache())
            surveyCache({file, entry.block}, longAt(m_header, m_header.size() - ffs::fromEnd::directoryCache));
        m_open.push_back({file, entry.block});
        break;
    case EntryKind::fileLink:
    case EntryKind::directoryLink: m_links.push_back({file, entry.linkNode}); break;
    case EntryKind::softLink:
    case EntryKind::rolloverFile: break;
    }
    if (m_depth == Depth::contents && m_info.dosType.hasDirectoryCache()) m_entries.push_back(entry);
    return file;
}

void Surveyor::checkEntry(std::uint32_t file, const Entry& entry) {
    if (!ffs::isName(entry.name, ffs::longestNameOf(m_info.dosType)))
        report({Severity::warning, "bad-name", entry.block, file},
               "expected a name of 1 to " + std::to_string(ffs::longestNameOf(m_info.dosType)) +
                   " characters without ':', '/' and control characters");
    if (!entry.changed.valid())
        report({Severity::warning, "bad-date", entry.block, file},
               "expected a date, found day " + text(entry.changed.days) + ", minute " + text(entry.changed.minutes) +
                   ", tick " + text(entry.changed.ticks));
    if (entry.commentBlock == 0) return;
    if (readBlock(m_block, entry.commentBlock, ffs::typeComment, {"the comment", entry.block, file}) == Read::failed)
        return;
    claim(entry.commentBlock, {BlockRole::header, file, 0});
    if (!ffs::commentOf(m_block, entry.block))
        report({Severity::error, "bad-owner", entry.commentBlock, file},
               "expected a comment of header " + text(entry.block) + ", found one of " +
                   text(longAt(m_block, ffs::longNames::header)));
}

// Hard links name their target, and the target names its links in a chain.
void Surveyor::checkLinks(const VolumeMap& map) {
    for (const HardLink& link : m_links) {
        const MappedFile& file = map.files()[link.file];
        const auto complain = [&](Severity severity, const char* code, const std::string& message) {
            m_log.add({severity, code, m_volume.window().partition(), file.block, message, map.path(link.file)});
        };
        const BlockUse use = map.at(link.target);
        const bool ofFile = file.kind == EntryKind::fileLink;
        const EntryKind wanted = ofFile ? EntryKind::file : EntryKind::directory;
        const bool found = use.file != VolumeMap::noFile && map.files()[use.file].block == link.target &&
                           map.files()[use.file].kind == wanted;
        if (!found) {
            complain(Severity::error, "bad-link",
                     std::string("expected the header of a ") + (ofFile ? "file" : "directory") + " at block " +
                         text(link.target) + ", found none; the link leads nowhere");
        } else if (!isInLinkChain(link.target, file.block)) {
            complain(Severity::warning, "link-chain",
                     "the target at block " + text(link.target) +
                         " does not name this link; deleting the target would leave the link behind");
        }
    }
}

bool Surveyor::isInLinkChain(std::uint32_t target, std::uint32_t link) {
    std::unordered_set<std::uint32_t> seen;
    for (std::uint32_t block = target; m_volume.inRange(block) && seen.insert(block).second;) {
        if (block == link) return true;
        m_volume.window().read(block, m_block);
        block = longAt(m_block, m_block.size() - ffs::fromEnd::linkChain);
    }
    return false;
}

} // namespace uaescope::hardfiles
