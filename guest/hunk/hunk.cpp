#include "guest/hunk/hunk.h"

#include <map>

namespace uaescope::hunk {
namespace {

std::uint32_t longsOf(const Hunk& hunk) { return (hunk.size + 3) / 4; }

class Output {
public:
    void putLong(std::uint32_t value) {
        for (int shift = 24; shift >= 0; shift -= 8) m_bytes.push_back(static_cast<std::uint8_t>(value >> shift));
    }
    void putContent(const Hunk& hunk) {
        m_bytes.insert(m_bytes.end(), hunk.content.begin(), hunk.content.end());
        m_bytes.resize(m_bytes.size() + longsOf(hunk) * 4 - hunk.content.size());
    }
    std::vector<std::uint8_t> take() { return std::move(m_bytes); }

private:
    std::vector<std::uint8_t> m_bytes;
};

void putRelocations(Output& output, const Hunk& hunk) {
    if (hunk.relocations.empty()) return;
    std::map<std::uint32_t, std::vector<std::uint32_t>> offsets;
    for (const Relocation& relocation : hunk.relocations) offsets[relocation.target].push_back(relocation.offset);
    output.putLong(block::reloc32);
    for (const auto& [target, places] : offsets) {
        output.putLong(static_cast<std::uint32_t>(places.size()));
        output.putLong(target);
        for (std::uint32_t place : places) output.putLong(place);
    }
    output.putLong(0);
}

} // namespace

std::vector<std::uint8_t> encode(std::span<const Hunk> hunks) {
    Output output;
    const auto count = static_cast<std::uint32_t>(hunks.size());
    output.putLong(block::header);
    output.putLong(0); // no resident libraries
    output.putLong(count);
    output.putLong(0);
    output.putLong(count - 1);
    for (const Hunk& hunk : hunks) output.putLong(longsOf(hunk));
    for (const Hunk& hunk : hunks) {
        output.putLong(hunk.type);
        output.putLong(longsOf(hunk));
        if (hunk.type != block::bss) output.putContent(hunk);
        putRelocations(output, hunk);
        output.putLong(block::end);
    }
    return output.take();
}

} // namespace uaescope::hunk
