/* Guest program of the tracing tests: works on files as any program does, without marks and without the plugin. The
 * command line names a file that it makes, writes, reads and deletes. */
#include "guest/amiga/dos.h"

enum { SIZE = 20000, PIECE = 2000 };

uint32_t program(const char* line, uint32_t length) {
    static uint8_t buffer[PIECE];
    static char name[64];
    uint32_t file, index;
    for (index = 0; index < length && index + 1 < sizeof name && line[index] > ' '; ++index) name[index] = line[index];
    if (!dos_open()) return 20;
    file = dos_open_file(name, DOS_MODE_NEW);
    for (index = 0; index < SIZE; index += PIECE) dos_write(file, buffer, PIECE);
    dos_close_file(file);
    file = dos_open_file(name, DOS_MODE_OLD);
    for (index = 0; index < SIZE; index += PIECE) dos_read(file, buffer, PIECE);
    dos_close_file(file);
    dos_delete(name);
    dos_close();
    return 5;
}
