// The device that is none, and what all devices have in common.
#include "io/device_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool rv_device_refuse(char* error, size_t bytes, const char* sentence) {
    if (error != NULL && bytes > 0)
        snprintf(error, bytes, "%s", sentence);
    return false;
}

void* rv_device_allocate(size_t size, char* error, size_t bytes) {
    void* memory = calloc(1, size);
    if (memory == NULL)
        rv_device_refuse(error, bytes, "no memory for the device");
    return memory;
}

void rv_device_counters_reset(rv_device_counters* c) {
    atomic_store(&c->received, 0);
    atomic_store(&c->late, 0);
    atomic_store(&c->ignored, 0);
    atomic_store(&c->sent, 0);
    atomic_store(&c->unsent, 0);
    atomic_store(&c->reason, NULL);
}

rv_device_report rv_device_counters_report(const rv_device_counters* c) {
    rv_device_report report = {.received = atomic_load(&c->received),
                               .late = atomic_load(&c->late),
                               .ignored = atomic_load(&c->ignored),
                               .sent = atomic_load(&c->sent),
                               .unsent = atomic_load(&c->unsent)};
    const char* reason = atomic_load(&c->reason);
    if (reason != NULL) {
        report.lost = true;
        snprintf(report.reason, sizeof report.reason, "%s", reason);
    }
    return report;
}

void rv_device_free(rv_device* device) {
    if (device->destroy != NULL)
        device->destroy(device->context);
    *device = (rv_device){0};
}

rv_device_info rv_device_get_info(const rv_device* device) {
    return device->info != NULL ? device->info(device->context) : (rv_device_info){0};
}

rv_device_report rv_device_get_report(const rv_device* device) {
    return device->report != NULL ? device->report(device->context) : (rv_device_report){0};
}

// --- nothing ------------------------------------------------------------------------------------

static bool null_open(void* context, char* error, size_t bytes) {
    (void)context, (void)error, (void)bytes;
    return true;
}

static rv_haptic_input null_read(void* context, double dt) {
    (void)context, (void)dt;
    return (rv_haptic_input){.pose.rotation.w = 1.0, .valid = true};
}

static bool null_write(void* context, const rv_device_output* output) {
    (void)context, (void)output;
    return true;
}

static void null_close(void* context) {
    (void)context;
}

static rv_device_info null_info(const void* context) {
    (void)context;
    return (rv_device_info){.name = "null"};
}

bool rv_device_null(rv_device* device, char* error, size_t bytes) {
    (void)error, (void)bytes;
    *device = (rv_device){.open = null_open,
                          .read = null_read,
                          .write = null_write,
                          .close = null_close,
                          .info = null_info};
    return true;
}
