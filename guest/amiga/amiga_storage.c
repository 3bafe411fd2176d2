#include "guest/amiga/amiga_storage.h"

#include "guest/amiga/block_device.h"
#include "guest/amiga/clock.h"
#include "guest/amiga/device_node.h"
#include "guest/amiga/dos.h"
#include "guest/amiga/environment.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/plugin.h"
#include "guest/amiga/results_file.h"
#include "guest/amiga/spare_counter.h"
#include "uaeplugin/capture/protocol.h"

/* Filesystems get these as BPTR, so they must lie on a multiple of four. */
static uint8_t file_info[260] __attribute__((aligned(4)));
static uint8_t info_data[36] __attribute__((aligned(4)));
enum { FILE_TYPE = 4, FILE_NAME = 8 };
enum { SOFT_LINK = 3, LINK_TO_DIRECTORY = 4, LINK_TO_FILE = -4 };
enum { INFO_BLOCKS = 12, INFO_BLOCK_BYTES = 20 };

enum { ANNOUNCED_TICKS = DOS_TICKS_PER_SECOND, MILLISECONDS_A_TICK = 20 };

enum { ACTION_MORE_CACHE = 18, ACTION_FLUSH = 27 };

static uint32_t handler_port;
static uint32_t stop_after;
static uint32_t (*error_source)(void); /* of the last call */
static bool stop_seen;

static us_object open_file(void* context, const char* name, enum us_open_mode mode) {
    (void)context;
    return dos_open_file(name, mode == US_OPEN_NEW ? DOS_MODE_NEW : DOS_MODE_OLD);
}

static bool close_file(void* context, us_object file) {
    (void)context;
    return dos_close_file(file);
}

static int32_t read_file(void* context, us_object file, void* buffer, uint32_t size) {
    (void)context;
    return dos_read(file, buffer, size);
}

static int32_t write_file(void* context, us_object file, const void* buffer, uint32_t size) {
    (void)context;
    return dos_write(file, buffer, size);
}

static int32_t seek_file(void* context, us_object file, int32_t distance, enum us_seek_from from) {
    (void)context;
    return dos_seek(file, distance, (int32_t)from);
}

static us_object lock_object(void* context, const char* name) {
    (void)context;
    return dos_lock(name);
}

static void unlock_object(void* context, us_object lock) {
    (void)context;
    dos_unlock(lock);
}

static bool examine(void* context, us_object lock) {
    (void)context;
    return dos_examine(lock, file_info);
}

static bool exnext(void* context, us_object lock) {
    (void)context;
    return dos_exnext(lock, file_info);
}

static void last_entry(void* context, struct us_entry* entry) {
    const int32_t type = (int32_t)long_at(address_of(file_info) + FILE_TYPE);
    unsigned index;
    (void)context;
    entry->kind = type < 0 ? US_ENTRY_FILE : US_ENTRY_DIRECTORY;
    if (type == SOFT_LINK || type == LINK_TO_FILE || type == LINK_TO_DIRECTORY) entry->kind = US_ENTRY_OTHER;
    for (index = 0; index + 1 < sizeof entry->name; ++index) entry->name[index] = (char)file_info[FILE_NAME + index];
    entry->name[index] = 0;
}

static bool remove_object(void* context, const char* name) {
    (void)context;
    return dos_delete(name);
}

static int32_t exall(void* context, us_object lock, void* buffer, uint32_t size) {
    (void)context;
    return dos_exall(lock, buffer, size);
}

static bool rename_object(void* context, const char* from, const char* to) {
    (void)context;
    return dos_rename(from, to);
}

static bool set_protection(void* context, const char* name, uint32_t bits) {
    (void)context;
    return dos_set_protection(name, bits);
}

static us_object create_dir(void* context, const char* name) {
    (void)context;
    return dos_create_dir(name);
}

static us_object current_dir(void* context, us_object lock) {
    (void)context;
    return dos_current_dir(lock);
}

bool amiga_info(uint32_t lock, struct us_info* info) {
    if (!dos_info(lock, info_data)) return false;
    info->blocks = long_at(address_of(info_data) + INFO_BLOCKS);
    info->block_bytes = long_at(address_of(info_data) + INFO_BLOCK_BYTES);
    return true;
}

static bool volume_info(void* context, us_object lock, struct us_info* info) {
    (void)context;
    return amiga_info(lock, info);
}

static uint32_t error(void* context) {
    (void)context;
    return error_source();
}

static bool open_device(void* context) {
    const struct us_device* device = context;
    error_source = block_device_error;
    return block_device_open(device->name, device->unit);
}

static void close_device(void* context) {
    (void)context;
    block_device_close();
    error_source = dos_error;
}

static int32_t read_device(void* context, uint64_t position, void* buffer, uint32_t size) {
    const struct us_device* device = context;
    return block_device_read(device->begin + position, buffer, size);
}

static int32_t read_device_many(void* context, const struct us_device_read* reads, uint32_t count) {
    const struct us_device* device = context;
    return block_device_read_many(device->begin, reads, count);
}

