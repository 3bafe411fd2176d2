#include "analyzer/cli/report_text.h"

#include "analyzer/cli/figures.h"
#include "analyzer/cli/text_table.h"
#include "analyzer/core/environment.h"
#include "analyzer/core/jobs.h"
#include "analyzer/core/reasons.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace uaescope::cli {
namespace {

std::string fact(const core::Report& report, const std::string& key) {
    const auto found = report.facts.find(key);
    return found == report.facts.end() ? std::string() : found->second;
}

std::string rateOf(const core::TestReport& test) {
    switch (test.state) {
    case core::FigureState::measured: return rateText(test.rate, test.unit);
    case core::FigureState::notMeasured: return "not measured";
    case core::FigureState::belowResolution: return "too short";
    case core::FigureState::invalid: return "invalid";
    }
    return "";
}

std::string shareText(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? percentText(static_cast<double>(part) / static_cast<double>(whole)) : "";
}

std::string title(const core::Report& report, const Look& look) {
    std::string text = painted(report.file.empty() ? "capture" : report.file, Colour::bold, look.paint) + "\n";
    std::string about;
    for (const char* key : {"setup", "suite"}) {
        const std::string value = fact(report, key);
        if (!value.empty()) about += (about.empty() ? "" : ", ") + value;
    }
    if (!about.empty()) text += about + "\n";
    for (const std::string& line : core::environmentText(core::environmentOf(report.facts)))
        text += wrapped(line, look.width, "", "  ");
    if (!report.finished) {
        text +=
            painted("This run did not finish; what was recorded until then follows.", Colour::red, look.paint) + "\n";
    } else if (report.exitStatus != 0) {
        text +=
            painted("This run ended with status " + std::to_string(report.exitStatus) + ".", Colour::red, look.paint) +
            "\n";
    }
    return text;
}

// "1 operation", "12 345 operations"
std::string countedText(std::uint64_t count, const char* one, const char* many) {
    return countText(count) + ' ' + (count == 1 ? one : many);
}

std::string totals(const core::Report& report, const Look& look) {
    std::string text = countedText(report.operations, "guest operation", "guest operations") + ", " +
                       countedText(report.hostCalls, "host call", "host calls") +
                       " on storage: " + countText(report.unattributed) + " unattributed, " + countText(report.late) +
                       " late, " + countText(report.outside) + " outside operations. ";
    text += countedText(report.dropped, "record", "records") + " dropped.";
    if (report.failedOperations > 0)
        text += " " + countedText(report.failedOperations, "operation", "operations") + " failed.";
    return wrapped(text, look.width, "", "");
}

constexpr std::array owners = {core::Owner::hostIo, core::Owner::sleep, core::Owner::device, core::Owner::guest};

std::string ownersText(const core::Report& report) {
    std::string text = "Time in operations: " + durationText(report.owners.total());
    const char* separator = " = ";
    for (const core::Owner owner : owners) {
        text += separator + shareText(report.owners[owner], report.owners.total()) + " " + core::ownerName(owner);
        separator = " + ";
    }
    return text + "\n";
}

// What the owners do not say: whose files, and why the emulator slept.
std::string detailText(const core::Report& report, const Look& look) {
    const core::TimeDetail& detail = report.detail;
    const std::int64_t sleep = report.owners[core::Owner::sleep];
    std::string text;
    if (detail.overheadIo > 0)
        text += "Of the host I/O, " + durationText(detail.overheadIo) + " went to the emulator's own files. ";
    if (sleep > 0)
        text += "While the emulator slept, " + durationText(detail.workAsleep) + " a storage thread worked, " +
                durationText(detail.wakeUp) + " it was done and the guest waited to be woken, " +
                durationText(sleep - detail.workAsleep - detail.wakeUp) + " there was nothing but the Amiga's pace. ";
    return text.empty() ? "" : wrapped(text, look.width, "", "");
}

// The two levels between operations and host calls, where they were traced.
std::string trafficText(const core::Report& report, const Look& look) {
    if (!report.traffic) return "";
    const core::GuestTraffic& traffic = *report.traffic;
    std::string text = countedText(traffic.packets, "packet", "packets") + " to the filesystem's handler, " +
                       countText(traffic.packetsInside) + " in operations";
    if (traffic.packetsOpen > 0) text += ", " + countText(traffic.packetsOpen) + " never answered";
    if (traffic.hasDevice) {
        text += "; " + countedText(traffic.requests, "request", "requests") + " to the device, " +
                countText(traffic.requestsInside) + " in operations, " + countText(traffic.quick) + " quick, " +
                countText(traffic.failed) + " failed";
        if (traffic.requestsOpen > 0) text += ", " + countText(traffic.requestsOpen) + " never answered";
    } else {
        text += "; the volume has no device";
    }
    const core::GuestSplit split = core::guestSplitOf(report).value();
    const std::int64_t guest = split.dos + split.handler;
    text += ". Of the guest code, " + shareText(split.dos, guest) + " was DOS and scheduling, and " +
            shareText(split.handler, guest) + " the handler.";
    if (traffic.stampNs > 0)
        text += " Tracing cost about " + durationText(2 * traffic.stampNs) + " a packet and " +
                durationText(3 * traffic.stampNs) + " a request.";
    return wrapped(text, look.width, "", "");
}

std::string riskText(const core::Report& report, const Look& look) {
    if (!report.atRisk || report.atRisk->writes == 0) return "";
    const core::AtRisk& risk = *report.atRisk;
    std::string text = "Written by the guest but not yet handed to the host: at most " + bytesText(risk.mostBytes) +
                       ", " + bytesText(static_cast<std::uint64_t>(std::llround(risk.meanBytes))) +
                       " on average over time, " + bytesText(risk.endBytes) + " at the end. A write waited " +
                       durationText(risk.medianNs) + " for that (median), " + durationText(risk.longestNs) +
                       " at longest";
    if (risk.neverHanded > 0)
        text += "; " + countedText(risk.neverHanded, "write", "writes") +
                (report.facts.contains(core::cutFact) ? " not yet handed to the host when the job ended"
                                                      : " never reached the host");
    return wrapped(text + ".", look.width, "", "");
}

// What is counted of files, unlike of tests: what reached the kernel, where that was recorded.
const char* filesCallsHead(const core::Report& report) {
    return fact(report, "depths") == "library" ? "library calls" : "system calls";
}

// The emulator's own files, which are no storage.
std::string overheadTable(const core::Report& report) {
    TextTable table({Align::right, Align::right, Align::right, Align::right, Align::left});
    table.addRow({filesCallsHead(report), "read", "written", "time", "the emulator's own files"});
    table.addRule();
    bool any = false;
    for (const core::OverheadReport& overhead : report.overhead) {
        if (overhead.calls == 0) continue;
        any = true;
        table.addRow({countText(overhead.calls), bytesText(overhead.bytesRead), bytesText(overhead.bytesWritten),
                      durationText(overhead.ns), core::purposeName(overhead.purpose)});
    }
    return any ? "\n" + table.text() : "";
}

std::string marksText(const core::Report& report) {
    const core::MarkCost& cost = report.markCost;
    if (cost.pairNs == 0) return "";
    return "Marks cost " + durationText(cost.pairNs) + " an operation, " + durationText(cost.insideNs) +
           " of it inside its time.\n";
}

std::string testsTable(const core::Report& report) {
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right,
                     Align::right, Align::right, Align::right});
    table.addRow({"test", "rate", "median", "calls", "read", "written", "host", "sleep", "device", "guest"});
    table.addRule();
    for (const core::TestReport& test : report.tests) {
        std::vector<std::string> row{test.name,
                                     rateOf(test),
                                     durationText(test.medianNs),
                                     countText(test.hostCalls),
                                     bytesText(test.hostBytesRead),
                                     bytesText(test.hostBytesWritten)};
        for (const core::Owner owner : owners) row.push_back(shareText(test.owners[owner], test.owners.total()));
        table.addRow(row);
    }
    return table.text();
}

