// A device that comes and goes: what is lost, or could not be opened, is opened again by a thread of
// its own, since opening may wait. At any time one thread alone has the device: who has it says
// where it goes next.
//   away    the keeper's: it opens the device, again and again      -> there
//   there   the loop's: it reads and writes                         -> lost
//   lost    the keeper's: it closes the device                      -> away
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/device_private.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum device_place { DEVICE_AWAY, DEVICE_THERE, DEVICE_LOST } device_place;

typedef struct keeper {
    rv_device inside;
    double every; // [s]
    atomic_int place;
    rv_haptic_input input; // the last one
    bool runs;             // the thread does
    pthread_t thread;

    // of the thread and of who asks, not of the loop
    pthread_mutex_t lock;
    pthread_cond_t wakes;
    bool stops;
    char reason[128];    // why it is away
    rv_device_info info; // as it was opened last
} keeper;

static int place_of(const keeper* k) {
    return atomic_load_explicit(&k->place, memory_order_acquire);
}

static void go_to(keeper* k, device_place place) {
    atomic_store_explicit(&k->place, place, memory_order_release);
}

// by the thread that has the device
static void tell(keeper* k, const char* reason) {
    pthread_mutex_lock(&k->lock);
    snprintf(k->reason, sizeof k->reason, "%s", reason);
    k->info = rv_device_get_info(&k->inside);
    pthread_mutex_unlock(&k->lock);
}

// --- the thread -----------------------------------------------------------------------------------

// one look; opening may wait as long as the device does
static void look_after(keeper* k) {
    char error[128] = "";
    if (place_of(k) == DEVICE_LOST) {
        tell(k, rv_device_get_report(&k->inside).reason);
        k->inside.close(k->inside.context);
        go_to(k, DEVICE_AWAY);
    }
    if (place_of(k) != DEVICE_AWAY)
        return;
    if (k->inside.open(k->inside.context, error, sizeof error)) {
        tell(k, "");
        go_to(k, DEVICE_THERE);
    } else {
        tell(k, error);
    }
}

// false: it is to stop
static bool pause(keeper* k) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    double seconds = (double)until.tv_nsec * 1e-9 + k->every, whole = (double)(long)seconds;
    until.tv_sec += (time_t)whole;
    until.tv_nsec = (long)(1e9 * (seconds - whole));
    pthread_mutex_lock(&k->lock);
    int waited = 0;
    while (!k->stops && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&k->wakes, &k->lock, &until);
    bool goes_on = !k->stops;
    pthread_mutex_unlock(&k->lock);
    return goes_on;
}

static void* keep(void* argument) {
    keeper* k = argument;
    do {
        look_after(k);
    } while (pause(k));
    return NULL;
}

// --- the device -----------------------------------------------------------------------------------

static bool keeper_open(void* context, char* error, size_t bytes) {
    keeper* k = context;
    if (k->runs)
        return rv_device_refuse(error, bytes, "the device is open already");
    k->stops = false;
    k->input = (rv_haptic_input){.pose.rotation.w = 1.0};
    go_to(k, DEVICE_AWAY);
    tell(k, "it is being looked for");
    k->runs = pthread_create(&k->thread, NULL, keep, k) == 0;
    return k->runs || rv_device_refuse(error, bytes, "no thread that looks for the device");
}

static rv_haptic_input keeper_read(void* context, double dt) {
    keeper* k = context;
    if (place_of(k) == DEVICE_THERE) {
        k->input = k->inside.read(k->inside.context, dt);
        return k->input;
    }
    k->input.valid = false;
    k->input.velocity = k->input.angular_velocity = (rv_vec3){0.0, 0.0, 0.0};
    return k->input;
}

static bool keeper_write(void* context, const rv_device_output* output) {
    keeper* k = context;
    if (place_of(k) == DEVICE_THERE && !k->inside.write(k->inside.context, output))
        go_to(k, DEVICE_LOST);
    return true;
}

static void keeper_close(void* context) {
    keeper* k = context;
    if (!k->runs)
        return;
    pthread_mutex_lock(&k->lock);
    k->stops = true;
    pthread_cond_signal(&k->wakes);
    pthread_mutex_unlock(&k->lock);
    pthread_join(k->thread, NULL);
    k->runs = false;
    if (place_of(k) != DEVICE_AWAY)
        k->inside.close(k->inside.context);
    go_to(k, DEVICE_AWAY);
}

static void keeper_destroy(void* context) {
    keeper* k = context;
    keeper_close(k);
    rv_device_free(&k->inside);
    pthread_mutex_destroy(&k->lock);
    pthread_cond_destroy(&k->wakes);
    free(k);
}

// asking takes a lock, which changes nothing of the keeper
static keeper* asked(const void* context) {
    return (keeper*)(uintptr_t)context;
}

static rv_device_info keeper_info(const void* context) {
    keeper* k = asked(context);
    pthread_mutex_lock(&k->lock);
    rv_device_info info = k->info;
    pthread_mutex_unlock(&k->lock);
    return info;
}

static rv_device_report keeper_report(const void* context) {
    keeper* k = asked(context);
    rv_device_report report = rv_device_get_report(&k->inside);
    report.lost = place_of(k) != DEVICE_THERE;
    pthread_mutex_lock(&k->lock);
    snprintf(report.reason, sizeof report.reason, "%s", report.lost ? k->reason : "");
    pthread_mutex_unlock(&k->lock);
    return report;
}

bool rv_device_keep(rv_device* device, rv_device* inside, double every, char* error, size_t bytes) {
    rv_error_text text;
    *device = (rv_device){0};
    bool whole = inside->open != NULL && inside->read != NULL && inside->write != NULL
                 && inside->close != NULL;
    if (!rv_error_check(&text, whole, "rv_device_keep: the device has no functions")
        || !rv_error_check(&text, every >= 0.01 && every <= 60.0,
                           "rv_device_keep: every = %g s: must be in [0.01, 60]", every))
        return rv_device_refuse(error, bytes, text.text);
    keeper* k = rv_device_allocate(sizeof *k, error, bytes);
    if (k == NULL)
        return false;
    k->inside = *inside;
    k->every = every;
    pthread_mutex_init(&k->lock, NULL);
    pthread_cond_init(&k->wakes, NULL);
    k->info = rv_device_get_info(inside);
    *inside = (rv_device){0};
    *device = (rv_device){.context = k,
                          .open = keeper_open,
                          .read = keeper_read,
                          .write = keeper_write,
                          .close = keeper_close,
                          .destroy = keeper_destroy,
                          .info = keeper_info,
                          .report = keeper_report};
    return true;
}
