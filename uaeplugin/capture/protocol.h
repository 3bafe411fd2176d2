/* The numbers that the guest tool and the plugin exchange, and that stand in captures.
 *
 * C99, numbers and names only: the guest is big-endian and aligns longs to 2, so no struct crosses the border.
 * Everything travels in 32-bit registers of a uaenative.library call; text as guest address and length.
 * Values are never renumbered. A call returns a non-negative value, or one of US_ERROR_*.
 */
#ifndef UAESCOPE_PROTOCOL_H
#define UAESCOPE_PROTOCOL_H

#define US_PROTOCOL_VERSION 1

/* The name the guest opens through uaenative.library; the emulator appends its platform suffix. */
#define US_LIBRARY_NAME "uaescope"

/* Entry points.
 * us_hello  d1 = guest's protocol version, d2 = guest tool version (major << 16 | minor), d3 = US_BOOT_*.
 *           Returns the plugin's protocol version; the guest runs without the plugin when it differs.
 * us_mark   one side of an operation, registers below. Returns US_MARK_STOP when the host wants the agent's job to end.
 * us_text   d1 = US_TEXT_*, a1 = address, d2 = length in bytes (at most US_TEXT_MAX, ISO 8859-1).
 * us_job    a1 = buffer, d1 = its capacity, d2 = US_JOB_*, a3 = the agent's task. Copies the next job's command line
 *           (no NUL). Returns its length, 0 when there is no job; for an agent US_ERROR_BUSY when there is another one,
 *           US_ERROR_ARGUMENT when there is no session from which jobs could come.
 * us_wait   d1 = milliseconds for which the guest will make no call; the watchdog adds them to its patience.
 * us_end    d1 = AmigaDOS return code of the job (0, 5, 10, 20). The capture is flushed before it returns.
 * us_forget d1 = US_FORGET_BEGIN: the host shall drop what it keeps in memory of the volumes' files; d2 = 1: of the
 *           images, as there is a device below the volume; d2 = 0: of the files that the emulator has opened in host
 *           directories. d1 = US_FORGET_ASK: what became of that. Both return US_FORGET_PENDING while it lasts, later
 *           another US_FORGET_*. A plugin without this function is older.
 *
 * The next three serve tracing. The plugin reads packets and requests itself from the guest's memory, and the running
 * task from ExecBase; us_packet and us_request may be called in any task and in interrupts.
 * us_trace  a1 = message port of the volume's handler, 0 ends the tracing. d1 = 1: there is a device below it, whose
 *           io_Unit is a2 (any number, 0 as well); d1 = 0: there is none.
 * us_packet a1 = message, d2 = port that it is put to. Recorded are packets (a message whose name is a DosPacket that
 *           points back) put to the traced port, and the same messages when they are put elsewhere: their reply.
 * us_request
 *           d1 = US_REQUEST_*, a1 = IORequest. Recorded are those of the traced unit. */
#define US_FN_HELLO "us_hello"
#define US_FN_MARK "us_mark"
#define US_FN_TEXT "us_text"
#define US_FN_JOB "us_job"
#define US_FN_WAIT "us_wait"
#define US_FN_END "us_end"
#define US_FN_FORGET "us_forget"
#define US_FN_TRACE "us_trace"
#define US_FN_PACKET "us_packet"
#define US_FN_REQUEST "us_request"

#define US_JOB_NEXT 0  /* of those that the session began with; 0 then means that there will be none */
#define US_JOB_AGENT 1 /* the caller is an agent, which stays and asks again: one that the host has sent meanwhile */
#define US_JOB_LEAVE 2 /* the agent ends */
/* The agent's sign of life, some times a second, in any task; returns US_PULSE_STOP or 0. An agent that has ever given
 * one and gives none for seconds is gone, and another may come. */
#define US_JOB_PULSE 3

#define US_PULSE_STOP 1 /* the host wants the agent's job to end */

#define US_MARK_STOP 1

#define US_FORGET_BEGIN 0
#define US_FORGET_ASK 1

