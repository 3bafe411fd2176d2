#include "analyzer/core/reasons.h"

#include "analyzer/core/jobs.h"
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
            for (const SetupNumbers& about : reason.about)
                if (reason.code == code && about.setup == setup) return reason;
        return std::nullopt;
    }

private:
    std::vector<std::pair<std::string, Report>> m_setups;
};

// What was counted on the first setup that the reason is about.
double number(const std::optional<Reason>& reason, const char* name) { return reason->about.at(0).numbers.at(name); }

std::vector<std::string> setupsOf(const Reason& reason) {
    std::vector<std::string> names;
    for (const SetupNumbers& about : reason.about) names.push_back(about.setup);
    return names;
}

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
    EXPECT_EQ(reason->text, "Creating one file costs 52 host calls on dir (21 for .uaem metadata files and 31 others); "
                            "hdf needs 5.");
    EXPECT_EQ(setupsOf(*reason), (std::vector<std::string>{"dir"}));
    EXPECT_EQ(reason->against, (std::vector<std::string>{"hdf"}));
    EXPECT_EQ(reason->test, "Create");
    EXPECT_EQ(number(reason, "calls"), 52);
    EXPECT_EQ(number(reason, "side_calls"), 21);
    EXPECT_EQ(number(reason, "least_calls"), 5);
    EXPECT_FALSE(setups.reason(ReasonCode::callsPerCreate, "hdf"));
}

TEST(CallsPerCreate, IsNamedForSideFilesWithoutAnotherSetup) {
    const std::optional<Reason> reason = Setups().add("dir", createTest(52, 21)).reason(ReasonCode::callsPerCreate);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->text,
              "Creating one file costs 52 host calls on dir (21 for .uaem metadata files and 31 others).");
}

TEST(CallsPerCreate, TellsDirectoryReadsApart) {
    TestReport test = createTest(52, 21);
    test.callsByName[Call::readdir] = 20000;
    const std::optional<Reason> reason = Setups().add("dir", test).reason(ReasonCode::callsPerCreate);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->text,
              "Creating one file costs 52 host calls on dir (20 directory reads, 21 for .uaem metadata files "
              "and 11 others).");
    EXPECT_EQ(number(reason, "directory_reads"), 20);
}

TEST(CallsPerCreate, NamesNoPartsWhereThereAreNone) {
    const Setups setups = Setups().add("dir", createTest(65, 0)).add("hdf", createTest(5, 0));
    EXPECT_EQ(setups.reason(ReasonCode::callsPerCreate)->text,
              "Creating one file costs 65 host calls on dir; hdf needs 5.");
}

TEST(CallsPerCreate, CountsOneAsOne) {
    TestReport test = createTest(23, 21);
    test.callsByName[Call::readdir] = 1000;
    const Setups setups = Setups().add("dir", test).add("hdf", createTest(1, 0)).add("rdb", createTest(1, 0));
    EXPECT_EQ(setups.reason(ReasonCode::callsPerCreate)->text,
              "Creating one file costs 23 host calls on dir (1 directory read, 21 for .uaem metadata files and 1 "
              "other); hdf and rdb need 1.");
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
    EXPECT_EQ(number(reason, "scans"), 1);
    EXPECT_EQ(number(reason, "reads"), 500);
    EXPECT_EQ(reason->text, "For each new file the emulator searches the whole host directory: 500 directory reads a "
                            "file on dir, and more the more files there are.");
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
    EXPECT_EQ(number(reason, "writes"), 129);
    EXPECT_EQ(number(reason, "host_size"), 512);
    EXPECT_FALSE(setups.reason(ReasonCode::smallWrites, "dir"));
}

TEST(WriteRereads, AreNamedWhenWritingReads) {
    const std::optional<Reason> reason = Setups().add("dir", writeTest(1290, 1290)).reason(ReasonCode::writeRereads);
    ASSERT_TRUE(reason);
    EXPECT_EQ(number(reason, "reads_per_write"), 1);
    EXPECT_EQ(number(reason, "read_size"), 4096);
    EXPECT_EQ(reason->text, "Writing one byte also reads 8.1 bytes from the host on dir (1 read of 4 KiB for one host "
                            "write).");
}

TEST(WriteRereads, AreNoReasonForAFewReads) {
    EXPECT_FALSE(Setups().add("dir", writeTest(1290, 12)).reason(ReasonCode::writeRereads));
    EXPECT_FALSE(Setups().add("dir", writeTest(1290, 0)).reason(ReasonCode::writeRereads));
}

TEST(ReadAmplification, IsNamedWhenMoreIsReadThanAsked) {
    const std::optional<Reason> reason = Setups().add("dir", readTest(163840)).reason(ReasonCode::readAmplification);
    ASSERT_TRUE(reason);
    EXPECT_EQ(number(reason, "factor"), 8);
    EXPECT_EQ(reason->text, "A read of 2 KiB makes the emulator read more from the host: 16 KiB on dir (8.00 times as "
                            "much).");
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
    EXPECT_EQ(reason->text,
              "What \"Seek\" reads comes from a cache in the guest or the emulator: of 20 KiB the host was "
              "asked for 0 bytes on dir.");
    EXPECT_FALSE(Setups().add("dir", readTest(16384)).reason(ReasonCode::servedFromCache));
}

