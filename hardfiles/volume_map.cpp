#include "hardfiles/volume_map.h"

#include "hardfiles/latin1.h"

#include <algorithm>
#include <numeric>

namespace uaescope::hardfiles {

std::string VolumeMap::path(std::uint32_t file) const {
    std::vector<std::string_view> names;
    for (; file != noFile && file != 0; file = m_files[file].parent) names.emplace_back(m_files[file].name);
    std::string path;
    for (auto name = names.rbegin(); name != names.rend(); ++name) {
        if (!path.empty()) path += '/';
        path += pathPart(*name);
    }
    return path;
}

BlockUse VolumeMap::at(std::uint64_t block) const {
    if (block < m_info.reserved) return {BlockRole::reserved, noFile, 0};
    const auto after = std::upper_bound(m_byBlock.begin(), m_byBlock.end(), block,
                                        [&](std::uint64_t b, std::uint32_t index) { return b < m_runs[index].first; });
    if (after == m_byBlock.begin()) return {BlockRole::free, noFile, 0};
    const BlockRun& run = m_runs[*(after - 1)];
    const std::uint64_t within = block - run.first;
    if (within >= run.count) return {BlockRole::free, noFile, 0};
    const bool data = run.role == BlockRole::data;
    return {run.role, run.file, data ? run.index + static_cast<std::uint32_t>(within) : run.index};
}

std::uint32_t VolumeMap::fileOfNode(std::uint32_t node) const {
    const auto file =
        std::find_if(m_files.begin(), m_files.end(), [node](const MappedFile& f) { return f.node == node; });
    return file == m_files.end() ? noFile : static_cast<std::uint32_t>(file - m_files.begin());
}

std::span<const BlockRun> VolumeMap::runsOf(std::uint32_t file) const {
    const MappedFile& mapped = m_files.at(file);
    return std::span(m_runs).subspan(mapped.firstRun, mapped.runs);
}

std::vector<BlockRun> VolumeMap::dataOf(std::uint32_t file) const {
    std::vector<BlockRun> data;
    for (const BlockRun& run : runsOf(file)) {
        if (run.role != BlockRole::data) continue;
        // What an extension block interrupted in the file may be one run on the disk.
        if (!data.empty() && run.first == data.back().first + data.back().count)
            data.back().count += run.count;
        else
            data.push_back(run);
    }
    return data;
}

std::array<std::uint64_t, blockRoles> VolumeMap::count() const {
    std::array<std::uint64_t, blockRoles> counts{};
    counts[static_cast<std::size_t>(BlockRole::reserved)] = m_info.reserved;
    std::uint64_t used = m_info.reserved;
    for (const BlockRun& run : m_runs) {
        counts[static_cast<std::size_t>(run.role)] += run.count;
        used += run.count;
    }
    counts[static_cast<std::size_t>(BlockRole::free)] = m_info.blocks - used;
    return counts;
}

std::uint32_t VolumeMapBuilder::addFile(MappedFile file) {
    file.firstRun = static_cast<std::uint32_t>(m_map.m_runs.size());
    m_map.m_files.push_back(std::move(file));
    return static_cast<std::uint32_t>(m_map.m_files.size() - 1);
}

void VolumeMapBuilder::add(const BlockRun& run) {
    auto& runs = m_map.m_runs;
    const bool ofThisFile = run.file != VolumeMap::noFile && run.file + 1 == m_map.m_files.size();
    const bool fresh = ofThisFile && m_map.m_files.back().runs == 0;
    if (!fresh && !runs.empty()) {
        BlockRun& last = runs.back();
        if (last.role == run.role && last.file == run.file && run.first == last.first + last.count &&
            (run.role != BlockRole::data || run.index == last.index + last.count)) {
            last.count += run.count;
            return;
        }
    }
    runs.push_back(run);
    if (ofThisFile) ++m_map.m_files.back().runs;
}

std::uint32_t VolumeMapBuilder::ownerOf(std::uint32_t block) const {
    const auto run = std::find_if(m_map.m_runs.begin(), m_map.m_runs.end(),
                                  [block](const BlockRun& r) { return block >= r.first && block - r.first < r.count; });
    return run == m_map.m_runs.end() ? VolumeMap::noFile : run->file;
}

VolumeMap VolumeMapBuilder::finish() {
    m_map.m_byBlock.resize(m_map.m_runs.size());
    std::iota(m_map.m_byBlock.begin(), m_map.m_byBlock.end(), 0u);
    std::sort(m_map.m_byBlock.begin(), m_map.m_byBlock.end(),
              [&](std::uint32_t a, std::uint32_t b) { return m_map.m_runs[a].first < m_map.m_runs[b].first; });
    return std::move(m_map);
}

} // namespace uaescope::hardfiles
