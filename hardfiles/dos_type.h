// The four bytes that name a file system: "DOS" and a number for OFS and FFS.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace uaescope::hardfiles {

class DosType {
public:
    constexpr DosType() = default;
    constexpr explicit DosType(std::uint32_t value) : m_value(value) {}

    // Accepts DOS3, dos3, DOS\3 and 0x444F5303.
    static std::optional<DosType> parse(std::string_view text);

    constexpr std::uint32_t value() const { return m_value; }
    constexpr bool isDos() const { return m_value >> 8 == 0x444f53 && (m_value & 0xff) <= 7; }
    constexpr bool isSfs() const { return m_value == 0x53465300; }  // SFS\0
    constexpr bool isSfs2() const { return m_value == 0x53465302; } // SFS\2
    // What PFS3 writes on the disk; the RDB says PFS\3 or PDS\3.
    constexpr bool isPfsOnDisk() const { return m_value == 0x50465301 || m_value == 0x50465302; }
    constexpr bool isPfs() const { return isPfsOnDisk() || m_value == 0x50465303 || m_value == 0x50445303; }
    // Whether one handler serves both, whatever the numbers: for PFS3 they say little.
    constexpr bool sameFileSystem(DosType other) const { return *this == other || (isPfs() && other.isPfs()); }
    // Meaningful for isDos() only.
    constexpr bool isFfs() const { return (m_value & 1) != 0; }
    constexpr bool isInternational() const { return (m_value & 0xff) >= 2; }
    constexpr bool hasDirectoryCache() const { return (m_value & 0xff) == 4 || (m_value & 0xff) == 5; }
    constexpr bool hasLongNames() const { return (m_value & 0xff) >= 6; }

    // "DOS\3"; bytes that are no letters as a number after a backslash.
    std::string text() const;
    // "DOS3", "PFS3", or "0x50465341" where that does not do: a word that parse() takes.
    std::string word() const;
    // "FFS, international", "SFS", "PFS3", or empty when it is none of ours.
    std::string description() const;

    constexpr bool operator==(const DosType&) const = default;

private:
    std::uint32_t m_value = 0;
};

constexpr DosType dosType(unsigned number) { return DosType(0x444f5300u + number); }

} // namespace uaescope::hardfiles
