#include "analyzer/lab/json.h"

#include "analyzer/core/environment.h"
#include "analyzer/core/jobs.h"
#include "analyzer/core/packets.h"
#include "analyzer/lab/names.h"
#include "uaeplugin/capture/call_names.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QString>

namespace uaescope::lab {
namespace {

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }
qint64 count(std::uint64_t value) { return static_cast<qint64>(value); }

QJsonArray texts(const std::vector<std::string>& all) {
    QJsonArray array;
    for (const std::string& one : all) array.append(text(one));
    return array;
}

// A rate that may not be shown as if it were one is null.
QJsonValue figure(core::FigureState state, double value) {
    return state == core::FigureState::measured ? QJsonValue(value) : QJsonValue();
}

QJsonValue known(double value) { return value > 0 ? QJsonValue(value) : QJsonValue(); }

QJsonObject jsonOf(const core::Owners& owners) {
    using core::Owner;
    return {{"host_io", qint64(owners[Owner::hostIo])},
            {"sleep", qint64(owners[Owner::sleep])},
            {"device", qint64(owners[Owner::device])},
            {"guest", qint64(owners[Owner::guest])}};
}

QJsonObject jsonOf(const core::TimeDetail& detail, const core::Owners& owners) {
    return {{"overhead_io", qint64(detail.overheadIo)},
            {"work_asleep", qint64(detail.workAsleep)},
            {"wake_up", qint64(detail.wakeUp)},
            {"pacing", qint64(owners[core::Owner::sleep] - detail.workAsleep - detail.wakeUp)}};
}

QJsonValue jsonOf(const std::optional<core::AtRisk>& atRisk) {
    if (!atRisk) return {};
    return QJsonObject{{"writes", count(atRisk->writes)},        {"never_handed_over", count(atRisk->neverHanded)},
                       {"most_bytes", count(atRisk->mostBytes)}, {"most_at", qint64(atRisk->mostAt)},
                       {"mean_bytes", atRisk->meanBytes},        {"end_bytes", count(atRisk->endBytes)},
                       {"median_ns", qint64(atRisk->medianNs)},  {"longest_ns", qint64(atRisk->longestNs)}};
}

// What the marks add to each operation: inside its own time, and in all.
QJsonValue markCost(const core::MarkCost& cost) {
    if (cost.pairNs == 0) return {};
    return QJsonObject{{"inside_ns", qint64(cost.insideNs)}, {"pair_ns", qint64(cost.pairNs)}};
}

// Of guest code: what DOS and scheduling had, and what the filesystem's handler; null where no packets were recorded.
QJsonValue jsonOf(const std::optional<core::GuestSplit>& split) {
    if (!split) return {};
    return QJsonObject{{"dos", qint64(split->dos)}, {"handler", qint64(split->handler)}};
}

QJsonValue packetsOf(const std::optional<core::GuestTraffic>& traffic) {
    return traffic ? QJsonValue(count(traffic->packets)) : QJsonValue();
}

QJsonValue requestsOf(const std::optional<core::GuestTraffic>& traffic) {
    return traffic && traffic->hasDevice ? QJsonValue(count(traffic->requests)) : QJsonValue();
}

QJsonValue jsonOf(const std::optional<core::GuestTraffic>& traffic) {
    if (!traffic) return {};
    QJsonArray errors;
    for (const auto& [what, number] : traffic->errors)
        errors.append(QJsonObject{
            {"command", text(core::requestName(what.first))}, {"error", what.second}, {"count", count(number)}});
    return QJsonObject{{"stamp_ns", qint64(traffic->stampNs)},
                       {"packets", count(traffic->packets)},
                       {"packets_in_operations", count(traffic->packetsInside)},
                       {"packets_open", count(traffic->packetsOpen)},
                       {"has_device", traffic->hasDevice},
                       {"requests", count(traffic->requests)},
                       {"requests_in_operations", count(traffic->requestsInside)},
                       {"requests_open", count(traffic->requestsOpen)},
                       {"quick", count(traffic->quick)},
                       {"failed", count(traffic->failed)},
                       {"bytes_read", count(traffic->bytesRead)},
                       {"bytes_written", count(traffic->bytesWritten)},
                       {"errors", errors}};
}

QJsonValue jsonOf(const core::Elsewhere& elsewhere) {
    if (elsewhere.operations == 0) return {};
    return QJsonObject{{"operations", count(elsewhere.operations)}, {"owners", jsonOf(elsewhere.owners)}};
}

QJsonObject jsonOf(const core::TestReport& test) {
    QJsonObject operations;
    for (const auto& [kind, number] : test.operationsByKind) operations[core::operationName(kind)] = count(number);
    QJsonObject calls;
    for (const auto& [call, number] : test.callsByName) calls[capture::callName(call)] = count(number);
    return {{"name", text(test.name)},
            {"unit", text(test.unit)},
            {"rate", figure(test.state, test.rate)},
            {"state", stateName(test.state)},
            {"guest_rate", known(test.guestRate)},
            {"guest_step_ns", known(static_cast<double>(test.guestStepNs))},
            {"operations", count(test.operations)},
            {"items", count(test.items)},
            {"wall_ns", qint64(test.wallNs)},
            {"min_ns", qint64(test.minNs)},
            {"median_ns", qint64(test.medianNs)},
            {"p90_ns", qint64(test.p90Ns)},
            {"p95_ns", qint64(test.p95Ns)},
            {"p99_ns", qint64(test.p99Ns)},
            {"max_ns", qint64(test.maxNs)},
            {"owners", jsonOf(test.owners)},
            {"detail", jsonOf(test.detail, test.owners)},
            {"guest_split", jsonOf(core::guestSplitOf(test))},
            {"packets", packetsOf(test.traffic)},
            {"requests", requestsOf(test.traffic)},
            {"elsewhere", jsonOf(test.elsewhere)},
            {"overhead_calls", count(test.overheadCalls)},
            {"host_calls", count(test.hostCalls)},
            {"side_file_calls", count(test.sideFileCalls)},
            {"host_reads", count(test.hostReads)},
            {"host_writes", count(test.hostWrites)},
            {"host_bytes_read", count(test.hostBytesRead)},
            {"host_bytes_written", count(test.hostBytesWritten)},
            {"guest_bytes_read", count(test.guestBytesRead)},
            {"guest_bytes_written", count(test.guestBytesWritten)},
            {"operations_by_kind", operations},
            {"calls_by_name", calls}};
}

QJsonObject jsonOf(const core::FileReport& file) {
    return {{"path", text(file.path)},
            {"role", core::roleName(file.role)},
            {"purpose", core::purposeName(file.purpose)},
            {"calls", count(file.calls)},
            {"bytes_read", count(file.bytesRead)},
            {"bytes_written", count(file.bytesWritten)},
            {"ns", qint64(file.ns)},
            {"at_risk", jsonOf(file.atRisk)}};
}

QJsonObject jsonOf(const core::OverheadReport& overhead) {
    return {{"purpose", core::purposeName(overhead.purpose)},
            {"calls", count(overhead.calls)},
            {"bytes_read", count(overhead.bytesRead)},
            {"bytes_written", count(overhead.bytesWritten)},
            {"ns", qint64(overhead.ns)}};
}

QJsonObject jsonOf(const core::ContentReport& content) {
    return {{"image", text(content.image)},
            {"role", text(content.role)},
            {"file", text(content.file)},
            {"reads", count(content.reads)},
            {"writes", count(content.writes)},
            {"bytes_read", count(content.bytesRead)},
            {"bytes_written", count(content.bytesWritten)}};
}

QJsonObject jsonOf(const core::Loss& loss) {
    return {{"thread", text(loss.thread)},
            {"count", count(loss.count)},
            {"first", qint64(loss.first)},
            {"last", qint64(loss.last)}};
}

QJsonArray testsOf(const core::Report& report) {
    QJsonArray tests;
    for (const core::TestReport& test : report.tests) tests.append(jsonOf(test));
    return tests;
}

QJsonValue jsonOf(const std::optional<std::uint32_t>& value) {
    return value ? QJsonValue(count(*value)) : QJsonValue();
}

QJsonObject jsonOf(const core::Environment& environment) {
    QJsonObject settings;
    for (const auto& [key, value] : environment.settings) settings[text(key)] = text(value);
    return {{"emulator", QJsonObject{{"version", text(environment.emulator)},
                                     {"model", text(environment.model)},
                                     {"settings", settings}}},
            {"machine", QJsonObject{{"cpu", text(environment.cpu)},
                                    {"fpu", text(environment.fpu)},
                                    {"chips", text(environment.chips)},
                                    {"exec", text(environment.exec)},
                                    {"dos", text(environment.dos)},
                                    {"chip_kb", jsonOf(environment.chipKb)},
                                    {"fast_kb", jsonOf(environment.fastKb)}}},
            {"volume", QJsonObject{{"name", text(environment.volume)},
                                   {"device", text(environment.device)},
                                   {"unit", text(environment.unit)},
                                   {"dostype", jsonOf(environment.dosType)},
                                   {"filesystem_version", text(environment.filesystemVersion)},
                                   {"handler", text(environment.handler)},
                                   {"buffers", jsonOf(environment.buffers)},
                                   {"blocks", jsonOf(environment.blocks)},
                                   {"block_bytes", jsonOf(environment.blockBytes)},
                                   {"max_transfer", jsonOf(environment.maxTransfer)},
                                   {"mask", jsonOf(environment.mask)},
                                   {"buffer_memory", jsonOf(environment.bufferMemory)}}}};
}

QJsonObject jsonOf(const core::Report& report) {
    QJsonObject facts;
    for (const auto& [key, value] : report.facts) facts[text(key)] = text(value);
    QJsonArray files;
    for (const core::FileReport& file : report.files) files.append(jsonOf(file));
    QJsonArray overhead;
    for (const core::OverheadReport& one : report.overhead) overhead.append(jsonOf(one));
    QJsonArray contents;
    for (const core::ContentReport& content : report.contents) contents.append(jsonOf(content));
    QJsonArray losses;
    for (const core::Loss& loss : report.losses) losses.append(jsonOf(loss));
    return {{"file", text(report.file)},
            {"facts", facts},
            {"environment", jsonOf(core::environmentOf(report.facts))},
            {"finished", report.finished},
            {"exit_status", report.exitStatus},
            {"operations", count(report.operations)},
            {"failed_operations", count(report.failedOperations)},
            {"packets", packetsOf(report.traffic)},
            {"requests", requestsOf(report.traffic)},
            {"traffic", jsonOf(report.traffic)},
            {"host_calls", count(report.hostCalls)},
            {"unattributed", count(report.unattributed)},
            {"resets", count(report.resets)},
            {"cut_by_reset", count(report.cutByReset)},
            {"late", count(report.late)},
            {"outside", count(report.outside)},
            {"dropped", count(report.dropped)},
            {"losses", losses},
            {"mark_cost", markCost(report.markCost)},
            {"job_cut", report.facts.contains(core::cutFact)}, // what was handed over after the job is not known
            {"bytes_not_handed_over", count(report.bytesNotHanded)},
            {"at_risk", jsonOf(report.atRisk)},
            {"owners", jsonOf(report.owners)},
            {"detail", jsonOf(report.detail, report.owners)},
            {"guest_split", jsonOf(core::guestSplitOf(report))},
            {"overhead_calls", count(report.overheadCalls)},
            {"contents", contents},
            {"overhead", overhead},
            {"files", files},
            {"tests", testsOf(report)},
            {"console", texts(report.console)},
            {"warnings", texts(report.warnings)}};
}

QJsonValue jsonOf(const std::optional<core::Ratio>& ratio) {
    if (!ratio) return {};
    QJsonObject object{{"value", ratio->value}, {"differs", ratio->differs()}};
    object["low"] = ratio->interval ? QJsonValue(ratio->interval->low) : QJsonValue();
    object["high"] = ratio->interval ? QJsonValue(ratio->interval->high) : QJsonValue();
    return object;
}

QJsonObject jsonOf(const core::Counts& counts) {
    return {{"operations", count(counts.operations)},
            {"host_calls", count(counts.hostCalls)},
            {"side_file_calls", count(counts.sideFileCalls)},
            {"host_reads", count(counts.hostReads)},
            {"host_writes", count(counts.hostWrites)},
            {"host_bytes_read", count(counts.hostBytesRead)},
            {"host_bytes_written", count(counts.hostBytesWritten)}};
}

QJsonObject jsonOf(const core::Row& row, const core::Cell& cell) {
    QJsonArray rates;
    for (const double rate : cell.rates) rates.append(rate);
    return {{"name", text(row.name)},
            {"unit", text(row.unit)},
            {"rate", figure(cell.state, cell.median)},
            {"state", stateName(cell.state)},
            {"note", text(cell.note)},
            {"rates", rates},
            {"spread", cell.spread},
            {"wide_spread", cell.wideSpread},
            {"guest_rate", known(cell.guestRate)},
            {"pass_through", cell.passThrough ? QJsonValue(*cell.passThrough) : QJsonValue()},
            {"ratio_to_first", jsonOf(cell.ratio)},
            {"counts", jsonOf(cell.counts)},
            {"counts_differ", texts(cell.countsDiffer)},
            {"owners", jsonOf(cell.owners)}};
}

QJsonObject jsonOf(const core::Reason& reason) {
    QJsonArray about;
    for (const core::SetupNumbers& setup : reason.about) {
        QJsonObject numbers;
        for (const auto& [name, value] : setup.numbers) numbers[text(name)] = value;
        about.append(QJsonObject{{"setup", text(setup.setup)}, {"numbers", numbers}});
    }
    return {{"code", core::reasonName(reason.code)},
            {"about", about},
            {"against", texts(reason.against)},
            {"test", text(reason.test)},
            {"text", text(reason.text)}};
}

QJsonObject jsonOf(const core::Verdict& verdict) {
    return {{"work", workName(verdict.work)},
            {"faster", text(verdict.faster)},
            {"slower", text(verdict.slower)},
            {"ratio", jsonOf(verdict.ratio)},
            {"text", text(verdict.text)}};
}

QJsonArray setupsOf(const Batch& batch, const core::Comparison& comparison) {
    QJsonArray setups;
    for (std::size_t i = 0; i < batch.setups.size(); ++i) {
        QJsonArray runs;
        for (const core::Report& run : batch.setups[i].runs) runs.append(jsonOf(run));
        QJsonArray tests;
        for (const core::Row& row : comparison.rows) tests.append(jsonOf(row, row.cells[i]));
        setups.append(QJsonObject{{"name", text(batch.setups[i].name)}, {"runs", runs}, {"tests", tests}});
    }
    return setups;
}

QJsonValue hostOf(const core::Comparison& comparison) {
    if (comparison.hostMode.empty()) return {};
    QJsonArray tests;
    for (const core::Row& row : comparison.rows)
        if (row.host) tests.append(jsonOf(row, *row.host));
    return QJsonObject{{"mode", text(comparison.hostMode)}, {"tests", tests}};
}

} // namespace

