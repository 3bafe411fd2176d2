#include "guest/amiga/clock.h"

#include "guest/amiga/exec.h"

enum { READ_ECLOCK = -60, UNIT_VBLANK = 1, GET_SYSTEM_TIME = 10, MICROSECONDS = 1000000 };

/* struct timerequest */
struct time_request {
    uint8_t node[14];
    uint32_t reply_port;
    uint16_t length;
    uint32_t device, unit;
    uint16_t command;
    uint8_t flags;
    int8_t error;
    uint32_t seconds, microseconds;
};

static struct time_request request __attribute__((aligned(4)));
static struct exec_port port;
static uint32_t rate;
static bool eclock;

static uint64_t read_eclock(uint32_t* ticks_per_second) {
    static struct { uint32_t high, low; } value __attribute__((aligned(4)));
    *ticks_per_second = library_call(request.device, READ_ECLOCK, &(struct registers){.a0 = address_of(&value)});
    return (uint64_t)value.high << 32 | value.low;
}

bool clock_open(void) {
    if (!exec_port_open(&port)) return false;
    request.reply_port = address_of(&port);
    request.length = sizeof request;
    if (!exec_open_device("timer.device", UNIT_VBLANK, &request)) {
        exec_port_close(&port);
        return false;
    }
    rate = MICROSECONDS;
    eclock = word_at(request.device + LIBRARY_VERSION) >= SYSTEM_2_0;
    if (eclock) read_eclock(&rate);
    return true;
}

void clock_close(void) {
    if (rate == 0) return;
    exec_close_device(&request);
    exec_port_close(&port);
    rate = 0;
}

uint32_t clock_rate(void) { return rate; }

bool clock_is_eclock(void) { return rate != 0 && eclock; }

uint64_t clock_ticks(void) {
    uint32_t unused;
    if (rate == 0) return 0;
    if (eclock) return read_eclock(&unused);
    request.command = GET_SYSTEM_TIME;
    exec_do_io(&request);
    return (uint64_t)request.seconds * MICROSECONDS + request.microseconds;
}
