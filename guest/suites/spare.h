/* How much of the processor a test leaves to others: a counter runs beside it at the lowest priority, and what it
 * reaches is compared with what it reaches when nothing else is to be done. For suites only.
 *
 * The counter changes what it watches (the system switches tasks where it would rest), so it runs in the classic form
 * alone, and only after us_spare_calibrate has found it to be of use.
 */
#ifndef GUEST_SPARE_H
#define GUEST_SPARE_H

#include "guest/suites/operation.h"

/* Takes two seconds in the classic form, where the system has such a counter; otherwise it does nothing. From now on
 * the counter runs whenever the timer does. */
void us_spare_calibrate(struct us_run* run);

/* Of the present test's time; -1 unknown. More than 100 may come out. */
int32_t us_spare_percent(const struct us_run* run);

#endif