#define US_FORGET_DONE 0       /* nothing of the files is in the host's page cache */
#define US_FORGET_PENDING 1    /* still at it: ask again a little later */
#define US_FORGET_KEPT 2       /* the host has not let go of all of it */
#define US_FORGET_IN_MEMORY 3  /* a file lies on a file system that is in memory itself */
#define US_FORGET_NO_FILES 4   /* no host file of the volume is known */
#define US_FORGET_IMPOSSIBLE 5 /* not on this host system */

/* A packet is open from the first to the second. */
#define US_PACKET_BEGIN 0
#define US_PACKET_REPLIED 1

/* A request begins with BeginIO. That returns and the request is replied to in either order; a quick one (IOF_QUICK
 * still set on return) is done then, and there is no reply. */
#define US_REQUEST_BEGIN 0
#define US_REQUEST_RETURNED 1
#define US_REQUEST_REPLIED 2
#define US_REQUEST_EMPTY 3 /* none at all: from one of these to the next is what showing something costs */

/* Has a program of ours run before since the guest was reset? */
#define US_BOOT_UNKNOWN 0
#define US_BOOT_NEW 1 /* no, this is the first */
#define US_BOOT_KNOWN 2

/* us_mark registers
 *   d1 operation (US_OP_*)           d2 phase (US_PHASE_*)
 *   d3 test number within the suite, counted from 1; 0 outside tests
 *   d4 size in bytes asked for (Read, Write), position (Seek), else 0
 *   d5 begin: object the operation works on (file handle or lock, 0 none); end: the call's result
 *   d6, d7 E-clock high and low (0, 0 when the guest has none)
 *   a1 begin: address of the object's name, 0 none; its length in a2
 *   a3 task address                  a4 end: IoErr() when the result says failure, else 0 */
#define US_PHASE_BEGIN 0
#define US_PHASE_END 1

/* Spans that enclose operations; their names are the suite's name and the test's label. */
#define US_OP_SUITE 1
#define US_OP_TEST 2
/* A pause that a suite makes on purpose; no work of the volume is asked for. */
#define US_OP_SETTLE 3
/* Work that prepares or cleans up a test and is not part of its figure encloses operations in this span. */
#define US_OP_PREPARE 4
/* A pair of marks around nothing at all: its length is what marks add to each operation. */
#define US_OP_EMPTY 5

/* A program of the user's: the packets of the traced volume stand in for operations, and the span for a test. */
#define US_OP_PROGRAM 6

#define US_OP_OPEN 16
#define US_OP_CLOSE 17
#define US_OP_READ 18
#define US_OP_WRITE 19
#define US_OP_SEEK 20
#define US_OP_LOCK 21
#define US_OP_UNLOCK 22
#define US_OP_EXAMINE 23
#define US_OP_EXNEXT 24
#define US_OP_DELETE 25
#define US_OP_CREATE_DIR 26
#define US_OP_RENAME 27
#define US_OP_INFO 28
/* Not a DOS call: an exec device request that a suite makes itself. */
#define US_OP_DEVICE_READ 29
/* Not marked by the guest: any other packet that stands in for an operation. */
#define US_OP_PACKET 30
#define US_OP_EXALL 31 /* a whole directory, in as many calls as it takes */
#define US_OP_SET_PROTECTION 32

/* us_text kinds */
#define US_TEXT_CONSOLE 1 /* a line as printed on the guest's console */
#define US_TEXT_FACT 2    /* "key=value": who the guest is, see US_FACT_* */
/* "test=N count=N unit=U guest_us=N step_ns=N": one printed figure in machine form. guest_us is exact to the step of
 * the guest's clock; both are 0 when that stands still. "test=N why=WORDS" when it could not be measured. */
#define US_TEXT_FIGURE 3
#define US_TEXT_RESET 4   /* only in captures: the guest has been reset since it last called the plugin */
#define US_TEXT_JOB 5     /* only in captures: the guest begins a job, whose command line this is */
#define US_TEXT_JOB_END 6 /* only in captures: it has ended, with this AmigaDOS return code in decimal */
#define US_TEXT_MAX 1024

