#include "analyzer/core/read_ahead.h"

#include "uaeplugin/capture/writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <unistd.h>

namespace uaescope::core::test {
namespace {

namespace fs = std::filesystem;

// A capture of some chunks with one call each, which begins at the chunk's number; removed at the end.
class ManyChunks {
public:
    explicit ManyChunks(int chunks)
        : m_file(fs::temp_directory_path() / ("uaescope-read-ahead-" + std::to_string(::getpid()) + ".uascope")) {
        capture::Writer writer(m_file);
        for (int i = 0; i < chunks; ++i) {
            writer.add(capture::HostCall{.begin = i, .end = i + 1});
            writer.flush();
        }
    }
    ~ManyChunks() { fs::remove(m_file); }
    ManyChunks(const ManyChunks&) = delete;
    ManyChunks& operator=(const ManyChunks&) = delete;

    const fs::path& file() const { return m_file; }

private:
    fs::path m_file;
};

} // namespace

TEST(ReadAhead, HandsOutEveryChunkInOrder) {
    const ManyChunks capture(50);
    ReadAhead reader(capture.file());
    std::int64_t count = 0;
    ReadChunk chunk;
    while (reader.next(chunk)) {
        ASSERT_EQ(chunk.batch.calls.size(), 1u);
        EXPECT_EQ(chunk.batch.calls[0].begin, count++);
    }
    EXPECT_EQ(count, 50);
    EXPECT_FALSE(reader.cutTail());
    EXPECT_FALSE(reader.next(chunk)) << "the end stays the end";
}

TEST(ReadAhead, SaysWhenTheLastChunkIsCut) {
    const ManyChunks capture(3);
    fs::resize_file(capture.file(), fs::file_size(capture.file()) - 1);
    ReadAhead reader(capture.file());
    int count = 0;
    for (ReadChunk chunk; reader.next(chunk);) ++count;
    EXPECT_EQ(count, 2);
    EXPECT_TRUE(reader.cutTail());
}

TEST(ReadAhead, MayBeLeftBeforeTheEnd) {
    const ManyChunks capture(50);
    ReadAhead reader(capture.file());
    ReadChunk chunk;
    EXPECT_TRUE(reader.next(chunk));
}

TEST(ReadAhead, RefusesWhatIsNoCapture) { EXPECT_THROW(ReadAhead("/dev/null"), capture::CaptureError); }

} // namespace uaescope::core::test
