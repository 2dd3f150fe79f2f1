// Haptics of a scene: a tool that a hand moves and feels. Where what moves it is simulated, ticks are
// made between the steps, as many as fit into one, so that a run gives the same numbers every time. A
// device of the real world is served by a loop of its own; it may come and go while the scene plays.
// See rules.h and play.h.
#include "scene/names.h"
#include "scene/play.h"
#include "scene/rules.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// time in which the tool comes to where a person's pointer is [s], and how near is as good as there [m]
static const double POINTER_TIME = 0.03, THERE = 1e-9;

// in the order of the table
typedef enum device_kind {
    DEVICE_HAND,
    DEVICE_SCRIPT,
    DEVICE_UDP,
    DEVICE_HAPLY,
    DEVICE_NULL
} device_kind;

static const double LOOK_AGAIN = 0.5; // for a device that is not there, every so many seconds

static device_kind kind_of(const rv_scene_device* device) {
    return (device_kind)rv_scene_first_given(device->given, DEVICE_NULL);
}

// --- with the scene -----------------------------------------------------------------------------

static bool is_real(const rv_scene_device* device) {
    return kind_of(device) == DEVICE_UDP || kind_of(device) == DEVICE_HAPLY;
}

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

static void find_body(rv_scene* scene, rv_scene_place* place, rv_scene_haptic* haptic) {
    rv_scene_enter_key(place, "body");
    haptic->body_index = rv_scene_find_body(scene, place, haptic->body);
    if (haptic->body_index == RV_SCENE_WORLD)
        rv_scene_complain(place, "is the world, which no hand moves; must be a body");
    rv_scene_leave(place);
    if (rv_scene_has(&rv_scene_haptic_table, haptic, "along")
        || rv_scene_has(&rv_scene_haptic_table, haptic, "end"))
        rv_scene_complain(place, "\"along\" and \"end\" are of a cable; not with \"body\"");
}

static void find_cable(rv_scene* scene, rv_scene_place* place, rv_scene_haptic* haptic) {
    rv_scene_thing thing;
    rv_scene_enter_key(place, "cable");
    if (rv_scene_find_or_complain(scene, place, "cable", haptic->cable, &thing)) {
        const rv_scene_cable* cables = scene->cables.items;
        bool is_cable = thing.kind == RV_SCENE_THING_CABLE;
        if (!is_cable || cables[thing.index].def.model != RV_CABLE_ROD)
            rv_scene_complain(place, "'%s' must be the name of a cable of model \"rod\"",
                              haptic->cable);
        else
            haptic->cable_index = thing.index;
    }
    rv_scene_leave(place);
    if (rv_scene_has(&rv_scene_haptic_table, haptic, "along")
        && rv_scene_has(&rv_scene_haptic_table, haptic, "end"))
        rv_scene_complain(place, "\"along\" and \"end\" say the same; give one of them");
}

