#include "analyzer/core/image_parts.h"

#include "tests/core/trace_builder.h"

#include <gtest/gtest.h>

namespace uaescope::core::test {
namespace {

using capture::Call;

// Root in bytes 1000 to 1511, a file in 2000 to 2999.
Trace withParts(TraceBuilder& builder) {
    const std::uint32_t path = builder.number(image);
    const std::uint32_t root = builder.number("root");
    const std::uint32_t data = builder.number("data");
    const std::uint32_t file = builder.number("DH0:file");
    Trace trace = builder.build();
    trace.imageParts = {{.offset = 2000, .size = 1000, .path = path, .role = data, .file = file},
                        {.offset = 1000, .size = 512, .path = path, .role = root, .file = 0}};
    completeTrace(trace);
    return trace;
}

TEST(ImageParts, CutsARangeAtTheirEdges) {
    TraceBuilder builder;
    const Trace trace = withParts(builder);
    const ImageParts parts(trace.imageParts);
    std::vector<std::pair<std::string, std::uint64_t>> pieces;
    parts.forEach(builder.number(image), 900, 2200, [&](const capture::ImagePart* part, std::uint64_t bytes) {
        pieces.emplace_back(part == nullptr ? "" : trace.string(part->role), bytes);
    });
    const std::vector<std::pair<std::string, std::uint64_t>> expected = {
        {"", 100}, {"root", 512}, {"", 488}, {"data", 1000}, {"", 100}};
    EXPECT_EQ(pieces, expected);
    EXPECT_EQ(parts.at(builder.number(image), 999), nullptr);
    EXPECT_EQ(parts.at(builder.number(image), 1511)->offset, 1000u);
    EXPECT_EQ(parts.at(builder.number(image), 1512), nullptr);
    EXPECT_EQ(parts.at(builder.number("another"), 1000), nullptr);
    EXPECT_FALSE(parts.knows(builder.number("another")));
}

TEST(ImageParts, SayWhatTheBytesOfCallsWere) {
    TraceBuilder builder;
    builder.system(Call::read, 10, 20, {.offset = 2500, .size = 1000, .result = 1000})
        .system(Call::write, 30, 40, {.offset = 1000, .size = 512, .result = 512})
        .system(Call::lseek, 50, 60, {.offset = 1000, .result = 1000})
        .system(Call::read, 70, 80, {.path = "/vol/other", .offset = 0, .size = 100, .result = 100});
    const std::vector<ContentReport> contents = contentsOf(core::analyze(withParts(builder)));
    ASSERT_EQ(contents.size(), 3u);
    const auto find = [&](const char* role) {
        return *std::find_if(contents.begin(), contents.end(), [&](const auto& one) { return one.role == role; });
    };
    EXPECT_EQ(find("data").file, "DH0:file");
    EXPECT_EQ(find("data").image, image);
    EXPECT_EQ(find("data").bytesRead, 500u);
    EXPECT_EQ(find("data").reads, 1u);
    EXPECT_EQ(find("root").bytesWritten, 512u);
    EXPECT_EQ(find("root").writes, 1u);
    EXPECT_EQ(find(changedRole).bytesRead, 500u);
    EXPECT_EQ(find(changedRole).reads, 1u) << "one call read both";
}

TEST(ImageParts, AreAbsentFromCapturesThatHaveNone) {
    EXPECT_TRUE(contentsOf(TraceBuilder().system(Call::read, 1, 2, {.offset = 0, .result = 9}).analyze()).empty());
}

TEST(ImageParts, ALateRootBlockGoesToTheLastOperationThatWrote) {
    TraceBuilder builder;
    builder.operation(US_OP_WRITE, 100, 200)
        .library(Call::fwrite, 110, 120, {.offset = 5000, .size = 512, .result = 512})
        .operation(US_OP_READ, 300, 400)
        .library(Call::fwrite, 310, 320, {.offset = 1000, .size = 512, .result = 512}) // while another reads
        .library(Call::fwrite, 500, 510, {.offset = 1000, .size = 512, .result = 512}) // outside
        .library(Call::fwrite, 520, 530, {.offset = 6000, .size = 512, .result = 512}) // no such block
        .operation(US_OP_DELETE, 600, 700)
        .library(Call::fwrite, 610, 620, {.offset = 1000, .size = 512, .result = 512}); // its own
    const Analysis analysis = core::analyze(withParts(builder));
    EXPECT_EQ(analysis.calls[1].place, Place::late);
    EXPECT_EQ(analysis.calls[1].operation, 0u);
    EXPECT_EQ(analysis.calls[2].place, Place::late);
    EXPECT_EQ(analysis.calls[2].operation, 0u);
    EXPECT_EQ(analysis.calls[3].place, Place::outside);
    EXPECT_EQ(analysis.calls[4].place, Place::attributed);
    EXPECT_EQ(analysis.calls[4].operation, 2u);
    EXPECT_EQ(analysis.operations[1].owners[Owner::hostIo], 0) << "the reader does not pay for it";
}

} // namespace
} // namespace uaescope::core::test
