| Entry from the Shell, and the stubs through which C calls AmigaOS.
|
| C passes arguments on the stack and preserves d2-d7/a2-a6, as AmigaOS does. GCC takes a6 for its own purposes, so the
| library base is loaded here and never in inline assembly.

    .section .text.start, "ax"
    .globl _start
_start:                                 | d0 = length of the command line, a0 = its address
    move.l  %d0,-(%sp)
    move.l  %a0,-(%sp)
    jsr     program
    addq.l  #8,%sp
    rts

    .text

| uint32_t library_call3(uint32_t base, int32_t offset, uint32_t d1, uint32_t d2, uint32_t d3)
    .globl library_call3
library_call3:
    movem.l %d2-%d3/%a6,-(%sp)
    move.l  16(%sp),%a6
    move.l  20(%sp),%a0
    movem.l 24(%sp),%d1-%d3
    jsr     (0,%a6,%a0.l)
    movem.l (%sp)+,%d2-%d3/%a6
    rts

| uint32_t library_call(uint32_t base, int32_t offset, const struct registers *registers)
    .globl library_call
library_call:
    movem.l %d2-%d7/%a2-%a6,-(%sp)
    move.l  48(%sp),%a6
    move.l  52(%sp),%a5
    add.l   %a6,%a5
    move.l  56(%sp),%a0
    movem.l (%a0),%d0-%d7/%a0-%a4
    jsr     (%a5)
    movem.l (%sp)+,%d2-%d7/%a2-%a6
    rts

| void trap_call(uint32_t address, uint32_t function): the emulator's own functions follow the C convention
    .globl trap_call
trap_call:
    move.l  4(%sp),%a0
    move.l  8(%sp),-(%sp)
    jsr     (%a0)
    addq.l  #4,%sp
    rts

    .section .note.GNU-stack, "", @progbits
