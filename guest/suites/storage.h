/* What a suite asks of its surroundings: one table of functions, filled by a back end.
 *
 * The storage functions do the one call and nothing else; operation.h puts the marks around them. Names are relative
 * to the current directory, or begin with the destination. Failure is a zero or false result (-1 for counts and
 * positions); error() then tells the AmigaDOS error number. Nothing here is called from two threads.
 */
#ifndef GUEST_STORAGE_H
#define GUEST_STORAGE_H

#include <stdbool.h>
#include <stdint.h>

typedef uintptr_t us_object; /* an open file or a lock of the back end; 0 = none */

/* Values of AmigaDOS. */
enum us_seek_from { US_FROM_BEGINNING = -1, US_FROM_CURRENT = 0, US_FROM_END = 1 };

/* Kinds of memory; a system without kinds has one for all. */
enum us_memory { US_MEMORY_ANY, US_MEMORY_FAST, US_MEMORY_CHIP };

/* US_OPEN_READ is US_OPEN_OLD without the wish to write, so that it works on any medium. */
enum us_open_mode { US_OPEN_OLD, US_OPEN_NEW, US_OPEN_READ };

/* AmigaDOS error numbers that suites and back ends need by name. */
enum us_dos_error {
    US_DOS_NO_MEMORY = 103,
    US_DOS_IN_USE = 202,
    US_DOS_EXISTS = 203,
    US_DOS_NOT_FOUND = 205,
    US_DOS_WRONG_TYPE = 212,
    US_DOS_PROTECTED = 214,
    US_DOS_NOT_EMPTY = 216,
    US_DOS_SEEK = 219,
    US_DOS_DISK_FULL = 221,
    US_DOS_NO_MORE_ENTRIES = 232
};

/* One side of an operation or span, as protocol.h's us_mark describes it. */
struct us_mark {
    uint8_t operation; /* US_OP_* */
    uint8_t phase;     /* US_PHASE_* */
    uint16_t test;
    uint32_t size;
    uint32_t value;
    uint32_t error;
    const char* name; /* NULL none */
};

struct us_info {
    uint32_t blocks;
    uint32_t block_bytes;
};

enum us_entry_kind { US_ENTRY_FILE, US_ENTRY_DIRECTORY, US_ENTRY_OTHER /* links, devices */ };

/* An object of a directory, as examining it tells. */
struct us_entry {
    enum us_entry_kind kind;
    char name[108];
};

/* What is known of the volume without asking it. */
struct us_volume {
    const char* name; /* as the user named it */
    bool dostype_known;
    uint32_t dostype; /* de_DosType of its DosEnvec */
    int32_t buffers;  /* -1 unknown */
};

struct us_machine {
    const char* processor;      /* NULL: no Amiga, and the numbers mean nothing */
    uint16_t version, revision; /* of exec.library */
};

/* The device under the volume's filesystem. */
struct us_device {
    const char* name; /* NULL: there is none, as under a host directory */
    uint32_t unit;
    uint64_t begin, bytes; /* the volume's part of it */
};

enum { US_DEVICE_MOST_READS = 8 /* in flight at a time */ };

struct us_device_read {
    uint64_t position;
    void* buffer;
    uint32_t size;
};

struct us_storage {
    void* context; /* first argument of every function */
    struct us_device device;
    struct us_machine machine;
    struct us_volume volume;
    const char* destination;   /* where a suite copies to: goes before names, and ends in ':' or '/' */
    uint32_t ticks_per_second; /* of clock() */

    us_object (*open)(void* context, const char* name, enum us_open_mode mode);
    bool (*close)(void* context, us_object file);
    int32_t (*read)(void* context, us_object file, void* buffer, uint32_t size);
    int32_t (*write)(void* context, us_object file, const void* buffer, uint32_t size);
    int32_t (*seek)(void* context, us_object file, int32_t distance, enum us_seek_from from); /* the old position */
    us_object (*lock)(void* context, const char* name); /* shared; "" is the current directory */
    void (*unlock)(void* context, us_object lock);
    bool (*examine)(void* context, us_object lock);
    bool (*exnext)(void* context, us_object lock);        /* the next entry after the last examine or exnext */
    void (*entry)(void* context, struct us_entry* entry); /* what the last of the two said; asks the volume nothing */
    /* Entries, by as many calls as it takes. NULL: the system has no ExAll. */
    int32_t (*exall)(void* context, us_object lock, void* buffer, uint32_t size);
    bool (*remove)(void* context, const char* name);
    bool (*rename)(void* context, const char* from, const char* to);
    bool (*set_protection)(void* context, const char* name, uint32_t bits);
    us_object (*create_dir)(void* context, const char* name); /* a lock on it */
    us_object (*current_dir)(void* context, us_object lock);  /* the one before; marks nothing */
    bool (*info)(void* context, us_object lock, struct us_info* info);
    uint32_t (*error)(void* context);

    /* Only when there is a device. Positions count from the first byte of the volume's part; errors are its own. */
    bool (*device_open)(void* context);
    void (*device_close)(void* context);
    int32_t (*device_read)(void* context, uint64_t position, void* buffer, uint32_t size);
    /* All in flight at once, at most US_DEVICE_MOST_READS. Bytes of all; -1 when one has failed. */
    int32_t (*device_read_many)(void* context, const struct us_device_read* reads, uint32_t count);

    void (*mark)(void* context, const struct us_mark* mark);
    uint64_t (*clock)(void* context);
    void (*print)(void* context, const char* line);  /* ISO 8859-1, without a line end */
    void (*figure)(void* context, const char* line); /* US_TEXT_FIGURE */
    bool (*stopped)(void* context);                  /* the user asked to stop; stays true */
    void (*flush)(void* context);                    /* the filesystem writes what it has held back */
    void (*delay)(void* context, uint32_t ticks);    /* of 1/50 s */
    /* The filesystem forgets what it keeps in memory; nothing but locks may be open on the volume. NULL: done; else why
     * not, in a few words. */
    const char* (*drop_caches)(void* context);
    const char* (*drop_host_cache)(void* context); /* the host forgets what it keeps of the volume's files; likewise */
    /* Gives the filesystem so many buffers more, or takes so many away; how many more it has now. */
    int32_t (*lend_buffers)(void* context, int32_t count);
    /* A counter of the processor's spare time, from zero, and what it has reached. NULL: there is none. */
    void (*spare_start)(void* context);
    uint64_t (*spare_stop)(void* context);
    void* (*allocate)(void* context, uint32_t size, enum us_memory memory); /* zeroed, aligned to 8; NULL failure */
    void (*release)(void* context, void* memory, uint32_t size);
};

#endif
