#include "analyzer/core/reasons.h"

#include "tests/core/report_maker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

namespace uaescope::core::test {

using capture::Call;

namespace {

// Runs by setup name, as reasonsFor sees them.
class Setups {
public:
    Setups& add(const char* name, TestReport test) { return add(name, reportOf({std::move(test)})); }
    Setups& add(const char* name, Report report) {
        m_setups.emplace_back(name, std::move(report));
        return *this;
    }

    std::vector<Reason> reasons() const {
        std::vector<SetupView> views;
        for (const auto& [name, report] : m_setups) views.push_back({name, &report});
        return reasonsFor(views);
    }

    std::optional<Reason> reason(ReasonCode code, const char* setup = "dir") const {
        for (const Reason& reason : reasons())
            if (reason.code == code && reason.setups.at(0) == setup) return reason;
        return std::nullopt;
    }

private:
    std::vector<std::pair<std::string, Report>> m_setups;
};

TestReport createTest(std::uint64_t calls, std::uint64_t side) {
    TestReport test = measured("Create", Work::create, 100);
    test.items = 1000;
    test.hostCalls = calls * 1000;
    test.sideFileCalls = side * 1000;
    return test;
}

TestReport scanningCreate(std::uint64_t opendirs, std::uint64_t readdirs) {
    TestReport test = createTest(50, 0);
    test.callsByName = {{Call::opendir, opendirs}, {Call::readdir, readdirs}};
    return test;
}

// 10 guest writes of 64 KiB.
TestReport writeTest(std::uint64_t hostWrites, std::uint64_t hostReads) {
    TestReport test = measured("Write", Work::write, 1e6);
    test.operationsByKind = {{US_OP_WRITE, 10}};
    test.guestBytesWritten = 655360;
    test.hostWrites = hostWrites;
    test.hostBytesWritten = hostWrites * 512;
    test.hostReads = hostReads;
    test.hostBytesRead = hostReads * 4096;
    return test;
}

// 10 guest reads of 2 KiB.
TestReport readTest(std::uint64_t hostBytes) {
    TestReport test = measured("Seek", Work::seek, 100);
    test.operationsByKind = {{US_OP_READ, 10}};
    test.guestBytesRead = 20480;
    test.hostReads = hostBytes / 4096;
    test.hostBytesRead = hostBytes;
    return test;
}

TestReport owned(Owner owner, std::int64_t percent) {
    TestReport test = measured("Read", Work::read, 100);
    const Owner other = owner == Owner::guest ? Owner::hostIo : Owner::guest;
    test.owners[owner] = percent;
    test.owners[other] = 100 - percent;
    return test;
}

} // namespace

TEST(CallsPerCreate, IsNamedWithTheSideFilesPart) {
    const Setups setups = Setups().add("dir", createTest(52, 21)).add("hdf", createTest(5, 0));
    const std::optional<Reason> reason = setups.reason(ReasonCode::callsPerCreate);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->text, "Creating one file on dir costs 52 host calls: 21 for .uaem metadata files and 31 others; "
                            "hdf needs 5.");
    EXPECT_EQ(reason->setups, (std::vector<std::string>{"dir", "hdf"}));
    EXPECT_EQ(reason->test, "Create");
    EXPECT_EQ(reason->numbers.at("calls"), 52);
    EXPECT_EQ(reason->numbers.at("side_calls"), 21);
    EXPECT_EQ(reason->numbers.at("least_calls"), 5);
    EXPECT_FALSE(setups.reason(ReasonCode::callsPerCreate, "hdf"));
}

TEST(CallsPerCreate, IsNamedForSideFilesWithoutAnotherSetup) {
    const std::optional<Reason> reason = Setups().add("dir", createTest(52, 21)).reason(ReasonCode::callsPerCreate);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->text, "Creating one file on dir costs 52 host calls: 21 for .uaem metadata files and 31 others.");
}

TEST(CallsPerCreate, TellsDirectoryReadsApart) {
    TestReport test = createTest(52, 21);
    test.callsByName[Call::readdir] = 20000;
    const std::optional<Reason> reason = Setups().add("dir", test).reason(ReasonCode::callsPerCreate);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->text, "Creating one file on dir costs 52 host calls: 20 directory reads, 21 for .uaem metadata "
                            "files and 11 others.");
    EXPECT_EQ(reason->numbers.at("directory_reads"), 20);
}

TEST(CallsPerCreate, NamesNoPartsWhereThereAreNone) {
    const Setups setups = Setups().add("dir", createTest(65, 0)).add("hdf", createTest(5, 0));
    EXPECT_EQ(setups.reason(ReasonCode::callsPerCreate)->text,
              "Creating one file on dir costs 65 host calls; hdf needs 5.");
}

TEST(CallsPerCreate, IsNoReasonBetweenLikes) {
    const Setups setups = Setups().add("dir", createTest(6, 0)).add("hdf", createTest(5, 0));
    EXPECT_FALSE(setups.reason(ReasonCode::callsPerCreate));
    EXPECT_FALSE(setups.reason(ReasonCode::callsPerCreate, "hdf"));
}

TEST(DirectoryScan, IsNamedWhenEachCreateReadsTheDirectory) {
    const std::optional<Reason> reason =
        Setups().add("dir", scanningCreate(1000, 500000)).reason(ReasonCode::directoryScan);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->numbers.at("scans"), 1);
    EXPECT_EQ(reason->numbers.at("reads"), 500);
    EXPECT_NE(reason->text.find("500 directory reads a file"), std::string::npos);
}

TEST(DirectoryScan, IsNoReasonForOneScanOrShortOnes) {
    EXPECT_FALSE(Setups().add("dir", scanningCreate(1, 1000)).reason(ReasonCode::directoryScan));
    EXPECT_FALSE(Setups().add("dir", scanningCreate(1000, 3000)).reason(ReasonCode::directoryScan));
}

