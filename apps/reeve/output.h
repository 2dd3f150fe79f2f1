// A file that appears whole or not at all: written beside its name and renamed at the end.
#ifndef REEVE_COMMAND_OUTPUT_H
#define REEVE_COMMAND_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct output {
    FILE* file;      // to be written to
    char* name;      // where it goes
    char* temporary; // what is written; NULL: the thing itself (standard output, a device)
} output;

// Makes the folders that a file's name goes through. False after printing why not.
bool output_make_folders(const char* name);
// "-" is standard output. False after printing why not.
bool output_open(output* out, const char* name);
// Puts the file in its place. False after printing why not: then nothing is left behind.
bool output_commit(output* out);
// Leaves nothing behind.
void output_discard(output* out);

#endif
