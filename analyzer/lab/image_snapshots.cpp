#include "analyzer/lab/image_snapshots.h"

#include "hardfiles/error.h"
#include "hardfiles/hardfile.h"
#include "hardfiles/latin1.h"
#include "uaeplugin/capture/writer.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

namespace fs = std::filesystem;

namespace uaescope::lab {
namespace {

using capture::ImagePart;
using hardfiles::BlockRole;
using hardfiles::ImageMap;
using hardfiles::ImagePlace;

struct Range {
    std::uint64_t begin = 0, end = 0;
};

std::optional<ImageMap> mapOf(const fs::path& image) {
    if (!fs::is_regular_file(image) && !fs::is_block_file(image)) return std::nullopt;
    try {
        auto file = std::make_unique<hardfiles::FileImage>(image, hardfiles::FileImage::Access::readOnly);
        const hardfiles::Container container = hardfiles::detectContainer(*file); // opening would unpack a packed one
        if (container != hardfiles::Container::raw && container != hardfiles::Container::fixedVhd) return std::nullopt;
        const hardfiles::Hardfile hardfile(std::move(file));
        if (hardfile.partitions().empty()) return std::nullopt;
        return ImageMap(hardfile);
    } catch (const hardfiles::Error&) {
        return std::nullopt;
    }
}

// Numbers for texts in a trace, old and new.
class Numbers {
public:
    explicit Numbers(core::Trace& trace) : m_strings(trace.strings) {
        for (std::uint32_t number = 0; number < m_strings.size(); ++number)
            m_numbers.try_emplace(m_strings[number], number);
    }
    std::uint32_t of(const std::string& text) {
        const auto [at, isNew] = m_numbers.try_emplace(text, static_cast<std::uint32_t>(m_strings.size()));
        if (isNew) m_strings.push_back(text);
        return at->second;
    }

private:
    std::vector<std::string>& m_strings;
    std::map<std::string, std::uint32_t> m_numbers;
};

// What the calls read and wrote, sorted and joined.
std::vector<Range> touched(const core::Trace& trace, std::uint32_t image) {
    std::vector<Range> ranges;
    for (const capture::HostCall call : trace.calls) {
        using capture::Call;
        const bool moves = call.call == Call::read || call.call == Call::write || call.call == Call::pread ||
                           call.call == Call::pwrite || call.call == Call::fread || call.call == Call::fwrite;
        if (call.path != image || !moves || call.result <= 0 || call.offset < 0) continue;
        const auto begin = static_cast<std::uint64_t>(call.offset);
        ranges.push_back({begin, begin + static_cast<std::uint64_t>(call.result)});
    }
    std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
    std::vector<Range> joined;
    for (const Range& range : ranges) {
        if (!joined.empty() && range.begin <= joined.back().end)
            joined.back().end = std::max(joined.back().end, range.end);
        else
            joined.push_back(range);
    }
    return joined;
}

std::string fileName(const ImageMap& map, const ImagePlace& place) {
    const std::string partition = map.partitionName(place);
    return hardfiles::utf8FromLatin1((partition.empty() ? "" : partition + ":") + map.file(place));
}

// A filesystem that cannot be read tells nothing of its blocks.
std::string roleText(BlockRole role) {
    return role == BlockRole::unknown ? "partition data" : hardfiles::roleName(role);
}

// Compares the maps of one image, block after block.
class Comparison {
public:
    Comparison(const ImageMap& before, const ImageMap& after, core::Trace& trace, std::uint32_t image, Numbers& numbers)
        : m_before(before), m_after(after), m_trace(trace), m_image(image), m_numbers(numbers) {}

