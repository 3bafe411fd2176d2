#define _GNU_SOURCE /* O_PATH */
#include "guest/posix/posix_storage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h> /* renameat */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum { DEVICE_SIZE = 16777216, DEVICE_PIECE = 65536 };
static const char* const device_name = "uaescope.device";
const char* const posix_destination = "RAM:";

enum { NANOSECONDS = 1000000000, NANOSECONDS_A_TICK = 20000000 };

/* Descriptors count from 0, objects from 1. */
static us_object object_of(int descriptor) { return descriptor < 0 ? 0 : (us_object)descriptor + 1; }
static int descriptor_of(us_object object) { return (int)object - 1; }

static uint32_t dos_error_of(int number) {
    switch (number) {
    case ENOMEM: return US_DOS_NO_MEMORY;
    case EBUSY: return US_DOS_IN_USE;
    case EEXIST: return US_DOS_EXISTS;
    case ENOENT: return US_DOS_NOT_FOUND;
    case EISDIR:
    case ENOTDIR: return US_DOS_WRONG_TYPE;
    case EROFS:
    case EACCES:
    case EPERM: return US_DOS_PROTECTED;
    case ENOTEMPTY: return US_DOS_NOT_EMPTY;
    case EINVAL: return US_DOS_SEEK;
    case EFBIG:
    case EDQUOT:
    case ENOSPC: return US_DOS_DISK_FULL;
    default: return (uint32_t)number;
    }
}

/* The folder that a name is relative to; takes the destination off its front. */
static int folder_of(const struct posix_storage* self, const char** name) {
    const size_t length = strlen(posix_destination);
    if (strncmp(*name, posix_destination, length) != 0) return self->current;
    *name += length;
    return self->destination;
}

/* Remembers the error of a call that failed. */
static bool noted(struct posix_storage* self, bool done) {
    if (!done) self->last_error = dos_error_of(errno);
    return done;
}

static us_object open_file(void* context, const char* name, enum us_open_mode mode) {
    struct posix_storage* self = context;
    const int flags = mode == US_OPEN_NEW ? O_RDWR | O_CREAT | O_TRUNC : mode == US_OPEN_READ ? O_RDONLY : O_RDWR;
    const int folder = folder_of(self, &name);
    const int file = openat(folder, name, flags | O_CLOEXEC, 0644);
    noted(self, file >= 0);
    return object_of(file);
}

static bool close_file(void* context, us_object file) {
    struct posix_storage* self = context;
    const bool synced = self->written != file || !self->options->synced || fsync(descriptor_of(file)) == 0;
    noted(self, synced);
    if (self->written == file) self->written = 0;
    return noted(self, close(descriptor_of(file)) == 0) && synced;
}

static int32_t read_file(void* context, us_object file, void* buffer, uint32_t size) {
    const ssize_t count = read(descriptor_of(file), buffer, size);
    noted(context, count >= 0);
    return (int32_t)count;
}

static int32_t write_file(void* context, us_object file, const void* buffer, uint32_t size) {
    struct posix_storage* self = context;
    const ssize_t count = write(descriptor_of(file), buffer, size);
    noted(self, count >= 0);
    if (count >= 0 && (size_t)count < size) self->last_error = US_DOS_DISK_FULL;
    self->written = file;
    return (int32_t)count;
}

static int32_t seek_file(void* context, us_object file, int32_t distance, enum us_seek_from from) {
    const int whence = from == US_FROM_BEGINNING ? SEEK_SET : from == US_FROM_END ? SEEK_END : SEEK_CUR;
    /* The old position, which AmigaDOS returns, would cost a call that no suite needs. */
    return noted(context, lseek(descriptor_of(file), distance, whence) >= 0) ? 0 : -1;
}

static us_object lock_object(void* context, const char* name) {
    struct posix_storage* self = context;
    const int folder = folder_of(self, &name);
    const int descriptor = openat(folder, name[0] == 0 ? "." : name, O_PATH | O_CLOEXEC);
    noted(self, descriptor >= 0);
    return object_of(descriptor);
}

static void end_listing(struct posix_storage* self) {
    if (self->listing) closedir(self->listing);
    self->listing = NULL;
    self->listed = 0;
}

static void unlock_object(void* context, us_object lock) {
    struct posix_storage* self = context;
    if (self->listed == lock) end_listing(self);
    close(descriptor_of(lock));
}

static bool note_entry(struct posix_storage* self, const char* name, const struct stat* status) {
    self->entry.kind = S_ISREG(status->st_mode)   ? US_ENTRY_FILE
                       : S_ISDIR(status->st_mode) ? US_ENTRY_DIRECTORY
                                                  : US_ENTRY_OTHER;
    /* A name that AmigaDOS could not have is none that a suite may use. */
    if (strlen(name) >= sizeof self->entry.name) self->entry.kind = US_ENTRY_OTHER;
    strncpy(self->entry.name, name, sizeof self->entry.name - 1);
    return true;
}

