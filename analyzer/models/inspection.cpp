#include "analyzer/models/inspection.h"

#include "analyzer/core/deferred.h"
#include "analyzer/core/file_purpose.h"
#include "analyzer/core/image_parts.h"
#include "analyzer/core/jobs.h"
#include "analyzer/models/call_text.h"
#include "analyzer/models/dos_error.h"
#include "analyzer/models/readable.h"
#include "uaeplugin/capture/protocol.h"

#include <algorithm>

namespace uaescope::models {

namespace {

bool isTransfer(const core::Operation& operation) {
    return operation.kind == US_OP_READ || operation.kind == US_OP_WRITE || operation.kind == US_OP_DEVICE_READ;
}

QString carrierNote(const CaptureData& capture, std::uint32_t carrier, std::int64_t from) {
    const core::Analysis& analysis = capture.analysis;
    if (carrier >= analysis.trace.calls.size()) return {};
    const capture::HostCall& call = analysis.trace.calls[carrier];
    return QStringLiteral("its bytes reached the host by %1 at +%2")
        .arg(callNameText(call.call), durationText(call.begin - from));
}

QString lateNote(const CaptureData& capture, std::uint32_t cause) {
    if (cause >= capture.analysis.operations.size())
        return QStringLiteral("bytes of an earlier operation; which one is not known");
    const core::Operation& operation = capture.analysis.operations[cause];
    return QStringLiteral("bytes of %1 at %2")
        .arg(operationTitle(capture, operation), durationText(operation.begin - capture.origin()));
}

QString callsTitle(std::uint64_t outermost, const std::vector<CallRow>& rows) {
    const auto inside = std::count_if(rows.begin(), rows.end(), [](const CallRow& row) { return row.nesting > 0; });
    QString title = QStringLiteral("Host calls of this operation: ") + countText(static_cast<std::int64_t>(outermost));
    if (inside == 1) title += QStringLiteral(", with 1 system call inside");
    if (inside > 1) title += QStringLiteral(", with %1 system calls inside").arg(countText(inside));
    return title;
}

// Why a call has no operation.
QString placeMeaning(const capture::HostCall& call, core::Place place) {
    if (call.call == capture::Call::usleep) return QStringLiteral("The thread slept, to keep the Amiga's pace.");
    if (capture::isWait(call.call)) return QStringLiteral("The thread had nothing to do and waited for another one.");
    switch (place) {
    case core::Place::late:
        return QStringLiteral("It moved bytes that an earlier operation wrote; which one is not known.");
    case core::Place::outside: return QStringLiteral("No operation was open: boot, start-up, settling or exit.");
    case core::Place::unattributed:
        return QStringLiteral("An operation was open, but nothing tells whether the call was for it.");
    case core::Place::overhead: return QStringLiteral("The emulator's own business, not the emulated storage.");
    case core::Place::attributed: break;
    }
    return {};
}

// "of it 12 us on the emulator's own files"
QString detailText(const core::Operation& operation, core::Owner owner) {
    const core::TimeDetail& detail = operation.detail;
    QStringList parts;
    const auto add = [&parts](std::int64_t ns, const char* what) {
        if (ns > 0) parts << durationText(ns) + ' ' + QString::fromUtf8(what);
    };
    if (owner == core::Owner::hostIo) add(detail.overheadIo, "on the emulator's own files");
    if (owner == core::Owner::sleep) {
        add(detail.workAsleep, "while a storage thread worked");
        add(detail.wakeUp, "after it was done, waiting to be woken");
        add(operation.owners[owner] - detail.workAsleep - detail.wakeUp, "to keep the Amiga's pace");
    }
    if (owner == core::Owner::guest) add(detail.handler, "in the filesystem's handler, the rest in DOS and scheduling");
    return parts.isEmpty() ? QString() : QStringLiteral("of it ") + parts.join(QStringLiteral(", "));
}

QString summaryOf(const Inspection& inspection) {
    if (inspection.duration <= 0) return QStringLiteral("Too short for the clock: no time passed.");
    const OwnerRow& most = *std::max_element(inspection.owners.begin(), inspection.owners.end(),
                                             [](const OwnerRow& a, const OwnerRow& b) { return a.ns < b.ns; });
    return QStringLiteral("Most of the time, %1, is %2.").arg(shareText(most.share), most.name);
}

void addCalls(const CaptureData& capture, std::uint32_t number, Inspection& inspection) {
    const core::Analysis& analysis = capture.analysis;
    const core::Operation& operation = analysis.operations[number];
    for (const std::uint32_t call : analysis.callsOf(operation)) {
        const core::Place place = analysis.calls[call].place;
        if (place == core::Place::overhead)
            inspection.overhead.push_back(callRow(capture, call, operation.begin));
        else if (place != core::Place::late)
            inspection.calls.push_back(callRow(capture, call, operation.begin));
    }
    for (const std::uint32_t call : capture.lateCalls) {
        const std::int64_t begin = analysis.trace.calls[call].begin;
        if (analysis.calls[call].operation == number) {
            inspection.later.push_back(callRow(capture, call, operation.begin));
        } else if (begin >= operation.begin && begin < operation.end) {
            inspection.ofOthers.push_back(callRow(capture, call, operation.begin));
            inspection.ofOthers.back().note = lateNote(capture, analysis.calls[call].operation);
        }
    }
    // A list that holds only system calls starts at the left edge all the same.
    for (auto* list : {&inspection.calls, &inspection.overhead, &inspection.later, &inspection.ofOthers}) {
        if (list->empty()) continue;
        const auto shallowest = std::min_element(
            list->begin(), list->end(), [](const CallRow& a, const CallRow& b) { return a.nesting < b.nesting; });
        const int base = shallowest->nesting;
        for (CallRow& row : *list) row.nesting -= base;
    }
}

} // namespace

QString ownerMeaning(core::Owner owner) {
    switch (owner) {
    case core::Owner::hostIo: return QStringLiteral("host files were read, written or looked up");
    case core::Owner::sleep: return QStringLiteral("the emulator slept to keep the Amiga's pace");
    case core::Owner::device: return QStringLiteral("the emulated drive worked, outside host calls");
    case core::Owner::guest: break;
    }
    return QStringLiteral("emulated 68000 code ran: AmigaDOS, filesystem");
}

QString operationTitle(const CaptureData& capture, const core::Operation& operation) {
    QString title = QString::fromLatin1(core::operationName(operation.kind));
    if (isTransfer(operation)) title += ' ' + sizeText(operation.size);
    const QString file = fileNameText(capture.string(operation.name));
    return file.isEmpty() ? title : title + ' ' + file;
}

QString operationSizeText(const core::Operation& operation) {
    if (isTransfer(operation)) return countText(operation.size);
    if (operation.kind == US_OP_SEEK) return countText(static_cast<std::int32_t>(operation.size));
    return {};
}

QString operationResultText(const core::Operation& operation) {
    // ExNext reports the end of the directory as an error; it is how every listing ends.
    if (operation.kind == US_OP_EXNEXT && operation.error == 232) return QStringLiteral("end of directory");
    if (operation.error != 0) return QStringLiteral("failed: ") + dosErrorText(operation.error);
    if (isTransfer(operation)) return countText(static_cast<std::int32_t>(operation.result));
    return QStringLiteral("ok");
}

// What stands in an image where the call worked: "header of DH0:file".
QString placeText(const CaptureData& capture, const capture::HostCall& call) {
    if (call.offset < 0) return {};
    const core::ImageParts parts(capture.analysis.trace.imageParts);
    const capture::ImagePart* part = parts.at(call.path, static_cast<std::uint64_t>(call.offset));
    if (part == nullptr) return {};
    const QString file = utf8(capture.string(part->file));
    const QString role = utf8(capture.string(part->role));
    return file.isEmpty() ? role : role + QStringLiteral(" of ") + file;
}

CallRow callRow(const CaptureData& capture, std::uint32_t index, std::int64_t from) {
    const capture::HostCall& call = capture.analysis.trace.calls[index];
    const core::CallInfo& info = capture.analysis.calls[index];
    CallRow row;
    row.call = index;
    row.nesting = call.nesting;
    row.offset = call.begin - from;
    row.duration = call.end - call.begin;
    row.name = callNameText(call.call);
    row.thread = utf8(capture.analysis.trace.threadName(call.thread));
    row.path = utf8(capture.string(call.path));
    row.file = fileNameText(capture.string(call.path));
    if (call.offset >= 0) row.position = countText(call.offset);
    row.note = placeText(capture, call);
    row.size = callSizeText(call);
    row.result = callResultText(call);
    row.role = QString::fromLatin1(
        info.role == core::Role::emulator
            ? core::purposeName(core::purposeOf(capture.string(call.path), info.role, capture.analysis.trace.facts))
            : core::roleName(info.role));
    const std::uint32_t carrier = capture.analysis.calls.carrierOf(index);
    if (carrier != core::none)
        row.note = carrierNote(capture, carrier, from);
    else if (capture.analysis.systemDepth && core::isFollowedWrite(call, info.role))
        row.note =
            capture.analysis.trace.facts.contains(core::cutFact)
                ? QStringLiteral("its bytes were not yet handed to the host when the job ended, or written again")
                : QStringLiteral("its bytes never reached the host: still in the emulator, or written again");
    if (info.shared) row.note = QStringLiteral("shared by operations open at once");
    return row;
}

Inspection inspect(const CaptureData& capture, std::uint32_t number) {
    const core::Operation& operation = capture.analysis.operations.at(number);
    Inspection inspection;
    inspection.duration = operation.end - operation.begin;
    inspection.title = operationTitle(capture, operation);
    QStringList parts;
    if (const auto test = capture.testOf(number)) parts << utf8(capture.analysis.tests[*test].name);
    if (operation.prepares) parts << QStringLiteral("preparation, not counted");
    parts << QStringLiteral("at ") + durationText(operation.begin - capture.origin());
    parts << operationResultText(operation);
    inspection.subtitle = parts.join(QStringLiteral(" · "));
    for (int i = 0; i < core::ownerCount; ++i) {
        const auto owner = static_cast<core::Owner>(i);
        const std::int64_t ns = operation.owners[owner];
        const double share =
            inspection.duration > 0 ? static_cast<double>(ns) / static_cast<double>(inspection.duration) : 0;
        inspection.owners[static_cast<std::size_t>(i)] = {
            owner, QString::fromLatin1(core::ownerName(owner)), ownerMeaning(owner), detailText(operation, owner), ns,
            share};
    }
    inspection.summary = summaryOf(inspection);
    addCalls(capture, number, inspection);
    inspection.callsTitle = callsTitle(capture.hostCalls[number], inspection.calls);
    return inspection;
}

Inspection inspectCall(const CaptureData& capture, std::uint32_t index) {
    const capture::HostCall& call = capture.analysis.trace.calls.at(index);
    Inspection inspection;
    inspection.title = callNameText(call.call) + ' ' + fileNameText(capture.string(call.path));
    inspection.subtitle = QStringLiteral("host call · at ") + durationText(call.begin - capture.origin());
    inspection.summary = placeMeaning(call, capture.analysis.calls[index].place);
    inspection.duration = call.end - call.begin;
    inspection.calls.push_back(callRow(capture, index, call.begin));
    inspection.calls.back().nesting = 0;
    inspection.callsTitle = QStringLiteral("This host call");
    return inspection;
}

} // namespace uaescope::models
