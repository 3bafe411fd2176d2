#include "analyzer/lab/image_snapshots.h"

#include "hardfiles/create.h"
#include "hardfiles/ffs_writer.h"
#include "hardfiles/hardfile.h"
#include "scratch.h"
#include "uaeplugin/capture/writer.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace uaescope::lab {
namespace {

namespace fs = std::filesystem;

fs::path madeImage(const Scratch& scratch) {
    hardfiles::CreateOptions options;
    options.size = 4u << 20;
    hardfiles::createHardfile(scratch.path() / "disk.hdf", options);
    return scratch.path() / "disk.hdf";
}

void putFile(const fs::path& image, const std::string& name, std::size_t size) {
    const hardfiles::Hardfile hardfile = hardfiles::Hardfile::openForWriting(image);
    hardfiles::VolumeWriter writer(*hardfile.partitions().front().volume);
    const auto fill = [](hardfiles::MutableBytes piece) { std::fill(piece.begin(), piece.end(), 'x'); };
    writer.put(name, {size, fill}, {});
}

// All of the image was read, in one call.
core::Trace traceOf(const Scratch& scratch, const fs::path& image, bool finished = true) {
    const fs::path file = scratch.path() / "run.uascope";
    {
        capture::Writer writer(file);
        writer.add(capture::HostCall{.begin = 1,
                                     .end = 2,
                                     .offset = 0,
                                     .size = 4 << 20,
                                     .result = 4 << 20,
                                     .path = writer.string(image.string()),
                                     .call = capture::Call::read,
                                     .depth = capture::Depth::system});
        if (finished)
            writer.finish(3, 0);
        else
            writer.flush();
    }
    return core::loadTrace(file);
}

std::uint64_t bytesOf(const core::Trace& trace, const std::string& role, const std::string& file = "") {
    std::uint64_t bytes = 0;
    for (const capture::ImagePart& part : trace.imageParts)
        if (trace.string(part.role) == role && trace.string(part.file) == file) bytes += part.size;
    return bytes;
}

TEST(ImageSnapshots, KeepWhatStaysAndLeaveOutWhatChanges) {
    const Scratch scratch;
    const fs::path image = madeImage(scratch);
    putFile(image, "stays", 1000);
    ImageSnapshots images;
    images.add(image);
    putFile(image, "comes", 2000);
    core::Trace trace = traceOf(scratch, image);
    images.addParts(trace);
    EXPECT_EQ(bytesOf(trace, "root"), 512u);
    EXPECT_EQ(bytesOf(trace, "data", "stays"), 1024u);
    EXPECT_EQ(bytesOf(trace, "header", "stays"), 512u);
    EXPECT_EQ(bytesOf(trace, "data", "comes"), 0u);
    EXPECT_GE(bytesOf(trace, "bitmap"), 512u);

    const core::Trace again = core::loadTrace(trace.file);
    EXPECT_TRUE(again.finished);
    EXPECT_TRUE(again.damage.empty());
    EXPECT_EQ(again.strings, trace.strings);
    EXPECT_EQ(again.imageParts.size(), trace.imageParts.size());
    EXPECT_EQ(bytesOf(again, "data", "stays"), 1024u);
}

TEST(ImageSnapshots, AddNothingToACaptureThatIsNotWhole) {
    const Scratch scratch;
    const fs::path image = madeImage(scratch);
    ImageSnapshots images;
    images.add(image);
    core::Trace trace = traceOf(scratch, image, false);
    const auto size = fs::file_size(trace.file);
    images.addParts(trace);
    EXPECT_TRUE(trace.imageParts.empty());
    EXPECT_EQ(fs::file_size(trace.file), size);
}

TEST(ImageSnapshots, LeaveOutWhatIsNoImage) {
    const Scratch scratch;
    const fs::path noImage = scratch.file("text", "no image");
    ImageSnapshots images;
    images.add(scratch.folder("folder"));
    images.add(noImage);
    images.add(scratch.path() / "missing");
    core::Trace trace = traceOf(scratch, noImage);
    const auto size = fs::file_size(trace.file);
    images.addParts(trace);
    EXPECT_TRUE(trace.imageParts.empty());
    EXPECT_EQ(fs::file_size(trace.file), size);
}

} // namespace
} // namespace uaescope::lab
