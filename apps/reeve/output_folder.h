// A folder whose files appear together or not at all: they are written in a temporary folder and
// moved at the end. What else is in the folder stays.
#ifndef REEVE_COMMAND_OUTPUT_FOLDER_H
#define REEVE_COMMAND_OUTPUT_FOLDER_H

#include <stdbool.h>
#include <stdio.h>

// Start from all zero.
typedef struct output_folder {
    char* name;      // where the files go
    char* temporary; // where they are written: in the folder if it is there, else beside it
    bool exists;     // the folder was there before
} output_folder;

// Makes the folder if there is none. False after printing why not.
bool output_folder_open(output_folder* folder, const char* name);
// A new file of it, to be written and then given to output_folder_close(). NULL after printing why.
FILE* output_folder_create(output_folder* folder, const char* file);
// False after printing why the file is not complete.
bool output_folder_close(output_folder* folder, const char* file, FILE* opened);
// Puts the files in their place, `last` after all others. False after printing why not.
bool output_folder_commit(output_folder* folder, const char* last);
// Leaves nothing behind.
void output_folder_discard(output_folder* folder);

#endif
