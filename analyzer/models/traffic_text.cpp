#include "analyzer/models/traffic_text.h"

#include "analyzer/core/packets.h"
#include "analyzer/models/dos_error.h"
#include "analyzer/models/readable.h"

namespace uaescope::models {

QString packetTitle(const CaptureData& capture, const core::Packet& packet) {
    const QString name = utf8(capture.analysis.trace.string(packet.name));
    const QString action = utf8(core::packetName(packet.action));
    return name.isEmpty() ? action : action + ' ' + name;
}

QString packetResult(const core::Packet& packet) {
    if (!packet.isAnswered) return QStringLiteral("never answered");
    return packet.result == 0 && packet.error != 0 ? dosErrorText(packet.error) : QStringLiteral("ok");
}

QString requestTitle(const core::Request& request) {
    const QString command = utf8(core::requestName(request.command));
    const bool moves = core::readsData(request.command) || core::writesData(request.command);
    return moves ? command + ' ' + sizeText(request.length) : command;
}

QString requestResult(const core::Request& request) {
    if (!request.isAnswered) return QStringLiteral("never answered");
    if (request.error != 0) return utf8(core::requestErrorText(request.error));
    return request.isQuick ? QStringLiteral("ok, done at once") : QStringLiteral("ok");
}

} // namespace uaescope::models
