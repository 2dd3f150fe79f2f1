// The keeper of a device that comes and goes.
#include "reeve/reeve.h"
#include "udp_peer.h"

#include <stdatomic.h>
#include <stdio.h>

// a device that is there now and then
typedef struct guest {
    atomic_int opens, closes, writes;
    atomic_bool is_there;
} guest;

static bool guest_open(void* context, char* error, size_t bytes) {
    guest* g = context;
    atomic_fetch_add(&g->opens, 1);
    if (!atomic_load(&g->is_there))
        snprintf(error, bytes, "nobody is at home");
    return atomic_load(&g->is_there);
}

static rv_haptic_input guest_read(void* context, double dt) {
    (void)context, (void)dt;
    return (rv_haptic_input){
        .pose = {{1.0, 2.0, 3.0}, {1, 0, 0, 0}}, .velocity = {4.0, 0, 0}, .valid = true};
}

static bool guest_write(void* context, const rv_device_output* output) {
    guest* g = context;
    (void)output;
    atomic_fetch_add(&g->writes, 1);
    return atomic_load(&g->is_there);
}

static void guest_close(void* context) {
    atomic_fetch_add(&((guest*)context)->closes, 1);
}

static rv_device_info guest_info(const void* context) {
    (void)context;
    return (rv_device_info){.name = "guest"};
}

static rv_device keep_guest(guest* g) {
    rv_device device, inside = {.context = g,
                                .open = guest_open,
                                .read = guest_read,
                                .write = guest_write,
                                .close = guest_close,
                                .info = guest_info};
    char error[128] = "";
    CHECK(rv_device_keep(&device, &inside, 0.01, error, sizeof error));
    CHECK(inside.open == NULL);
    return device;
}

TEST(a_device_that_is_not_there_is_looked_for_and_found_again_in_threads) {
    static guest g;
    rv_device device = keep_guest(&g);
    rv_device_output force = {.force = {1, 0, 0}};
    char error[128] = "";
    CHECK(device.open(device.context, error, sizeof error));
    WAIT_FOR(atomic_load(&g.opens) >= 2);
    CHECK(!device.read(device.context, 1e-3).valid);
    CHECK(device.write(device.context, &force) && atomic_load(&g.writes) == 0);
    CHECK(rv_device_get_report(&device).lost);
    CHECK_TEXT(rv_device_get_report(&device).reason, "nobody is at home");
    CHECK_TEXT(rv_device_get_info(&device).name, "guest");
    // it comes
    atomic_store(&g.is_there, true);
    WAIT_FOR(device.read(device.context, 1e-3).valid);
    CHECK(!rv_device_get_report(&device).lost);
    CHECK_TEXT(rv_device_get_report(&device).reason, "");
    CHECK(device.write(device.context, &force) && atomic_load(&g.writes) == 1);
    // and goes: the pose stays, motion ends
    atomic_store(&g.is_there, false);
    CHECK(device.write(device.context, &force));
    rv_haptic_input gone = device.read(device.context, 1e-3);
    CHECK(!gone.valid && gone.pose.position.z == 3.0 && gone.velocity.x == 0.0);
    WAIT_FOR(atomic_load(&g.closes) == 1);
    // and comes again
    atomic_store(&g.is_there, true);
    WAIT_FOR(device.read(device.context, 1e-3).valid);
    device.close(device.context);
    CHECK(atomic_load(&g.closes) == 2);
    // it may be opened again
    CHECK(device.open(device.context, error, sizeof error));
    CHECK(!device.open(device.context, error, sizeof error));
    CHECK_TEXT(error, "the device is open already");
    WAIT_FOR(device.read(device.context, 1e-3).valid);
    rv_device_free(&device);
    CHECK(atomic_load(&g.closes) == 3);
}

TEST(a_keeper_wants_a_whole_device_and_patience) {
    static guest g;
    rv_device device, none = {0};
    char error[128];
    CHECK(!rv_device_keep(&device, &none, 1.0, error, sizeof error));
    CHECK_TEXT(error, "rv_device_keep: the device has no functions");
    rv_device inside = {.context = &g,
                        .open = guest_open,
                        .read = guest_read,
                        .write = guest_write,
                        .close = guest_close};
    CHECK(!rv_device_keep(&device, &inside, 0.0, error, sizeof error));
    CHECK_TEXT(error, "rv_device_keep: every = 0 s: must be in [0.01, 60]");
    CHECK(inside.open != NULL);
}
