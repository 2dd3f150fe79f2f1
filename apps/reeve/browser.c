// See browser.h. xdg-open knows the user's browser; it runs in a session of its own, so that
// Ctrl-C ends the viewer and not the browser.
#define _GNU_SOURCE // POSIX_SPAWN_SETSID, mkostemps
#include "browser.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char** environ;

static const char* set_or(const char* variable, const char* otherwise) {
    const char* value = getenv(variable);
    return value != NULL && *value != '\0' ? value : otherwise;
}

static int write_page(browser* b, const char* address) {
    static const char suffix[] = ".html";
    const char* folder = set_or("XDG_RUNTIME_DIR", set_or("TMPDIR", "/tmp"));
    int length = snprintf(b->page, sizeof b->page, "%s/reeve-XXXXXX%s", folder, suffix);
    int file = length > 0 && length < (int)sizeof b->page
                   ? mkostemps(b->page, (int)strlen(suffix), O_CLOEXEC)
                   : -1;
    if (file < 0)
        return 0;
    int written = dprintf(file,
                          "<!doctype html><title>Reeve</title>"
                          "<meta http-equiv=\"refresh\" content=\"0; url=%s\">\n",
                          address);
    close(file);
    return written > 0;
}

static void start(char* page) {
    posix_spawn_file_actions_t quiet;
    posix_spawnattr_t alone;
    if (posix_spawn_file_actions_init(&quiet) != 0 || posix_spawnattr_init(&alone) != 0)
        return;
    for (int stream = 0; stream < 3; stream++)
        posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0);
    // what this process ignores is not the browser's business
    sigset_t signals;
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&alone, &signals);
    posix_spawnattr_setflags(&alone, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
    char program[] = "xdg-open";
    char* arguments[] = {program, page, NULL};
    pid_t child;
    posix_spawnp(&child, program, &quiet, &alone, arguments, environ);
    posix_spawnattr_destroy(&alone);
    posix_spawn_file_actions_destroy(&quiet);
}

void browser_open(browser* b, const char* address) {
    b->page[0] = '\0';
    if (set_or("DISPLAY", NULL) == NULL && set_or("WAYLAND_DISPLAY", NULL) == NULL)
        return;
    if (!write_page(b, address)) {
        b->page[0] = '\0';
        return;
    }
    // nobody waits for it
    signal(SIGCHLD, SIG_IGN);
    start(b->page);
}

void browser_forget(browser* b) {
    if (b->page[0] != '\0')
        unlink(b->page);
    b->page[0] = '\0';
}
