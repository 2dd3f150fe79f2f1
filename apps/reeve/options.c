// Options and words of a subcommand, parsed by its table: flags, texts and numbers with a range, as
// `--name value` or `--name=value`; `--` ends the options. What is wrong is told with what would be
// right.
#include "command.h"
#include "scene/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// --help stands in no table but is understood everywhere
static const option help_option = {.name = "--help", .offset = offsetof(arguments, help)};

const option* command_option(const command* command, int index) {
    for (const option* o = command->options; o->name != NULL; o++)
        if (index-- == 0)
            return o;
    for (const option* o = command->shared; o != NULL && o->name != NULL; o++)
        if (index-- == 0)
            return o;
    return NULL;
}

static const option* find_option(const command* command, const char* name, size_t length) {
    const option* o;
    for (int i = 0; (o = command_option(command, i)) != NULL; i++)
        if (strlen(o->name) == length && memcmp(o->name, name, length) == 0)
            return o;
    bool help = (length == 6 && memcmp(name, "--help", 6) == 0)
                || (length == 2 && memcmp(name, "-h", 2) == 0);
    return help ? &help_option : NULL;
}

static bool complain_unknown(const command* command, const char* name) {
    rv_scene_nearest nearest = rv_scene_nearest_begin(name);
    const option* o;
    for (int i = 0; (o = command_option(command, i)) != NULL; i++)
        rv_scene_nearest_try(&nearest, o->name);
    rv_scene_nearest_try(&nearest, help_option.name);
    if (nearest.best != NULL)
        fprintf(stderr, "reeve %s: unknown option '%s': did you mean '%s'?\n", command->name, name,
                nearest.best);
    else
        fprintf(stderr, "reeve %s: unknown option '%s'; `reeve %s --help` shows the options\n",
                command->name, name, command->name);
    return false;
}

static bool set_number(const command* command, const option* option, const char* text, void* to) {
    char* end;
    double number = strtod(text, &end);
    // NaN fails the comparisons; only a number in range may be cast
    bool good = end != text && *end == '\0' && number >= option->min && number <= option->max;
    good = good && (option->kind != OPTION_INTEGER || number == (double)(long long)number);
    if (!good) {
        fprintf(stderr, "reeve %s: %s is '%s'; must be a %snumber from %g to %g\n", command->name,
                option->name, text, option->kind == OPTION_INTEGER ? "whole " : "", option->min,
                option->max);
        return false;
    }
    if (option->kind == OPTION_INTEGER)
        *(int*)to = (int)number;
    else
        *(double*)to = number;
    return true;
}

// "1280x800"
static bool set_size(const command* command, const option* option, const char* text, void* to) {
    image_size size;
    int read = -1;
    bool good = sscanf(text, "%5dx%5d%n", &size.width, &size.height, &read) == 2 && read >= 0
                && text[read] == '\0' && strspn(text, "0123456789x") == strlen(text);
    good = good && size.width >= option->min && size.width <= option->max
           && size.height >= option->min && size.height <= option->max;
    if (good)
        *(image_size*)to = size;
    else
        fprintf(stderr, "reeve %s: %s is '%s'; must be %s, like 1280x800, each from %g to %g\n",
                command->name, option->name, text, option->value, option->min, option->max);
    return good;
}

// The ending of a file's name with its dot; "" if it has none. A name that begins with its only dot is
// that of a hidden file.
static const char* ending_of(const char* name) {
    const char* slash = strrchr(name, '/');
    const char* last = slash != NULL ? slash + 1 : name;
    const char* dot = strrchr(last, '.');
    return dot != NULL && dot > last ? dot : "";
}

static bool is_ending(const char* ending, const char* expected) {
    return strcasecmp(ending, expected) == 0;
}

// only one format is written: a name with the ending of another would lie
static bool check_file(const command* command, const option* option, const char* text) {
    const char *ending = ending_of(text), *written = ending_of(option->value);
    bool good = *ending == '\0' || is_ending(ending, written);
    if (!good)
        fprintf(stderr,
                "reeve %s: %s is '%s'; must end in %s, the format that is written, or have "
                "no ending\n",
                command->name, option->name, text, written);
    return good;
}

static bool check_folder(const command* command, const option* option, const char* text) {
    static const char* const of_files[] = {".pvd", ".vtk", ".vtp", ".vtu"};
    bool good = true;
    for (size_t i = 0; i < sizeof of_files / sizeof of_files[0]; i++)
        good &= !is_ending(ending_of(text), of_files[i]);
    if (!good)
        fprintf(stderr, "reeve %s: %s is '%s'; must be a folder, to which files are written\n",
                command->name, option->name, text);
    return good;
}

static bool set_text(const command* command, const option* option, const char* text,
                     const char** to) {
    *to = text;
    if (*text == '\0') {
        fprintf(stderr, "reeve %s: %s needs a value: %s %s\n", command->name, option->name,
                option->name, option->value);
        return false;
    }
    return option->kind == OPTION_FILE     ? check_file(command, option, text)
           : option->kind == OPTION_FOLDER ? check_folder(command, option, text)
                                           : true;
}

static bool set_option(const command* command, const option* option, const char* text,
                       arguments* arguments) {
    void* to = (char*)arguments + option->offset;
    switch (option->kind) {
    case OPTION_FLAG:
        *(bool*)to = true;
        return true;
    case OPTION_TEXT:
    case OPTION_FILE:
    case OPTION_FOLDER:
        return set_text(command, option, text, to);
    case OPTION_NUMBER:
    case OPTION_INTEGER:
        return set_number(command, option, text, to);
    case OPTION_SIZE:
        return set_size(command, option, text, to);
    }
    return false;
}

// one option at argv[*at]; its value may be the word after it, or follow a '='
static bool parse_option(const command* command, int argc, char** argv, int* at,
                         arguments* arguments) {
    const char* word = argv[*at];
    size_t length = strcspn(word, "=");
    const option* option = find_option(command, word, length);
    if (option == NULL)
        return complain_unknown(command, word);
    const char* text = word[length] == '=' ? word + length + 1 : NULL;
    if (option->kind == OPTION_FLAG && text != NULL) {
        fprintf(stderr, "reeve %s: %s takes no value\n", command->name, option->name);
        return false;
    }
    if (option->kind != OPTION_FLAG && text == NULL) {
        if (*at + 1 >= argc) {
            fprintf(stderr, "reeve %s: %s needs a value: %s %s\n", command->name, option->name,
                    option->name, option->value);
            return false;
        }
        text = argv[++*at];
    }
    return set_option(command, option, text, arguments);
}

bool arguments_parse(const command* command, int argc, char** argv, arguments* arguments) {
    arguments->command = command;
    // words are gathered at the start of the part of argv that was read already
    arguments->words = &argv[2];
    bool options_end = false;
    for (int at = 2; at < argc; at++) {
        bool is_option = !options_end && argv[at][0] == '-' && argv[at][1] != '\0';
        if (is_option && strcmp(argv[at], "--") == 0)
            options_end = true;
        else if (!is_option)
            arguments->words[arguments->word_count++] = argv[at];
        else if (!parse_option(command, argc, argv, &at, arguments))
            return false;
    }
    if (arguments->help)
        return true;
    bool few = arguments->word_count < command->words_min;
    if (few || arguments->word_count > command->words_max) {
        fprintf(stderr, "reeve %s: too %s arguments; usage: reeve %s %s\n", command->name,
                few ? "few" : "many", command->name, command->usage);
        return false;
    }
    return true;
}
