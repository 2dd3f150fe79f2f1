// Haptics of a scene: a tool that a hand moves and feels. What moves it is a device of the library
// that needs no clock: its ticks are made between the steps, as many as fit into one, so that a run
// gives the same numbers every time. See rules.h and play.h.
#include "scene/names.h"
#include "scene/play.h"
#include "scene/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// time in which the tool comes to where a person's pointer is [s], and how near is as good as there [m]
static const double POINTER_TIME = 0.03, THERE = 1e-9;

// in the order of the table
typedef enum device_kind { DEVICE_HAND, DEVICE_SCRIPT, DEVICE_NULL } device_kind;

static device_kind kind_of(const rv_scene_device* device) {
    int kind = 0;
    while (kind < DEVICE_NULL && (device->given >> kind & 1u) == 0)
        kind++;
    return (device_kind)kind;
}

// --- with the scene -----------------------------------------------------------------------------

static void check_keys(rv_scene_place* place, const rv_scene_device* device) {
    const rv_scene_key* keys = device->keys.items;
    device_kind kind = kind_of(device);
    rv_scene_enter_key(place, "device");
    rv_scene_enter_key(place, kind == DEVICE_HAND ? "hand" : "script");
    rv_scene_enter_key(place, kind == DEVICE_HAND ? "target" : "keys");
    for (int i = 1; i < device->keys.count; i++) {
        rv_scene_enter_index(place, i);
        if (!(keys[i].at > keys[i - 1].at))
            rv_scene_complain_value(place, "at", "is %g s; must be later than the key before, %g s",
                                    keys[i].at, keys[i - 1].at);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
    if (device->end == RV_DEVICE_LOOP && device->keys.count < 2)
        rv_scene_complain_value(place, "end", "needs two keys or more");
    rv_scene_leave(place);
    rv_scene_leave(place);
}

void rv_scene_rules_haptics(rv_scene* scene, rv_scene_place* place) {
    rv_scene_enter_key(place, "haptics");
    for (int i = 0; i < scene->haptics.count; i++) {
        rv_scene_haptic* haptic = (rv_scene_haptic*)scene->haptics.items + i;
        rv_scene_enter_index(place, i);
        rv_scene_enter_key(place, "body");
        haptic->body_index = rv_scene_find_body(scene, place, haptic->body);
        if (haptic->body_index == RV_SCENE_WORLD)
            rv_scene_complain(place, "is the world, which no hand moves; must be a body");
        rv_scene_leave(place);
        check_keys(place, &haptic->device);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

// --- in a world ---------------------------------------------------------------------------------

static const rv_scene_haptic* haptic_at(const rv_scene_play* play, int index) {
    return (const rv_scene_haptic*)play->scene->haptics.items + index;
}

static bool device_make(const rv_scene_device* def, rv_device* device, char* error, size_t bytes) {
    int count = def->keys.count;
    const rv_scene_key* from = def->keys.items;
    rv_device_key* keys = calloc((size_t)count + 1, sizeof *keys);
    if (keys == NULL)
        return false;
    for (int i = 0; i < count; i++)
        keys[i] = (rv_device_key){from[i].at, from[i].pose};
    rv_device_script script = {keys, count, (rv_device_end)def->end};
    rv_device_hand hand = def->hand;
    hand.target = script;
    device_kind kind = kind_of(def);
    bool made = kind == DEVICE_HAND     ? rv_device_simulated_hand(device, &hand, error, bytes)
                : kind == DEVICE_SCRIPT ? rv_device_scripted(device, &script, error, bytes)
                                        : rv_device_null(device, error, bytes);
    free(keys);
    return made && device->open(device->context, error, bytes);
}

static bool haptic_make(rv_scene_play* play, int index) {
    rv_haptic_def def = haptic_at(play, index)->def;
    def.body = play->bodies[haptic_at(play, index)->body_index];
    play->hands[index].id = rv_haptic_create(play->world, &def);
    return rv_haptic_is_valid(play->world, play->hands[index].id);
}

bool rv_scene_haptic_build(rv_scene_play* play, rv_scene_place* place, int index) {
    char error[256] = "not enough memory";
    if (!haptic_make(play, index)) {
        rv_scene_complain_refused(place, &rv_scene_haptic_table, rv_world_error(play->world));
        return false;
    }
    if (!device_make(&haptic_at(play, index)->device, &play->hands[index].device, error,
                     sizeof error)) {
        rv_scene_complain_value(place, "device", "%s", error);
        return false;
    }
    return true;
}

// where the person has it, smoothly: pointers move in jumps. Let go, it goes back to the device.
static void shift(rv_scene_hand* hand, double dt) {
    rv_vec3 device = hand->input.pose.position;
    double share = dt / (POINTER_TIME + dt);
    if (hand->held) {
        rv_vec3 goal = rv_vec3_add(hand->taken_at, hand->offset);
        hand->place = rv_vec3_mul_add(hand->place, share, rv_vec3_sub(goal, hand->place));
        hand->shift = rv_vec3_sub(hand->place, device);
    } else {
        hand->shift = rv_vec3_mul_add(hand->shift, -share, hand->shift);
        if (rv_vec3_length(hand->shift) < THERE)
            hand->shift = (rv_vec3){0.0, 0.0, 0.0};
    }
    hand->input.pose.position = rv_vec3_add(device, hand->shift);
}

// one tick: where the hand is, what it feels there
static void tick(rv_scene_hand* hand, rv_haptic* haptic, double dt) {
    rv_device* device = &hand->device;
    hand->input = device->read(device->context, dt);
    shift(hand, dt);
    hand->output = rv_haptic_tick(haptic, &hand->input, dt);
    rv_device_output output = {hand->output.force, hand->output.torque};
    // what a person holds, the device's own hand does not feel
    if (hand->held)
        output = (rv_device_output){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    device->write(device->context, &output);
}

void rv_scene_haptics_tick(rv_scene_play* play, double dt) {
    for (int i = 0; i < play->scene->haptics.count; i++) {
        rv_scene_hand* hand = &play->hands[i];
        rv_haptic* haptic = rv_haptic_handle(play->world, hand->id);
        double ticks = fmax(1.0, round(dt / haptic_at(play, i)->def.period));
        for (int k = 0; k < (int)ticks && haptic != NULL; k++)
            tick(hand, haptic, dt / ticks);
    }
}

// where the device is; before the first tick, where the tool says that it must be
static rv_vec3 device_place(const rv_scene_play* play, int index, rv_body_id tool) {
    const rv_haptic_def* def = &haptic_at(play, index)->def;
    const rv_scene_hand* hand = &play->hands[index];
    if (hand->input.valid)
        return hand->input.pose.position;
    rv_vec3 at = rv_body_pose(play->world, tool).position;
    return rv_vec3_scale(rv_pose_apply_inverse(def->workspace, at), 1.0 / def->scale);
}

bool rv_scene_play_move_tool(rv_scene_play* play, rv_body_id body, bool held, rv_vec3 offset) {
    for (int i = 0; i < play->scene->haptics.count; i++) {
        const rv_haptic_def* def = &haptic_at(play, i)->def;
        rv_body_id own = play->bodies[haptic_at(play, i)->body_index];
        rv_scene_hand* hand = &play->hands[i];
        if (own.slot != body.slot || own.generation != body.generation)
            continue;
        if (held && !hand->held)
            hand->taken_at = hand->place = device_place(play, i, body);
        hand->held = held;
        hand->offset = rv_vec3_scale(rv_quat_rotate_inverse(def->workspace.rotation, offset),
                                     1.0 / def->scale);
        return true;
    }
    return false;
}

static void device_end(rv_scene_hand* hand) {
    rv_device_output rest = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    if (hand->device.write == NULL)
        return;
    hand->device.write(hand->device.context, &rest);
    hand->device.close(hand->device.context);
}

void rv_scene_haptics_reset(rv_scene_play* play) {
    char error[256];
    for (int i = 0; i < play->scene->haptics.count; i++) {
        rv_scene_hand* hand = &play->hands[i];
        device_end(hand);
        hand->held = false;
        hand->shift = (rv_vec3){0.0, 0.0, 0.0};
        hand->input = (rv_haptic_input){.valid = false};
        hand->output = (rv_haptic_output){.contacts = 0};
        hand->device.open(hand->device.context, error, sizeof error);
        rv_haptic_destroy(play->world, hand->id);
        haptic_make(play, i);
    }
}

void rv_scene_haptics_free(rv_scene_play* play) {
    for (int i = 0; play->hands != NULL && i < play->scene->haptics.count; i++) {
        device_end(&play->hands[i]);
        rv_device_free(&play->hands[i].device);
    }
}
