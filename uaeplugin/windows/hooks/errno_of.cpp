#include "uaeplugin/windows/hooks/windows_call.h"

namespace uaescope::plugin {

namespace {

// Linux's values, whatever this compiler's <errno.h> has.
enum LinuxErrno : std::uint16_t {
    noSuchFile = 2,
    inputOutput = 5,
    badDescriptor = 9,
    accessDenied = 13,
    busy = 16,
    exists = 17,
    otherDevice = 18,
    noFolder = 20,
    invalid = 22,
    noSpace = 28,
    readOnly = 30,
    nameTooLong = 36,
    notEmpty = 39,
    inProgress = 115,
};

} // namespace

std::uint16_t errnoOf(DWORD error) {
    switch (error) {
    case ERROR_SUCCESS:
    case ERROR_NO_MORE_FILES: // the end of a folder
    case ERROR_HANDLE_EOF: return 0;
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_BAD_NETPATH:
    case ERROR_INVALID_NAME: return noSuchFile;
    case ERROR_INVALID_HANDLE: return badDescriptor;
    case ERROR_ACCESS_DENIED: return accessDenied;
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION: return busy;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS: return exists;
    case ERROR_NOT_SAME_DEVICE: return otherDevice;
    case ERROR_DIRECTORY: return noFolder;
    case ERROR_INVALID_PARAMETER:
    case ERROR_NEGATIVE_SEEK: return invalid;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: return noSpace;
    case ERROR_WRITE_PROTECT: return readOnly;
    case ERROR_FILENAME_EXCED_RANGE: return nameTooLong;
    case ERROR_DIR_NOT_EMPTY: return notEmpty;
    case ERROR_IO_PENDING: return inProgress;
    default: return inputOutput;
    }
}

} // namespace uaescope::plugin
