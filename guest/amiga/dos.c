#include "guest/amiga/dos.h"

#include "guest/amiga/exec.h"

enum dos_vector {
    OPEN = -30,
    CLOSE = -36,
    READ = -42,
    WRITE = -48,
    OUTPUT = -60,
    SEEK = -66,
    DELETE_FILE = -72,
    RENAME = -78,
    LOCK = -84,
    UNLOCK = -90,
    EXAMINE = -102,
    EXNEXT = -108,
    INFO = -114,
    CREATE_DIR = -120,
    CURRENT_DIR = -126,
    IO_ERR = -132,
    DEVICE_PROC = -174,
    SET_PROTECTION = -186,
    DELAY = -198,
    WAIT_FOR_CHARACTER = -204,
    EXECUTE = -222,
    ALLOC_DOS_OBJECT = -228,
    FREE_DOS_OBJECT = -234,
    EX_ALL = -432,
    FAULT = -468,
    FIND_SHELL = -546,
    LAST_SHELL = -552,
    SYSTEM = -606
};

enum { SHARED = -2 };

/* Message and DosPacket in one, as dos.library wants them. */
struct packet {
    uint8_t node[10]; /* of the message, up to its name */
    uint32_t name;    /* points to link */
    uint32_t reply_port;
    uint16_t length;
    uint32_t link; /* points to node */
    uint32_t port;
    int32_t type;
    int32_t first_result, second_result;
    uint32_t arguments[7];
};

uint32_t dos_library;
static uint32_t other_output;

static uint32_t call(int32_t offset, uint32_t d1, uint32_t d2, uint32_t d3) {
    return library_call3(dos_library, offset, d1, d2, d3);
}

bool dos_open(void) {
    dos_library = exec_open_library("dos.library");
    return dos_library != 0;
}

void dos_close(void) {
    exec_close_library(dos_library);
    dos_library = 0;
}

uint32_t dos_open_file(const char* name, uint32_t mode) { return call(OPEN, address_of(name), mode, 0); }

bool dos_close_file(uint32_t file) {
    const uint32_t result = call(CLOSE, file, 0, 0);
    return result != 0 || word_at(dos_library + LIBRARY_VERSION) < SYSTEM_2_0; /* 1.3 returns nothing */
}

int32_t dos_read(uint32_t file, void* buffer, uint32_t size) {
    return (int32_t)call(READ, file, address_of(buffer), size);
}

int32_t dos_write(uint32_t file, const void* buffer, uint32_t size) {
    return (int32_t)call(WRITE, file, address_of(buffer), size);
}

int32_t dos_seek(uint32_t file, int32_t distance, int32_t from) {
    return (int32_t)call(SEEK, file, (uint32_t)distance, (uint32_t)from);
}

uint32_t dos_output(void) { return other_output != 0 ? other_output : call(OUTPUT, 0, 0, 0); }

void dos_set_output(uint32_t file) { other_output = file; }

bool dos_wait_for_character(uint32_t file, uint32_t microseconds) {
    return call(WAIT_FOR_CHARACTER, file, microseconds, 0) != 0;
}

bool dos_delete(const char* name) { return call(DELETE_FILE, address_of(name), 0, 0) != 0; }

bool dos_rename(const char* from, const char* to) { return call(RENAME, address_of(from), address_of(to), 0) != 0; }

bool dos_set_protection(const char* name, uint32_t bits) {
    return call(SET_PROTECTION, address_of(name), bits, 0) != 0;
}

uint32_t dos_lock(const char* name) { return call(LOCK, address_of(name), (uint32_t)SHARED, 0); }

void dos_unlock(uint32_t lock) { call(UNLOCK, lock, 0, 0); }

bool dos_examine(uint32_t lock, void* file_info) { return call(EXAMINE, lock, address_of(file_info), 0) != 0; }

bool dos_exnext(uint32_t lock, void* file_info) { return call(EXNEXT, lock, address_of(file_info), 0) != 0; }

bool dos_info(uint32_t lock, void* info_data) { return call(INFO, lock, address_of(info_data), 0) != 0; }

/* struct ExAllControl begins with the number of entries that a call gave. */
int32_t dos_exall(uint32_t lock, void* buffer, uint32_t size) {
    enum { EXALL_CONTROL = 1, NAMES = 1, NO_MORE_ENTRIES = 232 };
    const struct registers arguments = {.d1 = EXALL_CONTROL, .d2 = 0};
    const uint32_t control = library_call(dos_library, ALLOC_DOS_OBJECT, &arguments);
    uint32_t more, error;
    int32_t count = 0;
    if (control == 0) return -1;
    do {
        more = library_call(
            dos_library, EX_ALL,
            &(struct registers){.d1 = lock, .d2 = address_of(buffer), .d3 = size, .d4 = NAMES, .d5 = control});
        error = more == 0 ? dos_error() : 0;
        count += (int32_t)long_at(control);
    } while (more != 0);
    call(FREE_DOS_OBJECT, EXALL_CONTROL, control, 0);
    return error == NO_MORE_ENTRIES ? count : -1;
}

uint32_t dos_create_dir(const char* name) { return call(CREATE_DIR, address_of(name), 0, 0); }

uint32_t dos_current_dir(uint32_t lock) { return call(CURRENT_DIR, lock, 0, 0); }

uint32_t dos_error(void) { return call(IO_ERR, 0, 0, 0); }

bool dos_error_text(uint32_t error, char* buffer, uint32_t size) {
    const struct registers arguments = {.d1 = error, .d2 = 0, .d3 = address_of(buffer), .d4 = size};
    return word_at(dos_library + LIBRARY_VERSION) >= SYSTEM_2_0 && library_call(dos_library, FAULT, &arguments) != 0;
}

uint32_t dos_device_port(const char* name) { return call(DEVICE_PROC, address_of(name), 0, 0); }

void dos_delay(uint32_t ticks) { call(DELAY, ticks, 0, 0); }

uint32_t dos_command(const char* line) {
    uint32_t result;
    if (word_at(dos_library + LIBRARY_VERSION) < SYSTEM_2_0)
        return call(EXECUTE, address_of(line), 0, dos_output()) != 0 ? 0 : DOS_FAILED;
    result = call(SYSTEM, address_of(line), 0, 0);
    return (int32_t)result < 0 ? DOS_FAILED : result;
}

static bool numbers_shells(void) { return word_at(dos_library + LIBRARY_VERSION) >= SYSTEM_2_0; }

uint32_t dos_shell_process(uint32_t number) { return numbers_shells() ? call(FIND_SHELL, number, 0, 0) : 0; }

uint32_t dos_last_shell(void) { return numbers_shells() ? call(LAST_SHELL, 0, 0, 0) : 0; }

struct dos_packet_result dos_send_packet(uint32_t port, int32_t action, uint32_t first, uint32_t second) {
    static struct packet packet __attribute__((aligned(4)));
    static struct exec_port reply;
    struct dos_packet_result result = {0, 0};
    if (!exec_port_open(&reply)) return result;
    packet.name = address_of(&packet.link);
    packet.reply_port = address_of(&reply);
    packet.length = sizeof packet;
    packet.link = address_of(&packet);
    packet.port = address_of(&reply);
    packet.type = action;
    packet.arguments[0] = first;
    packet.arguments[1] = second;
    exec_put_message(port, &packet);
    exec_wait_message(address_of(&reply));
    exec_port_close(&reply);
    result.first = packet.first_result;
    result.second = packet.second_result;
    return result;
}