// Of the operations' time, where it went on its way from the caller to the host and back.
std::string splitTable(const core::Report& report) {
    if (!report.traffic || report.tests.empty()) return "";
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right,
                     Align::right});
    table.addRow({"test", "packets", "requests", "DOS", "handler", "device", "sleep", "host"});
    table.addRule();
    for (const core::TestReport& test : report.tests) {
        if (!test.traffic) continue;
        const std::int64_t total = test.owners.total();
        const core::GuestSplit split = core::guestSplitOf(test).value();
        table.addRow({test.name, countText(test.traffic->packets),
                      test.traffic->hasDevice ? countText(test.traffic->requests) : "-", shareText(split.dos, total),
                      shareText(split.handler, total), shareText(test.owners[core::Owner::device], total),
                      shareText(test.owners[core::Owner::sleep], total),
                      shareText(test.owners[core::Owner::hostIo], total)});
    }
    return "\n" + table.text();
}

// Of tests that go to two volumes: where the time of the one under test went, and what the other took.
std::string elsewhereText(const core::Report& report, const Look& look) {
    std::string text;
    for (const core::TestReport& test : report.tests) {
        if (test.elsewhere.operations == 0) continue;
        const std::int64_t whole = test.owners.total();
        const std::int64_t other = test.elsewhere.owners.total();
        const std::int64_t code = test.owners[core::Owner::guest] - test.elsewhere.owners[core::Owner::guest];
        text += wrapped(test.name + ": " + durationText(whole) + " = " + shareText(code, whole) +
                            " filesystem under test + " + shareText(whole - other - code, whole) +
                            " its device (host I/O, emulator sleep, device) + " + shareText(other, whole) +
                            " other volume.",
                        look.width, "", "");
    }
    return text.empty() ? "" : "\n" + text;
}

