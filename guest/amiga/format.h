/* Formats a disk whose filesystem only the guest has: for jobs of the host, which makes the disk for that. */
#ifndef GUEST_FORMAT_H
#define GUEST_FORMAT_H

#include <stdint.h>

/* With the DosType of its DosEnvec. Refused where there is a volume already. A status of suites; what went wrong has
 * been printed. Some filesystems show the volume only after a reset. */
uint32_t format_disk(const char* device, const char* label);

#endif
