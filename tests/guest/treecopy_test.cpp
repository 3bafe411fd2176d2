// The workload of treecopy, on volumes in memory.
#include "guest/suites/treecopy.h"
#include "tests/guest/memory_storage.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using uaescope::guest_test::MemoryStorage;
using uaescope::guest_test::RecordedOperation;

namespace {

using Names = std::vector<std::string>;

bool isCopy(const RecordedOperation& operation) { return operation.name.starts_with("RAM:"); }

std::uint64_t bytesMoved(const MemoryStorage& storage, int kind, bool prepares) {
    std::uint64_t sum = 0;
    for (const RecordedOperation& operation : storage.operations)
        if (operation.kind == kind && operation.prepares == prepares) sum += operation.result;
    return sum;
}

// The calls that copy one file, in their order.
Names callsOn(const MemoryStorage& storage, const std::string& file) {
    static const std::map<int, std::string> names = {{US_OP_OPEN, "Open"},     {US_OP_CLOSE, "Close"},
                                                     {US_OP_READ, "Read"},     {US_OP_WRITE, "Write"},
                                                     {US_OP_DELETE, "Delete"}, {US_OP_SET_PROTECTION, "Protect"}};
    Names calls;
    for (const RecordedOperation& operation : storage.operations)
        if (!operation.prepares && operation.name.ends_with(file))
            calls.push_back(names.at(operation.kind) + (isCopy(operation) ? " copy" : " source"));
    return calls;
}

TEST(Treecopy, MovesTheFilesAndBytesOfTheOriginal) {
    MemoryStorage storage;
    ASSERT_EQ(storage.run("treecopy"), US_STATUS_DONE) << storage.text();
    EXPECT_EQ(bytesMoved(storage, US_OP_WRITE, true), 19083695U);
    EXPECT_EQ(bytesMoved(storage, US_OP_READ, false), 19083695U);
    EXPECT_EQ(bytesMoved(storage, US_OP_WRITE, false), 19083695U);
    EXPECT_EQ(us_suite_count(&us_treecopy, 1, US_OP_READ, 0), 1100U);
    EXPECT_TRUE(storage.figures[0].starts_with("test=1 count=19083695 unit=bytes/s ")) << storage.figures[0];
    EXPECT_TRUE(storage.figures[1].starts_with("test=2 count=1100 unit=files/s ")) << storage.figures[1];
}

TEST(Treecopy, SmallOneIsATenth) {
    MemoryStorage storage;
    ASSERT_EQ(storage.run("treecopy-small"), US_STATUS_DONE) << storage.text();
    EXPECT_EQ(bytesMoved(storage, US_OP_WRITE, false), 1908369U);
    EXPECT_EQ(us_suite_count(&us_treecopy_small, 1, US_OP_READ, 0), 110U);
}

TEST(Treecopy, CopiesEachFileAsCopyDoes) {
    MemoryStorage storage;
    storage.run("treecopy-small");
    for (const char* file : {"d0/f0", "d0/s0/f9", "d0/s9/f5"})
        EXPECT_EQ(callsOn(storage, file), (Names{"Open source", "Open copy", "Read source", "Write copy", "Close copy",
                                                 "Protect copy", "Close source", "Delete copy"}))
            << file;
}

TEST(Treecopy, FilesOfADirectoryDifferTwentyFold) {
    MemoryStorage storage;
    storage.run("treecopy-small");
    std::map<std::string, std::uint32_t> sizes;
    for (const RecordedOperation& operation : storage.operations)
        if (operation.kind == US_OP_WRITE && operation.prepares) sizes[operation.name] = operation.size;
    EXPECT_EQ(sizes.size(), 110U);
    EXPECT_EQ(sizes.at("treecopy.tmp/d0/f0"), 1734U);
    EXPECT_EQ(sizes.at("treecopy.tmp/d0/s3/f8"), 34697U);
    EXPECT_EQ(sizes.at("treecopy.tmp/d0/s3/f9"), 58991U);
    EXPECT_EQ(sizes.at("treecopy.tmp/d0/s9/f9"), 58991U + 1908369U % 11);
}

TEST(Treecopy, SourceAndDestinationTogetherAreTheWhole) {
    MemoryStorage storage;
    storage.run("treecopy-small");
    const auto line = std::find_if(storage.lines.begin(), storage.lines.end(),
                                   [](const std::string& text) { return text.starts_with("\t\tsource "); });
    ASSERT_NE(line, storage.lines.end()) << storage.text();
    unsigned source = 0, destination = 0;
    ASSERT_EQ(std::sscanf(line->c_str(), "\t\tsource %u ms, destination %u ms (RAM:)", &source, &destination), 2);
    const std::string figure = storage.figures[0];
    EXPECT_EQ(source + destination, std::stoull(figure.substr(figure.find("guest_us=") + 9)) / 1000);
    EXPECT_GT(source, 0U);
    EXPECT_GT(destination, 0U);
}

void fill(MemoryStorage& storage) {
    storage.forgetful = true; // sizes are all that matters
    storage.objects = {
        {"a", 10}, {"sub/", 0}, {"sub/big", 2 * US_TREECOPY_BUFFER}, {"sub/deep/", 0}, {"sub/deep/c", 1}};
}

std::size_t leftInRam(const MemoryStorage& storage) {
    return static_cast<std::size_t>(std::count_if(storage.objects.begin(), storage.objects.end(),
                                                  [](const auto& one) { return one.first.starts_with("RAM:"); }));
}

TEST(TreecopyFound, CopiesWhatItFindsAndLeavesTheVolumeAsItWas) {
    MemoryStorage storage;
    fill(storage);
    const auto before = storage.objects;
    ASSERT_EQ(storage.run("treecopy-found"), US_STATUS_DONE) << storage.text();
    EXPECT_EQ(storage.objects, before);
    Names made;
    for (const RecordedOperation& operation : storage.operations)
        if (operation.kind == US_OP_CREATE_DIR) made.push_back(operation.name);
    EXPECT_EQ(made, (Names{"RAM:treecopy.copy", "RAM:treecopy.copy/sub", "RAM:treecopy.copy/sub/deep"}));
    // A file of whole buffers shows its end with a read of nothing, which is not written.
    EXPECT_EQ(callsOn(storage, "sub/big"),
              (Names{"Open source", "Open copy", "Read source", "Write copy", "Read source", "Write copy",
                     "Read source", "Close copy", "Protect copy", "Close source", "Delete copy"}));
    for (const RecordedOperation& operation : storage.operations)
        if (operation.kind == US_OP_WRITE || operation.kind == US_OP_DELETE) {
            EXPECT_TRUE(isCopy(operation)) << operation.name;
        }
}

TEST(TreecopyFound, EndsAtItsLimitOfBytes) {
    MemoryStorage storage;
    storage.forgetful = true;
    storage.objects = {{"huge", std::uint64_t{3} * US_TREECOPY_LIMIT}, {"more", 5}};
    EXPECT_EQ(storage.run("treecopy-found"), US_STATUS_DONE);
    EXPECT_LT(bytesMoved(storage, US_OP_READ, false), std::uint64_t{US_TREECOPY_LIMIT} + US_TREECOPY_BUFFER);
    EXPECT_NE(storage.text().find("limit of 24 MiB"), std::string::npos) << storage.text();
    EXPECT_EQ(leftInRam(storage), 0U);
}

TEST(TreecopyFound, VolumeWithoutFilesFailsAndSaysSo) {
    MemoryStorage storage;
    EXPECT_EQ(storage.run("treecopy-found"), US_STATUS_FAILED);
    EXPECT_NE(storage.text().find("Looking for a file to copy failed: object not found (205)"), std::string::npos)
        << storage.text();
    EXPECT_EQ(leftInRam(storage), 0U);
}

TEST(TreecopyFound, WhatHasTheCopysNameAlreadyIsKept) {
    MemoryStorage storage;
    fill(storage);
    storage.objects["RAM:treecopy.copy/"] = 0;
    const auto before = storage.objects;
    EXPECT_EQ(storage.run("treecopy-found"), US_STATUS_FAILED);
    EXPECT_NE(storage.text().find("CreateDir"), std::string::npos) << storage.text();
    EXPECT_EQ(storage.objects, before);
    EXPECT_EQ(storage.leaks(), 0U);
}

TEST(TreecopyFound, StoppedOrFailingAnywhereLeavesNoCopy) {
    MemoryStorage whole;
    fill(whole);
    const auto before = whole.objects;
    whole.run("treecopy-found");
    for (std::uint32_t at = 1; at < whole.operations.size(); ++at) {
        MemoryStorage stopped;
        fill(stopped);
        stopped.stopAfter = at;
        EXPECT_EQ(stopped.run("treecopy-found"), US_STATUS_STOPPED) << at;
        EXPECT_EQ(stopped.objects, before) << at;
        EXPECT_EQ(stopped.leaks(), 0U) << at;
        if (whole.operations[at - 1].kind == US_OP_UNLOCK) continue; // cannot fail
        MemoryStorage failing;
        fill(failing);
        failing.failAt = at;
        EXPECT_EQ(failing.run("treecopy-found"), US_STATUS_FAILED) << at;
        EXPECT_EQ(failing.objects, before) << at;
        EXPECT_EQ(failing.leaks(), 0U) << at;
        EXPECT_TRUE(failing.faults.empty()) << failing.faults.front();
    }
}

} // namespace
