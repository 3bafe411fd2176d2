#include "hardfiles/ffs_writer.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_survey.h"
#include "hardfiles/latin1.h"

#include <algorithm>
#include <unordered_set>

namespace uaescope::hardfiles {

namespace {

constexpr std::uint64_t largestFile = (std::uint64_t{1} << 31) - 1;

void putPointers(MutableBytes table, std::span<const std::uint32_t> data) {
    const std::uint32_t slots = ffs::tableSlots(static_cast<std::uint32_t>(table.size()));
    putLong(table, ffs::at::count, static_cast<std::uint32_t>(data.size()));
    for (std::size_t i = 0; i < data.size(); ++i) putLong(table, ffs::at::table + 4 * (slots - 1 - i), data[i]);
}

void sealBlock(MutableBytes block) { putChecksum(block, ffs::at::checksum, block.size() / 4); }

std::string quoted(std::string_view path) { return "'" + utf8FromLatin1(path) + "'"; }

} // namespace

VolumeWriter::VolumeWriter(const Volume& volume)
    : m_volume(FfsVolume::of(volume)), m_info(volume.info()), m_window(volume.window()), m_free(m_volume) {
    const std::string where = m_window.where(m_info.root);
    if (m_info.dosType.hasDirectoryCache())
        throw Error(where + ": " + m_info.dosType.text() +
                    " keeps a directory cache, and such volumes are only read; let the Amiga write to it");
    if (!m_info.bitmapValid)
        throw Error(where + ": the bitmap is marked invalid: the volume was not closed in order; let the Amiga mount "
                            "it once, which validates it");
    for (const Finding& finding : surveyVolume(volume, Depth::structure).findings)
        if (finding.severity == Severity::error)
            throw Error(m_window.where(finding.block) + ": " + finding.message +
                        "; nothing is written to a damaged volume, see 'uaehdf check'");
}

VolumeWriter::Spot VolumeWriter::spotOf(std::string_view path) const {
    const std::size_t slash = path.rfind('/');
    const std::string_view parent = slash == std::string_view::npos ? "" : path.substr(0, slash);
    const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    if (!ffs::isName(name, ffs::longestNameOf(m_info.dosType)))
        throw UsageError(quoted(path) + ": a name has 1 to " + std::to_string(ffs::longestNameOf(m_info.dosType)) +
                         " characters, none of them ':', '/' or a control character");
    const auto directory = m_volume.find(parent);
    if (!directory || directory->kind != EntryKind::directory)
        throw Error(m_window.where(m_info.root) + ": expected a directory " + quoted(parent) + ", found " +
                    (directory ? "something else" : "none") + "; make it with 'uaehdf mkdir'");
    return {directory->block, std::string(name),
            ffs::hashSlot(name, m_info.dosType, ffs::tableSlots(m_info.blockSize))};
}

VolumeWriter::FileBlocks VolumeWriter::allocate(std::uint64_t dataBlocks, std::uint32_t near) {
    const std::uint64_t slots = ffs::tableSlots(m_info.blockSize);
    const std::uint64_t extensions = dataBlocks <= slots ? 0 : (dataBlocks - 1) / slots;
    FileBlocks blocks;
    for (const FreeRun& run : m_free.take(1 + extensions + dataBlocks, near))
        for (std::uint32_t i = 0; i < run.count; ++i) {
            const std::uint32_t block = run.first + i;
            if (blocks.header == 0)
                blocks.header = block;
            else if (blocks.extensions.size() < extensions)
                blocks.extensions.push_back(block);
            else
                blocks.data.push_back(block);
        }
    return blocks;
}

void VolumeWriter::writeData(const FileBlocks& blocks, const Contents& contents) {
    const std::size_t payload = ffs::dataBytes(m_info.dosType, m_info.blockSize);
    std::uint64_t left = contents.size;
    Bytes batch;
    for (std::size_t first = 0; first < blocks.data.size();) {
        const std::size_t count = m_window.runAt(blocks.data, first);
        const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(left, count * payload));
        batch.assign(count * m_info.blockSize, 0);
        if (m_info.dosType.isFfs()) {
            contents.read(MutableBytes(batch).first(bytes));
        } else {
            Bytes pieces(bytes);
            contents.read(pieces);
            fillOfsBlocks(batch, blocks, first, pieces);
        }
        m_window.write(blocks.data[first], batch);
        left -= bytes;
        first += count;
    }
}

