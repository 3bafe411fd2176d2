/* What a run found, in machine form, for machines without the plugin. Kept in memory while it runs, so that writing it
 * disturbs no measurement, and written at the end. Lines of ISO 8859-1:
 *
 *   uaebench results 1
 *   fact KEY=VALUE          US_FACT_* of protocol.h
 *   test NUMBER LABEL
 *   figure TEXT             US_TEXT_FIGURE of protocol.h
 *   text LINE               as printed
 *   end STATUS              the AmigaDOS return code; what has no such line was not finished
 */
#ifndef GUEST_RESULTS_FILE_H
#define GUEST_RESULTS_FILE_H

#include "guest/suites/storage.h"

/* Makes the file. False: it cannot be made, and dos_error() tells why. */
bool results_open(const char* path);

/* While open; otherwise they do nothing. */
void results_text(uint32_t kind, const char* text); /* US_TEXT_* */
void results_mark(const struct us_mark* mark);

/* Writes and closes. False: not all of it could be written. */
bool results_close(uint32_t status);

#endif
