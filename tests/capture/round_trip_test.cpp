#include "samples.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

using namespace uaescope::capture;

namespace {

template <typename Number>
Number extremeOrRandom(std::mt19937_64& random) {
    switch (random() % 4) {
    case 0: return std::numeric_limits<Number>::min();
    case 1: return std::numeric_limits<Number>::max();
    case 2: return Number{0};
    default: return static_cast<Number>(random());
    }
}

template <typename Number>
void spread(Number& field, std::mt19937_64& random) {
    field = extremeOrRandom<Number>(random);
}

HostCall anyCall(std::mt19937_64& random, std::uint32_t strings) {
    HostCall call;
    spread(call.begin, random);
    spread(call.end, random);
    spread(call.offset, random);
    spread(call.size, random);
    spread(call.result, random);
    spread(call.thread, random);
    spread(call.descriptor, random);
    spread(call.error, random);
    spread(call.nesting, random);
    spread(call.flags, random);
    call.path = static_cast<std::uint32_t>(random() % strings);
    call.call = static_cast<Call>(extremeOrRandom<std::uint8_t>(random));
    call.depth = random() % 2 == 0 ? Depth::library : Depth::system;
    return call;
}

Mark anyMark(std::mt19937_64& random, std::uint32_t strings) {
    Mark mark;
    spread(mark.time, random);
    spread(mark.eclock, random);
    spread(mark.thread, random);
    spread(mark.task, random);
    spread(mark.size, random);
    spread(mark.value, random);
    spread(mark.error, random);
    spread(mark.test, random);
    spread(mark.operation, random);
    spread(mark.phase, random);
    mark.name = static_cast<std::uint32_t>(random() % strings);
    return mark;
}

PacketSide anyPacket(std::mt19937_64& random, std::uint32_t strings) {
    PacketSide side;
    spread(side.time, random);
    spread(side.thread, random);
    spread(side.message, random);
    spread(side.task, random);
    spread(side.action, random);
    for (std::uint32_t& argument : side.arguments) spread(argument, random);
    spread(side.result, random);
    spread(side.error, random);
    side.name = static_cast<std::uint32_t>(random() % strings);
    spread(side.phase, random);
    side.context = random() % 2 == 0 ? GuestContext::task : GuestContext::supervisor;
    return side;
}

RequestSide anyRequest(std::mt19937_64& random) {
    RequestSide side;
    spread(side.time, random);
    spread(side.offset, random);
    spread(side.thread, random);
    spread(side.request, random);
    spread(side.task, random);
    spread(side.unit, random);
    spread(side.length, random);
    spread(side.actual, random);
    spread(side.command, random);
    spread(side.flags, random);
    spread(side.error, random);
    spread(side.phase, random);
    side.context = random() % 2 == 0 ? GuestContext::task : GuestContext::supervisor;
    return side;
}

template <typename Record>
void expectSame(const std::vector<Record>& written, const std::vector<Record>& read) {
    ASSERT_EQ(written.size(), read.size());
    for (std::size_t i = 0; i < written.size(); ++i) EXPECT_TRUE(written[i] == read[i]) << "record " << i;
}

} // namespace

