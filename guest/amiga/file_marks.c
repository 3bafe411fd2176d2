#include "guest/amiga/file_marks.h"

#include "guest/amiga/clock.h"
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "uaeplugin/capture/protocol.h"

enum { MESSAGE_SIZE = US_TEXT_MAX + US_FILES_MARK_TAIL + 2, JOBS_SIZE = 2048, MEASURED_PAIRS = 8 };

struct message {
    uint8_t bytes[MESSAGE_SIZE];
    uint32_t length;
};

static struct message message; /* being built; this program is one task */
static uint32_t sequence;
static bool present;

static void begin_message(uint8_t kind) {
    message.bytes[0] = kind;
    message.length = 1;
}

static void add_byte(uint8_t value) {
    if (message.length < MESSAGE_SIZE) message.bytes[message.length++] = value;
}

static void add_word(uint16_t value) {
    add_byte((uint8_t)(value >> 8));
    add_byte((uint8_t)value);
}

static void add_long(uint32_t value) {
    add_word((uint16_t)(value >> 16));
    add_word((uint16_t)value);
}

/* As much of it as leaves room for what follows. */
static void add_text(const char* text) {
    while (*text && message.length < US_TEXT_MAX) add_byte((uint8_t)*text++);
}

static char* put_byte(char* to, uint8_t value) {
    static const char digits[] = "0123456789abcdef";
    *to++ = digits[value >> 4];
    *to++ = digits[value & 15];
    return to;
}

static char* put_text(char* to, const char* text) {
    while (*text) *to++ = *text++;
    return to;
}

/* Looks for the file that nobody has. IoErr() is as before. */
static void send_piece(const uint8_t* bytes, uint32_t count, char flag) {
    static char name[sizeof US_FILES_FOLDER + sizeof US_FILES_PREFIX + 10 + 2 * US_FILES_PIECE];
    const uint32_t result = exec_this_task() + PROCESS_RESULT;
    const uint32_t error = long_at(result);
    char* to = put_text(name, US_FILES_FOLDER "/" US_FILES_PREFIX);
    uint32_t lock;
    int shift;
    for (shift = 24; shift >= 0; shift -= 8) to = put_byte(to, (uint8_t)(sequence >> shift));
    *to++ = flag;
    while (count-- > 0) to = put_byte(to, *bytes++);
    *to = 0;
    ++sequence;
    lock = dos_lock(name);
    if (lock != 0) dos_unlock(lock);
    put_long(result, error);
}

static void send_message(void) {
    const uint8_t* bytes = message.bytes;
    uint32_t left = message.length;
    for (; left > US_FILES_PIECE; left -= US_FILES_PIECE, bytes += US_FILES_PIECE)
        send_piece(bytes, US_FILES_PIECE, US_FILES_MORE);
    send_piece(bytes, left, US_FILES_LAST);
}

static void send_long(uint8_t kind, uint32_t value) {
    begin_message(kind);
    add_long(value);
    send_message();
}

static void send_measure(uint8_t phase) {
    begin_message(US_FILES_MEASURE);
    add_byte(phase);
    send_message();
}

bool file_marks_open(void) {
    const uint32_t lock = dos_lock(US_FILES_FOLDER);
    int pair;
    if (lock == 0) return false;
    dos_unlock(lock);
    present = true;
    sequence = (uint32_t)clock_ticks(); /* another one than that of the program before */
    send_long(US_FILES_HELLO, US_PROTOCOL_VERSION);
    for (pair = 0; pair < MEASURED_PAIRS; ++pair) {
        send_measure(US_PHASE_BEGIN);
        send_measure(US_PHASE_END);
    }
    return true;
}

bool file_marks_present(void) { return present; }

void file_marks_mark(const struct us_mark* mark, uint64_t eclock, uint32_t task) {
    begin_message(US_FILES_MARK);
    if (mark->name) add_text(mark->name);
    add_byte((uint8_t)mark->operation);
    add_byte((uint8_t)mark->phase);
    add_word((uint16_t)mark->test);
    add_long(mark->size);
    add_long((uint32_t)mark->value);
    add_long(task);
    add_long((uint32_t)mark->error);
    add_long((uint32_t)(eclock >> 32));
    add_long((uint32_t)eclock);
    send_message();
}

void file_marks_text(uint32_t kind, const char* text) {
    begin_message(US_FILES_TEXT);
    add_byte((uint8_t)kind);
    add_text(text);
    send_message();
}

/* Where the next job begins; at the first call all of them are read. */
static const char* jobs(void) {
    static char all[JOBS_SIZE];
    int32_t length = 0;
    const uint32_t file = dos_open_file(US_FILES_JOBS, DOS_MODE_OLD);
    if (file != 0) {
        length = dos_read(file, all, JOBS_SIZE - 1);
        dos_close_file(file);
    }
    all[length > 0 ? length : 0] = 0;
    return all;
}

bool file_marks_job(char* buffer, uint32_t capacity) {
    static const char* next;
    uint32_t length = 0;
    if (next == 0) next = jobs();
    while (*next == '\n') ++next;
    for (; *next && *next != '\n'; ++next)
        if (length + 1 < capacity) buffer[length++] = *next;
    buffer[length] = 0;
    return length != 0;
}

void file_marks_wait(uint32_t milliseconds) { send_long(US_FILES_WAIT, milliseconds); }

void file_marks_end(uint32_t status) { send_long(US_FILES_END, status); }
