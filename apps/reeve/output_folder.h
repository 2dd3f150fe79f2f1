// Folders that files are written to over time.
#ifndef REEVE_COMMAND_OUTPUT_FOLDER_H
#define REEVE_COMMAND_OUTPUT_FOLDER_H

#include <stdbool.h>

// Whether files can be made in the folder, or the folder itself; leaves nothing. False after printing
// why not.
bool output_folder_check(const char* name);
// Makes the folder if there is none; `made`: there was none. False after printing why not.
bool output_folder_make(const char* name, bool* made);

#endif
