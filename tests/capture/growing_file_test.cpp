#include "samples.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace uaescope::capture;

TEST(GrowingCapture, IsReadChunkByChunkAsItGrows) {
    const TemporaryFile whole;
    const TemporaryFile growing;
    const auto begins = writeThreeChunks(whole.path());
    const auto bytes = bytesOf(whole.path());

    std::ofstream out(growing.path(), std::ios::binary);
    const auto grow = [&](std::uint64_t from, std::uint64_t to) {
        out.write(reinterpret_cast<const char*>(&bytes[from]), static_cast<std::streamsize>(to - from));
        out.flush();
    };
    grow(0, begins[0]);
    Reader reader(growing.path());
    Batch batch;
    EXPECT_EQ(reader.next(batch), ReadResult::end);
    for (std::size_t chunk = 0; chunk + 1 < begins.size(); ++chunk) {
        const std::uint64_t middle = (begins[chunk] + begins[chunk + 1]) / 2;
        grow(begins[chunk], middle);
        EXPECT_EQ(reader.next(batch), ReadResult::cutTail);
        EXPECT_EQ(reader.position(), begins[chunk]);
        grow(middle, begins[chunk + 1]);
        EXPECT_EQ(reader.next(batch), ReadResult::batch);
        EXPECT_EQ(reader.position(), begins[chunk + 1]);
        EXPECT_EQ(reader.next(batch), ReadResult::end);
    }
    EXPECT_TRUE(reader.damage().empty());
}

TEST(GrowingCapture, FindsTheNextChunkAfterDamageThatWasTheTail) {
    const TemporaryFile whole;
    const TemporaryFile growing;
    const auto begins = writeThreeChunks(whole.path());
    auto bytes = bytesOf(whole.path());
    bytes[begins[1]] ^= 1;

    putBytes(growing.path(), {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(begins[2])});
    Reader reader(growing.path());
    Batch batch;
    EXPECT_EQ(reader.next(batch), ReadResult::batch);
    EXPECT_EQ(reader.next(batch), ReadResult::cutTail);
    EXPECT_TRUE(reader.damage().empty());

    std::ofstream out(growing.path(), std::ios::binary | std::ios::app);
    out.write(reinterpret_cast<const char*>(&bytes[begins[2]]), static_cast<std::streamsize>(bytes.size() - begins[2]));
    out.flush();
    EXPECT_EQ(reader.next(batch), ReadResult::batch);
    EXPECT_EQ(batch.facts.at(0).second, "2");
    EXPECT_EQ(reader.damage().size(), 1u);
}