/* Keys of US_TEXT_FACT */
#define US_FACT_TOOL "tool"               /* name and version of the guest program */
#define US_FACT_SUITE "suite"             /* suite name */
#define US_FACT_FORM "form"               /* "fixed" or "classic" */
#define US_FACT_EXEC "exec"               /* exec.library version.revision */
#define US_FACT_DOS "dos"                 /* dos.library version.revision */
#define US_FACT_CPU "cpu"                 /* 68000, 68010, 68020, 68030, 68040, 68060 */
#define US_FACT_FPU "fpu"                 /* none, 68881, 68882, or "built in" */
#define US_FACT_CHIPS "chips"             /* OCS, ECS, AGA */
#define US_FACT_CHIP_KB "chip_kb"         /* memory; on 1.3 what is free of it */
#define US_FACT_FAST_KB "fast_kb"         /* likewise */
#define US_FACT_FILESYSTEM "filesystem"   /* version.revision of the volume's; absent when not known */
#define US_FACT_ECLOCK "eclock"           /* E-clock frequency in Hz, 0 unknown */
#define US_FACT_VOLUME "volume"           /* what the user named, for example DH1: */
#define US_FACT_DEVICE "device"           /* exec device under the volume, empty for a host directory */
#define US_FACT_UNIT "unit"               /* its unit number */
#define US_FACT_DOSTYPE "dostype"         /* de_DosType as 8 hexadecimal digits */
#define US_FACT_ENVEC "envec"             /* the DosEnvec longs, comma separated, decimal */
#define US_FACT_BUFFERS "buffers"         /* AddBuffers count, or "unknown" */
#define US_FACT_BLOCKS "blocks"           /* id_NumBlocks */
#define US_FACT_TRACE "trace"             /* "packets" or "packets,requests": what is recorded beside marks */
#define US_FACT_BLOCK_BYTES "block_bytes" /* id_BytesPerBlock */

/* Where there is no uaenative.library, the guest says the same with names of files that do not exist, in a host folder
 * that it sees as US_FILES_FOLDER: the plugin sees the emulator look for them. Such a name is US_FILES_PREFIX, a
 * sequence number (8 hexadecimal digits), US_FILES_MORE or US_FILES_LAST, and up to US_FILES_PIECE bytes of a message
 * (2 digits each). Digits are small letters; numbers in messages are big-endian. A message is one of:
 *   US_FILES_HELLO    version:u32
 *   US_FILES_MARK     name[], then operation:u8 phase:u8 test:u16 size:u32 value:u32 task:u32 error:u32 eclock:u64
 *   US_FILES_TEXT     kind:u8 text[]
 *   US_FILES_WAIT     milliseconds:u32
 *   US_FILES_END      status:u32
 *   US_FILES_MEASURE  phase:u8   a begin and an end with nothing between: what a pair of marks takes itself */
#define US_FILES_VOLUME "uaescope"
#define US_FILES_FOLDER "uaescope:marks"
#define US_FILES_JOBS "uaescope:jobs" /* one job on a line */
#define US_FILES_PREFIX "us"
#define US_FILES_MORE '0'
#define US_FILES_LAST '1'
#define US_FILES_PIECE 56
#define US_FILES_MARK_TAIL 28 /* bytes of a mark after its name */
#define US_FILES_HELLO 1
#define US_FILES_MARK 2
#define US_FILES_TEXT 3
#define US_FILES_WAIT 4
#define US_FILES_END 5
#define US_FILES_MEASURE 6

#define US_ERROR_VERSION (-1)  /* versions do not match */
#define US_ERROR_ADDRESS (-2)  /* a guest address range does not resolve to one host range */
#define US_ERROR_ARGUMENT (-3) /* a value out of range */
#define US_ERROR_CAPTURE (-4)  /* the capture cannot be written; recording is off */
#define US_ERROR_BUSY (-5)     /* another agent is there already */

#endif