    void addParts(const Range& range) {
        for (std::uint64_t at = std::max(range.begin, m_done); at < std::min(range.end, m_after.size()); at = m_done) {
            const ImagePlace then = m_before.at(at);
            const ImagePlace now = m_after.at(at);
            const Range block = blockOf(now, at);
            m_done = block.end;
            if (m_isFirst || !areAlike(m_then, then) || !areAlike(m_now, now)) m_same = agreement(then, now);
            m_isFirst = false;
            m_then = then;
            m_now = now;
            if (m_same) add(block);
        }
    }

private:
    Range blockOf(const ImagePlace& place, std::uint64_t offset) const {
        std::uint64_t size = hardfiles::sectorSize;
        std::uint64_t start = 0;
        if (place.partition != ImagePlace::noPartition) {
            const hardfiles::MappedPartition& partition = m_after.partitions()[place.partition];
            start = partition.offset;
            if (partition.volume) size = partition.volume->info().blockSize;
        }
        const std::uint64_t begin = start + (offset - start) / size * size;
        return {begin, begin + size};
    }

    static bool areAlike(const ImagePlace& one, const ImagePlace& other) {
        return one.partition == other.partition && one.use.role == other.use.role && one.use.file == other.use.file;
    }

    // What stands in a block both times; nothing where that differs, or where what it held may be gone again.
    std::optional<ImagePart> agreement(const ImagePlace& then, const ImagePlace& now) const {
        if (then.use.role != now.use.role || now.use.role == BlockRole::free || now.use.role == BlockRole::lost)
            return std::nullopt;
        const std::string file = fileName(m_after, now);
        if (file != fileName(m_before, then)) return std::nullopt;
        return ImagePart{.path = m_image, .role = m_numbers.of(roleText(now.use.role)), .file = m_numbers.of(file)};
    }

    void add(const Range& block) {
        ImagePart* last = m_trace.imageParts.empty() ? nullptr : &m_trace.imageParts.back();
        const bool goesOn = last != nullptr && last->path == m_image && last->offset + last->size == block.begin &&
                            last->role == m_same->role && last->file == m_same->file;
        if (goesOn) {
            last->size += block.end - block.begin;
            return;
        }
        m_trace.imageParts.push_back(*m_same);
        m_trace.imageParts.back().offset = block.begin;
        m_trace.imageParts.back().size = block.end - block.begin;
    }

    const ImageMap& m_before;
    const ImageMap& m_after;
    core::Trace& m_trace;
    std::uint32_t m_image;
    Numbers& m_numbers;
    std::uint64_t m_done = 0;
    bool m_isFirst = true;
    ImagePlace m_then, m_now; // of the last block
    std::optional<ImagePart> m_same;
};

void addPartsOf(core::Trace& trace, const std::string& image, const ImageMap& before, const ImageMap& after) {
    Numbers numbers(trace);
    const std::uint32_t path = numbers.of(image);
    Comparison comparison(before, after, trace, path, numbers);
    for (const Range& range : touched(trace, path)) comparison.addParts(range);
}

} // namespace

void ImageSnapshots::add(const fs::path& image) {
    if (std::optional<ImageMap> map = mapOf(image)) m_images.emplace_back(image, std::move(*map));
}

void ImageSnapshots::addParts(core::Trace& trace) const {
    if (m_images.empty() || !trace.finished || trace.cutTail || !trace.damage.empty()) return;
    const std::size_t knownStrings = trace.strings.size();
    for (const auto& [image, before] : m_images)
        if (const std::optional<ImageMap> after = mapOf(image)) addPartsOf(trace, image, before, *after);

    capture::Batch batch;
    batch.imageParts = trace.imageParts;
    batch.strings.assign(trace.strings.begin() + static_cast<std::ptrdiff_t>(knownStrings), trace.strings.end());
    const std::uintmax_t size = fs::file_size(trace.file);
    try {
        capture::appendToCapture(trace.file, batch, static_cast<std::uint32_t>(knownStrings));
    } catch (const capture::CaptureError&) {
        fs::resize_file(trace.file, size); // the run itself is whole
    }
}

} // namespace uaescope::lab
