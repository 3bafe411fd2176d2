#include "analyzer/core/trace.h"

#include "analyzer/core/report.h"
#include "uaeplugin/capture/protocol.h"
#include "uaeplugin/capture/writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace uaescope::core::test {
namespace {

namespace fs = std::filesystem;

class TraceFile : public ::testing::Test {
protected:
    void SetUp() override {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        m_folder = fs::path(::testing::TempDir()) / (std::string("uaescope-trace-") + test->name());
        fs::create_directories(m_folder);
    }
    void TearDown() override { fs::remove_all(m_folder); }

    fs::path file() const { return m_folder / "made.uascope"; }

    // One read of 512 bytes with the host call behind it, and what surrounds them.
    void writeRun(capture::Writer& writer) const {
        writer.addFact("storage.0", "/vol.hdf");
        writer.add(capture::Thread{.id = 2, .name = writer.string("hardfile")});
        capture::HostCall open{.descriptor = 9, .call = capture::Call::open, .flags = capture::call_flag::openBefore};
        open.path = writer.string("/vol.hdf");
        writer.add(open);
        writer.add(capture::Text{.time = 5, .text = writer.string("cpu=68040"), .kind = US_TEXT_FACT});
        writer.add(capture::Mark{.time = 10, .thread = 1, .task = 1, .operation = US_OP_READ, .phase = US_PHASE_BEGIN});
        writer.flush();
        capture::HostCall inner{.begin = 13, .end = 14, .offset = 0, .size = 512, .result = 512, .thread = 2};
        inner.path = writer.string("/vol.hdf");
        inner.call = capture::Call::read;
        inner.depth = capture::Depth::system;
        inner.nesting = 1;
        writer.add(inner);
        capture::HostCall outer = inner;
        outer.begin = 12;
        outer.end = 15;
        outer.call = capture::Call::fread;
        outer.depth = capture::Depth::library;
        outer.nesting = 0;
        writer.add(outer);
        writer.add(capture::Mark{.time = 20, .thread = 1, .task = 1, .operation = US_OP_READ, .phase = US_PHASE_END});
        writer.flush();
    }

private:
    fs::path m_folder;
};

} // namespace

TEST_F(TraceFile, IsLoadedWithBothLayersInOrder) {
    capture::Writer writer(file());
    writeRun(writer);
    writer.finish(30, 7);
    const Trace trace = loadTrace(file());
    EXPECT_TRUE(trace.finished);
    EXPECT_FALSE(trace.cutTail);
    EXPECT_EQ(trace.exitStatus, 7);
    ASSERT_EQ(trace.calls.size(), 2u);
    EXPECT_EQ(trace.calls[0].call, capture::Call::fread) << "the outer call begins first";
    EXPECT_EQ(trace.string(trace.calls[0].path), "/vol.hdf");
    ASSERT_EQ(trace.openBefore.size(), 1u);
    EXPECT_EQ(trace.openBefore[0].descriptor, 9);
    EXPECT_EQ(trace.marks.size(), 2u);
    EXPECT_EQ(trace.threadName(2), "hardfile");
    EXPECT_EQ(trace.threadName(3), "");
    EXPECT_EQ(trace.facts.at("storage.0"), "/vol.hdf");
    EXPECT_EQ(trace.facts.at("guest.cpu"), "68040");
    EXPECT_EQ(trace.begin, 5);
    EXPECT_EQ(trace.end, 30);
    EXPECT_EQ(trace.string(999), "");
}

TEST_F(TraceFile, AnalysisOfItFindsTheCallsOwner) {
    capture::Writer writer(file());
    writeRun(writer);
    writer.finish(30, 0);
    const Report report = makeReport(analyze(loadTrace(file())));
    EXPECT_EQ(report.operations, 1u);
    EXPECT_EQ(report.hostCalls, 1u);
    EXPECT_EQ(report.owners[Owner::hostIo], 3);
    EXPECT_EQ(report.owners[Owner::guest], 7);
    EXPECT_TRUE(report.warnings.empty());
}

TEST_F(TraceFile, CutInAChunkGivesWhatIsWhole) {
    {
        capture::Writer writer(file());
        writeRun(writer);
        writer.finish(30, 0);
    }
    fs::resize_file(file(), fs::file_size(file()) - 1);
    const Trace trace = loadTrace(file());
    EXPECT_FALSE(trace.finished);
    EXPECT_TRUE(trace.cutTail);
    EXPECT_EQ(trace.calls.size(), 2u);
    EXPECT_FALSE(makeReport(analyze(trace)).finished);
}

TEST_F(TraceFile, WithoutRecordsIsEmpty) {
    { capture::Writer writer(file()); }
    const Trace trace = loadTrace(file());
    EXPECT_TRUE(trace.calls.empty());
    EXPECT_FALSE(trace.finished);
    EXPECT_EQ(trace.begin, trace.end);
}

TEST_F(TraceFile, ThatIsMissingOrForeignIsRefused) {
    EXPECT_THROW(loadTrace(file()), capture::CaptureError);
    std::ofstream(file()) << "this is no capture at all";
    EXPECT_THROW(loadTrace(file()), capture::CaptureError);
}

} // namespace uaescope::core::test
