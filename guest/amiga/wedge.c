#include "guest/amiga/wedge.h"

#include "guest/amiga/exec.h"

enum device_vector { BEGIN_IO = -30 };

/* At the begin of the code, see wedge_code.S. */
struct wedge_cells {
    uint32_t on;
    uint32_t native, packet_function, request_function;
    uint32_t device;
    uint32_t old_functions[3]; /* as wedges[] */
};

extern const uint8_t wedge_code[], wedge_put_message[], wedge_reply_message[], wedge_begin_io[], wedge_code_end[];

enum wedge { PUT_MESSAGE, REPLY_MESSAGE, BEGIN, WEDGES };

static const struct {
    int32_t vector;
    const uint8_t* entry; /* in the code before it is copied */
} wedges[WEDGES] = {[PUT_MESSAGE] = {EXEC_PUT_MSG, wedge_put_message},
                    [REPLY_MESSAGE] = {EXEC_REPLY_MSG, wedge_reply_message},
                    [BEGIN] = {BEGIN_IO, wedge_begin_io}};

static struct wedge_cells* cells; /* of the last set; it is used again where all its vectors were given back */
static bool installed;
static bool abandoned; /* one of the vectors was not */

static uint32_t base_of(enum wedge wedge) { return wedge == BEGIN ? cells->device : exec_base(); }

static uint32_t entry_of(enum wedge wedge) { return address_of(cells) + (uint32_t)(wedges[wedge].entry - wedge_code); }

static bool prepare_code(void) {
    const uint32_t size = (uint32_t)(wedge_code_end - wedge_code);
    uint8_t* copy;
    uint32_t index;
    if (cells && !abandoned) return true;
    copy = exec_allocate(size, 0);
    if (!copy) return false;
    for (index = 0; index < size; ++index) copy[index] = wedge_code[index];
    cells = (struct wedge_cells*)copy;
    abandoned = false;
    return true;
}

static void put_in(enum wedge wedge) {
    /* Nobody may come through the vector before the code knows where to go on. */
    cells->old_functions[wedge] = exec_vector(base_of(wedge), wedges[wedge].vector);
    cells->old_functions[wedge] = exec_set_function(base_of(wedge), wedges[wedge].vector, entry_of(wedge));
}

static bool take_out(enum wedge wedge) {
    if (exec_vector(base_of(wedge), wedges[wedge].vector) != entry_of(wedge)) return false;
    exec_set_function(base_of(wedge), wedges[wedge].vector, cells->old_functions[wedge]);
    return true;
}

bool wedge_install(const struct wedge_listener* listener, uint32_t device) {
    if (installed || !prepare_code()) return false;
    cells->native = listener->native;
    cells->packet_function = listener->packet_function;
    cells->request_function = listener->request_function;
    cells->device = device;
    cells->on = 1;
    exec_clear_caches();
    exec_disable();
    put_in(PUT_MESSAGE);
    if (device != 0) put_in(REPLY_MESSAGE);
    if (device != 0) put_in(BEGIN);
    exec_enable();
    exec_clear_caches();
    installed = true;
    return true;
}

unsigned wedge_remove(void) {
    unsigned left = 0;
    int wedge;
    if (!installed) return 0;
    exec_disable();
    cells->on = 0;
    for (wedge = WEDGES - 1; wedge >= 0; --wedge)
        if ((wedge == PUT_MESSAGE || cells->device != 0) && !take_out((enum wedge)wedge)) ++left;
    exec_enable();
    exec_clear_caches();
    installed = false;
    abandoned = left != 0;
    return left;
}
