// Hooks of the C library's streams.
#include "uaeplugin/linux/hooks/library_call.h"
#include "uaeplugin/linux/open_files.h"

#include <array>
#include <cstdarg>
#include <cstring>
#include <sys/types.h>

namespace uaescope::plugin {

namespace {

using capture::Call;
using capture::Depth;

int descriptorOf(std::FILE* stream) { return stream == nullptr ? -1 : fileno_unlocked(stream); }

// A stream that a call works on: where the stream stands before it.
struct StreamCall : LibraryCall {
    explicit StreamCall(std::FILE* worksOn)
        : stream(worksOn), descriptor(descriptorOf(stream)),
          offset(descriptors().position(descriptor, Depth::library)) {}

    // size bytes were asked for, moved were moved. After stop().
    void recordTransfer(Call call, std::int64_t size, std::int64_t moved, std::int64_t result, int error) {
        if (offset >= 0 && moved > 0) descriptors().setPosition(descriptor, Depth::library, offset + moved);
        record({.call = call,
                .descriptor = descriptor,
                .path = descriptors().path(descriptor),
                .offset = offset,
                .size = size,
                .result = result,
                .error = error});
    }
    void recordPosition(Call call, std::int64_t position, std::int64_t result, int error) {
        descriptors().setPosition(descriptor, Depth::library, position);
        record({.call = call,
                .descriptor = descriptor,
                .path = descriptors().path(descriptor),
                .offset = position,
                .result = result,
                .error = error});
    }

