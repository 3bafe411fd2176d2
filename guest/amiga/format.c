#include "guest/amiga/format.h"

#include "guest/amiga/amiga_storage.h"
#include "guest/amiga/device_node.h"
#include "guest/amiga/dos.h"
#include "guest/suites/line.h"
#include "guest/suites/suite.h"

enum { ACTION_FLUSH = 27, ACTION_INHIBIT = 31, ACTION_FORMAT = 1020 };
enum { WRITTEN_TICKS = DOS_TICKS_PER_SECOND }; /* in which a filesystem has written what it held back */
enum { LONGEST_LABEL = 30, DOS_TRUE = -1 };

static uint32_t refuse(const char* device, const char* what, uint32_t error) {
    static char words[80];
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, "uaebench: ");
    us_line_text(&line, device);
    us_line_text(&line, what);
    if (error != 0) {
        us_line_text(&line, ": error ");
        us_line_number(&line, error, 0);
        if (dos_error_text(error, words, sizeof words)) {
            us_line_text(&line, ", ");
            us_line_text(&line, words);
        }
    }
    amiga_print(line.text);
    return error != 0 ? US_STATUS_FAILED : US_STATUS_REFUSED;
}

static uint32_t bstr_of(const char* text) {
    static uint8_t name[LONGEST_LABEL + 2] __attribute__((aligned(4)));
    uint8_t length = 0;
    for (; length < LONGEST_LABEL && text[length] != 0; ++length) name[1 + length] = (uint8_t)text[length];
    name[0] = length;
    return address_of(name) >> 2;
}

uint32_t format_disk(const char* device, const char* label) {
    const uint32_t lock = dos_lock(device);
    const uint32_t port = dos_device_port(device);
    struct device_node node;
    struct dos_packet_result formatted;
    if (lock != 0) {
        dos_unlock(lock);
        return refuse(device, " holds a volume already, and is not formatted", 0);
    }
    if (port == 0) return refuse(device, " has no filesystem that answers", dos_error());
    device_node_find(port, &node);
    if (!node.dostype_known) return refuse(device, " is no disk, or does not tell its DosType", 0);
    dos_send_packet(port, ACTION_INHIBIT, (uint32_t)DOS_TRUE,
                    0); /* a filesystem that finds none of its own may refuse it */
    formatted = dos_send_packet(port, ACTION_FORMAT, bstr_of(label), node.dostype);
    dos_send_packet(port, ACTION_INHIBIT, 0, 0);
    if (formatted.first == 0) return refuse(device, " could not be formatted", (uint32_t)formatted.second);
    dos_send_packet(port, ACTION_FLUSH, 0, 0);
    dos_delay(WRITTEN_TICKS);
    return US_STATUS_DONE;
}
