#include "analyzer/models/call_text.h"

#include "analyzer/models/readable.h"

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
    case Call::open: return QStringLiteral("open");
    case Call::close: return QStringLiteral("close");
    case Call::read: return QStringLiteral("read");
    case Call::write: return QStringLiteral("write");
    case Call::lseek: return QStringLiteral("lseek");
    case Call::pread: return QStringLiteral("pread");
    case Call::pwrite: return QStringLiteral("pwrite");
    case Call::stat: return QStringLiteral("stat");
    case Call::lstat: return QStringLiteral("lstat");
    case Call::fstat: return QStringLiteral("fstat");
    case Call::access: return QStringLiteral("access");
    case Call::unlink: return QStringLiteral("unlink");
    case Call::rename: return QStringLiteral("rename");
    case Call::mkdir: return QStringLiteral("mkdir");
    case Call::rmdir: return QStringLiteral("rmdir");
    case Call::ftruncate: return QStringLiteral("ftruncate");
    case Call::utimes: return QStringLiteral("utimes");
    case Call::chmod: return QStringLiteral("chmod");
    case Call::fsync: return QStringLiteral("fsync");
    case Call::opendir: return QStringLiteral("opendir");
    case Call::readdir: return QStringLiteral("readdir");
    case Call::closedir: return QStringLiteral("closedir");
    case Call::getdents: return QStringLiteral("getdents");
    case Call::fopen: return QStringLiteral("fopen");
    case Call::fclose: return QStringLiteral("fclose");
    case Call::fread: return QStringLiteral("fread");
    case Call::fwrite: return QStringLiteral("fwrite");
    case Call::fseek: return QStringLiteral("fseek");
    case Call::ftell: return QStringLiteral("ftell");
    case Call::fflush: return QStringLiteral("fflush");
    case Call::fgetc: return QStringLiteral("fgetc");
    case Call::fgets: return QStringLiteral("fgets");
    case Call::fputc: return QStringLiteral("fputc");
    case Call::fputs: return QStringLiteral("fputs");
    case Call::fprintf: return QStringLiteral("fprintf");
    case Call::usleep: return QStringLiteral("usleep");
    case Call::semaphoreWait: return QStringLiteral("SDL_SemWait");
    case Call::conditionWait: return QStringLiteral("g_cond_wait");
    case Call::none: break;
    }
    return QStringLiteral("call %1").arg(static_cast<int>(call));
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
