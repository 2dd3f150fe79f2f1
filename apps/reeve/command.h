// The reeve command: what its subcommands share. A subcommand is one row of the table in main.c:
// name, arguments, options, examples and a function. The table drives parsing, help and
// suggestions.
#ifndef REEVE_COMMAND_H
#define REEVE_COMMAND_H

#include "scene/scene.h"

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct image_size {
    int width, height; // [px]
} image_size;

typedef struct arguments {
    const struct command* command;
    char** words; // what is no option, in order
    int word_count;
    bool help, json, quiet, quick, dark, no_open, paused, no_cache, instructions;
    double duration; // [s]; 0: the scene's own, or what a benchmark takes
    double at;       // [s]; < 0: at the end
    double speed;    // times real time; 0: 1
    int every, threads;
    int port;        // 0: any
    image_size size; // all zero: the default
    const char* csv;
    const char* picture;
    const char* vtk;
    const char* record;
    const char* html;
    const char* against;
    const char* scenes;
    const char* meshes; // NULL: in the folder of the scene only
    const char* host;   // NULL: this machine only
} arguments;

typedef enum option_kind {
    OPTION_FLAG, // bool
    OPTION_TEXT, // const char*
    OPTION_FILE, // const char*, a file to be written; its value is called after its format, "F.csv"
    OPTION_FOLDER,  // const char*, a folder to be written to
    OPTION_NUMBER,  // double
    OPTION_INTEGER, // int
    OPTION_SIZE,    // image_size
} option_kind;

typedef struct option {
    const char* name;  // "--duration"
    const char* value; // "S": what its value is called; NULL for flags
    option_kind kind;
    size_t offset; // in arguments
    double min, max;
    const char* help;
} option;

enum { OPTIONS_MAX = 12 };

typedef struct command {
    const char* name;
    const char* usage; // what follows the name
    const char* sentence;
    const char* text; // the rest of the help: what it does, and examples
    int words_min, words_max;
    int (*run)(const arguments* arguments);
    void (*help)(void);          // more for --help, e.g. a list of names; may be NULL
    option options[OPTIONS_MAX]; // ends with a name of NULL; --help is understood by all
    const option* shared;        // more of them, that several commands have; may be NULL
} command;

// NULL after the last one.
const option* command_option(const command* command, int index);

// Fills `arguments` from argv[2] on. False after printing what is wrong.
bool arguments_parse(const command* command, int argc, char** argv, arguments* arguments);

// the subcommands
int command_run(const arguments* arguments);
int command_replay(const arguments* arguments);
int command_view(const arguments* arguments);
int command_check(const arguments* arguments);
int command_list(const arguments* arguments);
int command_bench(const arguments* arguments);
int command_validate(const arguments* arguments);
void command_bench_help(void);
void command_validate_help(void);

// Prints the problems of a scene, one line each, to standard error.
void problems_print(const rv_scene_problems* problems);

// Monotonic time [s].
double clock_seconds(void* context);

#endif
