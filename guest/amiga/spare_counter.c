#include "guest/amiga/spare_counter.h"

#include "guest/amiga/exec.h"

enum { LOWEST = -127, STACK_LONGS = 128 };

static struct exec_task task __attribute__((aligned(4)));
static uint32_t stack[STACK_LONGS];
static volatile uint32_t high, low;

static void count(void) {
    for (;;)
        if (++low == 0) ++high;
}

void spare_counter_start(void) {
    high = low = 0;
    exec_start_task(&task, &(struct exec_task_start){"uaebench spare time", LOWEST, stack, STACK_LONGS, count});
}

uint64_t spare_counter_stop(void) {
    exec_remove_task(&task);
    return (uint64_t)high << 32 | low;
}
