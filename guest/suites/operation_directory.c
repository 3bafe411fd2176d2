/* The operations on directories and names; those on files are in operation.c. */
#include "guest/suites/operation.h"
#include "uaeplugin/capture/protocol.h"

us_object us_lock(struct us_run* run, const char* name) {
    us_object lock;
    uint32_t error;
    if (!us_going(run)) return 0;
    us_operation_begin(run, US_OP_LOCK, 0, 0, name);
    lock = run->storage->lock(run->storage->context, name);
    error = us_operation_end(run, US_OP_LOCK, 0, (uint32_t)lock, lock == 0);
    if (lock == 0) us_fail(run, "Lock", name, error);
    return lock;
}

void us_unlock(struct us_run* run, us_object lock) {
    if (lock == 0) return;
    us_operation_begin(run, US_OP_UNLOCK, lock, 0, 0);
    run->storage->unlock(run->storage->context, lock);
    us_operation_end(run, US_OP_UNLOCK, 0, US_DOS_TRUE, false);
}

void us_examine(struct us_run* run, us_object lock) {
    bool done;
    uint32_t error;
    if (!us_going(run) || lock == 0) return;
    us_operation_begin(run, US_OP_EXAMINE, lock, 0, 0);
    done = run->storage->examine(run->storage->context, lock);
    error = us_operation_end(run, US_OP_EXAMINE, 0, done ? US_DOS_TRUE : 0, !done);
    if (!done) us_fail(run, "Examine", "", error);
}

bool us_exnext(struct us_run* run, us_object lock) {
    bool done;
    uint32_t error;
    if (!us_going(run) || lock == 0) return false;
    us_operation_begin(run, US_OP_EXNEXT, lock, 0, 0);
    done = run->storage->exnext(run->storage->context, lock);
    error = us_operation_end(run, US_OP_EXNEXT, 0, done ? US_DOS_TRUE : 0, !done);
    if (!done && error != US_DOS_NO_MORE_ENTRIES) us_fail(run, "ExNext", "", error);
    return done;
}

void us_entry(struct us_run* run, struct us_entry* entry) { run->storage->entry(run->storage->context, entry); }

void us_delete(struct us_run* run, const char* name) {
    bool done;
    uint32_t error;
    if (!us_going(run)) return;
    us_operation_begin(run, US_OP_DELETE, 0, 0, name);
    done = run->storage->remove(run->storage->context, name);
    error = us_operation_end(run, US_OP_DELETE, 0, done ? US_DOS_TRUE : 0, !done);
    /* What a suite meant to make when it was stopped may not be there yet. */
    if (!done && !(run->cleaning && error == US_DOS_NOT_FOUND)) us_fail(run, "Delete", name, error);
    run->changed = true;
}

void us_rename(struct us_run* run, const char* from, const char* to) {
    bool done;
    uint32_t error;
    if (!us_going(run)) return;
    us_operation_begin(run, US_OP_RENAME, 0, 0, from);
    done = run->storage->rename(run->storage->context, from, to);
    error = us_operation_end(run, US_OP_RENAME, 0, done ? US_DOS_TRUE : 0, !done);
    if (!done) us_fail(run, "Rename", from, error);
    run->changed = true;
}

void us_set_protection(struct us_run* run, const char* name, uint32_t bits) {
    bool done;
    uint32_t error;
    if (!us_going(run)) return;
    us_operation_begin(run, US_OP_SET_PROTECTION, 0, 0, name);
    done = run->storage->set_protection(run->storage->context, name, bits);
    error = us_operation_end(run, US_OP_SET_PROTECTION, 0, done ? US_DOS_TRUE : 0, !done);
    if (!done) us_fail(run, "SetProtection", name, error);
    run->changed = true;
}

uint32_t us_exall(struct us_run* run, us_object lock, void* buffer, uint32_t size) {
    int32_t count;
    uint32_t error;
    if (!us_going(run) || lock == 0) return 0;
    us_operation_begin(run, US_OP_EXALL, lock, 0, 0);
    count = run->storage->exall(run->storage->context, lock, buffer, size);
    error = us_operation_end(run, US_OP_EXALL, 0, (uint32_t)count, count < 0);
    if (count < 0) us_fail(run, "ExAll", "", error);
    return count < 0 ? 0 : (uint32_t)count;
}

us_object us_create_dir(struct us_run* run, const char* name) {
    us_object lock;
    uint32_t error;
    if (!us_going(run)) return 0;
    us_operation_begin(run, US_OP_CREATE_DIR, 0, 0, name);
    lock = run->storage->create_dir(run->storage->context, name);
    error = us_operation_end(run, US_OP_CREATE_DIR, 0, (uint32_t)lock, lock == 0);
    if (lock == 0) us_fail(run, "CreateDir", name, error);
    run->changed = true;
    return lock;
}

void us_info(struct us_run* run, us_object lock, struct us_info* info) {
    bool done;
    uint32_t error;
    if (!us_going(run) || lock == 0) return;
    us_operation_begin(run, US_OP_INFO, lock, 0, 0);
    done = run->storage->info(run->storage->context, lock, info);
    error = us_operation_end(run, US_OP_INFO, 0, done ? US_DOS_TRUE : 0, !done);
    if (!done) us_fail(run, "Info", "", error);
}
