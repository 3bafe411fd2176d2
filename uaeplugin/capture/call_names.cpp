#include "uaeplugin/capture/call_names.h"

namespace uaescope::capture {

const char* callName(Call call) {
    switch (call) {
    case Call::none: return "none";
    case Call::open: return "open";
    case Call::close: return "close";
    case Call::read: return "read";
    case Call::write: return "write";
    case Call::lseek: return "lseek";
    case Call::pread: return "pread";
    case Call::pwrite: return "pwrite";
    case Call::stat: return "stat";
    case Call::lstat: return "lstat";
    case Call::fstat: return "fstat";
    case Call::access: return "access";
    case Call::unlink: return "unlink";
    case Call::rename: return "rename";
    case Call::mkdir: return "mkdir";
    case Call::rmdir: return "rmdir";
    case Call::ftruncate: return "ftruncate";
    case Call::utimes: return "utimes";
    case Call::chmod: return "chmod";
    case Call::fsync: return "fsync";
    case Call::opendir: return "opendir";
    case Call::readdir: return "readdir";
    case Call::closedir: return "closedir";
    case Call::getdents: return "getdents";
    case Call::fopen: return "fopen";
    case Call::fclose: return "fclose";
    case Call::fread: return "fread";
    case Call::fwrite: return "fwrite";
    case Call::fseek: return "fseek";
    case Call::ftell: return "ftell";
    case Call::fflush: return "fflush";
    case Call::fgetc: return "fgetc";
    case Call::fgets: return "fgets";
    case Call::fputc: return "fputc";
    case Call::fputs: return "fputs";
    case Call::fprintf: return "fprintf";
    case Call::usleep: return "usleep";
    case Call::semaphoreWait: return "semaphore wait";
    case Call::conditionWait: return "condition wait";
    }
    return "unknown";
}

} // namespace uaescope::capture
