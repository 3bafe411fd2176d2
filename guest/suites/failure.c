/* What went wrong, in words. */
#include "guest/suites/line.h"
#include "guest/suites/operation.h"

static const char* reason(uint32_t error) {
    switch (error) {
    case US_DOS_NO_MEMORY: return "not enough memory";
    case US_DOS_IN_USE: return "object in use";
    case US_DOS_EXISTS: return "object exists already";
    case US_DOS_NOT_FOUND: return "object not found";
    case US_DOS_WRONG_TYPE: return "object has the wrong type";
    case US_DOS_PROTECTED: return "disk is write protected";
    case US_DOS_NOT_EMPTY: return "directory not empty";
    case US_DOS_SEEK: return "seek outside the file";
    case US_DOS_DISK_FULL: return "disk is full";
    default: return "error";
    }
}

void us_fail(struct us_run* run, const char* what, const char* name, uint32_t error) {
    struct us_line line;
    us_line_clear(&line);
    us_line_text(&line, run->test == 0 ? run->suite->name : run->suite->tests[run->test - 1]);
    us_line_text(&line, ": ");
    us_line_text(&line, what);
    if (name[0] != 0) us_line_text(&line, " ");
    us_line_text(&line, name);
    us_line_text(&line, " failed: ");
    us_line_text(&line, reason(error));
    us_line_text(&line, " (");
    us_line_number(&line, error, 0);
    us_line_text(&line, ")");
    us_print(run, line.text);
    run->status = US_STATUS_FAILED;
}
