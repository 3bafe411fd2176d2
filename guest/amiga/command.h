/* The command line: uaebench SUITE VOLUME [CLASSIC] [TRACE] [TO place] [RESULTS file] [BREAKAFTER n], uaebench TRACE
 * VOLUME COMMAND, uaebench LINES FILE, or uaebench with one of JOBS, AGENT, LIST, QUIT; as an agent's job also LEAVE,
 * as a job of the host FORMAT DEVICE LABEL. */
#ifndef GUEST_COMMAND_H
#define GUEST_COMMAND_H

#include "guest/suites/suite.h"

#ifdef __cplusplus
extern "C" {
#endif

enum command_action {
    COMMAND_USAGE,
    COMMAND_LIST,
    COMMAND_JOBS,
    COMMAND_AGENT,
    COMMAND_LEAVE,
    COMMAND_LINES,
    COMMAND_QUIT,
    COMMAND_RUN,
    COMMAND_TRACE,
    COMMAND_FORMAT,
    COMMAND_WRONG
};

struct command {
    enum command_action action;
    const struct us_suite* suite;
    char volume[108];      /* COMMAND_LINES: the file */
    char label[32];        /* COMMAND_FORMAT: of the volume to be */
    char destination[108]; /* of copies, with a ':' or '/' at its end */
    char results[108];     /* file for what is found, in machine form; empty none */
    enum us_form form;
    bool trace;          /* COMMAND_RUN: packets and requests as well */
    uint32_t stop_after; /* storage operations; 0 never */
    const char* program; /* COMMAND_TRACE: the rest of the line */
    const char* problem; /* COMMAND_WRONG: what is wrong, ... */
    char word[108];      /* ... and with which word */
};

/* Copies the next word, cut to size with its NUL, an empty one at the end of the line; returns what follows it. Blanks
 * separate words; a word in "" may contain some, and ** and *" in it stand for * and ". A line ends at a NUL or line
 * feed. */
const char* command_word(const char* line, char* word, unsigned size);

struct command command_parse(const char* line);

#ifdef __cplusplus
}
#endif

#endif
