#include "analyzer/gui/timeline_tips.h"

#include "analyzer/models/inspection.h"
#include "analyzer/models/readable.h"
#include "analyzer/models/tests_model.h"
#include "analyzer/models/traffic_text.h"

namespace uaescope::gui {

namespace {

QString bold(const QString& text) { return "<b>" + text.toHtmlEscaped() + "</b>"; }

QString testTip(const models::CaptureData& capture, std::uint32_t item) {
    const core::Test& test = capture.analysis.tests[item];
    QString tip = bold(models::utf8(test.name)) + "<br>" + models::countText(test.operationCount) + " operations in " +
                  models::durationText(test.end - test.begin);
    if (item < capture.report.tests.size()) tip += "<br>" + models::rateText(capture.report.tests[item]);
    return tip;
}

QString operationTip(const models::CaptureData& capture, std::uint32_t item) {
    const models::Inspection inspection = models::inspect(capture, item);
    QString tip = bold(inspection.title) + "<br>" + inspection.subtitle.toHtmlEscaped() + "<br>took " +
                  models::durationText(inspection.duration) + "<table>";
    for (const models::OwnerRow& owner : inspection.owners) {
        tip += "<tr><td>" + owner.name + "&nbsp;</td><td align=right>" + models::durationText(owner.ns) +
               "&nbsp;</td><td align=right>" + models::shareText(owner.share).toHtmlEscaped() + "</td></tr>";
    }
    return tip + "</table>" + models::countText(static_cast<std::int64_t>(inspection.calls.size())) + " host calls";
}

QString forOperation(const models::CaptureData& capture, std::uint32_t operation) {
    if (operation >= capture.analysis.operations.size()) return QStringLiteral("<br>in no operation");
    return "<br>for " + models::operationTitle(capture, capture.analysis.operations[operation]).toHtmlEscaped();
}

QString packetTip(const models::CaptureData& capture, std::uint32_t item) {
    const core::Packet& packet = capture.analysis.packets[item];
    return bold(models::packetTitle(capture, packet)) + " took " + models::durationText(packet.end - packet.begin) +
           "<br>result: " + models::packetResult(packet).toHtmlEscaped() + forOperation(capture, packet.operation);
}

QString requestTip(const models::CaptureData& capture, std::uint32_t item) {
    const core::Request& request = capture.analysis.requests[item];
    return bold(models::requestTitle(request)) + " took " + models::durationText(request.end - request.begin) +
           "<br>at byte " + models::countText(static_cast<std::int64_t>(request.offset)) +
           " of the device<br>result: " + models::requestResult(request).toHtmlEscaped() +
           forOperation(capture, request.operation);
}

QString callTip(const models::CaptureData& capture, std::uint32_t item) {
    const models::CallRow row = models::callRow(capture, item, capture.origin());
    const core::CallInfo& info = capture.analysis.calls[item];
    QString tip = bold(row.name) + " took " + models::durationText(row.duration);
    if (!row.path.isEmpty()) tip += "<br>" + row.path.toHtmlEscaped();
    if (!row.position.isEmpty()) tip += "<br>at offset " + row.position;
    if (!row.size.isEmpty()) tip += "<br>asked for " + row.size;
    if (!capture::isWait(capture.analysis.trace.calls[item].call)) {
        tip += "<br>result: " + row.result.toHtmlEscaped() + "<br>about: " + row.role;
    }
    if (info.operation < capture.analysis.operations.size()) {
        tip +=
            "<br>for " + models::operationTitle(capture, capture.analysis.operations[info.operation]).toHtmlEscaped();
    }
    tip += QStringLiteral("<br>") + core::placeName(info.place);
    if (!row.note.isEmpty()) tip += "<br>" + row.note.toHtmlEscaped();
    return tip;
}

} // namespace

QString timelineTip(const models::CaptureData& capture, const models::Lane& lane, std::uint32_t item) {
    switch (lane.kind) {
    case models::LaneKind::tests: return testTip(capture, item);
    case models::LaneKind::operations: return operationTip(capture, item);
    case models::LaneKind::packets: return packetTip(capture, item);
    case models::LaneKind::requests: return requestTip(capture, item);
    case models::LaneKind::calls: break;
    }
    return callTip(capture, item);
}

} // namespace uaescope::gui
