// Reasons that are counted: host calls and bytes for one operation of the guest. They repeat exactly.
#include "analyzer/core/reason_rules.h"

#include "analyzer/core/jobs.h"
#include "analyzer/core/packets.h"
#include "analyzer/core/text.h"
#include "uaeplugin/capture/protocol.h"

#include <algorithm>

namespace uaescope::core::rules {
namespace {

// Where a difference is large enough to be a reason.
constexpr double manyTimesMore = 2;
constexpr double scansEachCreate = 0.5;   // directories opened for one new file
constexpr double entriesWorthNaming = 10; // directory reads for one new file
constexpr double writesPerWrite = 4;
constexpr double rereadsPerWrite = 0.25;
constexpr double readAmplified = 1.5;
constexpr double readFromCache = 0.05;

double perItem(std::uint64_t count, std::uint64_t items) {
    return items == 0 ? 0 : static_cast<double>(count) / static_cast<double>(items);
}

template <typename Key>
std::uint64_t countOf(const std::map<Key, std::uint64_t>& counts, Key key) {
    const auto found = counts.find(key);
    return found == counts.end() ? 0 : found->second;
}

// Host calls for one new file.
struct CreateCost {
    std::string setup;
    std::string test;
    double calls = 0;
    double directoryReads = 0;
    double side = 0;
};

std::vector<CreateCost> createCosts(std::span<const SetupView> setups) {
    std::vector<CreateCost> costs;
    for (const SetupView& setup : setups) {
        const TestReport* test = testOf(*setup.run, Work::create);
        if (!test || test->items == 0 || setup.run->hostCalls == 0) continue;
        costs.push_back({.setup = setup.name,
                         .test = test->name,
                         .calls = perItem(test->hostCalls, test->items),
                         .directoryReads = perItem(countOf(test->callsByName, capture::Call::readdir), test->items),
                         .side = perItem(test->sideFileCalls, test->items)});
    }
    return costs;
}

// "30 directory reads, 21 for .uaem metadata files and 10 others"; empty where there is nothing to tell apart.
std::string partsOf(const CreateCost& cost) {
    const double others = cost.calls - cost.directoryReads - cost.side;
    if (cost.directoryReads == 0 && cost.side == 0) return {};
    std::vector<std::string> parts;
    if (cost.directoryReads > 0) parts.push_back(amountText(cost.directoryReads, "directory read", "directory reads"));
    if (cost.side > 0) parts.push_back(numberText(cost.side) + " for .uaem metadata files");
    parts.push_back(amountText(others, "other", "others"));
    return listText(parts);
}

} // namespace

std::vector<Finding> callsPerCreate(std::span<const SetupView> setups) {
    const std::vector<CreateCost> costs = createCosts(setups);
    if (costs.empty()) return {};
    const double least = std::min_element(costs.begin(), costs.end(), [](const auto& a, const auto& b) {
                             return a.calls < b.calls;
                         })->calls;
    std::vector<std::string> cheapest;
    for (const CreateCost& cost : costs)
        if (numberText(cost.calls) == numberText(least)) cheapest.push_back(cost.setup);
    std::vector<Finding> findings;
    for (const CreateCost& cost : costs) {
        const bool many = cost.calls >= manyTimesMore * least && cost.calls > least;
        if (!many && cost.side == 0) continue;
        Finding finding{.setup = cost.setup, .test = cost.test, .opening = "Creating one file costs"};
        finding.figure = amountText(cost.calls, "host call", "host calls");
        finding.detail = partsOf(cost);
        finding.numbers = {{"calls", cost.calls}, {"directory_reads", cost.directoryReads}, {"side_calls", cost.side}};
        if (many) {
            finding.against = cheapest;
            finding.closing =
                "; " + listText(cheapest) + (cheapest.size() == 1 ? " needs " : " need ") + numberText(least);
            finding.weight = least > 0 ? cost.calls / least : cost.calls;
            finding.numbers["least_calls"] = least;
        }
        findings.push_back(std::move(finding));
    }
    return findings;
}

std::optional<Finding> requestErrors(const SetupView& setup) {
    const std::optional<GuestTraffic>& traffic = setup.run->traffic;
    if (!traffic || traffic->failed == 0) return std::nullopt;
    Finding finding{.setup = setup.name, .opening = "The device answered requests with an error:"};
    finding.figure = std::to_string(traffic->failed) + " of " + std::to_string(traffic->requests);
    for (const auto& [what, count] : traffic->errors)
        finding.detail +=
            (finding.detail.empty() ? "" : "; ") + requestName(what.first) + ": " + requestErrorText(what.second);
    finding.weight = static_cast<double>(traffic->failed);
    finding.numbers = {{"failed", static_cast<double>(traffic->failed)},
                       {"requests", static_cast<double>(traffic->requests)}};
    return finding;
}

std::optional<Finding> directoryScan(const SetupView& setup) {
    const TestReport* test = testOf(*setup.run, Work::create);
    if (!test || test->items == 0) return std::nullopt;
    const double scans = perItem(countOf(test->callsByName, capture::Call::opendir), test->items);
    const double entries = perItem(countOf(test->callsByName, capture::Call::readdir), test->items);
    if (scans < scansEachCreate || entries < entriesWorthNaming) return std::nullopt;
    return Finding{.setup = setup.name,
                   .test = test->name,
                   .opening = "For each new file the emulator searches the whole host directory:",
                   .figure = numberText(entries) + " directory reads a file",
                   .closing = ", and more the more files there are",
                   .weight = entries,
                   .numbers = {{"scans", scans}, {"reads", entries}}};
}

std::optional<Finding> smallWrites(const SetupView& setup) {
    const TestReport* test = largestOperations(*setup.run, Work::write, US_OP_WRITE);
    if (!test || test->hostWrites == 0) return std::nullopt;
    const std::uint64_t guestWrites = countOf(test->operationsByKind, std::uint8_t{US_OP_WRITE});
    const double writes = perItem(test->hostWrites, guestWrites);
    if (writes < writesPerWrite) return std::nullopt;
    const double guestSize = perItem(test->guestBytesWritten, guestWrites);
    const double hostSize = perItem(test->hostBytesWritten, test->hostWrites);
    return Finding{.setup = setup.name,
                   .test = test->name,
                   .opening = "One " + bytesText(guestSize) + " write becomes",
                   .figure = numberText(writes) + " host writes of " + bytesText(hostSize),
                   .weight = writes,
                   .numbers = {{"guest_size", guestSize}, {"host_size", hostSize}, {"writes", writes}}};
}

std::optional<Finding> writeRereads(const SetupView& setup) {
    const TestReport* test = largestOperations(*setup.run, Work::write, US_OP_WRITE);
    if (!test || test->guestBytesRead > 0 || test->hostReads == 0) return std::nullopt;
    const double reads = perItem(test->hostReads, test->hostWrites);
    if (reads < rereadsPerWrite) return std::nullopt;
    const double size = perItem(test->hostBytesRead, test->hostReads);
    const double bytes = perItem(test->hostBytesRead, test->guestBytesWritten);
    return Finding{.setup = setup.name,
                   .test = test->name,
                   .opening = "Writing one byte also reads",
                   .figure = amountText(bytes, "byte", "bytes") + " from the host",
                   .detail = amountText(reads, "read", "reads") + " of " + bytesText(size) + " for one host write",
                   .weight = 1 + bytes,
                   .numbers = {{"reads_per_write", reads}, {"read_size", size}, {"bytes_per_byte", bytes}}};
}

std::optional<Finding> readAmplification(const SetupView& setup) {
    const TestReport* worst = nullptr;
    double most = readAmplified;
    for (const TestReport& test : setup.run->tests) {
        // Where files are opened as well, their directories are read too.
        if (test.work != Work::read && test.work != Work::seek) continue;
        const double factor = perItem(test.hostBytesRead, test.guestBytesRead);
        if (factor < most) continue;
        worst = &test;
        most = factor;
    }
    if (!worst) return std::nullopt;
    const double size = perItem(worst->guestBytesRead, countOf(worst->operationsByKind, std::uint8_t{US_OP_READ}));
    return Finding{.setup = setup.name,
                   .test = worst->name,
                   .opening = "A read of " + bytesText(size) + " makes the emulator read more from the host:",
                   .figure = bytesText(size * most),
                   .detail = factorText(most) + " times as much",
                   .weight = most,
                   .numbers = {{"guest_size", size}, {"factor", most}}};
}

std::optional<Finding> servedFromCache(const SetupView& setup) {
    if (setup.run->hostCalls == 0) return std::nullopt;
    std::vector<std::string> tests;
    std::uint64_t guestBytes = 0;
    std::uint64_t hostBytes = 0;
    for (const TestReport& test : setup.run->tests) {
        if (test.guestBytesRead == 0 || perItem(test.hostBytesRead, test.guestBytesRead) > readFromCache) continue;
        tests.push_back('"' + test.name + '"');
        guestBytes += test.guestBytesRead;
        hostBytes += test.hostBytesRead;
    }
    if (tests.empty()) return std::nullopt;
    const double share = perItem(hostBytes, guestBytes);
    Finding finding{.setup = setup.name, .figure = bytesText(static_cast<double>(hostBytes))};
    if (tests.size() == 1) finding.test = tests.front().substr(1, tests.front().size() - 2);
    finding.opening = "What " + listText(tests) + (tests.size() == 1 ? " reads" : " read") +
                      " comes from a cache in the guest or the emulator: of " +
                      bytesText(static_cast<double>(guestBytes)) + " the host was asked for";
    finding.weight = hostBytes > 0 ? 1 / share : static_cast<double>(guestBytes);
    finding.numbers = {{"host_share", share}};
    return finding;
}

std::optional<Finding> lateWrites(const SetupView& setup) {
    std::uint64_t writes = 0;
    std::uint64_t bytes = 0;
    for (const TestReport& test : setup.run->tests) {
        writes += test.lateWrites;
        bytes += test.lateBytes;
    }
    if (writes == 0) return std::nullopt;
    return Finding{.setup = setup.name,
                   .opening = "Data reached the host only after the operation that wrote it had ended, in the time of "
                              "others:",
                   .figure = counted(writes, "write", "writes"),
                   .detail = bytesText(static_cast<double>(bytes)),
                   .numbers = {{"writes", static_cast<double>(writes)}, {"bytes", static_cast<double>(bytes)}}};
}

std::optional<Finding> notHandedOver(const SetupView& setup) {
    if (setup.run->bytesNotHanded == 0) return std::nullopt;
    const auto bytes = static_cast<double>(setup.run->bytesNotHanded);
    const bool isCut = setup.run->facts.contains(cutFact);
    return Finding{.setup = setup.name,
                   .opening = isCut ? "What the guest wrote was not yet handed to the host when the job ended:"
                                    : "What the guest wrote was still in the emulator when the recording ended and "
                                      "never reached the host:",
                   .figure = bytesText(bytes),
                   .numbers = {{"bytes", bytes}}};
}

} // namespace uaescope::core::rules
