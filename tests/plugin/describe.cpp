#include "describe.h"

#include <cstring>

namespace uaescope::plugin {

using capture::Call;

std::string callName(Call call) {
    static const std::map<Call, std::string> names = {{Call::open, "open"},
                                                      {Call::close, "close"},
                                                      {Call::read, "read"},
                                                      {Call::write, "write"},
                                                      {Call::lseek, "lseek"},
                                                      {Call::pread, "pread"},
                                                      {Call::pwrite, "pwrite"},
                                                      {Call::stat, "stat"},
                                                      {Call::lstat, "lstat"},
                                                      {Call::fstat, "fstat"},
                                                      {Call::access, "access"},
                                                      {Call::unlink, "unlink"},
                                                      {Call::rename, "rename"},
                                                      {Call::mkdir, "mkdir"},
                                                      {Call::rmdir, "rmdir"},
                                                      {Call::ftruncate, "ftruncate"},
                                                      {Call::utimes, "utimes"},
                                                      {Call::chmod, "chmod"},
                                                      {Call::fsync, "fsync"},
                                                      {Call::opendir, "opendir"},
                                                      {Call::readdir, "readdir"},
                                                      {Call::closedir, "closedir"},
                                                      {Call::getdents, "getdents"},
                                                      {Call::fopen, "fopen"},
                                                      {Call::fclose, "fclose"},
                                                      {Call::fread, "fread"},
                                                      {Call::fwrite, "fwrite"},
                                                      {Call::fseek, "fseek"},
                                                      {Call::ftell, "ftell"},
                                                      {Call::fflush, "fflush"},
                                                      {Call::fgetc, "fgetc"},
                                                      {Call::fgets, "fgets"},
                                                      {Call::fputc, "fputc"},
                                                      {Call::fputs, "fputs"},
                                                      {Call::fprintf, "fprintf"},
                                                      {Call::usleep, "usleep"},
                                                      {Call::semaphoreWait, "semaphore wait"},
                                                      {Call::conditionWait, "condition wait"}};
    const auto found = names.find(call);
    return found == names.end() ? "unknown call" : found->second;
}

std::string describe(const Captured& captured, const capture::HostCall& call) {
    std::string text = callName(call.call) + " ";
    if (call.offset >= 0) text += std::to_string(call.offset);
    if (call.size != 0) text += "+" + std::to_string(call.size);
    const bool returnsDescriptor = call.call == Call::open || call.call == Call::fopen || call.call == Call::opendir;
    if (call.error != 0)
        text += std::string("=") + strerrorname_np(call.error);
    else if (returnsDescriptor && call.result == call.descriptor)
        text += "=fd";
    else
        text += "=" + std::to_string(call.result);
    return text + " " + std::filesystem::path(captured.path(call)).filename().string();
}

std::vector<std::string> describe(const Captured& captured, const std::vector<capture::HostCall>& calls) {
    std::vector<std::string> lines;
    lines.reserve(calls.size());
    for (const capture::HostCall& call : calls) lines.push_back(describe(captured, call));
    return lines;
}

} // namespace uaescope::plugin