TEST(ServedFromCache, OfSeveralTestsIsOneSentence) {
    TestReport small = readTest(0);
    small.name = "Read 512";
    const std::optional<Reason> reason =
        Setups().add("dir", reportOf({small, readTest(512)})).reason(ReasonCode::servedFromCache);
    ASSERT_TRUE(reason);
    EXPECT_EQ(reason->test, "");
    EXPECT_EQ(reason->text,
              "What \"Read 512\" and \"Seek\" read comes from a cache in the guest or the emulator: of 40 "
              "KiB the host was asked for 512 bytes on dir.");
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
    EXPECT_DOUBLE_EQ(number(reason, "share"), static_cast<double>(enough) / 100);
    EXPECT_NE(reason->text.find(": " + std::to_string(enough) + " % on dir."), std::string::npos) << reason->text;
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
    EXPECT_EQ(number(reason, "writes"), 3);
    EXPECT_EQ(number(reason, "bytes"), 1536);
    EXPECT_NE(reason->text.find(": 3 writes on dir (1.5 KiB)."), std::string::npos) << reason->text;
    EXPECT_FALSE(Setups().add("dir", writeTest(10, 0)).reason(ReasonCode::lateWrites));
}

TEST(NotHandedOver, IsNamedWhenBytesStayedInTheEmulator) {
    Report report = reportOf({});
    EXPECT_FALSE(Setups().add("dir", report).reason(ReasonCode::notHandedOver));
    report.bytesNotHanded = 512;
    const std::optional<Reason> reason = Setups().add("dir", report).reason(ReasonCode::notHandedOver);
    ASSERT_TRUE(reason);
    EXPECT_EQ(number(reason, "bytes"), 512);
    EXPECT_NE(reason->text.find("never reached the host: 512 bytes on dir."), std::string::npos) << reason->text;
    report.facts[cutFact] = "diskperf DH1:";
    const std::optional<Reason> ofJob = Setups().add("dir", report).reason(ReasonCode::notHandedOver);
    ASSERT_TRUE(ofJob);
    EXPECT_EQ(ofJob->text, "What the guest wrote was not yet handed to the host when the job ended: 512 bytes on dir.");
}

TEST(Reasons, ThatSayTheSameOfTwoSetupsAreOneSentence) {
    const Setups setups =
        Setups().add("dir", writeTest(10, 0)).add("hdf", writeTest(1290, 0)).add("rdb", writeTest(1290, 0));
    const std::optional<Reason> reason = setups.reason(ReasonCode::smallWrites, "rdb");
    ASSERT_TRUE(reason);
    EXPECT_EQ(setupsOf(*reason), (std::vector<std::string>{"hdf", "rdb"}));
    EXPECT_EQ(reason->text, "One 64 KiB write becomes 129 host writes of 512 bytes on hdf and rdb.");
    EXPECT_EQ(setups.reasons().size(), 1u);
}

TEST(Reasons, WhoseFiguresDifferNameEach) {
    const Setups setups =
        Setups().add("hdf", readTest(163840)).add("rdb", readTest(204800)).add("big", readTest(163840));
    EXPECT_EQ(setups.reason(ReasonCode::readAmplification, "rdb")->text,
              "A read of 2 KiB makes the emulator read more from the host: 16 KiB on hdf and big (8.00 times as much), "
              "20 KiB on rdb (10.0 times as much).");
    EXPECT_EQ(setups.reasons().size(), 1u);
}

TEST(Reasons, OfDifferentGuestSizesAreSentencesOfTheirOwn) {
    TestReport small = writeTest(1290, 0);
    small.guestBytesWritten /= 2;
    const Setups setups = Setups().add("hdf", writeTest(1290, 0)).add("rdb", small);
    EXPECT_EQ(setups.reasons().size(), 2u);
}

TEST(Reasons, BeginWithWhatTakesMostOfTheTimeThenWithWhatTellsSetupsApart) {
    TestReport hdf = writeTest(1290, 1290);
    hdf.owners.ns = {20, 20, 0, 60};
    hdf.lateWrites = 1;
    hdf.lateBytes = 512;
    TestReport dir = writeTest(10, 0);
    dir.owners.ns = {40, 20, 0, 40};
    std::vector<ReasonCode> codes;
    for (const Reason& reason : Setups().add("dir", dir).add("hdf", hdf).reasons()) codes.push_back(reason.code);
    EXPECT_EQ(codes,
              (std::vector<ReasonCode>{ReasonCode::emulatedCode, ReasonCode::smallWrites, ReasonCode::writeRereads,
                                       ReasonCode::emulatorSleep, ReasonCode::lateWrites}));
}

TEST(Reasons, OfNothingAreNone) {
    EXPECT_TRUE(Setups().reasons().empty());
    EXPECT_TRUE(Setups().add("dir", reportOf({})).reasons().empty());
}

} // namespace uaescope::core::test
