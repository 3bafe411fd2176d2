#include "guest/amiga/block_device.h"

#include "guest/amiga/exec.h"

enum command { READ = 2, READ64 = 24 };
enum { NO_SIGNAL = 0xff };

/* struct IOStdReq */
struct block_request {
    uint8_t node[14];
    uint32_t reply_port;
    uint16_t message_length;
    uint32_t device, unit;
    uint16_t command;
    uint8_t flags;
    uint8_t error;
    uint32_t actual; /* the offset's upper half goes in here */
    uint32_t length, data, offset;
};

static struct block_request request __attribute__((aligned(4)));
static struct exec_port port;
static uint32_t last_error;

bool block_device_open(const char* name, uint32_t unit) {
    if (!exec_port_open(&port)) {
        last_error = NO_SIGNAL;
        return false;
    }
    request.reply_port = address_of(&port);
    request.message_length = sizeof request;
    if (exec_open_device(name, unit, &request)) return true;
    last_error = request.error;
    exec_port_close(&port);
    return false;
}

void block_device_close(void) {
    exec_close_device(&request);
    exec_port_close(&port);
}

static void fill(struct block_request* read, uint64_t offset, void* buffer, uint32_t size) {
    const bool far = (offset + size) >> 32 != 0;
    read->command = far ? READ64 : READ;
    read->flags = 0;
    read->actual = far ? (uint32_t)(offset >> 32) : 0;
    read->offset = (uint32_t)offset;
    read->length = size;
    read->data = address_of(buffer);
}

int32_t block_device_read_many(uint64_t begin, const struct us_device_read* reads, uint32_t count) {
    static struct block_request requests[US_DEVICE_MOST_READS] __attribute__((aligned(4)));
    int32_t bytes = 0;
    bool failed = false;
    uint32_t index;
    for (index = 0; index < count; ++index) {
        requests[index] = request; /* of the same device, and for the same port */
        fill(&requests[index], begin + reads[index].position, reads[index].buffer, reads[index].size);
        exec_send_io(&requests[index]);
    }
    for (index = 0; index < count; ++index) {
        exec_wait_io(&requests[index]);
        bytes += (int32_t)requests[index].actual;
        if (requests[index].error == 0) continue;
        last_error = requests[index].error;
        failed = true;
    }
    return failed ? -1 : bytes;
}

int32_t block_device_read(uint64_t offset, void* buffer, uint32_t size) {
    fill(&request, offset, buffer, size);
    exec_do_io(&request);
    if (request.error == 0) return (int32_t)request.actual;
    last_error = request.error;
    return -1;
}

uint32_t block_device_error(void) { return last_error; }
