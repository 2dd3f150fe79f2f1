// Starts a browser, if there is a screen to show it on.
#ifndef REEVE_COMMAND_BROWSER_H
#define REEVE_COMMAND_BROWSER_H

enum { BROWSER_PATH_BYTES = 256 };

typedef struct browser {
    char page[BROWSER_PATH_BYTES]; // a file of ours that leads to the address; "": none
} browser;

// Opens the address. It holds a secret, so no program gets it as an argument, which all users of
// the machine could read: the browser is given a file that only this user can read.
void browser_open(browser* b, const char* address);
// Removes the file.
void browser_forget(browser* b);

#endif
