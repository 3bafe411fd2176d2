#include "analyzer/models/call_text.h"

#include "analyzer/models/readable.h"
#include "uaeplugin/capture/call_names.h"

#include <cstring>

namespace uaescope::models {

using capture::Call;

namespace {

bool movesBytes(Call call) {
    switch (call) {
    case Call::read:
    case Call::write:
    case Call::pread:
    case Call::pwrite:
    case Call::fread:
    case Call::fwrite:
    case Call::getdents:
    case Call::fgets:
    case Call::fputs:
    case Call::fprintf: return true;
    default: return false;
    }
}

bool answersPosition(Call call) { return call == Call::lseek || call == Call::ftell; }

} // namespace

QString callNameText(Call call) {
    switch (call) {
    case Call::semaphoreWait: return QStringLiteral("SDL_SemWait");
    case Call::conditionWait: return QStringLiteral("g_cond_wait");
    default: return QString::fromLatin1(capture::callName(call));
    }
}

QString waitText(Call call) { return call == Call::usleep ? QStringLiteral("sleeping") : QStringLiteral("waiting"); }

QString callSizeText(const capture::HostCall& call) {
    if (call.call == Call::readdir) return call.size > 1 ? countText(call.size) + " calls" : QStringLiteral("1 call");
    if (movesBytes(call.call) || call.call == Call::ftruncate) return countText(call.size);
    return {};
}

QString callResultText(const capture::HostCall& call) {
    if (call.result < 0 || call.error != 0) {
        return call.error != 0 ? QStringLiteral("failed: ") + QString::fromLocal8Bit(std::strerror(call.error))
                               : QStringLiteral("failed");
    }
    if (call.call == Call::readdir) return countText(call.result) + " entries";
    if (movesBytes(call.call) || answersPosition(call.call)) return countText(call.result);
    return QStringLiteral("ok");
}

} // namespace uaescope::models
