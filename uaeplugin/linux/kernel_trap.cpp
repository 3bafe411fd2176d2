#include "uaeplugin/kernel_trap.h"

#include "uaeplugin/host_calls.h"
#include "uaeplugin/linux/path_number.h"

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>

// long uaescope_pass(long a, b, c, d, e, f, long number): the one system call instruction that the filter lets pass.
asm(R"(
    .pushsection .text
    .hidden uaescope_pass
    .globl uaescope_pass
    .type uaescope_pass, @function
uaescope_pass:
    movq %rcx, %r10
    movq 8(%rsp), %rax
    syscall
    .hidden uaescope_passed
    .globl uaescope_passed
uaescope_passed:
    ret
    .size uaescope_pass, . - uaescope_pass
    .popsection
)");
extern "C" {
[[gnu::visibility("hidden")]] long uaescope_pass(long a, long b, long c, long d, long e, long f, long number);
[[gnu::visibility("hidden")]] extern const char uaescope_passed;
}

namespace uaescope::plugin {

namespace {

constexpr int none = -1; // no such argument

// What a call's arguments are; numbers count the arguments from 0.
struct TrappedCall {
    long number;
    const char* name;
    int descriptor = none; // works on this descriptor
    int path = none;       // works on this path ...
    int folder = none;     // ... which may be relative to this descriptor
    enum Kind { plain, opens, moves, replaces } kind = plain;
};

constexpr auto opens = TrappedCall::opens;
constexpr auto moves = TrappedCall::moves;

constexpr std::array calls = {
    TrappedCall{SYS_open, "open", none, 0, none, opens},
    TrappedCall{SYS_creat, "open", none, 0, none, opens},
    TrappedCall{SYS_openat, "open", none, 1, 0, opens},
    TrappedCall{SYS_openat2, "open", none, 1, 0, opens},
    TrappedCall{SYS_close, "close", 0},
    TrappedCall{SYS_close_range, "close_range", 0},
    TrappedCall{SYS_dup, "dup", 0},
    TrappedCall{SYS_dup2, "dup", 0, none, none, TrappedCall::replaces},
    TrappedCall{SYS_dup3, "dup", 0, none, none, TrappedCall::replaces},
    TrappedCall{SYS_fcntl, "fcntl", 0},
    TrappedCall{SYS_ioctl, "ioctl", 0},
    TrappedCall{SYS_read, "read", 0, none, none, moves},
    TrappedCall{SYS_write, "write", 0, none, none, moves},
    TrappedCall{SYS_pread64, "pread", 0, none, none, moves},
    TrappedCall{SYS_pwrite64, "pwrite", 0, none, none, moves},
    TrappedCall{SYS_readv, "readv", 0, none, none, moves},
    TrappedCall{SYS_writev, "writev", 0, none, none, moves},
    TrappedCall{SYS_preadv, "preadv", 0, none, none, moves},
    TrappedCall{SYS_pwritev, "pwritev", 0, none, none, moves},
    TrappedCall{SYS_preadv2, "preadv", 0, none, none, moves},
    TrappedCall{SYS_pwritev2, "pwritev", 0, none, none, moves},
    TrappedCall{SYS_sendfile, "sendfile", 1, none, none, moves},
    TrappedCall{SYS_copy_file_range, "copy_file_range", 0, none, none, moves},
    TrappedCall{SYS_splice, "splice", 0, none, none, moves},
    TrappedCall{SYS_mmap, "mmap", 4},
    TrappedCall{SYS_lseek, "lseek", 0},
    TrappedCall{SYS_getdents, "getdents", 0},
    TrappedCall{SYS_getdents64, "getdents", 0},
    TrappedCall{SYS_stat, "stat", none, 0},
    TrappedCall{SYS_lstat, "lstat", none, 0},
    TrappedCall{SYS_fstat, "fstat", 0},
    TrappedCall{SYS_newfstatat, "stat", none, 1, 0},
    TrappedCall{SYS_statx, "stat", none, 1, 0},
    TrappedCall{SYS_statfs, "statfs", none, 0},
    TrappedCall{SYS_fstatfs, "statfs", 0},
    TrappedCall{SYS_access, "access", none, 0},
    TrappedCall{SYS_faccessat, "access", none, 1, 0},
    TrappedCall{SYS_faccessat2, "access", none, 1, 0},
    TrappedCall{SYS_readlink, "readlink", none, 0},
    TrappedCall{SYS_readlinkat, "readlink", none, 1, 0},
    TrappedCall{SYS_unlink, "unlink", none, 0},
    TrappedCall{SYS_unlinkat, "unlink", none, 1, 0},
    TrappedCall{SYS_rename, "rename", none, 0},
    TrappedCall{SYS_renameat, "rename", none, 1, 0},
    TrappedCall{SYS_renameat2, "rename", none, 1, 0},
    TrappedCall{SYS_link, "link", none, 0},
    TrappedCall{SYS_linkat, "link", none, 1, 0},
    TrappedCall{SYS_symlink, "symlink", none, 1},
    TrappedCall{SYS_symlinkat, "symlink", none, 2, 1},
    TrappedCall{SYS_mkdir, "mkdir", none, 0},
    TrappedCall{SYS_mkdirat, "mkdir", none, 1, 0},
    TrappedCall{SYS_rmdir, "rmdir", none, 0},
    TrappedCall{SYS_chmod, "chmod", none, 0},
    TrappedCall{SYS_fchmod, "chmod", 0},
    TrappedCall{SYS_fchmodat, "chmod", none, 1, 0},
    TrappedCall{SYS_chown, "chown", none, 0},
    TrappedCall{SYS_lchown, "chown", none, 0},
    TrappedCall{SYS_fchown, "chown", 0},
    TrappedCall{SYS_fchownat, "chown", none, 1, 0},
    TrappedCall{SYS_utime, "utimes", none, 0},
    TrappedCall{SYS_utimes, "utimes", none, 0},
    TrappedCall{SYS_utimensat, "utimes", none, 1, 0},
    TrappedCall{SYS_truncate, "truncate", none, 0},
    TrappedCall{SYS_ftruncate, "ftruncate", 0},
    TrappedCall{SYS_fallocate, "fallocate", 0},
    TrappedCall{SYS_fsync, "fsync", 0},
    TrappedCall{SYS_fdatasync, "fsync", 0},
    TrappedCall{SYS_sync_file_range, "fsync", 0},
    TrappedCall{SYS_flock, "flock", 0},
    TrappedCall{SYS_fadvise64, "fadvise", 0},
};

// Kinds that are told apart only by a call's flags come after those of the table.
constexpr std::array furtherKinds = {"fstat", "lstat"};
constexpr std::uint32_t kindFstat = calls.size();
constexpr std::uint32_t kindLstat = calls.size() + 1;

const char* nameOfKind(std::uint32_t kind) {
    return kind < calls.size() ? calls[kind].name : furtherKinds[kind - calls.size()];
}

// Null until counting begins. Calls that are trapped before that are made and not counted.
std::atomic<KernelCounts*> s_counts{nullptr};

// Numbers of the paths behind descriptors, 0 = not asked for yet. Our own, because the hooks' table is what is checked.
constexpr int knownDescriptors = 4096;
std::array<std::atomic<std::uint32_t>, knownDescriptors> s_paths;

bool isKept(long descriptor) { return descriptor >= 0 && descriptor < knownDescriptors; }

void forgetPath(long descriptor) {
    if (isKept(descriptor)) s_paths[static_cast<std::size_t>(descriptor)].store(0, std::memory_order_relaxed);
}

void remember(long descriptor, std::uint32_t path) {
    if (isKept(descriptor)) s_paths[static_cast<std::size_t>(descriptor)].store(path, std::memory_order_relaxed);
}

// What the kernel says the descriptor is.
std::uint32_t pathFromKernel(long descriptor) {
    constexpr std::size_t digits = 12;
    std::array<char, sizeof "/proc/self/fd/" + digits> link{"/proc/self/fd/"};
    std::array<char, digits> number{};
    std::size_t at = digits - 1;
    for (long rest = descriptor; at > 0 && (rest > 0 || at == digits - 1); rest /= 10)
        number[--at] = static_cast<char>('0' + rest % 10);
    std::memcpy(link.data() + std::strlen(link.data()), &number[at], digits - at);
    std::array<char, PATH_MAX> target{};
    const long length = uaescope_pass(reinterpret_cast<long>(link.data()), reinterpret_cast<long>(target.data()),
                                      static_cast<long>(target.size()), 0, 0, 0, SYS_readlink);
    return length <= 0 ? 0 : names().number({target.data(), static_cast<std::size_t>(length)});
}

std::uint32_t pathOfDescriptor(long descriptor) {
    if (descriptor < 0) return 0;
    if (!isKept(descriptor)) return pathFromKernel(descriptor);
    const std::uint32_t known = s_paths[static_cast<std::size_t>(descriptor)].load(std::memory_order_relaxed);
    if (known != 0) return known;
    const std::uint32_t found = pathFromKernel(descriptor);
    remember(descriptor, found);
    return found;
}

using Arguments = std::array<long, 6>;

bool isOnDescriptorItself(const TrappedCall& call, const Arguments& arguments) {
    const auto* path = reinterpret_cast<const char*>(arguments[static_cast<std::size_t>(call.path)]);
    return call.folder != none && (path == nullptr || *path == '\0');
}

std::uint32_t pathOf(const TrappedCall& call, const Arguments& arguments) {
    if (call.descriptor != none) {
        // Descriptors are int; the register's upper half may hold anything.
        return pathOfDescriptor(static_cast<int>(arguments[static_cast<std::size_t>(call.descriptor)]));
    }
    const auto* path = reinterpret_cast<const char*>(arguments[static_cast<std::size_t>(call.path)]);
    const int folder =
        call.folder == none ? AT_FDCWD : static_cast<int>(arguments[static_cast<std::size_t>(call.folder)]);
    return pathNumber(path, folder == AT_FDCWD || (path != nullptr && *path == '/') ? 0 : pathOfDescriptor(folder));
}

std::uint32_t kindOf(std::size_t index, const Arguments& arguments) {
    const TrappedCall& call = calls[index];
    if (call.number == SYS_newfstatat || call.number == SYS_statx) {
        if (isOnDescriptorItself(call, arguments)) return kindFstat;
        const long flags = arguments[call.number == SYS_statx ? 2 : 3];
        if ((flags & AT_SYMLINK_NOFOLLOW) != 0) return kindLstat;
    }
    return static_cast<std::uint32_t>(index);
}

long makeCall(std::size_t index, const Arguments& arguments) {
    const TrappedCall& call = calls[index];
    KernelCounts* counts = s_counts.load(std::memory_order_acquire);
    const std::uint32_t path = pathOf(call, arguments);
    const std::uint32_t kind = kindOf(index, arguments);
    // Before the close: afterwards another thread may have been given the number.
    if (call.number == SYS_close) forgetPath(static_cast<int>(arguments[0]));
    if (call.number == SYS_close_range)
        for (int descriptor = 0; descriptor < knownDescriptors; ++descriptor) forgetPath(descriptor);
    const long answer =
        uaescope_pass(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5], call.number);
    if (call.kind == opens && answer >= 0) remember(answer, path);
    if (call.kind == TrappedCall::replaces && answer >= 0) forgetPath(answer);
    const bool moved = call.kind == moves && answer > 0;
    if (counts != nullptr) counts->add(kind, path, moved ? static_cast<std::uint64_t>(answer) : 0);
    return answer;
}

void onTrap(int, siginfo_t*, void* context) {
    const int before = errno;
    greg_t* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    const Arguments arguments = {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                                 registers[REG_R10], registers[REG_R8],  registers[REG_R9]};
    // The kernel has left the number where the answer goes.
    for (std::size_t index = 0; index < calls.size(); ++index) {
        if (calls[index].number != registers[REG_RAX]) continue;
        registers[REG_RAX] = makeCall(index, arguments);
        break;
    }
    errno = before;
}

constexpr sock_filter statement(unsigned code, std::uint32_t value) {
    return {static_cast<std::uint16_t>(code), 0, 0, value};
}
constexpr sock_filter skipUnless(std::uint32_t value, std::uint8_t skip) {
    return {BPF_JMP | BPF_JEQ | BPF_K, 0, skip, value};
}
constexpr sock_filter load(std::size_t offset) {
    return statement(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

std::vector<sock_filter> filter() {
    constexpr sock_filter allow = statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    constexpr sock_filter trap = statement(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    constexpr std::size_t instruction = offsetof(seccomp_data, instruction_pointer);
    constexpr std::size_t arguments = offsetof(seccomp_data, args);
    const auto passed = reinterpret_cast<std::uintptr_t>(&uaescope_passed);
    std::vector<sock_filter> program = {
        load(offsetof(seccomp_data, arch)),
        {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AUDIT_ARCH_X86_64},
        allow,
        load(instruction),
        skipUnless(static_cast<std::uint32_t>(passed), 3),
        load(instruction + 4),
        skipUnless(static_cast<std::uint32_t>(passed >> 32), 1),
        allow,
        load(offsetof(seccomp_data, nr)),
    };
    for (const TrappedCall& call : calls) {
        const auto number = static_cast<std::uint32_t>(call.number);
        if (call.number == SYS_mmap) {
            // Memory that is no file's is of no interest, and is asked for where no handler may run.
            program.insert(program.end(), {skipUnless(number, 4),
                                           load(arguments + 3 * sizeof(std::uint64_t)),
                                           {BPF_JMP | BPF_JSET | BPF_K, 0, 1, MAP_ANONYMOUS},
                                           allow,
                                           trap});
        } else {
            program.insert(program.end(), {skipUnless(number, 1), trap});
        }
    }
    program.push_back(allow);
    return program;
}

} // namespace

std::string startKernelTrap() {
    names(); // made here, not in the handler
    struct sigaction action {};
    action.sa_sigaction = onTrap;
    // Other signals may come while a trapped call waits, and their handlers make calls of their own.
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER;
    if (sigaction(SIGSYS, &action, nullptr) != 0) return "no handler of SIGSYS can be installed";
    std::vector<sock_filter> program = filter();
    const sock_fprog description = {static_cast<unsigned short>(program.size()), program.data()};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "the kernel refuses PR_SET_NO_NEW_PRIVS";
    const long refusal = uaescope_pass(SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC,
                                       reinterpret_cast<long>(&description), 0, 0, 0, SYS_seccomp);
    if (refusal > 0) return "thread " + std::to_string(refusal) + " has a filter of its own";
    if (refusal < 0)
        return std::string("the kernel refuses a seccomp filter: ") + strerrordesc_np(static_cast<int>(-refusal));
    s_counts.store(new KernelCounts, std::memory_order_release);
    return "";
}

std::vector<KernelCall> kernelCalls() {
    std::vector<KernelCall> found;
    const KernelCounts* counts = s_counts.load(std::memory_order_acquire);
    if (counts == nullptr) return found;
    for (const KernelCounts::Count& count : counts->all()) found.push_back({nameOfKind(count.kind), count});
    return found;
}

std::uint64_t uncountedKernelCalls() {
    const KernelCounts* counts = s_counts.load(std::memory_order_acquire);
    return counts == nullptr ? 0 : counts->lost();
}

} // namespace uaescope::plugin
