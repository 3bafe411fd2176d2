/* What a figure depends on beside the program: the machine, the system, and how the volume is set up. */
#ifndef GUEST_ENVIRONMENT_H
#define GUEST_ENVIRONMENT_H

#include "guest/amiga/device_node.h"

struct environment {
    const char* processor;      /* 68000, 68010, ... */
    const char* coprocessor;    /* "none", 68881, 68882, or "built in" */
    const char* chips;          /* OCS, ECS, AGA */
    uint32_t chip_kb, fast_kb;  /* memory; on 1.3 what is free of it */
    bool filesystem_known;      /* the members below are */
    uint16_t version, revision; /* of the volume's filesystem */
};

const char* environment_processor(void);
struct environment environment_of(const struct device_node* node);

/* Three lines, before the suite prints its own. */
void environment_print(const struct environment* environment, const struct us_volume* volume,
                       const struct device_node* node, const struct us_info* info);

#endif
