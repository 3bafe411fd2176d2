// Every suite on a folder, a hardfile and a partition of a disk. Those that take long are cut after two thousand
// operations, or have their small form stand for them; tests/long/guest-suites runs all of them whole. diskspeed13 and
// diskperf are in lab_run_test.
#include "analyzer/core/environment.h"
#include "analyzer/core/report.h"
#include "analyzer/lab/text_file.h"
#include "guest/suites/suite.h"
#include "hardfiles/create.h"
#include "hardfiles/ffs_writer.h"
#include "hardfiles/hardfile.h"
#include "tests/emulator/guest_session.h"
#include "uaeplugin/capture/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <linux/magic.h>
#include <map>
#include <sys/vfs.h>
#include <tuple>

using uaescope::guest_test::GuestSession;
namespace core = uaescope::core;
namespace fs = std::filesystem;
namespace hardfiles = uaescope::hardfiles;

namespace {

using Row = std::tuple<int, int, bool>; // test, operation, prepares
using Rows = std::map<Row, std::uint32_t>;

// Are the session's files in the host's page cache, and can leave it?
bool canForget(const fs::path& folder) {
    struct statfs system {};
    return statfs(folder.c_str(), &system) == 0 && system.f_type != TMPFS_MAGIC;
}

// Why a test is not measured; empty: it is. On a folder there is no filesystem of the guest's whose caches could be
// emptied, and of the host's only the contents of files.
std::string whyNotCold(const std::string& label, bool isImage, const fs::path& folder) {
    if (label.ends_with(", cold guest") && !isImage)
        return "no device is below this volume, and so no filesystem with buffers";
    if (!label.ends_with(", cold host")) return "";
    if (!isImage && !label.starts_with("Read")) return "what the host keeps of its directories no program can drop";
    return canForget(folder) ? "" : "the volume's files lie on a host file system that is in memory";
}

Rows expectedRows(const char* name, bool isImage, const fs::path& folder) {
    const us_suite& suite = *us_suite_named(name);
    Rows rows;
    for (std::size_t index = 0; index < suite.count_rows; ++index) {
        const us_count& count = suite.counts[index];
        const std::string label = count.test == 0 ? "" : suite.tests[count.test - 1];
        if (whyNotCold(label, isImage, folder).empty())
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

constexpr std::uint32_t cutAfter = 2000; // operations
const std::vector<std::string> whole = {"diskperf2", "diskperf3-floppy", "truth-small", "treecopy-small"};
const std::vector<std::string> cut = {"diskperf-jdow", "diskperf3", "diskspeed4"};
const std::vector<std::string> reading = {"readtree", "treecopy-found"};
const std::vector<std::string> onDevice = {"devspeed", "scsispeed", "truth-device"};

constexpr const char* foundName = "found";
constexpr const char* foundText = "what the suites find on the volume, and leave there";

struct Volume {
    const char* name;
    const char* partition; // nullptr: the session's folder; "": a hardfile without a partition table
};

void PrintTo(const Volume& volume, std::ostream* out) { *out << volume.name; }

bool contains(const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

void putFoundFile(const fs::path& image) {
    const hardfiles::Hardfile hardfile = hardfiles::Hardfile::openForWriting(image);
    hardfiles::VolumeWriter volume(*hardfile.partitions().front().volume);
    const std::string_view text = foundText;
    volume.put(
        foundName,
        {text.size(), [&](hardfiles::MutableBytes into) { std::copy_n(text.begin(), into.size(), into.begin()); }}, {});
}

std::vector<std::string> namesOn(const fs::path& image) {
    const hardfiles::Hardfile hardfile = hardfiles::Hardfile::open(image);
    const hardfiles::Volume& volume = *hardfile.partitions().front().volume;
    hardfiles::Findings findings;
    std::vector<std::string> names;
    volume.walk(volume.info().root, findings, [&](const std::string& path, const auto&) { names.push_back(path); });
    return names;
}

std::vector<std::string> namesIn(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
    return names;
}

// Of a suite that was cut: all of the tests before the one it was cut in, and nothing of later ones.
void expectBeginOfTable(const Rows& found, const Rows& table, const std::string& suite) {
    int last = 0;
    std::uint64_t operations = 0;
    for (const auto& [row, count] : found) {
        last = std::max(last, std::get<0>(row));
        operations += count;
        if (std::get<0>(row) == 0) continue; // cleaning up is more when it comes early
        const auto expected = table.find(row);
        ASSERT_TRUE(expected != table.end()) << suite << ", test " << std::get<0>(row);
        EXPECT_LE(count, expected->second) << suite << ", test " << std::get<0>(row);
    }
    EXPECT_GE(operations, cutAfter);
    for (const auto& [row, count] : table) {
        if (std::get<0>(row) == 0 || std::get<0>(row) >= last) continue;
        const auto done = found.find(row);
        EXPECT_EQ(done == found.end() ? 0 : done->second, count) << suite << ", test " << std::get<0>(row);
    }
}

class GuestSuites : public testing::TestWithParam<Volume> {
protected:
    GuestSuites() {
        if (isImage())
            addImage(GetParam().partition);
        else
            m_session.makeFresh = [this] { uaescope::lab::writeTextFile(m_session.work() / foundName, foundText); };
        const std::string name = GetParam().name;
        std::vector<std::string> lines;
        for (const std::string& suite : whole) lines.push_back(suite + " " + name + (isTraced(suite) ? " TRACE" : ""));
        for (const std::string& suite : cut)
            lines.push_back(suite + " " + name + " BREAKAFTER " + std::to_string(cutAfter));
        for (const std::string& suite : reading) lines.push_back(suite + " " + name);
        if (isImage())
            for (const std::string& suite : onDevice) lines.push_back(suite + " " + name);
        // One program a suite: among jobs, one that is stopped would end them.
        m_session.run.startupSequence = "FailAt 30\n";
        for (const std::string& line : lines) m_session.run.startupSequence += "uaebench " + line + "\n";
        m_session.run.startupSequence += "uaebench QUIT\n";
        m_session.run.timeout = std::chrono::minutes(4);
        m_session.run.extraMemoryMb = 32;
        m_count = lines.size();
    }

    bool isImage() const { return GetParam().partition != nullptr; }
    bool isTraced(const std::string& suite) const {
        return isImage() && *GetParam().partition && suite == "truth-small";
    }

    void expectTables(const core::Trace& trace) {
        const auto suites = suitesIn(trace);
        EXPECT_EQ(suites.size(), m_count);
        for (const auto& [name, rows] : suites) {
            const Rows table = expectedRows(name.c_str(), isImage(), m_session.folder());
            if (contains(cut, name))
                expectBeginOfTable(rows, table, name);
            else if (!contains(reading, name))
                EXPECT_EQ(rows, table) << name;
            else
                EXPECT_FALSE(rows.empty()) << name;
        }
        std::size_t broken = 0;
        for (const std::string& line : m_session.console()) {
            if (line == "*** Break")
                ++broken;
            else if (line.find(" failed: ") != std::string::npos || line.starts_with("***"))
                ADD_FAILURE() << line;
        }
        EXPECT_EQ(broken, cut.size());
        const std::vector<std::string> left = isImage() ? namesOn(image()) : namesIn(m_session.work());
        EXPECT_EQ(left, std::vector<std::string>{foundName});
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
        EXPECT_EQ(environment.dosType, isImage() ? 0x444f5303u : 0x444f5300u);
        EXPECT_EQ(has(lines, ", filesystem version unknown, "), !isImage());
        EXPECT_EQ(has(lines, ", BufMemType "), isImage());
        if (isImage() && *GetParam().partition) {
            EXPECT_EQ(environment.maxTransfer, 0x1fe00u);
            EXPECT_EQ(environment.mask, 0x7ffffffeu);
        }
    }

    // The smallest directory fits into the buffers: its first listing asks the device for next to nothing,
    // the cold one for each of its files.
    static void expectRequestsWhenCold(const core::Report& report) {
        const auto requests = [&](const std::string& name) {
            for (const core::TestReport& test : report.tests)
                if (test.name == name && test.traffic) return test.traffic->requestsInside;
            ADD_FAILURE() << "no requests of " << name;
            return std::uint64_t{0};
        };
        EXPECT_LT(requests("ExNext of 16"), 5u);
        EXPECT_GT(requests("ExNext of 16, cold guest"), 10u);
        EXPECT_GT(requests("Look up among 16, cold guest"), 10u);
        // Nothing but the host's cache is another.
        EXPECT_EQ(requests("ExNext of 16, cold host"), requests("ExNext of 16, cold guest"));
        EXPECT_EQ(requests("Read 512, cold host"), requests("Read 512, cold guest"));
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
        options.existing = hardfiles::Existing::replace;
        m_session.makeFresh = [this, options] {
            hardfiles::createHardfile(image(), options);
            putFoundFile(image());
        };
        m_session.run.settings.emplace_back("hard_drive_2", image().string());
        m_session.run.facts.emplace_back("storage.1", image().string());
    }

    fs::path image() const { return m_session.folder() / "image.hdf"; }

    std::size_t m_count = 0; // of suites
};

TEST(GuestSuitesList, HasEverySuite) {
    const std::vector<std::string> elsewhere = {"diskspeed13", "diskperf"};      // lab_run_test
    const std::vector<std::string> long_ = {"treecopy", "truth", "truth-large"}; // their small forms stand for them
    for (const us_suite* const* suite = us_suites; *suite; ++suite) {
        std::size_t lists = 0;
        for (const auto* list : {&whole, &cut, &reading, &onDevice, &elsewhere, &long_})
            lists += contains(*list, (*suite)->name) ? 1 : 0;
        EXPECT_EQ(lists, 1u) << (*suite)->name << " runs in no test of the emulator";
    }
}

TEST_P(GuestSuites, DoTheirTables) {
    m_session.start();
    const core::Trace trace = m_session.trace();
    expectTables(trace);
    const core::Report report = core::makeReport(core::analyze(trace));
    EXPECT_EQ(report.failedOperations, 0u);
    EXPECT_EQ(report.unpaired, 0u);
    for (const core::TestReport& test : report.tests) {
        const std::string why = whyNotCold(test.name, isImage(), m_session.folder());
        if (test.name.find(", cold ") != std::string::npos) {
            EXPECT_EQ(test.state == core::FigureState::notMeasured, !why.empty()) << test.name << ": " << test.note;
            EXPECT_EQ(test.note, why) << test.name;
        }
        if (!why.empty()) continue;
        EXPECT_GT(test.minNs, 0) << test.name;
        EXPECT_GE(test.p99Ns, test.medianNs) << test.name;
        EXPECT_EQ(test.elsewhere.operations > 0,
                  test.name.find("copy") != std::string::npos || test.name.find("Copy") != std::string::npos)
            << test.name;
    }
    expectEnvironment(trace);
    if (isTraced("truth-small")) expectRequestsWhenCold(report);
}

INSTANTIATE_TEST_SUITE_P(Volumes, GuestSuites,
                         testing::Values(Volume{"DH1:", nullptr}, Volume{"DH2:", ""}, Volume{"RH1:", "RH1"}),
                         [](const auto& volume) { return std::string(volume.param.name, 3); });
} // namespace
