/* Guest program of the tracing tests: patches and gives back the vectors of exec and of the device under the volume of
 * its command line, also beside another program's patch, and tells the plugin what it finds. */
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/plugin.h"
#include "guest/amiga/trace.h"
#include "guest/suites/line.h"
#include "uaeplugin/capture/protocol.h"

enum { BEGIN_IO = -30, REQUEST_DEVICE = 20, LEAVE_TICKS = 25, VECTORS = 3 };

/* The other program's patch of PutMsg. */
uint32_t below;
extern const uint8_t other_patch[];
__asm__(".text\n"
        ".globl other_patch\n"
        "other_patch:\n"
        "    move.l below,-(%sp)\n"
        "    rts\n");

static char volume[32];
static uint32_t handler_port, device;
static struct device_node node;

static void report(const char* key, uint32_t value) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, key);
    us_line_text(&line, "=");
    us_line_number(&line, value, 0);
    plugin_text(US_TEXT_CONSOLE, line.text);
}

static void read_vectors(uint32_t vectors[VECTORS]) {
    vectors[0] = exec_vector(exec_base(), EXEC_PUT_MSG);
    vectors[1] = exec_vector(exec_base(), EXEC_REPLY_MSG);
    vectors[2] = device != 0 ? exec_vector(device, BEGIN_IO) : 0;
}

static uint32_t equal_vectors(const uint32_t left[VECTORS], const uint32_t right[VECTORS]) {
    uint32_t equal = 0, index;
    for (index = 0; index < VECTORS; ++index) equal += left[index] == right[index];
    return equal;
}

/* Packets and requests; the count of those that succeed. */
static uint32_t use_volume(void) {
    static uint8_t buffer[2000];
    const uint32_t before = dos_current_dir(dos_lock(volume));
    uint32_t file = dos_open_file("vectors", DOS_MODE_NEW), done = 0;
    done += dos_write(file, buffer, sizeof buffer) == sizeof buffer;
    done += dos_close_file(file);
    file = dos_open_file("vectors", DOS_MODE_OLD);
    done += dos_read(file, buffer, sizeof buffer) == sizeof buffer;
    done += dos_close_file(file);
    done += dos_delete("vectors");
    dos_unlock(dos_current_dir(before));
    return done;
}

static void try_alone(const uint32_t original[VECTORS]) {
    uint32_t now[VECTORS];
    report("opened", trace_open(handler_port, &node) == 0);
    report("opened_twice", trace_open(handler_port, &node) == 0);
    read_vectors(now);
    report("patched", VECTORS - equal_vectors(original, now));
    report("used_patched", use_volume());
    trace_close();
    read_vectors(now);
    report("restored", equal_vectors(original, now));
    report("used_restored", use_volume());
}

static void try_below_another(const uint32_t original[VECTORS]) {
    uint32_t now[VECTORS], left[VECTORS];
    report("opened_again", trace_open(handler_port, &node) == 0);
    exec_disable();
    below = exec_set_function(exec_base(), EXEC_PUT_MSG, address_of(other_patch));
    exec_enable();
    exec_clear_caches();
    trace_close();
    read_vectors(now);
    report("other_kept", now[0] == address_of(other_patch));
    report("others_restored", equal_vectors(original, now));
    report("used_below", use_volume());
    exec_set_function(exec_base(), EXEC_PUT_MSG, below);
    read_vectors(left);
    report("ours_left", left[0] != original[0]);
    report("used_left", use_volume());
    report("opened_on_top", trace_open(handler_port, &node) == 0);
    report("used_on_top", use_volume());
    trace_close();
    read_vectors(now);
    report("top_restored", equal_vectors(left, now));
}

uint32_t program(const char* line, uint32_t length) {
    static uint8_t request[48] __attribute__((aligned(4)));
    static struct exec_port port;
    uint32_t original[VECTORS], lock, index;
    for (index = 0; index < length && index + 1 < sizeof volume && line[index] > ' '; ++index)
        volume[index] = line[index];
    if (!dos_open() || plugin_open()) return 20;
    lock = dos_lock(volume);
    handler_port = long_at(from_bptr(lock) + LOCK_TASK);
    dos_unlock(lock);
    device_node_find(handler_port, &node);
    if (node.device[0] != 0 && exec_port_open(&port) && exec_open_device(node.device, node.unit, request))
        device = long_at(address_of(request) + REQUEST_DEVICE);
    report("device", device != 0);
    read_vectors(original);
    try_alone(original);
    try_below_another(original);
    plugin_end(0);
    dos_delay(LEAVE_TICKS);
    plugin_leave_emulator();
    return 0;
}