    std::FILE* const stream;
    const int descriptor;
    const std::int64_t offset;
};

template <Symbol Name>
std::FILE* hookOpenStream(const char* path, const char* mode) {
    LibraryCall span;
    std::FILE* stream = real<Name, std::FILE*(const char*, const char*)>()(path, mode);
    span.stop();
    const int error = stream == nullptr ? errno : 0;
    const int flags = flagsOfMode(mode);
    const std::uint32_t number = pathNumber(path);
    const int descriptor = descriptorOf(stream);
    if (stream != nullptr) descriptors().opened(descriptor, number, positionAfterOpen(flags));
    span.record({.call = Call::fopen,
                 .descriptor = descriptor,
                 .path = number,
                 .result = descriptor,
                 .error = error,
                 .flags = flagsOfOpen(flags)});
    return stream;
}

template <Symbol Name>
int hookCloseStream(std::FILE* stream) {
    const int descriptor = descriptorOf(stream);
    const std::uint64_t held = descriptors().held(descriptor);
    LibraryCall span;
    const int result = real<Name, int(std::FILE*)>()(stream);
    span.stop();
    const int error = errorOf(result);
    descriptors().closed(descriptor, held);
    span.record({.call = Call::fclose,
                 .descriptor = descriptor,
                 .path = static_cast<std::uint32_t>(held),
                 .result = result,
                 .error = error});
    return result;
}

void recordItems(StreamCall& call, Call kind, std::size_t size, std::size_t count, std::size_t done) {
    // A short count is the end of the file or a failure; which, the stream knows, and errno only in the second case.
    const int error = done < count && ferror_unlocked(call.stream) != 0 ? errno : 0;
    const auto moved = static_cast<std::int64_t>(size * done);
    call.recordTransfer(kind, static_cast<std::int64_t>(size * count), moved, moved, error);
}

template <Symbol Name>
std::size_t hookReadItems(void* buffer, std::size_t size, std::size_t count, std::FILE* stream) {
    StreamCall call(stream);
    const std::size_t done =
        real<Name, std::size_t(void*, std::size_t, std::size_t, std::FILE*)>()(buffer, size, count, stream);
    call.stop();
    recordItems(call, Call::fread, size, count, done);
    return done;
}

template <Symbol Name>
std::size_t hookCheckedReadItems(void* buffer, std::size_t room, std::size_t size, std::size_t count,
                                 std::FILE* stream) {
    StreamCall call(stream);
    const std::size_t done = real<Name, std::size_t(void*, std::size_t, std::size_t, std::size_t, std::FILE*)>()(
        buffer, room, size, count, stream);
    call.stop();
    recordItems(call, Call::fread, size, count, done);
    return done;
}

template <Symbol Name>
std::size_t hookWriteItems(const void* buffer, std::size_t size, std::size_t count, std::FILE* stream) {
    StreamCall call(stream);
    const std::size_t done =
        real<Name, std::size_t(const void*, std::size_t, std::size_t, std::FILE*)>()(buffer, size, count, stream);
    call.stop();
    recordItems(call, Call::fwrite, size, count, done);
    return done;
}

// A seek from the end lands where only the stream knows; the next ftell tells.
std::int64_t positionAfterSeek(const StreamCall& call, std::int64_t offset, int whence, int result) {
    if (result != 0) return call.offset;
    if (whence == SEEK_SET) return offset;
    if (whence == SEEK_CUR && call.offset >= 0) return call.offset + offset;
    return Descriptors::unknown;
}

template <Symbol Name, typename Offset>
int hookSeekStream(std::FILE* stream, Offset offset, int whence) {
    StreamCall call(stream);
    const int result = real<Name, int(std::FILE*, Offset, int)>()(stream, offset, whence);
    call.stop();
    const std::int64_t position = positionAfterSeek(call, offset, whence, result);
    call.recordPosition(Call::fseek, position, result == 0 ? std::max<std::int64_t>(position, 0) : -1, errorOf(result));
    return result;
}

template <Symbol Name, typename Offset>
Offset hookTellStream(std::FILE* stream) {
    StreamCall call(stream);
    const Offset result = real<Name, Offset(std::FILE*)>()(stream);
    call.stop();
    call.recordPosition(Call::ftell, result, result, errorOf(result));
    return result;
}

template <Symbol Name>
int hookFlushStream(std::FILE* stream) {
    StreamCall call(stream);
    const int result = real<Name, int(std::FILE*)>()(stream);
    call.stop();
    call.recordTransfer(Call::fflush, 0, 0, result, errorOf(result));
    return result;
}

template <Symbol Name>
int hookGetCharacter(std::FILE* stream) {
    StreamCall call(stream);
    const int result = real<Name, int(std::FILE*)>()(stream);
    call.stop();
    const int moved = result == EOF ? 0 : 1;
    call.recordTransfer(Call::fgetc, 1, moved, moved, 0);
    return result;
}

void recordLine(StreamCall& call, int size, const char* line) {
    const auto moved = line == nullptr ? 0 : static_cast<std::int64_t>(std::strlen(line));
    call.recordTransfer(Call::fgets, size, moved, moved, 0);
}

template <Symbol Name>
char* hookGetLine(char* buffer, int size, std::FILE* stream) {
    StreamCall call(stream);
    char* line = real<Name, char*(char*, int, std::FILE*)>()(buffer, size, stream);
    call.stop();
    recordLine(call, size, line);
    return line;
}

template <Symbol Name>
char* hookCheckedGetLine(char* buffer, std::size_t room, int size, std::FILE* stream) {
    StreamCall call(stream);
    char* line = real<Name, char*(char*, std::size_t, int, std::FILE*)>()(buffer, room, size, stream);
    call.stop();
    recordLine(call, size, line);
    return line;
}

template <Symbol Name>
int hookPutCharacter(int character, std::FILE* stream) {
    StreamCall call(stream);
    const int result = real<Name, int(int, std::FILE*)>()(character, stream);
    call.stop();
    const int moved = result == EOF ? 0 : 1;
    call.recordTransfer(Call::fputc, 1, moved, result == EOF ? -1 : moved, result == EOF ? errno : 0);
    return result;
}

template <Symbol Name>
int hookPutString(const char* text, std::FILE* stream) {
    StreamCall call(stream);
    const int result = real<Name, int(const char*, std::FILE*)>()(text, stream);
    call.stop();
    const auto size = static_cast<std::int64_t>(std::strlen(text));
    call.recordTransfer(Call::fputs, size, result < 0 ? 0 : size, result < 0 ? -1 : size, errorOf(result));
    return result;
}

void recordPrint(StreamCall& call, int result) {
    call.recordTransfer(Call::fprintf, std::max(result, 0), std::max(result, 0), result, errorOf(result));
}

// The variadic forms go on to their va_list siblings.
template <Symbol Name>
int hookPrint(std::FILE* stream, const char* format, ...) {
    StreamCall call(stream);
    va_list arguments;
    va_start(arguments, format);
    const int result = vfprintf(stream, format, arguments); // NOLINT(clang-analyzer-valist.Uninitialized): it is not
    call.stop();
    va_end(arguments);
    recordPrint(call, result);
    return result;
}

template <Symbol Name>
int hookCheckedPrint(std::FILE* stream, int flag, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    StreamCall call(stream);
    const int result =
        real<"__vfprintf_chk", int(std::FILE*, int, const char*, va_list)>()(stream, flag, format, arguments);
    call.stop();
    recordPrint(call, result);
    va_end(arguments);
    return result;
}

template <Symbol Name>
int hookPrintList(std::FILE* stream, const char* format, va_list arguments) {
    StreamCall call(stream);
    const int result = real<Name, int(std::FILE*, const char*, va_list)>()(stream, format, arguments);
    call.stop();
    recordPrint(call, result);
    return result;
}

template <Symbol Name>
int hookCheckedPrintList(std::FILE* stream, int flag, const char* format, va_list arguments) {
    StreamCall call(stream);
    const int result = real<Name, int(std::FILE*, int, const char*, va_list)>()(stream, flag, format, arguments);
    call.stop();
    recordPrint(call, result);
    return result;
}

} // namespace

std::span<const GotHook> streamHooks() {
    static const std::array hooks = {
        hookOf<"fopen">(hookOpenStream<"fopen">),
        hookOf<"fopen64">(hookOpenStream<"fopen64">),
        hookOf<"fclose">(hookCloseStream<"fclose">),
        hookOf<"fread">(hookReadItems<"fread">),
        hookOf<"__fread_chk">(hookCheckedReadItems<"__fread_chk">),
        hookOf<"fwrite">(hookWriteItems<"fwrite">),
        hookOf<"fseek">(hookSeekStream<"fseek", long>),
        hookOf<"fseeko">(hookSeekStream<"fseeko", off_t>),
        hookOf<"fseeko64">(hookSeekStream<"fseeko64", off_t>),
        hookOf<"ftell">(hookTellStream<"ftell", long>),
        hookOf<"ftello">(hookTellStream<"ftello", off_t>),
        hookOf<"ftello64">(hookTellStream<"ftello64", off_t>),
        hookOf<"fflush">(hookFlushStream<"fflush">),
        hookOf<"fgetc">(hookGetCharacter<"fgetc">),
        hookOf<"getc">(hookGetCharacter<"getc">),
        hookOf<"fgets">(hookGetLine<"fgets">),
        hookOf<"__fgets_chk">(hookCheckedGetLine<"__fgets_chk">),
        hookOf<"fputc">(hookPutCharacter<"fputc">),
        hookOf<"putc">(hookPutCharacter<"putc">),
        hookOf<"fputs">(hookPutString<"fputs">),
        hookOf<"fprintf">(hookPrint<"fprintf">),
        hookOf<"__fprintf_chk">(hookCheckedPrint<"__fprintf_chk">),
        hookOf<"vfprintf">(hookPrintList<"vfprintf">),
        hookOf<"__vfprintf_chk">(hookCheckedPrintList<"__vfprintf_chk">),
    };
    return hooks;
}

} // namespace uaescope::plugin
