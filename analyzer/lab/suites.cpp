#include "analyzer/lab/suites.h"

#include "analyzer/lab/error.h"

extern "C" {
#include "guest/suites/suite.h"
}

#include <map>

namespace uaescope::lab {
namespace {

std::vector<const us_suite*> allSuites() {
    std::vector<const us_suite*> all;
    for (const us_suite* const* suite = us_suites; *suite; ++suite) all.push_back(*suite);
    return all;
}

using CountByKind = std::map<std::uint8_t, std::uint64_t>;

// What a test's figure rests on; preparing operations are not in a report's tests.
CountByKind expectedCounts(const us_suite& suite, std::uint16_t test) {
    CountByKind counts;
    for (std::size_t row = 0; row < suite.count_rows; ++row) {
        const us_count& count = suite.counts[row];
        if (count.test == test && !count.prepares) counts[count.operation] += count.count;
    }
    return counts;
}

void compareTest(const core::TestReport& test, const CountByKind& expected, std::vector<std::string>& faults) {
    CountByKind all = test.operationsByKind;
    for (const auto& [kind, count] : expected) all.try_emplace(kind, 0);
    for (const auto& [kind, found] : all) {
        const auto wanted = expected.find(kind);
        const std::uint64_t count = wanted == expected.end() ? 0 : wanted->second;
        if (found != count)
            faults.push_back("test '" + test.name + "': expected " + std::to_string(count) + " " +
                             core::operationName(kind) + ", found " + std::to_string(found));
    }
}

template <typename Fits>
std::string namesOf(Fits fits) {
    std::string names;
    for (const us_suite* suite : allSuites())
        if (fits(*suite)) names += (names.empty() ? "" : ", ") + std::string(suite->name);
    return names;
}

} // namespace

std::vector<SuiteInfo> knownSuites() {
    std::vector<SuiteInfo> infos;
    for (const us_suite* suite : allSuites()) infos.push_back({suite->name, suite->description, suite->reads_only});
    return infos;
}

void requireSuite(const std::string& name) {
    if (us_suite_named(name.c_str())) return;
    std::string known;
    for (const SuiteInfo& suite : knownSuites()) known += (known.empty() ? "" : ", ") + suite.name;
    throw UsageError("suite '" + name + "' is not known; known are " + known + " (see --suite list)");
}

bool readsOnly(const std::string& name) {
    const us_suite* suite = us_suite_named(name.c_str());
    return suite && suite->reads_only;
}

unsigned extraMemoryMb(const std::string& name) {
    const us_suite* suite = us_suite_named(name.c_str());
    return suite ? suite->memory >> 20 : 0;
}

void requireFit(const Setup& setup, const std::string& name) {
    const us_suite* suite = us_suite_named(name.c_str());
    if (!suite) return;
    const std::string which = "setup '" + setup.name + "': ";
    if (setup.isReadOnly() && !suite->reads_only)
        throw UsageError(
            which + "a " + storageKindName(setup) + " cannot be written to, and the suite " + suite->name +
            " writes; suites that only read: " + namesOf([](const us_suite& one) { return one.reads_only; }));
    if (setup.isFresh() && suite->reads_only)
        throw UsageError(which + "it is made fresh and empty, and the suite " + suite->name +
                         " reads what it finds; name an existing folder or image, or a suite that writes: " +
                         namesOf([](const us_suite& one) { return !one.reads_only; }));
}

std::vector<std::string> countFaults(const core::Report& report, const std::string& name) {
    const us_suite* suite = us_suite_named(name.c_str());
    if (!suite) return {"suite '" + name + "' is not known"};
    std::vector<std::string> faults;
    std::uint16_t number = 0;
    for (; suite->tests[number]; ++number) {
        if (number >= report.tests.size()) {
            faults.push_back(std::string("test '") + suite->tests[number] + "' is missing");
            continue;
        }
        if (!suite->reads_only) compareTest(report.tests[number], expectedCounts(*suite, number + 1), faults);
    }
    if (report.tests.size() > number)
        faults.push_back("expected " + std::to_string(number) + " tests, found " + std::to_string(report.tests.size()));
    return faults;
}

} // namespace uaescope::lab
