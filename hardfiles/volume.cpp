#include "hardfiles/volume.h"

#include "hardfiles/error.h"
#include "hardfiles/ffs_layout.h"
#include "hardfiles/ffs_volume.h"
#include "hardfiles/latin1.h"
#include "hardfiles/pfs_volume.h"
#include "hardfiles/sfs_volume.h"
#include "hardfiles/survey.h"

#include <algorithm>
#include <unordered_set>

namespace uaescope::hardfiles {

namespace {

template <typename Kind>
std::shared_ptr<const Volume> shared(std::optional<Kind> volume) {
    return volume ? std::make_shared<const Kind>(std::move(*volume)) : nullptr;
}

} // namespace

void Volume::walk(std::uint32_t directory, Findings& findings, const Visitor& visit) const {
    struct Place {
        std::string path;
        Entry entry;
    };
    std::unordered_set<std::uint32_t> entered{directory};
    std::vector<Place> open; // what is still to be visited, the next one last
    const auto enter = [&](std::uint32_t node, const std::string& prefix) {
        std::vector<Entry> entries = list(node, findings);
        std::reverse(entries.begin(), entries.end());
        for (Entry& entry : entries) {
            std::string path = prefix + pathPart(entry.name);
            open.push_back({std::move(path), std::move(entry)});
        }
    };
    enter(directory, "");
    while (!open.empty()) {
        const Place place = std::move(open.back());
        open.pop_back();
        visit(place.path, place.entry);
        if (place.entry.kind != EntryKind::directory) continue;
        if (entered.insert(place.entry.node).second)
            enter(place.entry.node, place.path + "/");
        else
            findings.push_back(finding("loop", place.entry.block, "the directory is entered a second time"));
    }
}

std::optional<Entry> Volume::find(std::string_view path) const {
    Entry here;
    here.kind = EntryKind::directory;
    here.node = m_info.rootNode;
    here.block = m_info.root;
    while (!path.empty()) {
        const std::string_view name = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(path.size(), name.size() + 1));
        if (here.kind != EntryKind::directory) return std::nullopt;
        std::optional<Entry> found = findIn(here.node, name);
        if (!found) return std::nullopt;
        here = std::move(*found);
    }
    return here;
}

std::optional<Entry> Volume::findIn(std::uint32_t directory, std::string_view name) const {
    Findings damage;
    for (Entry& entry : list(directory, damage))
        if (sameName(entry.name, name)) return std::move(entry);
    if (!damage.empty()) throw FormatError(m_window.where(damage[0].block) + ": " + damage[0].message);
    return std::nullopt;
}

Bytes Volume::readFile(const Entry& file) const {
    Bytes contents;
    readFile(file, [&](ConstBytes piece) { contents.insert(contents.end(), piece.begin(), piece.end()); });
    return contents;
}

Survey surveyVolume(const Volume& volume, Depth depth) { return volume.survey(depth); }

Finding Volume::finding(std::string code, std::uint64_t block, std::string message) const {
    return {Severity::error, std::move(code), m_window.partition(), block, std::move(message)};
}

bool Volume::sameName(std::string_view left, std::string_view right) const {
    const DosType international = dosType(3);
    return m_caseSensitive ? left == right
                           : ffs::sameName(left, right, m_info.dosType.isDos() ? m_info.dosType : international);
}

std::shared_ptr<const Volume> openVolume(const BlockDevice& device, const VolumePlace& place, Findings& findings) {
    const DosType found(longAt(device.read(place.sectors.first), 0));
    if (found.isSfs() || (place.dosType.isSfs() && !found.isDos()))
        return shared(SfsVolume::open(device, place, findings));
    if (found.isPfsOnDisk()) return shared(PfsVolume::open(device, place, findings));
    if (found.isSfs2()) {
        findings.push_back(
            {Severity::warning, "unsupported", place.partition, 0,
             "the volume is SFS\\2, which is not read: its layout is not known for certain; let the Amiga "
             "copy what is on it"});
        return nullptr;
    }
    const PartitionWindow window(device, place.sectors, place.blockSize, place.partition);
    return shared(FfsVolume::open(window, place.reserved, findings));
}

} // namespace uaescope::hardfiles
