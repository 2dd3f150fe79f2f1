// Three buffers that change hands; each grows with the largest message it has held.
#include "view/mailbox.h"

#include <stdlib.h>

static void exchange(int* a, int* b) {
    int c = *a;
    *a = *b;
    *b = c;
}

rv_mailbox rv_mailbox_make(void) {
    return (rv_mailbox){.writing = 0, .latest = 1, .reading = 2};
}

void rv_mailbox_free(rv_mailbox* box) {
    for (int i = 0; i < 3; i++)
        free(box->mails[i].data);
    *box = rv_mailbox_make();
}

uint8_t* rv_mailbox_begin(rv_mailbox* box, size_t bytes) {
    rv_mail* mail = &box->mails[box->writing];
    if (bytes > mail->capacity || mail->data == NULL) {
        // half as much again, since frames grow with the contacts in them
        size_t capacity = bytes < SIZE_MAX / 2 ? bytes + bytes / 2 + 1 : bytes;
        free(mail->data);
        mail->data = malloc(capacity);
        mail->capacity = mail->data != NULL ? capacity : 0;
    }
    mail->bytes = mail->data != NULL ? bytes : 0;
    return mail->data;
}

bool rv_mailbox_publish(rv_mailbox* box, uint32_t number, uint64_t description) {
    rv_mail* mail = &box->mails[box->writing];
    if (mail->data == NULL)
        return false;
    mail->number = number;
    mail->description = description;
    mail->serial = ++box->serial;
    exchange(&box->writing, &box->latest);
    box->fresh = true;
    return true;
}

const rv_mail* rv_mailbox_take(rv_mailbox* box) {
    if (box->fresh)
        exchange(&box->latest, &box->reading);
    box->fresh = false;
    return &box->mails[box->reading];
}