void VolumeWriter::fillOfsBlocks(MutableBytes batch, const FileBlocks& blocks, std::size_t index,
                                 ConstBytes contents) const {
    const std::size_t payload = m_info.blockSize - ffs::data::payload;
    for (; !batch.empty(); batch = batch.subspan(m_info.blockSize), ++index) {
        const MutableBytes block = batch.first(m_info.blockSize);
        const std::size_t bytes = std::min(contents.size(), payload);
        putLong(block, ffs::at::type, ffs::typeData);
        putLong(block, ffs::data::header, blocks.header);
        putLong(block, ffs::data::sequence, static_cast<std::uint32_t>(index + 1));
        putLong(block, ffs::data::bytes, static_cast<std::uint32_t>(bytes));
        putLong(block, ffs::data::next, index + 1 < blocks.data.size() ? blocks.data[index + 1] : 0);
        std::copy_n(contents.begin(), bytes, block.begin() + ffs::data::payload);
        sealBlock(block);
        contents = contents.subspan(bytes);
    }
}

void VolumeWriter::writeExtensions(const FileBlocks& blocks) {
    const std::size_t slots = ffs::tableSlots(m_info.blockSize);
    for (std::size_t i = 0; i < blocks.extensions.size();) {
        const std::size_t first = i;
        Bytes batch(m_window.runAt(blocks.extensions, first) * m_info.blockSize);
        for (MutableBytes left = batch; !left.empty(); left = left.subspan(m_info.blockSize), ++i) {
            const MutableBytes block = left.first(m_info.blockSize);
            const std::size_t from = (i + 1) * slots;
            putLong(block, ffs::at::type, ffs::typeExtension);
            putLong(block, ffs::at::ownKey, blocks.extensions[i]);
            putPointers(block, std::span(blocks.data).subspan(from, std::min(slots, blocks.data.size() - from)));
            putLong(block, block.size() - ffs::fromEnd::parent, blocks.header);
            putLong(block, block.size() - ffs::fromEnd::extension,
                    i + 1 < blocks.extensions.size() ? blocks.extensions[i + 1] : 0);
            putLong(block, block.size() - ffs::fromEnd::kind, static_cast<std::uint32_t>(ffs::kindFile));
            sealBlock(block);
        }
        m_window.write(blocks.extensions[first], batch);
    }
}

Bytes VolumeWriter::newHeader(std::int32_t kind, std::uint32_t block, const Spot& spot) const {
    Bytes header(m_info.blockSize);
    putLong(header, ffs::at::type, ffs::typeHeader);
    putLong(header, ffs::at::ownKey, block);
    putBstr(header,
            header.size() - (m_info.dosType.hasLongNames() ? ffs::longNames::fromEnd::names : ffs::fromEnd::name),
            spot.name);
    putLong(header, header.size() - ffs::fromEnd::parent, spot.directory);
    putLong(header, header.size() - ffs::fromEnd::kind, static_cast<std::uint32_t>(kind));
    return header;
}

// With long names, a comment that has no room beside the name is left out.
void VolumeWriter::putAttributes(MutableBytes header, const FileAttributes& attributes) const {
    const std::string comment = attributes.comment.substr(0, ffs::longestComment);
    putLong(header, header.size() - ffs::fromEnd::protection, attributes.protection);
    if (!m_info.dosType.hasLongNames()) {
        putBstr(header, header.size() - ffs::fromEnd::comment, comment);
        return ffs::putDate(header, ffs::fromEnd::changed, attributes.changed);
    }
    const std::size_t start = header.size() - ffs::longNames::fromEnd::names;
    const std::size_t used = 1 + std::size_t{header[start]};
    if (used + 1 + comment.size() <= ffs::longNames::fromEnd::names - ffs::longNames::fromEnd::commentBlock)
        putBstr(header, start + used, comment);
    ffs::putDate(header, ffs::longNames::fromEnd::changed, attributes.changed);
}

void VolumeWriter::requireNoLinks(const Entry& entry, std::string_view path) const {
    const Bytes header = m_window.read(entry.block);
    const std::uint32_t link = longAt(header, header.size() - ffs::fromEnd::linkChain);
    const bool isTarget = entry.kind == EntryKind::file || entry.kind == EntryKind::directory;
    if (isTarget && link != 0)
        throw Error(m_window.where(entry.block) + ": " + quoted(path) + " has a hard link at block " +
                    std::to_string(link) + "; remove that first");
}