// Files under test without the long way to the folder of their session, which is gone anyway.
std::string shownPath(const core::Report& report, const std::string& path) {
    const std::string storage = fact(report, "storage.0");
    const std::size_t folder = storage.rfind('/');
    const bool inside =
        !storage.empty() && folder != std::string::npos && path.compare(0, folder + 1, storage, 0, folder + 1) == 0;
    return inside ? path.substr(folder + 1) : path;
}

// The busiest files first; a directory full of small ones would fill screens.
std::string filesTable(const core::Report& report) {
    constexpr std::size_t shown = 8;
    std::vector<const core::FileReport*> files;
    for (const core::FileReport& file : report.files)
        if (file.role != core::Role::emulator && file.calls > 0) files.push_back(&file);
    std::stable_sort(files.begin(), files.end(), [](const auto* a, const auto* b) { return a->calls > b->calls; });
    TextTable table({Align::right, Align::right, Align::right, Align::right, Align::left});
    table.addRow({filesCallsHead(report), "read", "written", "time", "file"});
    table.addRule();
    for (std::size_t i = 0; i < std::min(shown, files.size()); ++i)
        table.addRow({countText(files[i]->calls), bytesText(files[i]->bytesRead), bytesText(files[i]->bytesWritten),
                      durationText(files[i]->ns), shownPath(report, files[i]->path)});
    std::string text = files.empty() ? "" : "\n" + table.text();
    if (files.size() > shown) text += "  and " + countText(files.size() - shown) + " more files (--json lists all)\n";
    return text;
}

// What stood in the blocks of images that the host moved.
std::string contentsTable(const core::Report& report) {
    constexpr std::size_t shown = 10;
    TextTable table({Align::right, Align::right, Align::right, Align::right, Align::left, Align::left});
    table.addRow({"reads", "read", "writes", "written", "what is there", ""});
    table.addRule();
    for (std::size_t i = 0; i < std::min(shown, report.contents.size()); ++i) {
        const core::ContentReport& content = report.contents[i];
        table.addRow({countText(content.reads), bytesText(content.bytesRead), countText(content.writes),
                      bytesText(content.bytesWritten), content.role, content.file});
    }
    std::string text = report.contents.empty() ? "" : "\n" + table.text();
    if (report.contents.size() > shown)
        text += "  and " + countText(report.contents.size() - shown) + " more (--json lists all)\n";
    return text;
}

std::string sentences(const char* head, const std::vector<std::string>& all, const Look& look) {
    if (all.empty()) return "";
    std::string text = "\n" + painted(head, Colour::bold, look.paint) + "\n";
    for (const std::string& one : all) text += wrapped(one, look.width, "  - ", "    ");
    return text;
}

std::vector<std::string> reasonsOf(const core::Report& report) {
    const std::string setup = fact(report, "setup");
    const core::SetupView view{setup.empty() ? "this run" : setup, &report};
    std::vector<std::string> texts;
    for (const core::Reason& reason : core::reasonsFor({&view, 1})) texts.push_back(reason.text);
    return texts;
}

} // namespace

std::string reportText(const core::Report& report, const Look& look) {
    return title(report, look) + totals(report, look) + ownersText(report) + detailText(report, look) +
           trafficText(report, look) + marksText(report) + riskText(report, look) + "\n" + testsTable(report) +
           splitTable(report) + elsewhereText(report, look) + filesTable(report) + contentsTable(report) +
           overheadTable(report) + sentences("Why", reasonsOf(report), look) + sentences("Mind", report.warnings, look);
}

std::string latencyTable(const core::Report& report) {
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right,
                     Align::right});
    table.addRow({"times of an operation", "count", "shortest", "median", "90 %", "95 %", "99 %", "longest"});
    table.addRule();
    for (const core::TestReport& test : report.tests)
        table.addRow({test.name, countText(test.operations), durationText(test.minNs), durationText(test.medianNs),
                      durationText(test.p90Ns), durationText(test.p95Ns), durationText(test.p99Ns),
                      durationText(test.maxNs)});
    return table.text();
}

std::string twinText(const core::Report& report, const Look& look) {
    TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right});
    table.addRow({"test", "rate", "operations", "median", "95 % under"});
    table.addRule();
    for (const core::TestReport& test : report.tests)
        table.addRow({test.name, rateOf(test), countText(test.operations), durationText(test.medianNs),
                      durationText(test.p95Ns)});
    return painted(fact(report, "suite"), Colour::bold, look.paint) + " on the host itself, " +
           fact(report, "host.mode") + "\n\n" + table.text() + sentences("Mind", report.warnings, look);
}

} // namespace uaescope::cli
