#include "uaeplugin/host_calls.h"

namespace uaescope::plugin {

namespace {

FileMarks* s_marks = nullptr; // set before the hooks are in
std::uint32_t s_marksFolder = 0;

std::uint32_t ownThread() {
    const ThreadLog* log = Recorder::log();
    return log == nullptr ? 0 : log->thread;
}

} // namespace

Names& names() {
    static Names& all = *new Names;
    return all;
}

Descriptors& descriptors() {
    static Descriptors& all = *new Descriptors;
    return all;
}

void watchFileMarks(const std::string& folder, FileMarks::Receiver receiver) {
    s_marksFolder = names().number(folder);
    s_marks = new FileMarks(folder, receiver);
}

std::uint32_t noticeFileMark(std::string_view path) {
    const bool isMark = s_marks != nullptr && s_marks->notice(path, Clock::ticks(), ownThread());
    return isMark ? s_marksFolder : 0;
}

} // namespace uaescope::plugin
