// The reeve command: the table of subcommands, help, and the way into them. What a subcommand can
// do stands once, in its row: its options are parsed, explained and suggested from there. Exit
// codes: 0 fine, 1 the thing asked for failed, 2 bad usage or bad input.
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "scene/nearest.h"
#include "view/clock.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define AT(member_) offsetof(arguments, member_)

#define SCENES_OPTION                                                                              \
    {                                                                                              \
        "--scenes", "DIR", OPTION_TEXT, AT(scenes), 0, 0,                                          \
            "folder of the gallery, where names are looked up"                                     \
    }

#define MESHES_OPTION                                                                              \
    {                                                                                              \
        "--meshes", "DIR", OPTION_TEXT, AT(meshes), 0, 0,                                          \
            "mesh files may lie in DIR or below, too (/: anywhere)"                                \
    }

#define THREADS_OPTION                                                                             \
    {                                                                                              \
        "--threads", "N", OPTION_INTEGER, AT(threads), 1, 64,                                      \
            "solve islands on N threads; the results are the same"                                 \
    }

#define NO_CACHE_OPTION                                                                            \
    {                                                                                              \
        "--no-cache", NULL, OPTION_FLAG, AT(no_cache), 0, 0,                                       \
            "compute how solids give way, and keep nothing for the next time"                      \
    }

// what `run` and `replay` write
static const option output_options[] = {
    {"--csv", "F.csv", OPTION_FILE, AT(csv), 0, 0, "write the probes to F; - is standard output"},
    {"--picture", "F.png", OPTION_FILE, AT(picture), 0, 0, "write a picture to F, a PNG file"},
    {"--at", "T", OPTION_NUMBER, AT(at), 0, 1e9, "when the picture is taken [s]; else the end"},
    {"--size", "WxH", OPTION_SIZE, AT(size), 16, 4096, "of the picture [px]; else 1280x800"},
    {"--dark", NULL, OPTION_FLAG, AT(dark), 0, 0, "a picture with a dark background"},
    {"--vtk", "DIR", OPTION_FOLDER, AT(vtk), 0, 0, "write files for ParaView to the folder DIR"},
    {"--every", "N", OPTION_INTEGER, AT(every), 1, 1e9,
     "a CSV row and a VTK file at every Nth step"},
    {"--record", "F.rvlog", OPTION_FILE, AT(record), 0, 0,
     "write a recording to F, for `reeve replay`"},
    THREADS_OPTION,
    NO_CACHE_OPTION,
    {"--json", NULL, OPTION_FLAG, AT(json), 0, 0, "print the summary as JSON"},
    {"--quiet", NULL, OPTION_FLAG, AT(quiet), 0, 0, "no progress bar, no summary"},
    {NULL, NULL, OPTION_FLAG, 0, 0, 0, NULL},
};

