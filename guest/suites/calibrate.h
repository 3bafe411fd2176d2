/* What measuring itself costs and can tell, found out at the beginning of every run. */
#ifndef GUEST_CALIBRATE_H
#define GUEST_CALIBRATE_H

#include "guest/suites/operation.h"

enum { US_CALIBRATE_PAIRS = 64 };

/* Marks pairs around nothing (US_OP_EMPTY), whose lengths on the host's clock are the cost of marks, and sets
 * run->step, the resolution of the guest's clock. */
void us_calibrate(struct us_run* run);

#endif
