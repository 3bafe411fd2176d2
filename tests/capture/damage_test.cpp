#include "samples.h"
#include "uaeplugin/capture/format.h"

#include <gtest/gtest.h>

#include <zlib.h>

using namespace uaescope::capture;

namespace {

std::string errorOf(const std::filesystem::path& file) {
    try {
        const Reader reader(file);
    } catch (const CaptureError& error) {
        return error.what();
    }
    return "no error";
}

std::vector<std::string> chunksIn(const Contents& contents) {
    std::vector<std::string> chunks;
    for (const Fact& fact : contents.all.facts) chunks.push_back(fact.second);
    return chunks;
}

using Chunks = std::vector<std::string>;

class DamagedCapture : public testing::Test {
protected:
    void SetUp() override {
        m_begins = writeThreeChunks(m_file.path());
        m_bytes = bytesOf(m_file.path());
    }
    Contents read() {
        putBytes(m_file.path(), m_bytes);
        return contentsOf(m_file.path());
    }
    // Makes the checksums of the chunk that begins here right again.
    void sign(std::uint64_t chunk, std::size_t payloadLength) {
        put(chunk + format::chunk::payloadCrc,
            crc32(0, &m_bytes[chunk + format::chunkHeaderSize], static_cast<uInt>(payloadLength)));
        put(chunk + format::chunk::headerCrc, crc32(0, &m_bytes[chunk], format::chunk::headerCrc));
    }
    void put(std::uint64_t offset, std::uint64_t value) {
        for (std::size_t i = 0; i < 4; ++i) m_bytes[offset + i] = static_cast<std::uint8_t>(value >> (8 * i));
    }

    TemporaryFile m_file;
    std::vector<std::uint64_t> m_begins; // of the chunks, and the size
    std::vector<std::uint8_t> m_bytes;
};

} // namespace

TEST_F(DamagedCapture, TooShortForAHeader) {
    for (std::size_t size = 0; size < format::fileHeaderSize; ++size) {
        putBytes(m_file.path(), {m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(size)});
        EXPECT_EQ(errorOf(m_file.path()), m_file.path().string() + ": expected a uaescope capture, found only " +
                                              std::to_string(size) +
                                              " bytes; the recording had not begun, or the file is no capture");
    }
}

TEST_F(DamagedCapture, BadMagic) {
    m_bytes[3] ^= 1;
    putBytes(m_file.path(), m_bytes);
    EXPECT_EQ(errorOf(m_file.path()),
              m_file.path().string() +
                  ": offset 0: expected 'uascope', found something else; the file is no uaescope capture");
}

TEST_F(DamagedCapture, NewerVersion) {
    put(format::magic.size(), format::version + 1);
    putBytes(m_file.path(), m_bytes);
    EXPECT_EQ(errorOf(m_file.path()),
              m_file.path().string() + ": offset 8: expected capture format 1, found 2; the file was made by another "
                                       "version of uaescope, use that one or a newer");
}

TEST_F(DamagedCapture, MissingFileAndFolder) {
    const auto missing = m_file.path().parent_path() / "missing.uascope";
    EXPECT_EQ(errorOf(missing),
              missing.string() + ": cannot be opened for reading; check the name and the permissions");
    EXPECT_NE(errorOf(m_file.path().parent_path()), "no error");
}

TEST_F(DamagedCapture, CutAtEveryByteGivesTheWholeChunksBeforeTheCut) {
    const auto whole = m_bytes;
    for (std::size_t size = format::fileHeaderSize; size < whole.size(); ++size) {
        m_bytes.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        const Contents contents = read();
        std::size_t chunks = 0;
        while (m_begins[chunks + 1] <= size) ++chunks;
        EXPECT_EQ(contents.batches.size(), chunks) << "cut at " << size;
        EXPECT_EQ(contents.last, size == m_begins[chunks] ? ReadResult::end : ReadResult::cutTail) << "cut at " << size;
        EXPECT_TRUE(contents.damage.empty()) << "cut at " << size;
        EXPECT_FALSE(contents.all.end);
    }
}

TEST_F(DamagedCapture, EveryFlippedByteOfAChunkCostsThatChunkAlone) {
    for (std::uint64_t at = m_begins[1]; at < m_begins[2]; ++at) {
        m_bytes[at] ^= 0x55;
        const Contents contents = read();
        EXPECT_EQ(chunksIn(contents), (Chunks{"0", "2"})) << "byte " << at;
        EXPECT_TRUE(contents.all.end);
        ASSERT_EQ(contents.damage.size(), 1u) << "byte " << at;
        EXPECT_EQ(contents.damage[0].offset, m_begins[1]);
        EXPECT_EQ(contents.damage[0].length, m_begins[2] - m_begins[1]);
        m_bytes[at] ^= 0x55;
    }
}

TEST_F(DamagedCapture, BadChecksumIsNamed) {
    m_bytes[m_begins[0] + format::chunkHeaderSize] ^= 1;
    EXPECT_EQ(read().damage.at(0).reason, "the checksum of a chunk is wrong");
}