QJsonObject reportDocument(const core::Report& report) {
    QJsonObject document = jsonOf(report);
    document["schema"] = "uaescope.report/1";
    return document;
}

QJsonObject reportsDocument(const std::vector<core::Report>& reports) {
    QJsonArray array;
    for (const core::Report& report : reports) array.append(jsonOf(report));
    return {{"schema", "uaescope.reports/1"}, {"reports", array}};
}

QJsonObject hostDocument(const core::Report& twin) {
    QJsonObject document = jsonOf(twin);
    document["schema"] = "uaescope.host/1";
    return document;
}

QJsonObject runDocument(const std::vector<RunResult>& runs) {
    QJsonArray array;
    for (const RunResult& run : runs) {
        QJsonObject object = jsonOf(run.report);
        object["setup"] = text(run.setup);
        object["number"] = run.number;
        object["capture"] = text(run.capture);
        object["retried"] = text(run.retried);
        array.append(object);
    }
    return {{"schema", "uaescope.run/1"}, {"runs", array}};
}

QJsonObject compareDocument(const Batch& batch, const core::Comparison& comparison) {
    QJsonArray reasons;
    for (const core::Reason& reason : comparison.reasons) reasons.append(jsonOf(reason));
    QJsonArray verdicts;
    for (const core::Verdict& verdict : comparison.verdicts) verdicts.append(jsonOf(verdict));
    QJsonArray captures;
    for (const auto& capture : batch.captures) captures.append(text(capture));
    return {{"schema", "uaescope.compare/1"},
            {"suite", text(comparison.suite)},
            {"stopped", batch.stopped},
            {"setups", setupsOf(batch, comparison)},
            {"host", hostOf(comparison)},
            {"reasons", reasons},
            {"verdict", verdicts},
            {"notes", texts(batch.notes)},
            {"warnings", texts(comparison.warnings)},
            {"captures", captures}};
}

QJsonObject doctorDocument(const std::vector<Finding>& findings) {
    QJsonArray array;
    for (const Finding& finding : findings)
        array.append(QJsonObject{{"what", text(finding.what)},
                                 {"ok", finding.health != Health::gap},
                                 {"found", text(finding.found)},
                                 {"advice", text(finding.advice)}});
    return {{"schema", "uaescope.doctor/1"}, {"ready", !hasGap(findings)}, {"findings", array}};
}

std::string jsonText(const QJsonObject& document) {
    return QJsonDocument(document).toJson(QJsonDocument::Indented).toStdString();
}

} // namespace uaescope::lab