TEST(Capture, KeepsEveryFieldAtItsExtremes) {
    const TemporaryFile file;
    std::mt19937_64 random(1);
    Batch written;
    {
        Writer writer(file.path());
        const std::uint32_t strings = writer.string("the only one") + 1;
        for (int i = 0; i < 500; ++i) {
            written.calls.push_back(anyCall(random, strings));
            written.marks.push_back(anyMark(random, strings));
            writer.add(written.calls.back());
            writer.add(written.marks.back());
            written.packets.push_back(anyPacket(random, strings));
            written.requests.push_back(anyRequest(random));
            writer.add(written.packets.back());
            writer.add(written.requests.back());
        }
        for (int i = 0; i < 20; ++i) {
            Text text{.text = 1};
            spread(text.time, random);
            spread(text.kind, random);
            Drop drop;
            spread(drop.begin, random);
            spread(drop.end, random);
            spread(drop.count, random);
            spread(drop.thread, random);
            Thread thread{.name = 1};
            spread(thread.id, random);
            KernelCount count{.call = 1};
            spread(count.calls, random);
            spread(count.bytes, random);
            count.path = static_cast<std::uint32_t>(random() % strings);
            ImagePart part{.role = 1};
            spread(part.offset, random);
            spread(part.size, random);
            part.path = static_cast<std::uint32_t>(random() % strings);
            part.file = static_cast<std::uint32_t>(random() % strings);
            written.imageParts.push_back(part);
            writer.add(part);
            written.texts.push_back(text);
            written.kernelCounts.push_back(count);
            written.drops.push_back(drop);
            written.threads.push_back(thread);
            writer.add(text);
            writer.add(drop);
            writer.add(count);
            writer.add(thread);
        }
        writer.finish(std::numeric_limits<std::int64_t>::min(), -11);
    }
    const Contents read = contentsOf(file.path());
    expectSame(written.calls, read.all.calls);
    expectSame(written.marks, read.all.marks);
    expectSame(written.packets, read.all.packets);
    expectSame(written.requests, read.all.requests);
    expectSame(written.texts, read.all.texts);
    expectSame(written.drops, read.all.drops);
    expectSame(written.threads, read.all.threads);
    expectSame(written.kernelCounts, read.all.kernelCounts);
    expectSame(written.imageParts, read.all.imageParts);
    EXPECT_TRUE(read.all.end);
    EXPECT_EQ(read.all.endTime, std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(read.all.endStatus, -11);
    EXPECT_TRUE(read.damage.empty());
}

TEST(Capture, CanBeAddedToAfterItsEnd) {
    const TemporaryFile file;
    {
        Writer writer(file.path());
        writer.string("/images/work.hdf");
        writer.finish(30, 0);
    }
    Batch more;
    more.strings = {"bitmap", "DH0:file"};
    more.imageParts = {{.offset = 512, .size = 1024, .path = 1, .role = 2, .file = 3}};
    appendToCapture(file.path(), more, 2);
    const Contents read = contentsOf(file.path());
    EXPECT_TRUE(read.all.end);
    EXPECT_EQ(read.all.endTime, 30);
    EXPECT_TRUE(read.damage.empty());
    EXPECT_EQ(read.all.strings, (std::vector<std::string>{"", "/images/work.hdf", "bitmap", "DH0:file"}));
    expectSame(more.imageParts, read.all.imageParts);
    EXPECT_THROW(appendToCapture("/nowhere/capture", more, 2), CaptureError);
}

TEST(Capture, KeepsCallsThatNestAndFollowEachOther) {
    const TemporaryFile file;
    const std::vector<HostCall> calls = hardfileWrites(1000, 1, 42);
    {
        Writer writer(file.path());
        writer.string("/images/work.hdf");
        for (const HostCall& call : calls) writer.add(call);
        writer.flush();
    }
    const Contents read = contentsOf(file.path());
    expectSame(calls, read.all.calls);
    EXPECT_EQ(read.last, ReadResult::end);
    EXPECT_FALSE(read.all.end);
}

TEST(Capture, PredictsTheFieldsOfAHardfileSoThatTheyCostLittle) {
    const TemporaryFile file;
    const std::vector<HostCall> calls = hardfileWrites(10000, 1, 42);
    Writer writer(file.path());
    writer.string("/images/work.hdf");
    for (const HostCall& call : calls) writer.add(call);
    writer.flush();
    // Times carry nearly all that is not predictable here: two numbers of about six bits for each call.
    EXPECT_LT(std::filesystem::file_size(file.path()), calls.size() * 2);
}

TEST(Capture, SplitsABatchThatIsTooLongForOneChunk) {
    const TemporaryFile file;
    const std::vector<HostCall> calls = hardfileWrites(30000, 1, 42);
    {
        Writer writer(file.path());
        writer.string("/images/work.hdf");
        for (const HostCall& call : calls) writer.add(call);
        writer.add(Mark{.time = 5});
        writer.finish(6, 0);
    }
    const Contents read = contentsOf(file.path());
    EXPECT_GT(read.batches.size(), 2u);
    expectSame(calls, read.all.calls);
    EXPECT_EQ(read.all.marks.size(), 1u);
}

TEST(Capture, NumbersStringsThroughAllChunks) {
    const TemporaryFile file;
    Writer writer(file.path());
    EXPECT_EQ(writer.string(""), 0u);
    EXPECT_EQ(writer.string("one"), 1u);
    EXPECT_EQ(writer.string("two"), 2u);
    EXPECT_EQ(writer.string("one"), 1u);
    writer.flush();
    EXPECT_EQ(writer.string("three"), 3u);
    writer.addFact("plugin", "uaescope 1\nsecond line");
    writer.addFact("empty", "");
    writer.flush();
    const Contents read = contentsOf(file.path());
    EXPECT_EQ(read.all.strings, (std::vector<std::string>{"", "one", "two", "three"}));
    EXPECT_EQ(read.all.facts, (std::vector<Fact>{{"plugin", "uaescope 1\nsecond line"}, {"empty", ""}}));
}

TEST(Capture, OfNothingIsAHeaderAlone) {
    const TemporaryFile file;
    Writer writer(file.path());
    writer.flush();
    const Contents read = contentsOf(file.path());
    EXPECT_TRUE(read.batches.empty());
    EXPECT_EQ(read.last, ReadResult::end);
}

TEST(Capture, WriterSaysWhyAFileCannotBeMade) {
    const TemporaryFile file;
    const auto place = file.path() / "below";
    try {
        Writer writer(place);
        FAIL() << "expected CaptureError";
    } catch (const CaptureError& error) {
        EXPECT_EQ(error.what(),
                  place.string() + ": cannot be written; check that the folder exists, is writable and has room");
    }
}
