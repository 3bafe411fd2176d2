#include "hardfiles/ffs_format.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_entry.h"
#include "hardfiles/ffs_layout.h"

#include <algorithm>
#include <limits>

namespace uaescope::hardfiles {

namespace {

constexpr std::size_t batchBytes = std::size_t{1} << 20; // one write call for so many bytes of bitmap

void requireOptions(const FormatOptions& options, std::uint32_t blockSize) {
    if (!options.dosType.isDos())
        throw UsageError("file system " + options.dosType.text() +
                         ": only DOS0 to DOS7 can be formatted; let the Amiga do it");
    if (!ffs::isBlockSize(blockSize))
        throw UsageError("block size " + std::to_string(blockSize) +
                         ": must be 512, 1024, 2048, 4096, 8192, 16384 or 32768");
    if (options.reserved == 0) throw UsageError("reserved blocks: must be 1 or more, for the boot block");
    if (!ffs::isName(options.label))
        throw UsageError("label '" + options.label +
                         "': a volume name has 1 to 30 characters, none of them ':', '/' or a control character");
}

void writeBootBlocks(PartitionWindow& window, const FormatOptions& options, std::uint64_t root) {
    Bytes boot(std::size_t{window.blockSize()} * options.reserved);
    putLong(boot, ffs::boot::dosType, options.dosType.value());
    // GRUB finds the root block by this alone.
    putLong(boot, ffs::boot::rootBlock, static_cast<std::uint32_t>(root));
    window.write(0, boot);
}

Bytes rootBlock(const FreshLayout& layout, std::uint32_t size, const FormatOptions& options) {
    Bytes block(size);
    putLong(block, ffs::at::type, ffs::typeHeader);
    putLong(block, ffs::at::hashSize, ffs::tableSlots(size));
    putLong(block, size - ffs::fromEnd::bitmapFlag, ffs::bitmapValid);
    const auto pagesHere = std::min<std::uint64_t>(layout.pages, ffs::rootBitmapPages);
    for (std::uint64_t page = 0; page < pagesHere; ++page)
        putLong(block, size - ffs::fromEnd::bitmapPages + 4 * page,
                static_cast<std::uint32_t>(layout.firstPage + page));
    if (layout.extensions != 0)
        putLong(block, size - ffs::fromEnd::bitmapExtension, static_cast<std::uint32_t>(layout.firstExtension));
    ffs::putDate(block, ffs::fromEnd::changed, options.created);
    ffs::putDate(block, ffs::fromEnd::volumeChanged, options.created);
    ffs::putDate(block, ffs::fromEnd::created, options.created);
    putBstr(block, size - ffs::fromEnd::name, options.label);
    if (options.dosType.hasLongNames()) {
        putLong(block, size - ffs::longNames::fromEnd::blocksUsed,
                static_cast<std::uint32_t>(layout.end - layout.root));
        putLong(block, size - ffs::longNames::fromEnd::dosType, options.dosType.value());
    }
    putLong(block, size - ffs::fromEnd::directoryCache, static_cast<std::uint32_t>(layout.directoryCache));
    putLong(block, size - ffs::fromEnd::kind, static_cast<std::uint32_t>(ffs::kindRoot));
    putChecksum(block, ffs::at::checksum, size / 4);
    return block;
}

// One page of the bitmap of a fresh volume of so many blocks.
void fillPage(MutableBytes page, std::uint64_t firstBlock, std::uint64_t blocks, const FreshLayout& layout) {
    std::fill(page.begin(), page.end(), std::uint8_t{0xff});
    const std::uint64_t end = firstBlock + ffs::blocksOfPage(static_cast<std::uint32_t>(page.size()));
    const auto take = [&](std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t block = std::max(from, firstBlock); block < std::min(to, end); ++block) {
            const std::uint64_t bit = block - firstBlock;
            const std::size_t offset = 4 + 4 * static_cast<std::size_t>(bit / 32);
            putLong(page, offset, longAt(page, offset) & ~(1u << bit % 32));
        }
    };
    take(layout.root, layout.end);
    take(blocks, end);
    putChecksum(page, 0, page.size() / 4);
}

void writePages(PartitionWindow& window, const FreshLayout& layout, std::uint32_t reserved) {
    const std::uint32_t size = window.blockSize();
    const std::uint32_t covered = ffs::blocksOfPage(size);
    Bytes allFree(size, 0xff);
    putChecksum(allFree, 0, size / 4);
    Bytes batch;
    std::uint64_t written = 0;
    for (std::uint64_t page = 0; page < layout.pages; ++page) {
        const std::uint64_t first = reserved + page * covered;
        batch.insert(batch.end(), allFree.begin(), allFree.end());
        const bool touched = (first < layout.end && first + covered > layout.root) || first + covered > window.blocks();
        if (touched) fillPage(MutableBytes(batch).last(size), first, window.blocks(), layout);
        if (batch.size() < batchBytes && page + 1 < layout.pages) continue;
        window.write(layout.firstPage + written, batch);
        written = page + 1;
        batch.clear();
    }
}

void writeExtensions(PartitionWindow& window, const FreshLayout& layout) {
    const std::uint32_t slots = ffs::pagesOfExtension(window.blockSize());
    std::uint64_t page = ffs::rootBitmapPages;
    for (std::uint64_t extension = 0; extension < layout.extensions; ++extension) {
        Bytes block(window.blockSize());
        for (std::uint32_t slot = 0; slot < slots && page < layout.pages; ++slot, ++page)
            putLong(block, 4 * std::size_t{slot}, static_cast<std::uint32_t>(layout.firstPage + page));
        const std::uint64_t number = layout.firstExtension + extension;
        if (extension + 1 < layout.extensions)
            putLong(block, 4 * std::size_t{slots}, static_cast<std::uint32_t>(number + 1));
        window.write(number, block);
    }
}

void writeDirectoryCache(PartitionWindow& window, const FreshLayout& layout) {
    Bytes block(window.blockSize());
    putLong(block, ffs::at::type, ffs::typeDirectoryCache);
    putLong(block, ffs::at::ownKey, static_cast<std::uint32_t>(layout.directoryCache));
    putLong(block, ffs::cache::parent, static_cast<std::uint32_t>(layout.root));
    putChecksum(block, ffs::at::checksum, block.size() / 4);
    window.write(layout.directoryCache, block);
}

} // namespace

