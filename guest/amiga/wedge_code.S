| What stands in front of the patched functions. wedge.c copies it into memory that is never freed, because other tasks
| may be inside it at any time; so it finds its cells relative to itself, and keeps nothing but on the caller's stack.
| Switched off, or when the plugin has been told, it goes on to the function that stood in the vector before.
|
| The order of the cells is struct wedge_cells of wedge.c.

#include "uaeplugin/capture/protocol.h"

    .equ CALL_FUNCTION, -48             | of uaenative.library: a0 = function; it keeps all registers but d0
    .equ REQUEST_DEVICE, 20             | io_Device

    .text
    .balign 4
    .globl wedge_code
wedge_code:
on:                 .long 0
native:             .long 0
packet_function:    .long 0
request_function:   .long 0
device:             .long 0
old_put_message:    .long 0
old_reply_message:  .long 0
old_begin_io:       .long 0

| PutMsg: a0 = port, a1 = message
    .globl wedge_put_message
wedge_put_message:
    movem.l %d0-%d2/%a0-%a1/%a6,-(%sp)
    move.l  on(%pc),%d0
    beq.s   1f
    move.l  %a0,%d2
    move.l  packet_function(%pc),%a0
    move.l  native(%pc),%a6
    jsr     CALL_FUNCTION(%a6)
1:  movem.l (%sp)+,%d0-%d2/%a0-%a1/%a6
    move.l  old_put_message(%pc),-(%sp)
    rts

| ReplyMsg: a1 = message. Few of them are requests of the device: only those are shown to the plugin.
    .globl wedge_reply_message
wedge_reply_message:
    movem.l %d0-%d1/%a0-%a1/%a6,-(%sp)
    move.l  on(%pc),%d0
    beq.s   1f
    move.l  device(%pc),%d0
    cmp.l   REQUEST_DEVICE(%a1),%d0
    bne.s   1f
    moveq   #US_REQUEST_REPLIED,%d1
    move.l  request_function(%pc),%a0
    move.l  native(%pc),%a6
    jsr     CALL_FUNCTION(%a6)
1:  movem.l (%sp)+,%d0-%d1/%a0-%a1/%a6
    move.l  old_reply_message(%pc),-(%sp)
    rts

| BeginIO: a1 = request, a6 = device. A quick request is done when it returns, and is not replied to.
    .equ SAVED_D0, 0
    .equ SAVED_A1, 12
    .globl wedge_begin_io
wedge_begin_io:
    movem.l %d0-%d1/%a0-%a1/%a6,-(%sp)
    move.l  on(%pc),%d0
    beq.s   1f
    moveq   #US_REQUEST_BEGIN,%d1
    move.l  request_function(%pc),%a0
    move.l  native(%pc),%a6
    jsr     CALL_FUNCTION(%a6)
    movem.l (%sp),%d0-%d1/%a0-%a1/%a6
    pea     returned(%pc)
    move.l  old_begin_io(%pc),-(%sp)
    rts
returned:
    move.l  %d0,SAVED_D0(%sp)
    move.l  SAVED_A1(%sp),%a1
    move.l  on(%pc),%d0
    beq.s   2f
    moveq   #US_REQUEST_RETURNED,%d1
    move.l  request_function(%pc),%a0
    move.l  native(%pc),%a6
    jsr     CALL_FUNCTION(%a6)
2:  movem.l (%sp)+,%d0-%d1/%a0-%a1/%a6
    rts
1:  movem.l (%sp)+,%d0-%d1/%a0-%a1/%a6
    move.l  old_begin_io(%pc),-(%sp)
    rts

    .balignw 4, 0x4e71
    .globl wedge_code_end
wedge_code_end:

    .section .note.GNU-stack, "", @progbits
