/* What the DOS list tells of a volume: the device node of its handler. */
#ifndef GUEST_DEVICE_NODE_H
#define GUEST_DEVICE_NODE_H

#include "guest/suites/storage.h"

enum { ENVEC_LONGS = 20 };
/* Longs of the DosEnvec */
enum {
    ENVEC_BLOCK_LONGS = 1,
    ENVEC_SURFACES = 3,
    ENVEC_TRACK = 5,
    ENVEC_LOW_CYLINDER = 9,
    ENVEC_HIGH_CYLINDER = 10,
    ENVEC_BUFFER_MEMORY = 12,
    ENVEC_MAX_TRANSFER = 13,
    ENVEC_MASK = 14,
    ENVEC_DOSTYPE = 16
};

struct device_node {
    bool has_startup; /* the members below are known */
    char device[32];  /* exec device; empty when there is none in memory, as for a host directory */
    uint32_t unit;
    uint32_t envec[ENVEC_LONGS]; /* DosEnvec, [0] is the number of longs after it */
    uint32_t envec_count;        /* longs of it that are there */
    bool dostype_known;
    uint32_t dostype;
};

/* Copies what belongs to the handler with this message port. */
void device_node_find(uint32_t handler_port, struct device_node* node);

/* The exec device under the volume and the volume's part of it; no name when there is none in memory. */
struct us_device device_node_place(const struct device_node* node);

/* The handler's buffers as AddBuffers counts them; -1 when it does not tell. */
int32_t handler_buffers(uint32_t handler_port);

#endif
