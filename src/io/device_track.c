// A way through keys. Between two keys, s in [0, 1) of the way:
//   p = p0 + s (p1 - p0),  q = exp(s w) q0,  w = log(q1 q0^-1), the shorter way round
// so that velocity and angular velocity are constant there.
#include "io/device_track.h"

#include "reeve/math.h"

#include <stdlib.h>
#include <string.h>

enum { KEYS_MAX = 1000000 };
#define POSITION_MAX 1e6 // [m]
#define TIME_MAX 1e9     // [s]

static bool is_within(double value, double most) {
    return value >= -most && value <= most;
}

static bool position_is_valid(rv_vec3 p) {
    return is_within(p.x, POSITION_MAX) && is_within(p.y, POSITION_MAX)
           && is_within(p.z, POSITION_MAX);
}

// not so long or short that its length is lost
static bool rotation_is_valid(rv_quat q) {
    double square = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
    return square > 1e-12 && square < 1e12;
}

static bool key_is_valid(rv_error_text* error, const rv_device_script* script, int i,
                         const char* name) {
    const rv_device_key* key = &script->keys[i];
    rv_vec3 p = key->pose.position;
    rv_quat q = key->pose.rotation;
    return rv_error_check(error, key->time >= 0.0 && key->time <= TIME_MAX,
                          "%s.keys[%d].time = %g s: must be in [0, 1e9]", name, i, key->time)
           && rv_error_check(error, i == 0 || key->time > script->keys[i - 1].time,
                             "%s.keys[%d].time = %g s: must be greater than that of the key before",
                             name, i, key->time)
           && rv_error_check(error, position_is_valid(p),
                             "%s.keys[%d].pose.position = (%g, %g, %g) m: must be finite and "
                             "within 1e6",
                             name, i, p.x, p.y, p.z)
           && rv_error_check(error, rotation_is_valid(q),
                             "%s.keys[%d].pose.rotation = (%g, %g, %g, %g): must be finite and not "
                             "zero",
                             name, i, q.w, q.x, q.y, q.z);
}

bool rv_device_script_is_valid(rv_error_text* error, const rv_device_script* script,
                               const char* name) {
    bool loops = script->end == RV_DEVICE_LOOP;
    if (!rv_error_check(error, script->key_count >= 1 && script->key_count <= KEYS_MAX,
                        "%s.key_count = %d: must be in [1, %d]", name, script->key_count, KEYS_MAX)
        || !rv_error_check(error, script->keys != NULL, "%s.keys is NULL: must be %d keys", name,
                           script->key_count)
        || !rv_error_check(error, loops || script->end == RV_DEVICE_HOLD,
                           "%s.end = %d: must be RV_DEVICE_HOLD or RV_DEVICE_LOOP", name,
                           (int)script->end)
        || !rv_error_check(error, !loops || script->key_count >= 2,
                           "%s.end = RV_DEVICE_LOOP: needs two keys or more, not one", name))
        return false;
    for (int i = 0; i < script->key_count; i++)
        if (!key_is_valid(error, script, i, name))
            return false;
    return true;
}

bool rv_device_track_make(rv_device_track* track, const rv_device_script* script) {
    size_t size = (size_t)script->key_count * sizeof *track->keys;
    *track = (rv_device_track){malloc(size), script->key_count, script->end};
    if (track->keys == NULL)
        return false;
    memcpy(track->keys, script->keys, size);
    for (int i = 0; i < track->count; i++) {
        rv_quat* q = &track->keys[i].pose.rotation;
        *q = rv_quat_normalize(*q);
    }
    return true;
}

void rv_device_track_free(rv_device_track* track) {
    free(track->keys);
    *track = (rv_device_track){0};
}

// the last key that is not after `time`; there is one
static int key_before(const rv_device_track* track, double time) {
    int first = 0, last = track->count - 1;
    while (first < last) {
        int middle = first + (last - first + 1) / 2;
        if (track->keys[middle].time <= time)
            first = middle;
        else
            last = middle - 1;
    }
    return first;
}

rv_haptic_input rv_device_track_at(const rv_device_track* track, double time) {
    double first = track->keys[0].time, last = track->keys[track->count - 1].time;
    if (track->end == RV_DEVICE_LOOP && time >= last)
        time = first + fmod(time - first, last - first);
    rv_haptic_input input = {.valid = true, .pose = track->keys[0].pose};
    if (time < first)
        return input;
    int i = key_before(track, time);
    const rv_device_key* from = &track->keys[i];
    input.pose = from->pose;
    if (i == track->count - 1)
        return input;
    double length = from[1].time - from[0].time, s = (time - from[0].time) / length;
    rv_vec3 way = rv_vec3_sub(from[1].pose.position, from[0].pose.position);
    rv_vec3 turn =
        rv_quat_log(rv_quat_mul(from[1].pose.rotation, rv_quat_conjugate(from[0].pose.rotation)));
    input.pose.position = rv_vec3_mul_add(from[0].pose.position, s, way);
    input.pose.rotation =
        rv_quat_normalize(rv_quat_mul(rv_quat_exp(rv_vec3_scale(turn, s)), from[0].pose.rotation));
    input.velocity = rv_vec3_scale(way, 1.0 / length);
    input.angular_velocity = rv_vec3_scale(turn, 1.0 / length);
    return input;
}
