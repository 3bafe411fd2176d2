#include "guest/suites/scratch.h"

bool us_scratch_enter(struct us_run* run, struct us_scratch* scratch, const char* name, uint32_t buffer_size) {
    const struct us_storage* storage = run->storage;
    scratch->name = name;
    scratch->lock = 0;
    scratch->buffer_size = buffer_size;
    scratch->buffer = storage->allocate(storage->context, buffer_size, US_MEMORY_ANY);
    if (!scratch->buffer) {
        us_fail(run, "allocating the buffer", "", US_DOS_NO_MEMORY);
        return false;
    }
    us_prepare_begin(run);
    scratch->lock = us_create_dir(run, name);
    us_prepare_end(run);
    if (scratch->lock != 0) scratch->before = storage->current_dir(storage->context, scratch->lock);
    return us_going(run);
}

void us_scratch_leave(struct us_run* run, struct us_scratch* scratch) {
    const struct us_storage* storage = run->storage;
    if (scratch->lock != 0) {
        storage->current_dir(storage->context, scratch->before);
        us_prepare_begin(run);
        us_unlock(run, scratch->lock);
        us_delete(run, scratch->name);
        us_prepare_end(run);
    }
    if (scratch->buffer) storage->release(storage->context, scratch->buffer, scratch->buffer_size);
}