static void mark(void* context, const struct us_mark* mark) {
    (void)context;
    plugin_mark(mark, clock_is_eclock() ? clock_ticks() : 0);
    results_mark(mark);
    if (stop_after == 0 || mark->operation < US_OP_OPEN || mark->phase != US_PHASE_END) return;
    if (--stop_after == 0) exec_signal(exec_this_task(), SIGNAL_CTRL_C);
}

static uint64_t clock(void* context) {
    (void)context;
    return clock_ticks();
}

void amiga_print(const char* line) {
    const uint32_t output = dos_output();
    uint32_t length = 0;
    while (line[length] != 0) ++length;
    if (output != 0) {
        dos_write(output, line, length);
        dos_write(output, "\n", 1);
    }
    plugin_text(US_TEXT_CONSOLE, line);
}

static void print(void* context, const char* line) {
    (void)context;
    amiga_print(line);
}

static void figure(void* context, const char* line) {
    (void)context;
    plugin_text(US_TEXT_FIGURE, line);
}

static bool stopped(void* context) {
    (void)context;
    if (exec_take_signals(SIGNAL_CTRL_C) != 0 || plugin_stop_wanted()) stop_seen = true;
    return stop_seen;
}

static void flush(void* context) {
    (void)context;
    dos_send_packet(handler_port, ACTION_FLUSH, 0, 0);
}

static void delay(void* context, uint32_t ticks) {
    (void)context;
    if (ticks > ANNOUNCED_TICKS) plugin_wait(ticks * MILLISECONDS_A_TICK);
    dos_delay(ticks);
}

static void add_buffers(int32_t count) { dos_send_packet(handler_port, ACTION_MORE_CACHE, (uint32_t)count, 0); }

/* What a filesystem has to give back it forgets, and then gets anew. ACTION_INHIBIT would do as well, but that of
 * FS-UAE's built-in ROM stops answering when somebody holds a lock meanwhile. */
static const char* drop_caches(void* context) {
    const struct us_device* device = context;
    int32_t before, left;
    if (!device->name) return "no device is below this volume, and so no filesystem with buffers";
    if (word_at(dos_library + LIBRARY_VERSION) < SYSTEM_2_0) return "buffers can be taken away from AmigaOS 2.0 on";
    flush(context);
    before = handler_buffers(handler_port);
    if (before > 1) add_buffers(1 - before);
    left = handler_buffers(handler_port);
    if (left > 0 && left < before) add_buffers(before - left);
    return left > 0 && left < before ? 0 : "the filesystem gives no buffers back";
}

static const char* drop_host_cache(void* context) {
    const struct us_device* device = context;
    return plugin_forget(device->name != 0);
}

static int32_t lend_buffers(void* context, int32_t count) {
    const struct us_device* device = context;
    int32_t before;
    if (!device->name || word_at(dos_library + LIBRARY_VERSION) < SYSTEM_2_0) return 0;
    before = handler_buffers(handler_port);
    if (before <= 0) return 0;
    add_buffers(count);
    return handler_buffers(handler_port) - before;
}

static void start_spare(void* context) {
    (void)context;
    spare_counter_start();
}

static uint64_t stop_spare(void* context) {
    (void)context;
    return spare_counter_stop();
}

static void* allocate(void* context, uint32_t size, enum us_memory memory) {
    static const uint32_t kinds[] = {
        [US_MEMORY_ANY] = 0, [US_MEMORY_FAST] = MEMORY_FAST, [US_MEMORY_CHIP] = MEMORY_CHIP};
    (void)context;
    return exec_allocate(size, kinds[memory]);
}

static void release(void* context, void* memory, uint32_t size) {
    (void)context;
    exec_free(memory, size);
}

void amiga_storage(struct us_storage* storage, uint32_t port, uint32_t operations) {
    storage->context = &storage->device;
    storage->machine.processor = environment_processor();
    storage->machine.version = word_at(exec_base() + LIBRARY_VERSION);
    storage->machine.revision = word_at(exec_base() + EXEC_SOFTWARE_REVISION);
    storage->ticks_per_second = clock_rate();
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
    storage->exall = word_at(dos_library + LIBRARY_VERSION) >= SYSTEM_2_0 ? exall : 0;
    storage->remove = remove_object;
    storage->rename = rename_object;
    storage->set_protection = set_protection;
    storage->create_dir = create_dir;
    storage->current_dir = current_dir;
    storage->info = volume_info;
    storage->error = error;
    storage->device_open = open_device;
    storage->device_close = close_device;
    storage->device_read = read_device;
    storage->device_read_many = read_device_many;
    storage->mark = mark;
    storage->clock = clock;
    storage->print = print;
    storage->figure = figure;
    storage->stopped = stopped;
    storage->flush = flush;
    storage->delay = delay;
    storage->drop_caches = drop_caches;
    storage->drop_host_cache = drop_host_cache;
    storage->lend_buffers = lend_buffers;
    storage->spare_start = start_spare;
    storage->spare_stop = stop_spare;
    storage->allocate = allocate;
    storage->release = release;
    handler_port = port;
    stop_after = operations;
    stop_seen = false;
    error_source = dos_error;
}
