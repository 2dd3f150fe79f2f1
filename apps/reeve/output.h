// Output files. One that is written at once appears whole or not at all: output_open(),
// output_commit(). One that is written over time is kept as far as it goes, whatever ends the
// program: from its first output_keep() on it stands under its name, and what was written before the
// last one stays.
#ifndef REEVE_COMMAND_OUTPUT_H
#define REEVE_COMMAND_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct output {
    FILE* file;      // to be written to; NULL: closed, or failed
    char* name;      // where it goes
    char* temporary; // what is written; NULL: the thing itself
    bool in_place;   // standard output, a device or a pipe
    long long kept;  // bytes of a file that stay if it cannot be written any further
    double kept_at;  // [s], of rv_clock_now()
    size_t pending;  // bytes of rows since then
    int reason;      // errno of the first write that failed
} output;

// Makes the folders that a file's name goes through. False after printing why not.
bool output_make_folders(const char* name);
// Whether a file of this name can be made; leaves nothing. False after printing why not. Devices and
// pipes are not opened.
bool output_check(const char* name);
// "-" is standard output. False after printing why not.
bool output_open(output* out, const char* name);
// Writes bytes; what fails is told by the next output_keep() or output_commit().
void output_write(output* out, const void* bytes, size_t count);
// Writes a row of a file that is written over time: whatever ends the program, the file ends with a
// whole row. False after printing why not.
bool output_row(output* out, const char* text, size_t bytes);
// Between two rows or records of a file that is written over time: what was written stays. False
// after printing why it does not; then the file ends where it was kept before, and is closed.
bool output_keep(output* out);
// The same, at least every second if it is called at every step.
bool output_keep_due(output* out);
// Puts the file in its place. False after printing why not: then only what was kept is left.
bool output_commit(output* out);
// Leaves nothing behind but what was kept.
void output_discard(output* out);

#endif
