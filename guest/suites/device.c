#include "guest/suites/device.h"

#include "guest/suites/line.h"
#include "uaeplugin/capture/protocol.h"

static void refuse(struct us_run* run) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, run->suite->name);
    us_line_text(&line, ": there is no device under ");
    us_line_text(&line, run->storage->volume.name);
    us_line_text(&line, " to read from (a host directory has none); name a volume on an image or a disk.");
    us_print(run, line.text);
    run->status = US_STATUS_REFUSED;
}

bool us_device_open(struct us_run* run) {
    const struct us_storage* storage = run->storage;
    if (!storage->device.name) {
        refuse(run);
        return false;
    }
    run->device_open = storage->device_open(storage->context);
    if (!run->device_open) us_fail(run, "OpenDevice", storage->device.name, storage->error(storage->context));
    return run->device_open;
}

void us_device_close(struct us_run* run) {
    if (run->device_open) run->storage->device_close(run->storage->context);
    run->device_open = false;
}

static void fail(struct us_run* run, uint64_t position, uint32_t error) {
    struct us_line place;
    us_line_clear(&place);
    us_line_text(&place, "at byte ");
    us_line_number(&place, position, 0);
    us_line_text(&place, " of the volume");
    us_fail(run, "CMD_READ", place.text, error);
}

void us_device_read_many(struct us_run* run, const struct us_device_read* reads, uint32_t count) {
    const struct us_storage* storage = run->storage;
    uint32_t size = 0, index, error;
    int32_t done;
    if (!us_going(run) || !run->device_open) return;
    for (index = 0; index < count; ++index) size += reads[index].size;
    us_operation_begin(run, US_OP_DEVICE_READ, 0, size, 0);
    done = storage->device_read_many(storage->context, reads, count);
    error = us_operation_end(run, US_OP_DEVICE_READ, size, (uint32_t)done, done < 0 || (uint32_t)done != size);
    if (done < 0 || (uint32_t)done != size) fail(run, reads[0].position, error);
}

void us_device_read(struct us_run* run, uint64_t position, void* buffer, uint32_t size) {
    const struct us_storage* storage = run->storage;
    int32_t count;
    uint32_t error;
    bool done;
    if (!us_going(run) || !run->device_open) return;
    us_operation_begin(run, US_OP_DEVICE_READ, 0, size, 0);
    count = storage->device_read(storage->context, position, buffer, size);
    done = count >= 0 && (uint32_t)count == size;
    error = us_operation_end(run, US_OP_DEVICE_READ, size, (uint32_t)count, !done);
    if (!done) fail(run, position, error);
}