static bool examine(void* context, us_object lock) {
    struct posix_storage* self = context;
    struct stat status;
    end_listing(self);
    if (!noted(self, fstat(descriptor_of(lock), &status) == 0)) return false;
    return note_entry(self, "", &status);
}

static bool begin_listing(struct posix_storage* self, us_object lock) {
    int folder;
    if (self->listed == lock) return true;
    end_listing(self);
    folder = openat(descriptor_of(lock), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (!noted(self, folder >= 0)) return false;
    self->listing = fdopendir(folder);
    if (!self->listing)
        close(folder);
    else
        self->listed = lock;
    return noted(self, self->listing != NULL);
}

static bool exnext(void* context, us_object lock) {
    struct posix_storage* self = context;
    const struct dirent* entry;
    struct stat status;
    if (!begin_listing(self, lock)) return false;
    do {
        errno = 0;
        entry = readdir(self->listing);
    } while (entry && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
    if (entry) {
        const int failure = fstatat(dirfd(self->listing), entry->d_name, &status, AT_SYMLINK_NOFOLLOW);
        return noted(self, failure == 0) && note_entry(self, entry->d_name, &status);
    }
    self->last_error = errno == 0 ? US_DOS_NO_MORE_ENTRIES : dos_error_of(errno);
    return false;
}

static void last_entry(void* context, struct us_entry* entry) { *entry = ((struct posix_storage*)context)->entry; }

static bool remove_object(void* context, const char* name) {
    struct posix_storage* self = context;
    const int folder = folder_of(self, &name);
    if (unlinkat(folder, name, 0) == 0) return true;
    /* Linux says EISDIR of a folder, POSIX EPERM. */
    if (errno != EISDIR && errno != EPERM) return noted(self, false);
    return noted(self, unlinkat(folder, name, AT_REMOVEDIR) == 0);
}

/* Listing without a look at each entry, which is what ExAll of names asks for. */
static int32_t exall(void* context, us_object lock, void* buffer, uint32_t size) {
    struct posix_storage* self = context;
    int32_t count = 0;
    const struct dirent* entry;
    (void)buffer;
    (void)size;
    end_listing(self);
    if (!begin_listing(self, lock)) return -1;
    for (errno = 0; (entry = readdir(self->listing)) != NULL; errno = 0)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) ++count;
    noted(self, errno == 0);
    if (errno != 0) count = -1;
    end_listing(self);
    return count;
}

static bool rename_object(void* context, const char* from, const char* to) {
    struct posix_storage* self = context;
    const int source = folder_of(self, &from);
    const int target = folder_of(self, &to);
    return noted(self, renameat(source, from, target, to) == 0);
}

/* AmigaDOS's bits have no like here: the call is made, and the object stays as accessible as it is. */
static bool set_protection(void* context, const char* name, uint32_t bits) {
    struct posix_storage* self = context;
    const int folder = folder_of(self, &name);
    (void)bits;
    return noted(self, fchmodat(folder, name, 0644, 0) == 0);
}

static us_object create_dir(void* context, const char* name) {
    struct posix_storage* self = context;
    const char* relative = name;
    const int folder = folder_of(self, &relative);
    if (!noted(self, mkdirat(folder, relative, 0755) == 0)) return 0;
    return lock_object(self, name);
}

static us_object current_dir(void* context, us_object lock) {
    struct posix_storage* self = context;
    const us_object before = object_of(self->current);
    self->current = descriptor_of(lock);
    return before;
}

static bool info(void* context, us_object lock, struct us_info* result) {
    struct posix_storage* self = context;
    struct statvfs status;
    uint64_t blocks;
    if (!noted(self, fstatvfs(descriptor_of(lock), &status) == 0)) return false;
    blocks = (uint64_t)status.f_blocks;
    result->blocks = blocks > UINT32_MAX ? UINT32_MAX : (uint32_t)blocks;
    result->block_bytes = (uint32_t)status.f_frsize;
    return true;
}

/* Filled with more than zeros, which some filesystems do not store. */
static bool fill_device(struct posix_storage* self) {
    static char piece[DEVICE_PIECE];
    uint32_t done;
    memset(piece, 'u', sizeof piece);
    for (done = 0; done < DEVICE_SIZE; done += DEVICE_PIECE) {
        const ssize_t count = write(self->device, piece, sizeof piece);
        if (!noted(self, count >= 0)) return false;
        if ((size_t)count < sizeof piece) {
            self->last_error = US_DOS_DISK_FULL;
            return false;
        }
    }
    return true;
}

static bool device_open(void* context) {
    struct posix_storage* self = context;
    self->device = openat(self->current, device_name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (!noted(self, self->device >= 0)) return false;
    if (noted(self, unlinkat(self->current, device_name, 0) == 0) && fill_device(self)) return true;
    close(self->device);
    return false;
}

static void device_close(void* context) { close(((struct posix_storage*)context)->device); }

static int32_t device_read(void* context, uint64_t position, void* buffer, uint32_t size) {
    struct posix_storage* self = context;
    const ssize_t count = pread(self->device, buffer, size, (off_t)position);
    noted(self, count >= 0);
    return (int32_t)count;
}

/* The host is asked for all of them before the first is waited for. */
static int32_t device_read_many(void* context, const struct us_device_read* reads, uint32_t count) {
    const struct posix_storage* self = context;
    int32_t bytes = 0;
    uint32_t index;
    for (index = 0; index < count; ++index)
        posix_fadvise(self->device, (off_t)reads[index].position, reads[index].size, POSIX_FADV_WILLNEED);
    for (index = 0; index < count; ++index) {
        const int32_t done = device_read(context, reads[index].position, reads[index].buffer, reads[index].size);
        if (done < 0) return -1;
        bytes += done;
    }
    return bytes;
}

static uint32_t error(void* context) { return ((struct posix_storage*)context)->last_error; }

static void mark(void* context, const struct us_mark* side) {
    recorder_mark(&((struct posix_storage*)context)->recorder, side);
}

static uint64_t clock_now(void* context) {
    (void)context;
    return (uint64_t)monotonic_ns();
}

static void print(void* context, const char* line) {
    recorder_console(&((struct posix_storage*)context)->recorder, line);
}

static void figure(void* context, const char* line) {
    recorder_figure(&((struct posix_storage*)context)->recorder, line);
}

static bool stopped(void* context) {
    const struct posix_storage* self = context;
    return self->recorder.out_of_memory || (self->options->stop && *self->options->stop != 0);
}

/* The page cache holds back nothing that a later call would have to wait for. */
static void flush(void* context) { (void)context; }

static const char* drop_caches(void* context) {
    (void)context;
    return "an ordinary program cannot empty the caches of this system";
}

static int32_t lend_buffers(void* context, int32_t count) {
    (void)context;
    (void)count;
    return 0;
}

static void delay(void* context, uint32_t ticks) {
    const int64_t wait = (int64_t)ticks * NANOSECONDS_A_TICK;
    struct timespec rest = {wait / NANOSECONDS, wait % NANOSECONDS};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR && !stopped(context)) continue;
}

static void* allocate(void* context, uint32_t size, enum us_memory memory) {
    (void)context;
    (void)memory;
    return calloc(1, size);
}

static void release(void* context, void* memory, uint32_t size) {
    (void)context;
    (void)size;
    free(memory);
}

void posix_storage(struct us_storage* storage, struct posix_storage* context, int folder, int destination) {
    context->current = folder;
    context->destination = destination;
    context->listing = NULL;
    context->listed = context->written = 0;
    context->last_error = 0;
    memset(storage, 0, sizeof *storage);
    storage->context = context;
    storage->device = (struct us_device){device_name, 0, 0, DEVICE_SIZE};
    storage->volume.name = context->options->folder;
    storage->volume.buffers = -1;
    storage->destination = posix_destination;
    storage->ticks_per_second = NANOSECONDS;
    storage->open = open_file;
    storage->close = close_file;
    storage->read = read_file;
    storage->write = write_file;
    storage->seek = seek_file;
    storage->lock = lock_object;
    storage->unlock = unlock_object;
    storage->examine = examine;
    storage->exnext = exnext;
    storage->entry = last_entry;
    storage->exall = exall;
    storage->remove = remove_object;
    storage->rename = rename_object;
    storage->set_protection = set_protection;
    storage->create_dir = create_dir;
    storage->current_dir = current_dir;
    storage->info = info;
    storage->error = error;
    storage->device_open = device_open;
    storage->device_close = device_close;
    storage->device_read = device_read;
    storage->device_read_many = device_read_many;
    storage->mark = mark;
    storage->clock = clock_now;
    storage->print = print;
    storage->figure = figure;
    storage->stopped = stopped;
    storage->flush = flush;
    storage->delay = delay;
    storage->drop_caches = drop_caches;
    storage->drop_host_cache = drop_caches;
    storage->lend_buffers = lend_buffers;
    storage->allocate = allocate;
    storage->release = release;
}
