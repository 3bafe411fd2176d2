/* exec.library, as much of it as is needed; all of it exists since AmigaOS 1.2. */
#ifndef GUEST_EXEC_H
#define GUEST_EXEC_H

#include "guest/amiga/library.h"

enum exec_offset {
    EXEC_SOFTWARE_REVISION = 34,
    EXEC_ATTENTION = 296, /* word: processor flags */
    EXEC_DEVICE_LIST = 350
};
enum exec_function { EXEC_PUT_MSG = -366, EXEC_REPLY_MSG = -378 };
enum { SIGNAL_CTRL_C = 0x1000 };
enum { MEMORY_CHIP = 2, MEMORY_FAST = 4 };

uint32_t exec_base(void);
uint32_t exec_this_task(void);
/* struct Task */
struct exec_task {
    uint8_t successor_and_predecessor[8];
    uint8_t type;
    int8_t priority;
    const char* name;
    uint8_t unused[40];
    uint32_t stack, stack_lower, stack_upper;
    uint8_t unused_too[26];
};
struct exec_task_start {
    const char* name;
    int8_t priority;
    uint32_t* stack;
    uint32_t stack_longs;
    void (*code)(void); /* never returns */
};
void exec_start_task(struct exec_task* task, const struct exec_task_start* start);
void exec_remove_task(struct exec_task* task);
void exec_wait_for_ever(void);
void exec_forbid(void);
void exec_permit(void);
void exec_disable(void);
void exec_enable(void);
/* The function in a library's or device's vector. */
uint32_t exec_vector(uint32_t base, int32_t vector);
uint32_t exec_set_function(uint32_t base, int32_t vector, uint32_t function); /* the one before */
void exec_clear_caches(void);                                                 /* nothing before 2.0 */
void* exec_allocate(uint32_t size, uint32_t kind); /* public memory, zeroed; kind: 0 any; NULL failure */
void exec_free(void* memory, uint32_t size);
uint32_t exec_memory(uint32_t kind);          /* bytes there are; on 1.3, those that are free */
uint32_t exec_open_library(const char* name); /* any version; 0 failure */
void exec_close_library(uint32_t base);
uint32_t exec_open_resource(const char* name);
bool exec_has_device(const char* name);  /* is such a device in memory? */
bool exec_is_readable(uint32_t address); /* even, and memory or a ROM of the first 16 MB */
/* The signals that had arrived; those of them are cleared. */
uint32_t exec_take_signals(uint32_t signals);
void exec_signal(uint32_t task, uint32_t signals);

/* A message port of this task, made by hand because CreateMsgPort is of 2.0. */
struct exec_port {
    uint8_t node[14]; /* struct Node */
    uint8_t flags;
    uint8_t signal_bit;
    uint32_t task;
    uint32_t head, tail, tail_predecessor; /* struct List */
    uint16_t type;
};

bool exec_port_open(struct exec_port* port); /* false: no signal free */
void exec_port_close(struct exec_port* port);
/* Adds a public port of that name, where nobody listens, unless there is one; true: there was none. It stays until the
 * system is reset. False also when there is no memory. */
bool exec_leave_port(const char* name);
void exec_put_message(uint32_t port, void* message);
void* exec_wait_message(uint32_t port); /* waits, and takes it */
void exec_reply(void* message);

bool exec_open_device(const char* name, uint32_t unit, void* request);
void exec_close_device(void* request);
void exec_do_io(void* request);
void exec_send_io(void* request);
void exec_wait_io(void* request);

#endif
