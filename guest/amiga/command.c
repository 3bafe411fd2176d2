#include "guest/amiga/command.h"

static bool is_blank(char character) { return character == ' ' || character == '\t'; }

static bool is_end(char character) { return character == 0 || character == '\n' || character == '\r'; }

const char* command_word(const char* line, char* word, unsigned size) {
    unsigned length = 0;
    bool quoted;
    while (is_blank(*line)) ++line;
    quoted = *line == '"';
    if (quoted) ++line;
    for (; !is_end(*line) && (quoted ? *line != '"' : !is_blank(*line)); ++line) {
        if (quoted && *line == '*' && (line[1] == '*' || line[1] == '"')) ++line;
        if (length + 1 < size) word[length++] = *line;
    }
    if (quoted && *line == '"') ++line;
    word[length] = 0;
    return line;
}

static bool is_word(const char* word, const char* capitals) {
    for (; *capitals; ++word, ++capitals) {
        const char character = *word >= 'a' && *word <= 'z' ? (char)(*word - 'a' + 'A') : *word;
        if (character != *capitals) return false;
    }
    return *word == 0;
}

static bool parse_number(const char* word, uint32_t* number) {
    *number = 0;
    if (*word == 0) return false;
    for (; *word; ++word) {
        if (*word < '0' || *word > '9' || *number > 99999999) return false;
        *number = *number * 10 + (uint32_t)(*word - '0');
    }
    return *number != 0;
}

static void wrong(struct command* command, const char* problem) {
    command->action = COMMAND_WRONG;
    command->problem = problem;
}

/* Names are put behind it as they are. */
static void set_destination(struct command* command) {
    unsigned length = 0;
    char last = 0;
    bool names_volume = false;
    for (; command->word[length] != 0; ++length) {
        last = command->destination[length] = command->word[length];
        if (last == ':') names_volume = true;
    }
    if (!names_volume || length + 2 > sizeof command->destination) {
        wrong(command, "TO wants a volume or directory, with its ':', not");
        return;
    }
    if (last != ':' && last != '/') command->destination[length++] = '/';
    command->destination[length] = 0;
}

static void parse_options(struct command* command, const char* line) {
    for (;;) {
        line = command_word(line, command->word, sizeof command->word);
        if (command->word[0] == 0) return;
        if (is_word(command->word, "CLASSIC")) {
            command->form = US_FORM_CLASSIC;
        } else if (is_word(command->word, "TRACE")) {
            command->trace = true;
        } else if (is_word(command->word, "TO")) {
            line = command_word(line, command->word, sizeof command->word);
            set_destination(command);
            if (command->action == COMMAND_WRONG) return;
        } else if (is_word(command->word, "RESULTS")) {
            line = command_word(line, command->results, sizeof command->results);
            if (command->results[0] == 0) {
                command->word[0] = 0;
                wrong(command, "RESULTS wants a file, not");
                return;
            }
        } else if (is_word(command->word, "BREAKAFTER")) {
            line = command_word(line, command->word, sizeof command->word);
            if (!parse_number(command->word, &command->stop_after)) {
                wrong(command, "BREAKAFTER wants a number from 1 up, not");
                return;
            }
        } else {
            wrong(command, "unknown option");
            return;
        }
    }
}

static void parse_trace(struct command* command, const char* line) {
    line = command_word(line, command->volume, sizeof command->volume);
    while (is_blank(*line)) ++line;
    command->action = COMMAND_TRACE;
    command->program = line;
    if (command->volume[0] == 0)
        wrong(command, "name a volume and a command after");
    else if (is_end(*line))
        wrong(command, "name a command after the volume of");
}

static void parse_format(struct command* command, const char* line) {
    line = command_word(line, command->volume, sizeof command->volume);
    command_word(line, command->label, sizeof command->label);
    command->action = COMMAND_FORMAT;
    if (command->label[0] == 0) wrong(command, "name a device and a label after");
}

struct command command_parse(const char* line) {
    struct command command;
    command.action = COMMAND_RUN;
    command.suite = 0;
    command.form = US_FORM_FIXED;
    command.trace = false;
    command.stop_after = 0;
    command.program = 0;
    command.problem = 0;
    command.volume[0] = 0;
    command.label[0] = 0;
    command.destination[0] = 0;
    command.results[0] = 0;
    line = command_word(line, command.word, sizeof command.word);
    if (command.word[0] == 0 || is_word(command.word, "?")) {
        command.action = COMMAND_USAGE;
    } else if (is_word(command.word, "LIST")) {
        command.action = COMMAND_LIST;
    } else if (is_word(command.word, "JOBS")) {
        command.action = COMMAND_JOBS;
    } else if (is_word(command.word, "AGENT")) {
        command.action = COMMAND_AGENT;
    } else if (is_word(command.word, "LEAVE")) {
        command.action = COMMAND_LEAVE;
    } else if (is_word(command.word, "QUIT")) {
        command.action = COMMAND_QUIT;
    } else if (is_word(command.word, "TRACE")) {
        parse_trace(&command, line);
    } else if (is_word(command.word, "FORMAT")) {
        parse_format(&command, line);
    } else if (is_word(command.word, "LINES")) {
        command_word(line, command.volume, sizeof command.volume);
        command.action = COMMAND_LINES;
        if (command.volume[0] == 0) wrong(&command, "name a file of command lines after");
    } else if (!(command.suite = us_suite_named(command.word))) {
        wrong(&command, "unknown suite (uaebench LIST names them)");
    } else {
        line = command_word(line, command.volume, sizeof command.volume);
        if (command.volume[0] == 0)
            wrong(&command, "name a volume or directory after");
        else
            parse_options(&command, line);
    }
    return command;
}
