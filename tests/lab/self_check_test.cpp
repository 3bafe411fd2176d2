#include "analyzer/lab/self_check.h"

#include "analyzer/lab/error.h"
#include "analyzer/lab/self_check_json.h"
#include "tests/lab/scratch.h"
#include "uaeplugin/capture/writer.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <gtest/gtest.h>

namespace uaescope::lab {
namespace {

using capture::Call;

// A capture with one read of 512 bytes on the storage, of which the kernel counted so many.
class CheckedCapture {
public:
    explicit CheckedCapture(std::uint64_t counted) : m_writer(file()) {
        m_writer.addFact("setup", "hdf");
        m_writer.addFact("storage.0", "/s/work.hdf");
        m_writer.add(capture::HostCall{.begin = 10,
                                       .end = 20,
                                       .result = 512,
                                       .thread = 2,
                                       .path = m_writer.string("/s/work.hdf"),
                                       .descriptor = 9,
                                       .call = Call::read,
                                       .depth = capture::Depth::system});
        m_writer.add(
            capture::KernelCount{counted, counted * 512, m_writer.string("read"), m_writer.string("/s/work.hdf")});
    }

    CheckedCapture& fact(const char* key, const char* value) {
        m_writer.addFact(key, value);
        return *this;
    }
    core::Trace finished() {
        m_writer.finish(100, 0);
        return core::loadTrace(file());
    }
    core::Trace cutOff() {
        m_writer.flush();
        return core::loadTrace(file());
    }

private:
    std::filesystem::path file() const { return m_scratch.path() / "check.uascope"; }
    Scratch m_scratch;
    capture::Writer m_writer;
};

TEST(SelfCheck, EqualCountsAreGood) {
    const SelfCheck check = selfCheckOf(CheckedCapture(1).fact("self-check", "seccomp").finished());
    EXPECT_TRUE(check.isGood());
    EXPECT_EQ(check.setup, "hdf");
    EXPECT_EQ(check.counted.size(), 1u);
}

TEST(SelfCheck, OneCallMoreInTheKernelIsADifference) {
    const SelfCheck check = selfCheckOf(CheckedCapture(2).fact("self-check", "seccomp").finished());
    EXPECT_FALSE(check.isGood());
    ASSERT_EQ(check.differences.size(), 1u);
    EXPECT_EQ(check.differences[0].counted.bytes, 1024u);
    EXPECT_EQ(check.differences[0].recorded.bytes, 512u);
}

TEST(SelfCheck, NothingCountedProvesNothing) { EXPECT_FALSE(SelfCheck().isGood()); }

TEST(SelfCheck, SaysWhyThereIsNone) {
    EXPECT_NE(messageOf<WorkError>([] {
                  selfCheckOf(CheckedCapture(1).finished());
              }).find("found a run without UAESCOPE_SELF_CHECK=1"),
              std::string::npos);
    EXPECT_NE(messageOf<EnvironmentError>([] {
                  selfCheckOf(CheckedCapture(1).fact("self-check", "failed: the kernel refuses").finished());
              }).find("the self-check failed: the kernel refuses; it needs Linux with seccomp"),
              std::string::npos);
    EXPECT_NE(messageOf<WorkError>([] {
                  selfCheckOf(CheckedCapture(1).fact("self-check", "seccomp").cutOff());
              }).find("no end record"),
              std::string::npos);
    EXPECT_NE(messageOf<WorkError>([] {
                  selfCheckOf(CheckedCapture(1).fact("self-check", "seccomp").fact("self-check.lost", "3").finished());
              }).find("3 system calls found no room"),
              std::string::npos);
}

TEST(SelfCheck, JsonHasBothCountsOfEachFileAndCall) {
    const SelfCheck check = selfCheckOf(CheckedCapture(2).fact("self-check", "seccomp").finished());
    const QJsonObject document = selfCheckDocument({check});
    EXPECT_EQ(QJsonDocument(document).toJson(QJsonDocument::Compact).toStdString(),
              R"({"good":false,"schema":"uaescope.self-check/1","setups":[{"dropped":0,"files":[{"calls":[)"
              R"({"counted":2,"counted_bytes":1024,"name":"read","recorded":1,"recorded_bytes":512}],)"
              R"("path":"/s/work.hdf"}],"good":false,"retried":"","setup":"hdf","storage":"/s/work.hdf"}]})");
}

} // namespace
} // namespace uaescope::lab
