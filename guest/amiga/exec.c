#include "guest/amiga/exec.h"

enum vector {
    DISABLE = -120,
    ENABLE = -126,
    FORBID = -132,
    PERMIT = -138,
    ALLOC_MEM = -198,
    FREE_MEM = -210,
    AVAIL_MEM = -216,
    FIND_NAME = -276,
    ADD_TASK = -282,
    REMOVE_TASK = -288,
    FIND_TASK = -294,
    SET_SIGNAL = -306,
    WAIT = -318,
    SIGNAL = -324,
    ALLOC_SIGNAL = -330,
    FREE_SIGNAL = -336,
    ADD_PORT = -354,
    GET_MSG = -372,
    WAIT_PORT = -384,
    FIND_PORT = -390,
    CLOSE_LIBRARY = -414,
    SET_FUNCTION = -420,
    OPEN_DEVICE = -444,
    CLOSE_DEVICE = -450,
    DO_IO = -456,
    SEND_IO = -462,
    WAIT_IO = -474,
    OPEN_RESOURCE = -498,
    TYPE_OF_MEM = -534,
    OPEN_LIBRARY = -552,
    CACHE_CLEAR_U = -636
};

enum { NODE_TASK = 1 };
enum { JUMP_TARGET = 2 }; /* a vector is a jump to an absolute address */
enum { SYSTEM_WITH_CACHES = 37 };

enum { FIRST_ROM = 0xe00000, BEYOND_ROMS = 0x1000000 };
enum { MEMORY_TOTAL = 0x80000 };
enum { PUBLIC_CLEAR = 0x10001, MESSAGE_PORT = 4, PORT_IGNORES = 2, ANY_SIGNAL = -1 };

static uint32_t call(int32_t offset, struct registers registers) {
    return library_call(exec_base(), offset, &registers);
}

uint32_t exec_base(void) { return long_at(4); }

uint32_t exec_this_task(void) { return call(FIND_TASK, (struct registers){.a1 = 0}); }

_Static_assert(sizeof(struct exec_task) == 92, "struct Task of exec.library");

void exec_start_task(struct exec_task* task, const struct exec_task_start* start) {
    static const struct exec_task fresh = {.type = NODE_TASK};
    *task = fresh;
    task->name = start->name;
    task->priority = start->priority;
    task->stack_lower = address_of(start->stack);
    task->stack = task->stack_upper = address_of(start->stack + start->stack_longs);
    call(ADD_TASK, (struct registers){.a1 = address_of(task), .a2 = (uint32_t)start->code});
}

void exec_wait_for_ever(void) {
    for (;;) call(WAIT, (struct registers){.d0 = 0});
}

void exec_remove_task(struct exec_task* task) { call(REMOVE_TASK, (struct registers){.a1 = address_of(task)}); }

void exec_forbid(void) { call(FORBID, (struct registers){0}); }

void exec_permit(void) { call(PERMIT, (struct registers){0}); }

void exec_disable(void) { call(DISABLE, (struct registers){0}); }

void exec_enable(void) { call(ENABLE, (struct registers){0}); }

uint32_t exec_vector(uint32_t base, int32_t vector) { return long_at(base + (uint32_t)vector + JUMP_TARGET); }

uint32_t exec_set_function(uint32_t base, int32_t vector, uint32_t function) {
    return call(SET_FUNCTION, (struct registers){.a1 = base, .a0 = (uint32_t)vector, .d0 = function});
}

void exec_clear_caches(void) {
    if (word_at(exec_base() + LIBRARY_VERSION) >= SYSTEM_WITH_CACHES) call(CACHE_CLEAR_U, (struct registers){0});
}

void* exec_allocate(uint32_t size, uint32_t kind) {
    return (void*)call(ALLOC_MEM, (struct registers){.d0 = size, .d1 = PUBLIC_CLEAR | kind});
}

void exec_free(void* memory, uint32_t size) {
    call(FREE_MEM, (struct registers){.a1 = address_of(memory), .d0 = size});
}

