#include "tests/guest/hunk_reader.h"

#include "uaeplugin/capture/byte_cursor.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace uaescope::guest_test {
namespace {

class Input {
public:
    explicit Input(std::span<const std::uint8_t> bytes) : m_cursor(bytes) {}
    std::uint32_t next() { return capture::longAt(m_cursor.take(4), 0); }
    std::span<const std::uint8_t> take(std::uint32_t count) { return m_cursor.take(count); }
    bool atEnd() const { return m_cursor.atEnd(); }
    void expect(std::uint32_t value, const char* what) {
        if (next() != value) throw std::runtime_error(what);
    }

private:
    capture::ByteCursor m_cursor;
};

void readRelocations(Input& input, hunk::Hunk& hunk, std::uint32_t hunks) {
    for (std::uint32_t count = input.next(); count != 0; count = input.next()) {
        const std::uint32_t target = input.next();
        if (target >= hunks) throw std::runtime_error("relocation against a hunk that is not there");
        for (std::uint32_t index = 0; index < count; ++index) {
            const std::uint32_t offset = input.next();
            if (offset % 2 != 0 || offset + 4 > hunk.size) throw std::runtime_error("relocation at a bad offset");
            hunk.relocations.push_back({offset, target});
        }
    }
}

} // namespace

std::vector<hunk::Hunk> readHunks(std::span<const std::uint8_t> bytes) {
    Input input(bytes);
    input.expect(hunk::block::header, "no HUNK_HEADER");
    input.expect(0, "resident libraries");
    std::vector<hunk::Hunk> hunks(input.next());
    input.expect(0, "first hunk is not 0");
    input.expect(static_cast<std::uint32_t>(hunks.size()) - 1, "last hunk");
    for (hunk::Hunk& hunk : hunks) hunk.size = input.next() * 4;
    for (hunk::Hunk& hunk : hunks) {
        hunk.type = input.next();
        input.expect(hunk.size / 4, "size differs from the header's");
        if (hunk.type == hunk::block::code || hunk.type == hunk::block::data) {
            const auto content = input.take(hunk.size);
            hunk.content.assign(content.begin(), content.end());
        } else if (hunk.type != hunk::block::bss) {
            throw std::runtime_error("unknown hunk");
        }
        std::uint32_t next = input.next();
        if (next == hunk::block::reloc32) {
            readRelocations(input, hunk, static_cast<std::uint32_t>(hunks.size()));
            next = input.next();
        }
        if (next != hunk::block::end) throw std::runtime_error("no HUNK_END");
    }
    if (!input.atEnd()) throw std::runtime_error("bytes after the last hunk");
    return hunks;
}

std::vector<std::uint8_t> fileBytes(const std::filesystem::path& name) {
    std::ifstream file(name, std::ios::binary);
    if (!file) throw std::runtime_error(name.string() + ": cannot be opened");
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace uaescope::guest_test
