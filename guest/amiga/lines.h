/* A file of command lines, for startup-sequences: they end at the first command that fails, and AmigaDOS 1.3 has no
 * FailAt without a disk that brings it. */
#ifndef GUEST_LINES_H
#define GUEST_LINES_H

#include "guest/amiga/command.h"

/* Obeys each line, whatever became of those before; only Ctrl-C ends the list. Empty lines are skipped. The worst
 * status; US_STATUS_REFUSED when the file cannot be read or is longer than 4 KB, which has been printed. */
uint32_t lines_obey(const char* file, uint32_t (*obey)(const struct command* command));

#endif