FreshLayout freshLayout(std::uint64_t blocks, std::uint32_t blockSize, const FormatOptions& options) {
    requireOptions(options, blockSize);
    if (blocks > std::numeric_limits<std::uint32_t>::max())
        throw UsageError(std::to_string(blocks) +
                         " blocks: a volume has at most 4294967295; choose a larger block size");
    FreshLayout layout;
    if (blocks > options.reserved) {
        layout.root = ffs::rootBlock(blocks, options.reserved);
        layout.firstPage = layout.root + 1;
        layout.pages = ffs::bitmapPages(blocks, options.reserved, blockSize);
        layout.firstExtension = layout.firstPage + layout.pages;
        layout.extensions = ffs::bitmapExtensions(layout.pages, blockSize);
        layout.end = layout.firstExtension + layout.extensions;
        if (options.dosType.hasDirectoryCache()) layout.directoryCache = layout.end++;
    }
    // A volume must have room for at least one empty file.
    if (layout.root <= options.reserved || layout.end >= blocks)
        throw UsageError(std::to_string(blocks) + " blocks of " + std::to_string(blockSize) +
                         " bytes: too small for a volume; choose a larger size or a smaller block size");
    return layout;
}

void formatVolume(PartitionWindow& window, const FormatOptions& options) {
    const FreshLayout layout = freshLayout(window.blocks(), window.blockSize(), options);
    window.write(0, Bytes(std::size_t{window.blockSize()} * options.reserved));
    writePages(window, layout, options.reserved);
    writeExtensions(window, layout);
    if (layout.directoryCache != 0) writeDirectoryCache(window, layout);
    window.write(layout.root, rootBlock(layout, window.blockSize(), options));
    writeBootBlocks(window, options, layout.root);
}

} // namespace uaescope::hardfiles