void rv_scene_rules_haptics(rv_scene* scene, rv_scene_place* place) {
    rv_scene_enter_key(place, "haptics");
    for (int i = 0; i < scene->haptics.count; i++) {
        rv_scene_haptic* haptic = (rv_scene_haptic*)scene->haptics.items + i;
        rv_scene_enter_index(place, i);
        haptic->body_index = haptic->cable_index = RV_SCENE_UNKNOWN;
        if (haptic->body != NULL)
            find_body(scene, place, haptic);
        else if (haptic->cable != NULL)
            find_cable(scene, place, haptic);
        check_keys(place, &haptic->device);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

// --- in a world ---------------------------------------------------------------------------------

static const rv_scene_haptic* haptic_at(const rv_scene_play* play, int index) {
    return (const rv_scene_haptic*)play->scene->haptics.items + index;
}

static bool simulated_make(const rv_scene_device* def, rv_device* device, char* error,
                           size_t bytes) {
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
    return made;
}

// it need not be there yet
static bool real_make(const rv_scene_device* def, rv_device* device, char* error, size_t bytes) {
    rv_device inside;
    bool made = kind_of(def) == DEVICE_UDP
                    ? rv_device_udp(&inside, &def->udp, error, bytes)
                    : rv_device_haply_inverse(&inside, &def->haply, error, bytes);
    if (made && rv_device_keep(device, &inside, LOOK_AGAIN, error, bytes))
        return true;
    rv_device_free(&inside);
    return false;
}

static bool device_make(const rv_scene_device* def, rv_device* device, char* error, size_t bytes) {
    return is_real(def) ? real_make(def, device, error, bytes)
                        : simulated_make(def, device, error, bytes);
}

// the device begins: in a loop, or with the next step
static bool device_start(rv_scene_play* play, int index, char* error, size_t bytes) {
    rv_scene_hand* hand = &play->hands[index];
    if (!is_real(&haptic_at(play, index)->device))
        return hand->device.open(hand->device.context, error, bytes);
    rv_haptic_loop_def def = rv_haptic_loop_def_default();
    def.device = &hand->device;
    def.haptic = rv_haptic_handle(play->world, hand->id);
    def.period = haptic_at(play, index)->def.period;
    def.max_force = fmax(def.max_force, haptic_at(play, index)->def.max_force);
    def.max_torque = fmax(def.max_torque, haptic_at(play, index)->def.max_torque);
    hand->loop = rv_haptic_loop_start(&def, error, bytes);
    return hand->loop != NULL;
}

static bool haptic_make(rv_scene_play* play, int index) {
    const rv_scene_haptic* haptic = haptic_at(play, index);
    rv_haptic_def def = haptic->def;
    if (haptic->cable != NULL) {
        def.cable = play->cables[haptic->cable_index];
        def.at = haptic->end == 0 ? def.at : rv_cable_length(play->world, def.cable);
    } else {
        def.body = play->bodies[haptic->body_index];
    }
    play->hands[index].id = rv_haptic_create(play->world, &def);
    return rv_haptic_is_valid(play->world, play->hands[index].id);
}

static void complain_of_device(rv_scene_place* place, const rv_scene_device* device,
                               const char* error) {
    bool is_udp = kind_of(device) == DEVICE_UDP;
    if (!is_real(device)) {
        rv_scene_complain_value(place, "device", "%s", error);
        return;
    }
    rv_scene_enter_key(place, "device");
    rv_scene_enter_key(place, is_udp ? "udp" : "haply");
    rv_scene_complain_refused(place, is_udp ? &rv_scene_udp_table : &rv_scene_haply_table, error);
    rv_scene_leave(place);
    rv_scene_leave(place);
}

bool rv_scene_haptic_build(rv_scene_play* play, rv_scene_place* place, int index) {
    char error[256] = "not enough memory";
    if (!haptic_make(play, index)) {
        rv_scene_complain_refused(place, &rv_scene_haptic_table, rv_world_error(play->world));
        return false;
    }
    if (!device_make(&haptic_at(play, index)->device, &play->hands[index].device, error,
                     sizeof error)
        || !device_start(play, index, error, sizeof error)) {
        complain_of_device(place, &haptic_at(play, index)->device, error);
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

// what the loop has done since the last step
static void hear(rv_scene_play* play, rv_scene_hand* hand) {
    rv_haptic_report told = rv_haptic_read(play->world, hand->id);
    hand->input.pose = told.handle;
    hand->input.valid = rv_haptic_loop_get_report(hand->loop).input_valid;
    hand->output = (rv_haptic_output){told.force, told.torque, told.tool, told.contacts, told.fade};
}

void rv_scene_haptics_tick(rv_scene_play* play, double dt) {
    for (int i = 0; i < play->scene->haptics.count; i++) {
        rv_scene_hand* hand = &play->hands[i];
        if (hand->loop != NULL) {
            hear(play, hand);
            continue;
        }
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
        int index = haptic_at(play, i)->body_index;
        rv_scene_hand* hand = &play->hands[i];
        // a hand that is there has its own device
        if (index < 0 || !RV_ID_EQUAL(play->bodies[index], body) || hand->loop != NULL)
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

int rv_scene_play_device_status(const rv_scene_play* play, int index, char* buffer, size_t bytes) {
    bool exists = index >= 0 && index < play->scene->haptics.count;
    const rv_scene_hand* hand = exists ? &play->hands[index] : NULL;
    if (hand == NULL || hand->loop == NULL)
        return snprintf(buffer, bytes, "%s", "");
    const char* name = haptic_at(play, index)->name;
    rv_device_info info = rv_device_get_info(&hand->device);
    rv_device_report device = rv_device_get_report(&hand->device);
    if (device.lost)
        return snprintf(buffer, bytes, "%s: %s is not there (%s): the force is zero", name,
                        info.name, device.reason);
    return snprintf(buffer, bytes, "%s: %s: %s", name, info.name,
                    rv_haptic_loop_get_report(hand->loop).status);
}

static void device_end(rv_scene_hand* hand) {
    rv_device_output rest = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    if (hand->loop != NULL) {
        rv_haptic_loop_stop(hand->loop);
        hand->loop = NULL;
    } else if (hand->device.write != NULL) {
        hand->device.write(hand->device.context, &rest);
        hand->device.close(hand->device.context);
    }
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
        rv_haptic_destroy(play->world, hand->id);
        haptic_make(play, i);
        device_start(play, i, error, sizeof error);
    }
}

void rv_scene_haptics_free(rv_scene_play* play) {
    for (int i = 0; play->hands != NULL && i < play->scene->haptics.count; i++) {
        device_end(&play->hands[i]);
        rv_device_free(&play->hands[i].device);
    }
}
