/* A filesystem handler for tests, of a DosType of its own: the least on which our suites run.
 *
 * Names and the places of data live in memory, and are gone with the handler; contents of files are on the device. On
 * disk are a first block that says that it is formatted, and how, and slots of SLOT_BYTES, of which a file has as many
 * as it needs. It needs AmigaOS 2.0.
 */
#ifndef TEST_FILESYSTEM_H
#define TEST_FILESYSTEM_H

#include "guest/amiga/library.h"

enum { SECTOR_BYTES = 512, SLOT_BYTES = 4096, LONGEST_NAME = 30 };
enum { FS_TRUE = -1, FS_FALSE = 0 };
enum fs_error {
    ERROR_NO_MEMORY = 103,
    ERROR_BAD_NUMBER = 115,
    ERROR_IN_USE = 202,
    ERROR_EXISTS = 203,
    ERROR_NOT_FOUND = 205,
    ERROR_ACTION_UNKNOWN = 209,
    ERROR_WRONG_TYPE = 212,
    ERROR_NOT_EMPTY = 216,
    ERROR_SEEK = 219,
    ERROR_DISK_FULL = 221,
    ERROR_NO_DISK = 225, /* there is one, but not one of ours */
    ERROR_NO_MORE_ENTRIES = 232,
    ERROR_DEVICE = 296
};

/* Of the operation that failed last. */
extern int32_t fs_error;
/* Notes the error; always false. */
bool fs_fail(int32_t error);

/* disk.c: sectors of the partition, through exec's device. */
struct disk {
    uint32_t sectors; /* of the partition */
    uint32_t sector_size;
};
extern struct disk disk;
bool disk_open(uint32_t startup); /* struct FileSysStartupMsg */
bool disk_read(uint32_t sector, uint32_t count, uint32_t address);
bool disk_write(uint32_t sector, uint32_t count, uint32_t address);

/* slots.c: which slots are taken, and which comes after which. */
enum { NO_SLOT = 0 };
bool slots_open(void);     /* all free; called for every mount */
uint32_t slots_take(void); /* NO_SLOT: the disk is full */
uint32_t slots_after(uint32_t slot);
void slots_link(uint32_t slot, uint32_t next);
void slots_release(uint32_t first); /* with all after it */
uint32_t slots_count(void);
uint32_t slots_used(void);

/* tree.c */
struct node {
    struct node *parent, *next, *first, *last; /* entries, in the order of their serials */
    uint32_t serial;                           /* a later one for what comes to a directory later */
    bool is_directory;
    uint8_t name[LONGEST_NAME + 2]; /* BSTR */
    uint32_t protection;
    uint32_t date[3];
    uint32_t size, slot; /* of a file: bytes, and the first of its slots */
    int32_t users;       /* locks and open files; -1: one that allows no other */
};
extern struct node root;
void tree_clear(void);
/* A path from a directory, as BSTR. NULL: fs_error. */
struct node* tree_find(struct node* from, uint32_t path);
/* The directory in which the path's last name is or would be; the name is copied. NULL: fs_error. */
struct node* tree_parent(struct node* from, uint32_t path, uint8_t* name);
struct node* tree_entry(struct node* directory, const uint8_t* name); /* NULL: none */
struct node* tree_add(struct node* directory, const uint8_t* name, bool is_directory);
bool tree_remove(struct node* node);
bool tree_move(struct node* node, struct node* directory, const uint8_t* name);
struct node* tree_after(struct node* directory, uint32_t serial); /* the next entry; NULL: none */
void tree_touch(struct node* node);

/* file.c: -1 and fs_error on failure. */
struct open_file {
    struct node* node;
    uint32_t position;
};
int32_t file_read(struct open_file* file, uint32_t buffer, uint32_t size);
int32_t file_write(struct open_file* file, uint32_t buffer, uint32_t size);
void file_cut(struct node* node); /* to nothing */

/* volume.c: the volume as AmigaDOS sees it. */
void volume_open(uint32_t port); /* the handler's own; once */
void volume_look(void);          /* is there one of ours on the disk? It is shown then */
void volume_hide(void);
bool volume_format(uint32_t label); /* BSTR */
uint32_t volume_node(void);         /* its DosList; 0: there is none */
void volume_info(uint32_t info);    /* struct InfoData */

/* locks.c */
bool locks_take(struct node* node, int32_t access); /* ACCESS_SHARED or ACCESS_EXCLUSIVE */
void locks_give_back(struct node* node);
uint32_t locks_make(struct node* node, int32_t access, uint32_t port); /* BPTR to a new struct FileLock, or 0 */
void locks_free(uint32_t lock);
struct node* locks_node(uint32_t lock); /* of a BPTR to one; 0 stands for the root */
enum { ACCESS_SHARED = -2, ACCESS_EXCLUSIVE = -1 };

/* packets.c: does what a packet asks for, and replies to it. */
void packet_answer(uint32_t packet, uint32_t port);
void packet_reply(uint32_t packet, uint32_t port, uint32_t first, uint32_t second);
enum packet_offset { PACKET_LINK = 0, PACKET_PORT = 4, PACKET_TYPE = 8, PACKET_RESULTS = 12, PACKET_ARGUMENTS = 20 };

#endif
