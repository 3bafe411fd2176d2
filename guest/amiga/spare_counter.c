#include "guest/amiga/spare_counter.h"

#include "guest/amiga/exec.h"

enum { NODE_TASK = 1, LOWEST = -127, STACK_LONGS = 128 };

/* struct Task */
struct task {
    uint8_t successor_and_predecessor[8];
    uint8_t type;
    int8_t priority;
    const char* name;
    uint8_t unused[40];
    uint32_t stack, stack_lower, stack_upper;
    uint8_t unused_too[26];
};
_Static_assert(sizeof(struct task) == 92, "struct Task of exec.library");

static struct task task __attribute__((aligned(4)));
static uint32_t stack[STACK_LONGS];
static volatile uint32_t high, low;

static void count(void) {
    for (;;)
        if (++low == 0) ++high;
}

void spare_counter_start(void) {
    static const struct task fresh = {.type = NODE_TASK, .priority = LOWEST, .name = "uaebench spare time"};
    task = fresh;
    task.stack_lower = address_of(stack);
    task.stack = task.stack_upper = address_of(stack + STACK_LONGS);
    low = high = 0;
    exec_add_task(&task, (uint32_t)count);
}

uint64_t spare_counter_stop(void) {
    exec_remove_task(&task);
    return (uint64_t)high << 32 | low;
}