uint32_t exec_memory(uint32_t kind) {
    const bool tells_total = word_at(exec_base() + LIBRARY_VERSION) >= SYSTEM_2_0;
    return call(AVAIL_MEM, (struct registers){.d1 = kind | (tells_total ? MEMORY_TOTAL : 0)});
}

uint32_t exec_open_library(const char* name) {
    return call(OPEN_LIBRARY, (struct registers){.a1 = address_of(name), .d0 = 0});
}

void exec_close_library(uint32_t base) { call(CLOSE_LIBRARY, (struct registers){.a1 = base}); }

uint32_t exec_open_resource(const char* name) {
    return call(OPEN_RESOURCE, (struct registers){.a1 = address_of(name)});
}

bool exec_has_device(const char* name) {
    uint32_t node;
    exec_forbid();
    node = call(FIND_NAME, (struct registers){.a0 = exec_base() + EXEC_DEVICE_LIST, .a1 = address_of(name)});
    exec_permit();
    return node != 0;
}

bool exec_is_readable(uint32_t address) {
    if (address == 0 || (address & 1) != 0) return false;
    if (address >= FIRST_ROM && address < BEYOND_ROMS) return true;
    return call(TYPE_OF_MEM, (struct registers){.a1 = address}) != 0;
}

uint32_t exec_take_signals(uint32_t signals) {
    return call(SET_SIGNAL, (struct registers){.d0 = 0, .d1 = signals}) & signals;
}

void exec_signal(uint32_t task, uint32_t signals) { call(SIGNAL, (struct registers){.a1 = task, .d0 = signals}); }

bool exec_port_open(struct exec_port* port) {
    const int8_t bit = (int8_t)call(ALLOC_SIGNAL, (struct registers){.d0 = (uint32_t)ANY_SIGNAL});
    if (bit < 0) return false;
    port->node[8] = MESSAGE_PORT;
    port->signal_bit = (uint8_t)bit;
    port->task = exec_this_task();
    port->head = address_of(&port->tail);
    port->tail = 0;
    port->tail_predecessor = address_of(&port->head);
    return true;
}

void exec_port_close(struct exec_port* port) { call(FREE_SIGNAL, (struct registers){.d0 = port->signal_bit}); }

bool exec_leave_port(const char* name) {
    struct named_port {
        struct exec_port port;
        char name[32]; /* outlives the program, unlike its own text */
    }* left = exec_allocate(sizeof *left, 0);
    unsigned index;
    bool found;
    if (!left) return false;
    for (index = 0; name[index] && index + 1 < sizeof left->name; ++index) left->name[index] = name[index];
    left->port.node[8] = MESSAGE_PORT;
    left->port.flags = PORT_IGNORES;
    put_long(address_of(left) + NODE_NAME, address_of(left->name));
    exec_forbid();
    found = call(FIND_PORT, (struct registers){.a1 = address_of(left->name)}) != 0;
    if (!found) call(ADD_PORT, (struct registers){.a1 = address_of(left)});
    exec_permit();
    if (found) exec_free(left, sizeof *left);
    return !found;
}

void exec_put_message(uint32_t port, void* message) {
    call(EXEC_PUT_MSG, (struct registers){.a0 = port, .a1 = address_of(message)});
}

void* exec_wait_message(uint32_t port) {
    call(WAIT_PORT, (struct registers){.a0 = port});
    return (void*)call(GET_MSG, (struct registers){.a0 = port});
}

void exec_reply(void* message) { call(EXEC_REPLY_MSG, (struct registers){.a1 = address_of(message)}); }

bool exec_open_device(const char* name, uint32_t unit, void* request) {
    const uint32_t error =
        call(OPEN_DEVICE, (struct registers){.a0 = address_of(name), .d0 = unit, .a1 = address_of(request), .d1 = 0});
    return (error & 0xff) == 0;
}

void exec_close_device(void* request) { call(CLOSE_DEVICE, (struct registers){.a1 = address_of(request)}); }

void exec_do_io(void* request) { call(DO_IO, (struct registers){.a1 = address_of(request)}); }

void exec_send_io(void* request) { call(SEND_IO, (struct registers){.a1 = address_of(request)}); }

void exec_wait_io(void* request) { call(WAIT_IO, (struct registers){.a1 = address_of(request)}); }
