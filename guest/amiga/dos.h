/* dos.library, as much of it as is needed. */
#ifndef GUEST_DOS_H
#define GUEST_DOS_H

#include "guest/amiga/library.h"

enum { DOS_MODE_OLD = 1005, DOS_MODE_NEW = 1006 };
enum { DOS_TICKS_PER_SECOND = 50, DOS_FAILED = 20 };
enum process_offset { PROCESS_PORT = 92, PROCESS_RESULT = 148, PROCESS_CLI = 172, PROCESS_WINDOW = 184 };
enum lock_offset { LOCK_TASK = 12 };

extern uint32_t dos_library; /* base; 0 before dos_open() */

bool dos_open(void);
void dos_close(void);

uint32_t dos_open_file(const char* name, uint32_t mode);
bool dos_close_file(uint32_t file);
int32_t dos_read(uint32_t file, void* buffer, uint32_t size);
int32_t dos_write(uint32_t file, const void* buffer, uint32_t size);
int32_t dos_seek(uint32_t file, int32_t distance, int32_t from); /* -1 beginning, 0 present position, 1 end */
uint32_t dos_output(void);
void dos_set_output(uint32_t file); /* another one from now on; 0: the process's own again */
bool dos_wait_for_character(uint32_t file, uint32_t microseconds);
bool dos_delete(const char* name);
bool dos_rename(const char* from, const char* to);
bool dos_set_protection(const char* name, uint32_t bits);
uint32_t dos_lock(const char* name); /* shared */
void dos_unlock(uint32_t lock);
bool dos_examine(uint32_t lock, void* file_info);
bool dos_exnext(uint32_t lock, void* file_info);
int32_t dos_exall(uint32_t lock, void* buffer, uint32_t size); /* entries of the whole directory, or -1; 2.0 */
bool dos_info(uint32_t lock, void* info_data);
uint32_t dos_create_dir(const char* name);
uint32_t dos_current_dir(uint32_t lock);
uint32_t dos_error(void);
bool dos_error_text(uint32_t error, char* buffer, uint32_t size); /* in the words of the system; 2.0 */
void dos_delay(uint32_t ticks);
/* Runs a line as the Shell does, with our input and output. Its return code; DOS_FAILED when it could not be started.
 * Before 2.0 only whether it was started: 0 then. */
uint32_t dos_command(const char* line);

/* The process of a Shell, by its number from 1 up; 0: none has it, or the system is older than 2.0. */
uint32_t dos_shell_process(uint32_t number);
uint32_t dos_last_shell(void); /* no larger number is in use */

struct dos_packet_result {
    int32_t first, second; /* dp_Res1, dp_Res2 */
};

/* Sends a packet with two arguments to a handler and waits for its answer. */
struct dos_packet_result dos_send_packet(uint32_t port, int32_t action, uint32_t first, uint32_t second);

/* The message port of the handler behind a device's name, which is started for it; 0 failure. */
uint32_t dos_device_port(const char* name);

#endif