TEST(SmallWrites, AreNamedWhenOneWriteBecomesMany) {
    const Setups setups = Setups().add("hdf", writeTest(1290, 0)).add("dir", writeTest(10, 0));
    const std::optional<Reason> reason = setups.reason(ReasonCode::smallWrites, "hdf");
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->text, "One 64 KiB write becomes 129 host writes of 512 bytes on hdf.");
    EXPECT_EQ(reason->numbers.at("writes"), 129);
    EXPECT_EQ(reason->numbers.at("host_size"), 512);
    EXPECT_FALSE(setups.reason(ReasonCode::smallWrites, "dir"));
}

TEST(WriteRereads, AreNamedWhenWritingReads) {
    const std::optional<Reason> reason = Setups().add("dir", writeTest(1290, 1290)).reason(ReasonCode::writeRereads);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->numbers.at("reads_per_write"), 1);
    EXPECT_EQ(reason->numbers.at("read_size"), 4096);
}

TEST(WriteRereads, AreNoReasonForAFewReads) {
    EXPECT_FALSE(Setups().add("dir", writeTest(1290, 12)).reason(ReasonCode::writeRereads));
    EXPECT_FALSE(Setups().add("dir", writeTest(1290, 0)).reason(ReasonCode::writeRereads));
}

TEST(ReadAmplification, IsNamedWhenMoreIsReadThanAsked) {
    const std::optional<Reason> reason = Setups().add("dir", readTest(163840)).reason(ReasonCode::readAmplification);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->numbers.at("factor"), 8);
    EXPECT_EQ(reason->text, "A read of 2 KiB makes the emulator read 16 KiB from the host on dir: 8.00 times what the "
                            "guest asked for.");
}

TEST(ReadAmplification, IsNotBlamedOnReadsWhereFilesAreOpenedToo) {
    TestReport test = readTest(163840);
    test.work = Work::load;
    EXPECT_FALSE(Setups().add("dir", test).reason(ReasonCode::readAmplification));
}

TEST(ReadAmplification, IsNoReasonForAByteAByte) {
    EXPECT_FALSE(Setups().add("dir", readTest(20480)).reason(ReasonCode::readAmplification));
}

TEST(ServedFromCache, IsNamedWhenTheHostIsNotAsked) {
    const std::optional<Reason> reason = Setups().add("dir", readTest(0)).reason(ReasonCode::servedFromCache);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->test, "Seek");
    EXPECT_FALSE(Setups().add("dir", readTest(16384)).reason(ReasonCode::servedFromCache));
}

TEST(ServedFromCache, IsNotClaimedWithoutHostCalls) {
    Report report = reportOf({readTest(0)});
    report.hostCalls = 0;
    EXPECT_FALSE(Setups().add("dir", report).reason(ReasonCode::servedFromCache));
}

struct TimeCase {
    ReasonCode code;
    Owner owner;
    std::int64_t enough;
    std::int64_t tooLittle;
};

class TimeReasons : public ::testing::TestWithParam<TimeCase> {};

TEST_P(TimeReasons, AppearFromTheirShareOn) {
    const auto [code, owner, enough, tooLittle] = GetParam();
    const std::optional<Reason> reason = Setups().add("dir", owned(owner, enough)).reason(code);
    ASSERT_TRUE(reason);
    EXPECT_DOUBLE_EQ(reason->numbers.at("share"), static_cast<double>(enough) / 100);
    EXPECT_EQ(reason->text.find(std::to_string(enough) + " % of the time on dir "), 0u);
    EXPECT_FALSE(Setups().add("dir", owned(owner, tooLittle)).reason(code));
}

TEST_P(TimeReasons, AreNotClaimedWithoutHostCalls) {
    Report report = reportOf({owned(GetParam().owner, GetParam().enough)});
    report.hostCalls = 0;
    EXPECT_FALSE(Setups().add("dir", report).reason(GetParam().code));
}

INSTANTIATE_TEST_SUITE_P(Owners, TimeReasons,
                         ::testing::Values(TimeCase{ReasonCode::emulatedCode, Owner::guest, 77, 49},
                                           TimeCase{ReasonCode::emulatorSleep, Owner::sleep, 12, 9},
                                           TimeCase{ReasonCode::deviceTime, Owner::device, 30, 24},
                                           TimeCase{ReasonCode::hostTime, Owner::hostIo, 60, 49}));

TEST(LateWrites, AreNamedWithTheirBytes) {
    TestReport test = writeTest(10, 0);
    test.lateWrites = 3;
    test.lateBytes = 1536;
    const std::optional<Reason> reason = Setups().add("dir", test).reason(ReasonCode::lateWrites);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->numbers.at("writes"), 3);
    EXPECT_EQ(reason->numbers.at("bytes"), 1536);
    EXPECT_NE(reason->text.find("3 writes of dir (1.5 KiB)"), std::string::npos);
    EXPECT_FALSE(Setups().add("dir", writeTest(10, 0)).reason(ReasonCode::lateWrites));
}

TEST(NotHandedOver, IsNamedWhenBytesStayedInTheEmulator) {
    Report report = reportOf({});
    EXPECT_FALSE(Setups().add("dir", report).reason(ReasonCode::notHandedOver));
    report.bytesNotHanded = 512;
    const std::optional<Reason> reason = Setups().add("dir", report).reason(ReasonCode::notHandedOver);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->numbers.at("bytes"), 512);
}

TEST(Reasons, OfNothingAreNone) {
    EXPECT_TRUE(Setups().reasons().empty());
    EXPECT_TRUE(Setups().add("dir", reportOf({})).reasons().empty());
}

} // namespace uaescope::core::test