void VolumeWriter::put(std::string_view path, const Contents& contents, const FileAttributes& attributes) {
    const Spot spot = spotOf(path);
    const auto old = m_volume.find(path);
    if (old && old->kind != EntryKind::file)
        throw Error(m_window.where(old->block) + ": " + quoted(path) +
                    " is a directory or link; remove it first, or choose another name");
    if (old) requireNoLinks(*old, path);
    if (contents.size > largestFile)
        throw Error(quoted(path) + ": expected at most " + std::to_string(largestFile) +
                    " bytes, which is what OFS and FFS can hold in a file, found " + std::to_string(contents.size));
    const std::uint32_t payload = ffs::dataBytes(m_info.dosType, m_info.blockSize);
    m_free.discard();
    const FileBlocks blocks = allocate((contents.size + payload - 1) / payload, spot.directory);
    writeData(blocks, contents);
    writeExtensions(blocks);
    Change change{spot, old ? old->block : 0, blocks.header, {}};
    Bytes header = newHeader(ffs::kindFile, blocks.header, spot);
    const std::size_t slots = ffs::tableSlots(m_info.blockSize);
    putPointers(header, std::span(blocks.data).first(std::min(slots, blocks.data.size())));
    putLong(header, ffs::at::firstData, blocks.data.empty() ? 0 : blocks.data.front());
    putLong(header, header.size() - ffs::fromEnd::size, static_cast<std::uint32_t>(contents.size));
    putLong(header, header.size() - ffs::fromEnd::extension, blocks.extensions.empty() ? 0 : blocks.extensions.front());
    putAttributes(header, attributes);
    const Bytes before = m_window.read(old ? old->block : spot.directory);
    putLong(header, header.size() - ffs::fromEnd::hashChain,
            old ? longAt(before, before.size() - ffs::fromEnd::hashChain)
                : longAt(before, ffs::at::table + 4 * std::size_t{spot.slot}));
    sealBlock(header);
    m_window.write(blocks.header, header);
    if (old) change.freed = allBlocksOf(*old);
    commit(change);
}

void VolumeWriter::makeDirectory(std::string_view path, const AmigaDate& date) {
    const Spot spot = spotOf(path);
    if (const auto old = m_volume.find(path))
        throw Error(m_window.where(old->block) + ": " + quoted(path) + " exists already");
    m_free.discard();
    const std::uint32_t block = m_free.take(1, spot.directory).front().first;
    Bytes header = newHeader(ffs::kindDirectory, block, spot);
    putAttributes(header, {date, 0, ""});
    const Bytes table = m_window.read(spot.directory);
    putLong(header, header.size() - ffs::fromEnd::hashChain,
            longAt(table, ffs::at::table + 4 * std::size_t{spot.slot}));
    sealBlock(header);
    m_window.write(block, header);
    commit({spot, 0, block, {}});
}

Entry VolumeWriter::existing(std::string_view path) const {
    auto entry = m_volume.find(path);
    if (!entry) throw Error(m_window.where(m_info.root) + ": " + quoted(path) + ": no such file or directory");
    if (entry->block == m_info.root) throw UsageError("the root directory cannot be removed or renamed");
    requireNoLinks(*entry, path);
    return std::move(*entry);
}

void VolumeWriter::requireEmpty(const Entry& entry, std::string_view path) const {
    Findings damage;
    if (entry.kind == EntryKind::directory && !m_volume.list(entry.block, damage).empty())
        throw Error(m_window.where(entry.block) + ": " + quoted(path) + " is not empty; empty it first");
}

void VolumeWriter::remove(std::string_view path) {
    const Entry entry = existing(path);
    requireEmpty(entry, path);
    const Bytes header = m_window.read(entry.block);
    const Change change{spotOf(path), entry.block, longAt(header, header.size() - ffs::fromEnd::hashChain),
                        allBlocksOf(entry)};
    m_free.discard();
    if (entry.kind == EntryKind::fileLink || entry.kind == EntryKind::directoryLink) unlinkFromTarget(entry);
    commit(change);
}

void VolumeWriter::move(std::string_view from, std::string_view to) {
    const Entry entry = existing(from);
    requireEmpty(entry, from);
    if (m_volume.find(to)) throw Error(m_window.where(m_info.root) + ": " + quoted(to) + " exists already");
    if (spotOf(to).directory == entry.block) throw UsageError(quoted(from) + " cannot be moved into itself");
    if (entry.kind == EntryKind::file)
        put(to, contentsOf(entry), {entry.changed, entry.protection, entry.comment});
    else if (entry.kind == EntryKind::directory)
        makeDirectory(to, entry.changed);
    else
        throw Error(m_window.where(entry.block) + ": " + quoted(from) + " is a link; remove it and make another");
    remove(from);
}

VolumeWriter::FileBlocks VolumeWriter::blocksOf(const Entry& entry) const {
    FileBlocks blocks;
    blocks.header = entry.block;
    if (entry.kind != EntryKind::file) return blocks;
    const std::size_t slots = ffs::tableSlots(m_info.blockSize);
    for (Bytes table = m_window.read(entry.block);;) {
        const std::size_t count = std::min<std::size_t>(slots, longAt(table, ffs::at::count));
        for (std::size_t i = 0; i < count; ++i)
            blocks.data.push_back(longAt(table, ffs::at::table + 4 * (slots - 1 - i)));
        const std::uint32_t extension = longAt(table, table.size() - ffs::fromEnd::extension);
        if (extension == 0) return blocks;
        blocks.extensions.push_back(extension);
        table = m_window.read(extension);
    }
}

