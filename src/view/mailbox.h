// The latest message from one thread to another: three buffers that change hands. One is written,
// one is the latest, one is read; publishing and taking exchange two numbers, so whoever holds a
// buffer has it alone, for as long as it likes. The caller locks around publish and take, and only
// around these.
#ifndef REEVE_VIEW_MAILBOX_H
#define REEVE_VIEW_MAILBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rv_mail {
    uint8_t* data;
    size_t bytes, capacity;
    uint64_t serial;      // counts messages from 1; 0: none yet
    uint64_t description; // the description that was the latest when it was published
    uint32_t number;
} rv_mail;

// Start from rv_mailbox_make().
typedef struct rv_mailbox {
    rv_mail mails[3];
    int writing, latest, reading; // each of 0, 1, 2 once
    bool fresh;                   // the latest has not been taken
    uint64_t serial;
} rv_mailbox;

rv_mailbox rv_mailbox_make(void);
void rv_mailbox_free(rv_mailbox* box);
// For the writer: room for the next message; NULL without memory.
uint8_t* rv_mailbox_begin(rv_mailbox* box, size_t bytes);
// For the writer, locked: what was written is the latest. False if nothing was begun.
bool rv_mailbox_publish(rv_mailbox* box, uint32_t number, uint64_t description);
// For the reader, locked: the latest, which stays as it is until the next take.
const rv_mail* rv_mailbox_take(rv_mailbox* box);

#endif
