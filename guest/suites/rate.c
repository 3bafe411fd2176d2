#include "guest/suites/rate.h"

uint64_t us_rate(uint64_t count, uint64_t microseconds) {
    return microseconds == 0 ? 0 : count * 1000000 / microseconds;
}
