// The part of the survey that follows the contents of files.
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_surveyor.h"

#include <algorithm>

namespace uaescope::hardfiles {

void Surveyor::surveyFile(std::uint32_t file, const Entry& entry) {
    const std::uint32_t payload = ffs::dataBytes(m_info.dosType, m_info.blockSize);
    Contents contents;
    contents.file = file;
    contents.header = entry.block;
    contents.size = entry.size;
    contents.expected = (std::uint64_t{entry.size} + payload - 1) / payload;
    const std::uint32_t first = surveyPointers(contents, m_header, entry.block);
    const std::uint32_t named = longAt(m_header, ffs::at::firstData);
    if (named != first)
        report({Severity::warning, "bad-first-data", entry.block, file},
               "expected " + std::to_string(first) + " as first data block, found " + std::to_string(named));
    std::uint32_t from = entry.block;
    std::uint32_t extension = longAt(m_header, m_header.size() - ffs::fromEnd::extension);
    for (std::uint32_t number = 0; extension != 0; ++number) {
        if (!enterExtension(contents, {"the next extension block", from, file}, extension)) break;
        claim(extension, {BlockRole::extension, file, number});
        surveyPointers(contents, m_extension, extension);
        from = extension;
        extension = longAt(m_extension, m_extension.size() - ffs::fromEnd::extension);
    }
    checkSize(contents);
}

bool Surveyor::enterExtension(const Contents& contents, const Pointer& from, std::uint32_t block) {
    if (readBlock(m_extension, block, ffs::typeExtension, from) == Read::failed) return false;
    const std::uint32_t owner = longAt(m_extension, m_extension.size() - ffs::fromEnd::parent);
    if (owner == contents.header) return true;
    report({Severity::error, "bad-owner", block, contents.file}, "expected an extension of header " +
                                                                     std::to_string(contents.header) +
                                                                     ", found one of " + std::to_string(owner));
    return false;
}

// Returns the first pointer of the table.
std::uint32_t Surveyor::surveyPointers(Contents& contents, ConstBytes table, std::uint32_t block) {
    const std::uint32_t slots = ffs::tableSlots(m_info.blockSize);
    const std::uint32_t count = longAt(table, ffs::at::count);
    const std::uint64_t left = contents.expected > contents.done ? contents.expected - contents.done : 0;
    const auto needed = static_cast<std::uint32_t>(std::min<std::uint64_t>(slots, left));
    if (count > slots || count < needed)
        report({Severity::error, "bad-count", block, contents.file}, "expected " + std::to_string(needed) +
                                                                         " data pointers in use, found a count of " +
                                                                         std::to_string(count));
    const std::uint32_t taken = count > slots ? needed : std::max(count, needed);
    for (std::uint32_t i = 0; i < taken; ++i, ++contents.done) {
        const std::uint32_t data = longAt(table, ffs::at::table + 4 * std::size_t{slots - 1 - i});
        if (data == 0 && i >= count) break; // the size is wrong, not the table
        if (data == 0)
            report({Severity::error, "missing-block", block, contents.file},
                   "expected the number of data block " + std::to_string(contents.done + 1) + " of the file, found 0");
        else if (!m_volume.inRange(data))
            report({Severity::error, "out-of-range", block, contents.file},
                   "data block " + std::to_string(contents.done + 1) + " of the file would be block " +
                       std::to_string(data) + ", outside the volume");
        else
            surveyData(contents, data);
    }
    return taken == 0 ? 0 : longAt(table, ffs::at::table + 4 * std::size_t{slots - 1});
}

void Surveyor::surveyData(Contents& contents, std::uint32_t block) {
    claim(block, {BlockRole::data, contents.file, static_cast<std::uint32_t>(contents.done)});
    if (m_depth == Depth::contents && !m_info.dosType.isFfs()) checkData(contents, block);
}

// An OFS data block knows its file, its place in it and its successor.
void Surveyor::checkData(Contents& contents, std::uint32_t block) {
    const std::uint32_t payload = ffs::dataBytes(m_info.dosType, m_info.blockSize);
    m_volume.window().read(block, m_data);
    const auto expect = [&](const char* code, const char* what, std::uint64_t expected, std::uint32_t found) {
        if (expected != found)
            report({Severity::error, code, block, contents.file}, std::string("expected ") + what + " " +
                                                                      std::to_string(expected) + ", found " +
                                                                      std::to_string(found));
        return expected == found;
    };
    if (contents.last != 0 && contents.next != block)
        report({Severity::warning, "bad-next", contents.last, contents.file},
               "expected " + std::to_string(block) + " as next data block, found " + std::to_string(contents.next));
    contents.last = 0;
    if (!expect("bad-id", "a data block of type", ffs::typeData, longAt(m_data, ffs::at::type))) return;
    contents.last = block;
    const std::uint32_t stored = longAt(m_data, ffs::at::checksum);
    expect("bad-checksum", "checksum", stored - sumOfLongs(m_data, m_data.size() / 4), stored);
    expect("bad-owner", "data of header", contents.header, longAt(m_data, ffs::data::header));
    expect("bad-sequence", "data block number", contents.done + 1, longAt(m_data, ffs::data::sequence));
    const std::uint64_t before = contents.done * payload;
    if (before < contents.size)
        expect("bad-size", "bytes in the block:", std::min<std::uint64_t>(payload, contents.size - before),
               longAt(m_data, ffs::data::bytes));
    contents.next = longAt(m_data, ffs::data::next);
}

void Surveyor::checkSize(const Contents& contents) {
    const bool tooFew = contents.done < contents.expected;
    if (contents.done != contents.expected)
        report({tooFew ? Severity::error : Severity::warning, "bad-size", contents.header, contents.file},
               "expected " + std::to_string(contents.expected) + " data blocks for a size of " +
                   std::to_string(contents.size) + " bytes, found " + std::to_string(contents.done));
    else if (contents.last != 0 && contents.next != 0)
        report({Severity::warning, "bad-next", contents.last, contents.file},
               "expected no next data block, found " + std::to_string(contents.next));
}

} // namespace uaescope::hardfiles
