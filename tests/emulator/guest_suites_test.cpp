// Suites that no other test runs, on a folder, a hardfile and a partition of a disk.
#include "analyzer/core/environment.h"
#include "analyzer/core/report.h"
#include "guest/suites/suite.h"
#include "hardfiles/create.h"
#include "tests/emulator/guest_session.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

using uaescope::guest_test::GuestSession;
namespace core = uaescope::core;
namespace fs = std::filesystem;
namespace hardfiles = uaescope::hardfiles;

namespace {

using Row = std::tuple<int, int, bool>; // test, operation, prepares
using Rows = std::map<Row, std::uint32_t>;

Rows expectedRows(const char* name) {
    const us_suite& suite = *us_suite_named(name);
    Rows rows;
    for (std::size_t index = 0; index < suite.count_rows; ++index) {
        const us_count& count = suite.counts[index];
        rows[{count.test, count.operation, count.prepares != 0}] += count.count;
    }
    return rows;
}

// What each suite did, in the order in which they ran.
std::vector<std::pair<std::string, Rows>> suitesIn(const core::Trace& trace) {
    std::vector<std::pair<std::string, Rows>> suites;
    bool prepares = false;
    for (const auto& mark : trace.marks) {
        if (mark.operation == US_OP_SUITE && mark.phase == US_PHASE_BEGIN)
            suites.emplace_back(trace.string(mark.name), Rows());
        if (mark.operation == US_OP_PREPARE) prepares = mark.phase == US_PHASE_BEGIN;
        if (mark.operation >= US_OP_OPEN && mark.phase == US_PHASE_END)
            ++suites.back().second[{mark.test, mark.operation, prepares}];
    }
    return suites;
}

bool has(const std::vector<std::string>& lines, const std::string& part) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

struct Volume {
    const char* name;
    const char* partition; // nullptr: the session's folder; "": a hardfile without a partition table
    std::vector<std::string> suites;
};

void PrintTo(const Volume& volume, std::ostream* out) { *out << volume.name; }

class GuestSuites : public testing::TestWithParam<Volume> {
protected:
    GuestSuites() {
        if (GetParam().partition) addImage(GetParam().partition);
        for (const std::string& suite : GetParam().suites) m_session.run.jobs.push_back(suite + " " + GetParam().name);
        m_session.run.timeout = std::chrono::minutes(4);
        m_session.run.extraMemoryMb = 32;
    }

    void expectTables(const core::Trace& trace) {
        const auto suites = suitesIn(trace);
        ASSERT_EQ(suites.size(), m_session.run.jobs.size());
        for (std::size_t index = 0; index < suites.size(); ++index)
            EXPECT_EQ(suites[index].second, expectedRows(suites[index].first.c_str())) << m_session.run.jobs[index];
        for (const std::string& line : m_session.console())
            if (line.find(" failed: ") != std::string::npos || line.starts_with("***")) ADD_FAILURE() << line;
        for (const auto& entry : fs::directory_iterator(m_session.work())) ADD_FAILURE() << entry.path() << " was left";
    }

    // What the header says of the machine and the volume.
    void expectEnvironment(const core::Trace& trace) {
        const core::Environment environment = core::environmentOf(trace.facts);
        EXPECT_EQ(environment.cpu, "68040");
        EXPECT_EQ(environment.chips, "AGA");
        EXPECT_GE(environment.chipKb.value_or(0), 2000u);
        EXPECT_GE(environment.fastKb.value_or(0), 32000u);
        EXPECT_EQ(environment.volume, GetParam().name);
        const std::vector<std::string> lines = m_session.console();
        EXPECT_TRUE(has(lines, "Machine: 68040, FPU built in, AGA, exec "));
        const bool isImage = GetParam().partition != nullptr;
        EXPECT_EQ(environment.dosType, isImage ? 0x444f5303u : 0x444f5300u);
        EXPECT_EQ(has(lines, ", filesystem version unknown, "), !isImage);
        EXPECT_EQ(has(lines, ", BufMemType "), isImage);
        if (isImage && *GetParam().partition) {
            EXPECT_EQ(environment.maxTransfer, 0x1fe00u);
            EXPECT_EQ(environment.mask, 0x7ffffffeu);
        }
    }

    GuestSession m_session;

private:
    void addImage(const std::string& partition) {
        hardfiles::CreateOptions options;
        options.size = 64u << 20;
        // Not that of the folder: the built-in ROM renames by full names, and would look on the first of two volumes.
        options.partitions[0].label = "Image";
        if (!partition.empty()) {
            options.kind = hardfiles::HardfileKind::rdb;
            options.partitions[0].name = partition;
        }
        const fs::path image = m_session.folder() / "image.hdf";
        options.existing = hardfiles::Existing::replace;
        m_session.makeFresh = [=] { hardfiles::createHardfile(image, options); };
        m_session.run.settings.emplace_back("hard_drive_2", image.string());
        m_session.run.facts.emplace_back("storage.1", image.string());
    }
};

TEST_P(GuestSuites, DoTheirTables) {
    m_session.start();
    const core::Trace trace = m_session.trace();
    expectTables(trace);
    const core::Report report = core::makeReport(core::analyze(trace));
    EXPECT_EQ(report.failedOperations, 0u);
    EXPECT_EQ(report.unpaired, 0u);
    for (const core::TestReport& test : report.tests) {
        EXPECT_GT(test.minNs, 0) << test.name;
        EXPECT_GE(test.p99Ns, test.medianNs) << test.name;
        EXPECT_EQ(test.elsewhere.operations > 0,
                  test.name.find("copy") != std::string::npos || test.name.find("Copy") != std::string::npos)
            << test.name;
    }
    expectEnvironment(trace);
}

INSTANTIATE_TEST_SUITE_P(Volumes, GuestSuites,
                         testing::Values(Volume{"DH1:", nullptr, {"treecopy-small", "truth-small"}},
                                         Volume{
                                             "DH2:", "", {"treecopy-small", "truth-small", "treecopy", "truth-device"}},
                                         Volume{"RH1:", "RH1", {"treecopy-small", "truth-small", "truth-device"}}),
                         [](const auto& volume) { return std::string(volume.param.name, 3); });
} // namespace
