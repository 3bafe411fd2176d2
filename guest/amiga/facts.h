/* Tells the plugin who the guest is (US_FACT_*). */
#ifndef GUEST_FACTS_H
#define GUEST_FACTS_H

#include "guest/amiga/environment.h"
#include "guest/suites/suite.h"

void facts_of_machine(void);
void facts_of_suite(const struct us_suite* suite, enum us_form form);
void facts_of_trace(bool requests); /* or packets alone */
void facts_of_volume(const struct us_volume* volume, const struct device_node* node, const struct us_info* info);
void facts_of_environment(const struct environment* environment);

#endif
