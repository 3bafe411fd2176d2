#include "guest/amiga/facts.h"

#include "guest/amiga/clock.h"
#include "guest/amiga/dos.h"
#include "guest/amiga/exec.h"
#include "guest/amiga/plugin.h"
#include "guest/amiga/version.h"
#include "guest/suites/line.h"
#include "uaeplugin/capture/protocol.h"

static void start(struct us_line* line, const char* key) {
    us_line_clear(line);
    us_line_text(line, key);
    us_line_text(line, "=");
}

static void text_fact(const char* key, const char* value) {
    struct us_line line;
    start(&line, key);
    us_line_text(&line, value);
    plugin_text(US_TEXT_FACT, line.text);
}

static void number_fact(const char* key, uint32_t value) {
    struct us_line line;
    start(&line, key);
    us_line_number(&line, value, 0);
    plugin_text(US_TEXT_FACT, line.text);
}

static void version_fact(const char* key, uint32_t library) {
    struct us_line line;
    start(&line, key);
    us_line_number(&line, word_at(library + LIBRARY_VERSION), 0);
    us_line_text(&line, ".");
    us_line_number(&line, word_at(library + LIBRARY_REVISION), 0);
    plugin_text(US_TEXT_FACT, line.text);
}

void facts_of_machine(void) {
    text_fact(US_FACT_TOOL, TOOL_NAME);
    version_fact(US_FACT_EXEC, exec_base());
    version_fact(US_FACT_DOS, dos_library);
    text_fact(US_FACT_CPU, environment_processor());
    number_fact(US_FACT_ECLOCK, clock_is_eclock() ? clock_rate() : 0);
}

void facts_of_suite(const struct us_suite* suite, enum us_form form) {
    text_fact(US_FACT_SUITE, suite->name);
    text_fact(US_FACT_FORM, form == US_FORM_FIXED ? "fixed" : "classic");
}

void facts_of_trace(bool requests) { text_fact(US_FACT_TRACE, requests ? "packets,requests" : "packets"); }

static void envec_fact(const struct device_node* node) {
    struct us_line line;
    uint32_t index;
    start(&line, US_FACT_ENVEC);
    for (index = 0; node->has_startup && index < node->envec_count; ++index) {
        if (index != 0) us_line_text(&line, ",");
        us_line_number(&line, node->envec[index], 0);
    }
    plugin_text(US_TEXT_FACT, line.text);
}

static void dostype_fact(const struct us_volume* volume) {
    struct us_line line;
    start(&line, US_FACT_DOSTYPE);
    if (volume->dostype_known) us_line_hex(&line, volume->dostype, 8);
    plugin_text(US_TEXT_FACT, line.text);
}

/* What is not known of it is sent empty: a fact holds until the next of its key. */
void facts_of_volume(const struct us_volume* volume, const struct device_node* node, const struct us_info* info) {
    text_fact(US_FACT_VOLUME, volume->name);
    text_fact(US_FACT_DEVICE, node->device);
    if (node->has_startup)
        number_fact(US_FACT_UNIT, node->unit);
    else
        text_fact(US_FACT_UNIT, "");
    envec_fact(node);
    dostype_fact(volume);
    if (volume->buffers < 0)
        text_fact(US_FACT_BUFFERS, "unknown");
    else
        number_fact(US_FACT_BUFFERS, (uint32_t)volume->buffers);
    number_fact(US_FACT_BLOCKS, info->blocks);
    number_fact(US_FACT_BLOCK_BYTES, info->block_bytes);
}

static void filesystem_fact(const struct environment* environment) {
    struct us_line line;
    start(&line, US_FACT_FILESYSTEM);
    if (environment->filesystem_known) {
        us_line_number(&line, environment->version, 0);
        us_line_text(&line, ".");
        us_line_number(&line, environment->revision, 0);
    }
    plugin_text(US_TEXT_FACT, line.text);
}

void facts_of_environment(const struct environment* environment) {
    text_fact(US_FACT_FPU, environment->coprocessor);
    text_fact(US_FACT_CHIPS, environment->chips);
    number_fact(US_FACT_CHIP_KB, environment->chip_kb);
    number_fact(US_FACT_FAST_KB, environment->fast_kb);
    filesystem_fact(environment);
}