std::vector<std::uint32_t> VolumeWriter::allBlocksOf(const Entry& entry) const {
    const FileBlocks blocks = blocksOf(entry);
    std::vector<std::uint32_t> all{blocks.header};
    if (entry.commentBlock != 0) all.push_back(entry.commentBlock);
    all.insert(all.end(), blocks.extensions.begin(), blocks.extensions.end());
    all.insert(all.end(), blocks.data.begin(), blocks.data.end());
    return all;
}

// Read in whole blocks, which is how put asks for them.
Contents VolumeWriter::contentsOf(const Entry& file) const {
    return {file.size, [this, data = blocksOf(file).data, next = std::size_t{0}](MutableBytes into) mutable {
                const std::size_t payload = ffs::dataBytes(m_info.dosType, m_info.blockSize);
                while (!into.empty()) {
                    const std::uint32_t first = data.at(next);
                    const std::size_t wanted = (into.size() + payload - 1) / payload;
                    Bytes run(std::min(m_window.runAt(data, next), wanted) * m_info.blockSize);
                    m_window.read(first, run);
                    for (ConstBytes left = run; !left.empty(); left = left.subspan(m_info.blockSize), ++next) {
                        const std::size_t bytes = std::min(into.size(), payload);
                        std::copy_n(left.begin() + static_cast<std::ptrdiff_t>(m_info.blockSize - payload), bytes,
                                    into.begin());
                        into = into.subspan(bytes);
                    }
                }
            }};
}

// Before the link goes: a link that its target does not know is harmless, the other way round is not.
void VolumeWriter::unlinkFromTarget(const Entry& link) {
    const Bytes header = m_window.read(link.block);
    const std::uint32_t next = longAt(header, header.size() - ffs::fromEnd::linkChain);
    std::unordered_set<std::uint32_t> seen; // a chain that does not hold the link may be a circle
    for (std::uint32_t block = link.linkNode; m_volume.inRange(block) && seen.insert(block).second;) {
        Bytes bytes = m_window.read(block);
        const std::size_t offset = bytes.size() - ffs::fromEnd::linkChain;
        const std::uint32_t found = longAt(bytes, offset);
        if (found == link.block) {
            putLong(bytes, offset, next);
            sealBlock(bytes);
            m_window.write(block, bytes);
            return m_window.sync();
        }
        block = found;
    }
}

void VolumeWriter::commit(const Change& change) {
    m_window.sync();
    writeRoot(0);
    m_window.sync();
    relink(change);
    m_window.sync();
    for (const std::uint32_t block : change.freed) m_free.give(block);
    m_free.write(m_window);
    m_window.sync();
    writeRoot(ffs::bitmapValid);
    m_window.sync();
}

void VolumeWriter::writeRoot(std::uint32_t bitmapFlag) {
    Bytes root = m_window.read(m_info.root);
    putLong(root, root.size() - ffs::fromEnd::bitmapFlag, bitmapFlag);
    if (bitmapFlag == ffs::bitmapValid && m_info.dosType.hasLongNames()) {
        Findings ignored;
        putLong(root, root.size() - ffs::longNames::fromEnd::blocksUsed,
                static_cast<std::uint32_t>(m_volume.usage(ignored).usedBlocks - m_info.reserved));
    }
    if (bitmapFlag == ffs::bitmapValid) ffs::putDate(root, ffs::fromEnd::volumeChanged, AmigaDate::now());
    sealBlock(root);
    m_window.write(m_info.root, root);
}

// One write of one block makes the change; where that is not the directory, its date follows.
void VolumeWriter::relink(const Change& change) {
    const std::size_t slot = ffs::at::table + 4 * std::size_t{change.spot.slot};
    Bytes directory = m_window.read(change.spot.directory);
    const std::size_t dateAt = m_info.dosType.hasLongNames() && change.spot.directory != m_info.root
                                   ? ffs::longNames::fromEnd::changed
                                   : ffs::fromEnd::changed;
    std::uint32_t block = longAt(directory, slot);
    if (change.from == 0 || block == change.from) {
        putLong(directory, slot, change.to);
    } else {
        for (std::uint32_t next = 0; block != 0; block = next) {
            Bytes entry = m_window.read(block);
            const std::size_t chain = entry.size() - ffs::fromEnd::hashChain;
            next = longAt(entry, chain);
            if (next != change.from) continue;
            putLong(entry, chain, change.to);
            sealBlock(entry);
            m_window.write(block, entry);
            break;
        }
    }
    ffs::putDate(directory, dateAt, AmigaDate::now());
    sealBlock(directory);
    m_window.write(change.spot.directory, directory);
}

} // namespace uaescope::hardfiles
