// A device that moves as a script says. Time is the sum of the ticks: the first read is at 0.
#include "io/device_track.h"

#include <stdlib.h>

typedef struct scripted {
    rv_device_track track;
    double time;
    bool begun; // the first read was made
} scripted;

static bool scripted_open(void* context, char* error, size_t bytes) {
    (void)error, (void)bytes;
    scripted* s = context;
    s->time = 0.0;
    s->begun = false;
    return true;
}

static rv_haptic_input scripted_read(void* context, double dt) {
    scripted* s = context;
    if (s->begun)
        s->time += dt;
    s->begun = true;
    return rv_device_track_at(&s->track, s->time);
}

static bool scripted_write(void* context, const rv_device_output* output) {
    (void)context, (void)output;
    return true;
}

static void scripted_close(void* context) {
    (void)context;
}

static void scripted_destroy(void* context) {
    scripted* s = context;
    rv_device_track_free(&s->track);
    free(s);
}

static rv_device_info scripted_info(const void* context) {
    (void)context;
    return (rv_device_info){.name = "scripted", .gives_rotation = true};
}

bool rv_device_scripted(rv_device* device, const rv_device_script* script, char* error,
                        size_t bytes) {
    rv_error_text text;
    *device = (rv_device){0};
    if (!rv_device_script_is_valid(&text, script, "rv_device_script"))
        return rv_device_refuse(error, bytes, text.text);
    scripted* s = rv_device_allocate(sizeof *s, error, bytes);
    if (s == NULL)
        return false;
    if (!rv_device_track_make(&s->track, script)) {
        free(s);
        return rv_device_refuse(error, bytes, "no memory for the keys of rv_device_script");
    }
    *device = (rv_device){.context = s,
                          .open = scripted_open,
                          .read = scripted_read,
                          .write = scripted_write,
                          .close = scripted_close,
                          .destroy = scripted_destroy,
                          .info = scripted_info};
    return true;
}
