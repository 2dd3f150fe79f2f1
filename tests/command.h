// Runs the built reeve command in tests: in a folder of its own, with its output and exit code
// kept.
#ifndef REEVE_TEST_COMMAND_H
#define REEVE_TEST_COMMAND_H

#include <dirent.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COMMAND_TEXT_BYTES = 1 << 20 };

typedef struct command_result {
    int code;
    char out[COMMAND_TEXT_BYTES];
    char err[COMMAND_TEXT_BYTES];
} command_result;

static command_result command_last;
static char command_folder[64]; // where outputs go; empty before the first use

static inline const char* command_path(void) {
    const char* given = getenv("REEVE_COMMAND");
    return given != NULL ? given : RV_TEST_COMMAND;
}

// a fresh folder for this program
static inline const char* command_scratch(void) {
    if (command_folder[0] == '\0') {
        strcpy(command_folder, "/tmp/reeve-test-XXXXXX");
        if (mkdtemp(command_folder) == NULL)
            printf("cannot make a folder in /tmp\n");
    }
    return command_folder;
}

static inline void command_read(const char* name, char* text) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", command_scratch(), name);
    FILE* file = fopen(path, "rb");
    size_t bytes = file != NULL ? fread(text, 1, COMMAND_TEXT_BYTES - 1, file) : 0;
    text[bytes] = '\0';
    if (file != NULL)
        fclose(file);
}

// Runs `reeve` with arguments as a shell would read them, in `folder`. $T is the scratch folder.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static inline command_result*
command_run_in(const char* folder, const char* format, ...) {
    char arguments[4096], line[8192];
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list);
    va_end(list);
    const char* scratch = command_scratch();
    snprintf(line, sizeof line,
             "cd '%s' && T='%s' && { '%s' %s; } >'%s/.stdout' 2>'%s/.stderr' </dev/null", folder,
             scratch, command_path(), arguments, scratch, scratch);
    int status = system(line);
    command_last.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    command_read(".stdout", command_last.out);
    command_read(".stderr", command_last.err);
    return &command_last;
}

// how many files the command left in the scratch folder, hidden ones (temporary files) too
static inline int command_files(void) {
    int files = 0;
    DIR* folder = opendir(command_scratch());
    for (struct dirent* entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        files += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0
                 && strcmp(entry->d_name, ".stdout") != 0 && strcmp(entry->d_name, ".stderr") != 0;
    }
    if (folder != NULL)
        closedir(folder);
    return files;
}

// removes everything that was made
static inline void command_clean(void) {
    char line[128];
    snprintf(line, sizeof line, "rm -rf '%s'", command_scratch());
    if (system(line) != 0)
        printf("cannot remove %s\n", command_scratch());
    command_folder[0] = '\0';
}

#endif
