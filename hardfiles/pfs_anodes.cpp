#include "hardfiles/pfs_volume.h"

namespace uaescope::hardfiles {

std::optional<pfs::Anode> PfsAnodes::get(std::uint32_t number, Finding& problem) {
    const std::uint32_t perBlock = pfs::anodesOfBlock(m_volume.layout().reservedBytes);
    const bool split = m_volume.layout().has(pfs::option::splitAnodes);
    const std::uint32_t sequence = split ? number >> 16 : number / perBlock;
    const std::uint32_t index = split ? number & 0xffff : number % perBlock;
    const auto fail = [&](std::uint32_t block, const std::string& message) {
        problem = {Severity::error, "bad-anode", m_volume.window().partition(), block,
                   "anode " + std::to_string(number) + ": " + message};
        return std::nullopt;
    };
    if (index >= perBlock) return fail(m_volume.info().root, "no block has so many anodes");
    const auto block = blockOf(sequence, problem);
    if (!block) return std::nullopt;
    const Bytes* bytes = read(*block, pfs::idAnodes, problem);
    if (bytes == nullptr) return std::nullopt;
    if (longAt(*bytes, pfs::anodes::sequence) != sequence)
        return fail(*block, "expected the anode block with sequence number " + std::to_string(sequence) + ", found " +
                                std::to_string(longAt(*bytes, pfs::anodes::sequence)));
    const std::size_t at = pfs::anodes::entries + pfs::anodes::entry * index;
    return pfs::Anode{longAt(*bytes, at), longAt(*bytes, at + 4), longAt(*bytes, at + 8)};
}

// The anode block with this sequence number.
std::optional<std::uint32_t> PfsAnodes::blockOf(std::uint32_t sequence, Finding& problem) {
    const PfsVolume::Layout& layout = m_volume.layout();
    const std::uint32_t perIndex = pfs::longsOfBlock(layout.reservedBytes);
    const std::uint32_t index = sequence / perIndex;
    std::uint32_t block = 0;
    if (layout.has(pfs::option::superIndex)) {
        const std::uint32_t super = index / perIndex;
        if (super < layout.supers.size() && layout.supers[super] != 0) {
            const auto found = entryOf(layout.supers[super], pfs::idSuper, index % perIndex, problem);
            if (!found) return std::nullopt;
            block = *found;
        }
    } else if (index < layout.anodeIndexes.size()) {
        block = layout.anodeIndexes[index];
    }
    if (block != 0) {
        const auto found = entryOf(block, pfs::idIndex, sequence % perIndex, problem);
        if (!found || *found != 0) return found;
    }
    problem = {Severity::error, "bad-anode", m_volume.window().partition(), block == 0 ? m_volume.info().root : block,
               "there is no anode block with sequence number " + std::to_string(sequence)};
    return std::nullopt;
}

std::optional<std::uint32_t> PfsAnodes::entryOf(std::uint32_t block, std::uint32_t id, std::uint32_t index,
                                                Finding& problem) {
    const Bytes* bytes = read(block, id, problem);
    if (bytes == nullptr) return std::nullopt;
    return longAt(*bytes, pfs::index::entries + 4 * std::size_t{index});
}

const Bytes* PfsAnodes::read(std::uint32_t block, std::uint32_t id, Finding& problem) {
    auto found = m_blocks.find(block);
    if (found == m_blocks.end()) {
        auto bytes = m_volume.read(block, id, problem);
        if (!bytes) return nullptr;
        found = m_blocks.emplace(block, std::move(*bytes)).first;
    }
    if (wordAt(found->second, 0) == id) return &found->second;
    problem = {Severity::error, "bad-id", m_volume.window().partition(), block,
               "the block is used as two different things"};
    return nullptr;
}

} // namespace uaescope::hardfiles