TEST_F(DamagedCapture, StringsAfterALostChunkKeepTheirNumbers) {
    m_bytes[m_begins[1] + format::chunkHeaderSize] ^= 1;
    const Contents contents = read();
    EXPECT_EQ(contents.all.strings, (std::vector<std::string>{"", "/images/0.hdf", "", "/images/2.hdf"}));
    EXPECT_EQ(contents.all.calls.back().path, 3u);
}

TEST_F(DamagedCapture, ALostLastChunkIsDamageAndNoCutTail) {
    m_bytes[m_begins[3] + format::chunkHeaderSize] ^= 1;
    const Contents contents = read();
    EXPECT_EQ(contents.last, ReadResult::end);
    EXPECT_EQ(contents.damage.size(), 1u);
    EXPECT_FALSE(contents.all.end);
}

TEST_F(DamagedCapture, GarbageBetweenChunksIsSkipped) {
    std::vector<std::uint8_t> garbage(1000, 0xaa);
    std::copy(format::marker.begin(), format::marker.end(), garbage.begin() + 500);
    m_bytes.insert(m_bytes.begin() + static_cast<std::ptrdiff_t>(m_begins[1]), garbage.begin(), garbage.end());
    const Contents contents = read();
    EXPECT_EQ(chunksIn(contents), (Chunks{"0", "1", "2"}));
    ASSERT_EQ(contents.damage.size(), 1u);
    EXPECT_EQ(contents.damage[0].offset, m_begins[1]);
    EXPECT_EQ(contents.damage[0].length, garbage.size());
    EXPECT_EQ(contents.damage[0].reason, "expected the header of a chunk, found something else");
}

TEST_F(DamagedCapture, GarbageLongerThanOneReadIsSkipped) {
    m_bytes.insert(m_bytes.begin() + static_cast<std::ptrdiff_t>(m_begins[1]), (3u << 20) + 1, 0);
    const Contents contents = read();
    EXPECT_EQ(chunksIn(contents), (Chunks{"0", "1", "2"}));
    EXPECT_EQ(contents.damage.at(0).length, (3u << 20) + 1);
}

TEST_F(DamagedCapture, MissingBytesCostTheirChunkAlone) {
    const auto at = m_bytes.begin() + static_cast<std::ptrdiff_t>(m_begins[1]) + 30;
    m_bytes.erase(at, at + 5);
    const Contents contents = read();
    EXPECT_EQ(chunksIn(contents), (Chunks{"0", "2"}));
    EXPECT_TRUE(contents.all.end);
    EXPECT_EQ(contents.damage.size(), 1u);
}

TEST_F(DamagedCapture, GarbageAtTheEndIsACutTail) {
    for (std::size_t length = 1; length < 60; ++length) {
        m_bytes.push_back(0xb5);
        const Contents contents = read();
        EXPECT_EQ(contents.batches.size(), 4u);
        EXPECT_EQ(contents.last, ReadResult::cutTail);
    }
}

TEST_F(DamagedCapture, LengthsThatNoWriterMakesAreNotBelieved) {
    put(m_begins[1] + format::chunk::rawLength, format::maxChunkLength + 1);
    sign(m_begins[1], m_begins[2] - m_begins[1] - format::chunkHeaderSize);
    EXPECT_EQ(chunksIn(read()), (Chunks{"0", "2"}));
}

TEST_F(DamagedCapture, ContentsThatDoNotFollowTheGrammarAreDamage) {
    const std::size_t payload = m_begins[2] - m_begins[1] - format::chunkHeaderSize;
    for (std::size_t at = 0; at < payload; ++at) {
        const auto whole = m_bytes;
        m_bytes[m_begins[1] + format::chunkHeaderSize + at] ^= 0x41;
        sign(m_begins[1], payload);
        const Contents contents = read(); // a flip may give other records, never a crash or the loss of another chunk
        EXPECT_EQ(contents.all.facts.front().second, "0");
        EXPECT_EQ(contents.all.facts.back().second, "2");
        EXPECT_TRUE(contents.all.end);
        m_bytes = whole;
    }
}

TEST_F(DamagedCapture, RecordsThatNameNoStringAreDamage) {
    {
        Writer writer(m_file.path());
        writer.add(Text{.text = 1});
        writer.flush();
    }
    const Contents contents = contentsOf(m_file.path());
    EXPECT_TRUE(contents.batches.empty());
    EXPECT_EQ(contents.damage.at(0).reason, "the chunk's checksum is right but its contents are not: a record names a "
                                            "string that is not defined");
}

TEST_F(DamagedCapture, PacketsThatNameNoStringAreDamage) {
    {
        Writer writer(m_file.path());
        writer.add(PacketSide{.name = 1});
        writer.flush();
    }
    const Contents contents = contentsOf(m_file.path());
    EXPECT_TRUE(contents.batches.empty());
    EXPECT_EQ(contents.damage.size(), 1u);
}

TEST_F(DamagedCapture, UnknownKindsOfChunkAreSkippedWithoutComplaint) {
    m_bytes[m_begins[1] + format::chunk::type] = 200;
    sign(m_begins[1], m_begins[2] - m_begins[1] - format::chunkHeaderSize);
    const Contents contents = read();
    EXPECT_EQ(chunksIn(contents), (Chunks{"0", "2"}));
    EXPECT_TRUE(contents.damage.empty());
}
