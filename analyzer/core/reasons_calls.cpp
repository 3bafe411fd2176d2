// Reasons that are counted: host calls and bytes for one operation of the guest. They repeat exactly.
#include "analyzer/core/reason_rules.h"

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

// ": 30 directory reads, 21 for .uaem metadata files and 10 others"; empty where there is nothing to tell apart.
std::string partsOf(const CreateCost& cost) {
    const double others = cost.calls - cost.directoryReads - cost.side;
    if (cost.directoryReads == 0 && cost.side == 0) return {};
    std::string text = ": ";
    if (cost.directoryReads > 0) text += numberText(cost.directoryReads) + " directory reads";
    if (cost.directoryReads > 0 && cost.side > 0) text += ", ";
    if (cost.side > 0) text += numberText(cost.side) + " for .uaem metadata files";
    return text + " and " + numberText(others) + " others";
}

} // namespace

std::vector<Reason> callsPerCreate(std::span<const SetupView> setups) {
    const std::vector<CreateCost> costs = createCosts(setups);
    if (costs.empty()) return {};
    const CreateCost& least =
        *std::min_element(costs.begin(), costs.end(), [](const auto& a, const auto& b) { return a.calls < b.calls; });
    std::vector<Reason> reasons;
    for (const CreateCost& cost : costs) {
        const bool many = cost.calls >= manyTimesMore * least.calls && cost.calls > least.calls;
        if (!many && cost.side == 0) continue;
        Reason reason{ReasonCode::callsPerCreate, {cost.setup}, cost.test, {}, {}};
        reason.numbers = {{"calls", cost.calls}, {"directory_reads", cost.directoryReads}, {"side_calls", cost.side}};
        reason.text =
            "Creating one file on " + cost.setup + " costs " + numberText(cost.calls) + " host calls" + partsOf(cost);
        if (many) {
            reason.text += "; " + least.setup + " needs " + numberText(least.calls);
            reason.setups.push_back(least.setup);
            reason.numbers["least_calls"] = least.calls;
        }
        reason.text += ".";
        reasons.push_back(std::move(reason));
    }
    return reasons;
}

std::vector<Reason> directoryScan(const SetupView& setup) {
    const TestReport* test = testOf(*setup.run, Work::create);
    if (!test || test->items == 0) return {};
    const double scans = perItem(countOf(test->callsByName, capture::Call::opendir), test->items);
    const double entries = perItem(countOf(test->callsByName, capture::Call::readdir), test->items);
    if (scans < scansEachCreate || entries < entriesWorthNaming) return {};
    return {{ReasonCode::directoryScan,
             {setup.name},
             test->name,
             "For each new file on " + setup.name + " the emulator searches the whole host directory: " +
                 numberText(entries) + " directory reads a file on average, and more the more files there are.",
             {{"scans", scans}, {"reads", entries}}}};
}

std::vector<Reason> smallWrites(const SetupView& setup) {
    const TestReport* test = largestOperations(*setup.run, Work::write, US_OP_WRITE);
    if (!test || test->hostWrites == 0) return {};
    const std::uint64_t guestWrites = countOf(test->operationsByKind, std::uint8_t{US_OP_WRITE});
    const double writes = perItem(test->hostWrites, guestWrites);
    if (writes < writesPerWrite) return {};
    const double guestSize = perItem(test->guestBytesWritten, guestWrites);
    const double hostSize = perItem(test->hostBytesWritten, test->hostWrites);
    return {{ReasonCode::smallWrites,
             {setup.name},
             test->name,
             "One " + bytesText(guestSize) + " write becomes " + numberText(writes) + " host writes of " +
                 bytesText(hostSize) + " on " + setup.name + ".",
             {{"guest_size", guestSize}, {"host_size", hostSize}, {"writes", writes}}}};
}

std::vector<Reason> writeRereads(const SetupView& setup) {
    const TestReport* test = largestOperations(*setup.run, Work::write, US_OP_WRITE);
    if (!test || test->guestBytesRead > 0 || test->hostReads == 0) return {};
    const double reads = perItem(test->hostReads, test->hostWrites);
    if (reads < rereadsPerWrite) return {};
    const double size = perItem(test->hostBytesRead, test->hostReads);
    const double bytes = perItem(test->hostBytesRead, test->guestBytesWritten);
    return {{ReasonCode::writeRereads,
             {setup.name},
             test->name,
             "Writing on " + setup.name + " also reads: " + numberText(reads) + " host reads of " + bytesText(size) +
                 " for one host write, " + factorText(bytes) + " bytes read for each byte the guest writes.",
             {{"reads_per_write", reads}, {"read_size", size}, {"bytes_per_byte", bytes}}}};
}

std::vector<Reason> readAmplification(const SetupView& setup) {
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
    if (!worst) return {};
    const double size = perItem(worst->guestBytesRead, countOf(worst->operationsByKind, std::uint8_t{US_OP_READ}));
    return {{ReasonCode::readAmplification,
             {setup.name},
             worst->name,
             "A read of " + bytesText(size) + " makes the emulator read " + bytesText(size * most) +
                 " from the host on " + setup.name + ": " + factorText(most) + " times what the guest asked for.",
             {{"guest_size", size}, {"factor", most}}}};
}

std::vector<Reason> servedFromCache(const SetupView& setup) {
    if (setup.run->hostCalls == 0) return {};
    std::vector<Reason> reasons;
    for (const TestReport& test : setup.run->tests) {
        if (test.guestBytesRead == 0) continue;
        const double share = perItem(test.hostBytesRead, test.guestBytesRead);
        if (share > readFromCache) continue;
        reasons.push_back({ReasonCode::servedFromCache,
                           {setup.name},
                           test.name,
                           "What \"" + test.name + "\" reads on " + setup.name +
                               " comes from a cache in the guest or the emulator: the guest read " +
                               bytesText(static_cast<double>(test.guestBytesRead)) + ", the host was asked for " +
                               bytesText(static_cast<double>(test.hostBytesRead)) + ".",
                           {{"host_share", share}}});
    }
    return reasons;
}

std::vector<Reason> lateWrites(const SetupView& setup) {
    std::uint64_t writes = 0;
    std::uint64_t bytes = 0;
    for (const TestReport& test : setup.run->tests) {
        writes += test.lateWrites;
        bytes += test.lateBytes;
    }
    if (writes == 0) return {};
    return {{ReasonCode::lateWrites,
             {setup.name},
             {},
             counted(writes, "write", "writes") + " of " + setup.name + " (" + bytesText(static_cast<double>(bytes)) +
                 ") reached the host only after the operation that made " + (writes == 1 ? "it" : "them") +
                 " had ended, in the time of others.",
             {{"writes", static_cast<double>(writes)}, {"bytes", static_cast<double>(bytes)}}}};
}

std::vector<Reason> notHandedOver(const SetupView& setup) {
    if (setup.run->bytesNotHanded == 0) return {};
    const auto bytes = static_cast<double>(setup.run->bytesNotHanded);
    return {{ReasonCode::notHandedOver,
             {setup.name},
             {},
             bytesText(bytes) + " that the guest wrote on " + setup.name +
                 " were never handed to the host: they were still in the emulator when the recording ended.",
             {{"bytes", bytes}}}};
}

} // namespace uaescope::core::rules