static const command commands[] = {
    {.name = "run",
     .usage = "SCENE [options]",
     .sentence = "simulate a scene and sum up what happened",
     .text = "SCENE is a file, or a name that `reeve list` shows, with or without its number.\n"
             "With --csv the scene's probes are written, one row per step and one column per\n"
             "number; with --vtk the moments themselves, as SCENE.pvd and the files it lists.\n"
             "What is written stays, whatever ends the run: rows of the CSV, moments and the "
             "recording\n"
             "at least every second. A picture appears whole, at its moment.\n"
             "\n"
             "Examples:\n"
             "  reeve run heavy-load                          a scene of the gallery\n"
             "  reeve run crane.json --duration 5             your own, for 5 s\n"
             "  reeve run heavy-load --csv out.csv --every 6  probes at every 6th step\n"
             "  reeve run heavy-load --csv - --quiet          CSV to standard output\n"
             "  reeve run heavy-load --json                   the summary for a program\n"
             "  reeve run tackle --picture end.png --at 2.5   what it looks like after 2.5 s\n"
             "  reeve run tackle --vtk out --every 6          out/08-tackle.pvd for ParaView\n"
             "  reeve run tackle --record tackle.rvlog        to be replayed bit by bit\n"
             "\n"
             "Exit code 1 if a body's motion went non-finite, 2 if the scene is wrong.\n",
     .words_min = 1,
     .words_max = 1,
     .run = command_run,
     .options = {{"--duration", "S", OPTION_NUMBER, AT(duration), 1e-6, 1e9,
                  "simulate S seconds instead of the scene's own"},
                 SCENES_OPTION,
                 MESHES_OPTION},
     .shared = output_options},
    {.name = "view",
     .usage = "[SCENE] [options]",
     .sentence = "simulate a scene and show it in a browser",
     .text =
         "Prints one address: open it to watch, drive the controls and pull at things. Without\n"
         "SCENE it opens the gallery. The scene starts when a page shows it. Ctrl-C ends it.\n"
         "The address works on this machine only, unless --host says otherwise; whoever has it\n"
         "may drive.\n"
         "\n"
         "Examples:\n"
         "  reeve view                                the gallery\n"
         "  reeve view tackle                         a scene of it\n"
         "  reeve view crane.json --paused            your own; it waits for you\n"
         "  reeve view crane.json --record a.rvlog    what you do, for `reeve replay`\n"
         "\n"
         "Exit code 1 if the port cannot be had, 2 if the scene or an option is wrong.\n",
     .words_min = 0,
     .words_max = 1,
     .run = command_view,
     .options = {{"--no-open", NULL, OPTION_FLAG, AT(no_open), 0, 0, "do not start a browser"},
                 {"--port", "N", OPTION_INTEGER, AT(port), 0, 65535, "else any that is free"},
                 {"--host", "ADDRESS", OPTION_TEXT, AT(host), 0, 0,
                  "numeric address to listen on; else 127.0.0.1, this machine only"},
                 {"--paused", NULL, OPTION_FLAG, AT(paused), 0, 0, "start without stepping"},
                 {"--speed", "X", OPTION_NUMBER, AT(speed), 0.01, 100, "times real time; else 1"},
                 {"--record", "F.rvlog", OPTION_FILE, AT(record), 0, 0,
                  "write a recording to F, for `reeve replay`"},
                 THREADS_OPTION,
                 NO_CACHE_OPTION,
                 SCENES_OPTION,
                 MESHES_OPTION}},
    {.name = "replay",
     .usage = "F.rvlog [options]",
     .sentence = "simulate a recording again and say whether it is the same",
     .text = "The recording holds the scene and what a person did to it; `reeve run --record` and\n"
             "`reeve view --record` make one. The state is compared with the recorded one every\n"
             "60 steps and at the end. A recording that was cut off, by a kill or a full disk, is\n"
             "replayed as far as it goes, with a warning.\n"
             "\n"
             "Examples:\n"
             "  reeve replay crane.rvlog\n"
             "  reeve replay crane.rvlog --csv out.csv                  its probes\n"
             "  reeve replay crane.rvlog --picture then.png --at 12     what it looked like\n"
             "\n"
             "Exit code 1 if a state differs, 2 if the file is damaged or no recording.\n",
     .words_min = 1,
     .words_max = 1,
     .run = command_replay,
     .shared = output_options},
    {.name = "check",
     .usage = "SCENE... [options]",
     .sentence = "say whether scene files are right, and what is wrong",
     .text =
         "Every problem is one line: file:line:column: path: what is wrong; what would be right.\n"
         "A note tells what is allowed but hardly meant: an angle of more than a turn, bodies "
         "that\n"
         "begin inside each other, a cable that begins far stretched or ends outside its body.\n"
         "\n"
         "Examples:\n"
         "  reeve check crane.json\n"
         "  reeve check scenes/*.json\n"
         "  reeve check crane.json --json      for an editor\n"
         "\n"
         "Exit code 2 if any scene is wrong.\n",
     .words_min = 1,
     .words_max = 1000000,
     .run = command_check,
     .options = {{"--json", NULL, OPTION_FLAG, AT(json), 0, 0, "print the problems as JSON"},
                 NO_CACHE_OPTION,
                 SCENES_OPTION,
                 MESHES_OPTION}},
    {.name = "list",
     .usage = "[options]",
     .sentence = "show the gallery: the scenes that come with Reeve",
     .text =
         "Each with one sentence: what to look at. The folder is --scenes DIR, or $REEVE_SCENES,\n"
         "or the one that was installed with the command.\n"
         "\n"
         "Examples:\n"
         "  reeve list\n"
         "  reeve list --scenes ~/my-scenes --json\n",
     .words_min = 0,
     .words_max = 0,
     .run = command_list,
     .options = {{"--json", NULL, OPTION_FLAG, AT(json), 0, 0, "print as JSON"}, SCENES_OPTION}},
    {.name = "bench",
     .usage = "[NAME...] [options]",
     .sentence =
         "measure named scenarios: time, instructions and bytes per step, and how they grow",
     .text =
         "Times are of single steps on one thread, without what other programs took: the median,\n"
         "the smallest, what 99 of 100 do not exceed, and the largest. Instructions are per step\n"
         "and the same again in every run; bytes are what the world holds. --against marks as\n"
         "faster or slower what differs by more than 5 % and lies outside the quartiles of the\n"
         "other run: compare runs of the same machine.\n"
         "\n"
         "Examples:\n"
         "  reeve bench\n"
         "  reeve bench --quick --json         all of them in under a minute, for a program\n"
         "  reeve bench rod-100 --instructions\n"
         "  reeve bench --json > before.json\n"
         "  reeve bench --against before.json  what has become faster or slower since\n"
         "  reeve bench haptic-loop --duration 600\n"
         "\n"
         "Exit code 2 if F is not what --json printed.\n",
     .words_min = 0,
     .words_max = 1000,
     .run = command_bench,
     .help = command_bench_help,
     .options = {{"--quick", NULL, OPTION_FLAG, AT(quick), 0, 0,
                  "all in under a minute, with more noise"},
                 {"--duration", "S", OPTION_NUMBER, AT(duration), 0.01, 1e5,
                  "time each scenario for S seconds; else 4"},
                 {"--instructions", NULL, OPTION_FLAG, AT(instructions), 0, 0,
                  "count them by valgrind where the kernel does not offer a count"},
                 {"--against", "F", OPTION_TEXT, AT(against), 0, 0,
                  "compare with an earlier run that --json wrote to F"},
                 {"--json", NULL, OPTION_FLAG, AT(json), 0, 0, "print as JSON"}}},
    {.name = "validate",
     .usage = "[NAME|all] [options]",
     .sentence = "compare the engine with published and analytic results",
     .text =
         "Prints every check, the measured value beside the expected one, and writes a page with\n"
         "the tables and plots of the papers, ours over theirs: out/validation/index.html. "
         "Without\n"
         "a name, all suites are run: four minutes of one processor, one with --quick.\n"
         "\n"
         "Examples:\n"
         "  reeve validate\n"
         "  reeve validate rigid --html rigid.html   one suite, and its page elsewhere\n"
         "  reeve validate all --quick --json        for a program\n"
         "\n"
         "Exit code 1 if a check fails or the page cannot be written.\n",
     .words_min = 0,
     .words_max = 1,
     .run = command_validate,
     .help = command_validate_help,
     .options = {{"--quick", NULL, OPTION_FLAG, AT(quick), 0, 0,
                  "leave out what takes long: all suites in a minute"},
                 {"--json", NULL, OPTION_FLAG, AT(json), 0, 0, "print the checks as JSON"},
                 {"--html", "F.html", OPTION_FILE, AT(html), 0, 0, "write the page to F"}}},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

double clock_seconds(void* context) {
    (void)context;
    return rv_clock_now();
}

static void print_help(void) {
    printf("Reeve simulates cables and the bodies they meet, from scene files.\n\n"
           "usage: reeve COMMAND ...\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("  reeve %-9s %s\n", commands[i].name, commands[i].sentence);
    printf("\n`reeve COMMAND --help` explains a command with examples; `reeve --version` tells\n"
           "which Reeve this is. Start with:\n\n"
           "  reeve list\n"
           "  reeve view\n"
           "  reeve run heavy-load --csv out.csv\n\n"
           "Exit codes: 0 fine, 1 the thing asked for failed, 2 bad usage or bad input.\n");
}

static void print_command_help(const command* command) {
    printf("reeve %s: %s\n\nusage: reeve %s %s\n\n", command->name, command->sentence,
           command->name, command->usage);
    for (int i = 0; command_option(command, i) != NULL; i++) {
        const option* o = command_option(command, i);
        char head[64];
        snprintf(head, sizeof head, "%s %s", o->name, o->value != NULL ? o->value : "");
        printf("  %-16s %s\n", head, o->help);
    }
    printf("  %-16s %s\n\n%s", "--help", "this text", command->text);
    if (command->help != NULL)
        command->help();
}

static int usage_error(const char* word) {
    rv_scene_nearest nearest = rv_scene_nearest_begin(word);
    for (int i = 0; i < COMMAND_COUNT; i++)
        rv_scene_nearest_try(&nearest, commands[i].name);
    rv_scene_nearest_try(&nearest, "--help");
    rv_scene_nearest_try(&nearest, "--version");
    const char* what = word[0] == '-' ? "option" : "command";
    if (nearest.best != NULL)
        fprintf(stderr, "reeve: unknown %s '%s': did you mean '%s'?\n", what, word, nearest.best);
    else
        fprintf(stderr, "reeve: unknown %s '%s'; `reeve --help` shows what there is\n", what, word);
    return EXIT_USAGE;
}

static const command* find_command(const char* name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int dispatch(int argc, char** argv) {
    if (argc < 2) {
        print_help();
        return EXIT_USAGE;
    }
    const char* word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0) {
        const command* asked = argc > 2 ? find_command(argv[2]) : NULL;
        if (argc > 2 && asked == NULL)
            return usage_error(argv[2]);
        if (asked != NULL)
            print_command_help(asked);
        else
            print_help();
        return EXIT_FINE;
    }
    if (strcmp(word, "--version") == 0) {
        printf("reeve %s\n", rv_version());
        return EXIT_FINE;
    }
    const command* command = find_command(word);
    if (command == NULL)
        return usage_error(word);
    arguments arguments = {.at = -1.0, .every = 1};
    if (!arguments_parse(command, argc, argv, &arguments))
        return EXIT_USAGE;
    if (arguments.help) {
        print_command_help(command);
        return EXIT_FINE;
    }
    return command->run(&arguments);
}

// `reeve list | head` has seen enough: that is no trouble to tell of
static bool reader_is_gone(void) {
    struct pollfd out = {.fd = STDOUT_FILENO};
    return poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

int main(int argc, char** argv) {
    // a reader that went away is seen as a failed write, so that files are ended as they should be
    signal(SIGPIPE, SIG_IGN);
    // so is a file that grows beyond its limit (ulimit -f)
    signal(SIGXFSZ, SIG_IGN);
    int code = dispatch(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        if (!reader_is_gone())
            fprintf(stderr, "reeve: cannot write to standard output\n");
        return code == EXIT_FINE ? EXIT_FAILED : code;
    }
    return code;
}
