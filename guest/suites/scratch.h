/* The directory a suite works in, and the memory it works with. */
#ifndef GUEST_SCRATCH_H
#define GUEST_SCRATCH_H

#include "guest/suites/operation.h"

struct us_scratch {
    const char* name;
    us_object lock;   /* on the directory; 0 = not made */
    us_object before; /* the current directory outside */
    void* buffer;     /* zeroed at first */
    uint32_t buffer_size;
};

/* Allocates, makes the directory and enters it. False: the run has failed, and us_scratch_leave undoes the rest. */
bool us_scratch_enter(struct us_run* run, struct us_scratch* scratch, const char* name, uint32_t buffer_size);

/* Goes back and removes the directory, which must be empty, and the memory. */
void us_scratch_leave(struct us_run* run, struct us_scratch* scratch);

#endif
