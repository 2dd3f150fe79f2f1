// What scripts and controls drive: the table of quantities, the resolved script, and its values in
// time. A drive is a ramp from one value to another. The first touch of a control (any position but
// 0) ends the script for what the control drives, until the reset; quantities that share a control
// end together, so that no half of a hoist runs on by itself. From then on the value is
//   v + sum |p| (e - v),    p: position of a control, e: the end of its range that p leads to
// over all controls of the quantity, within what the quantity allows. v is the released value: 0 of
// a speed or a velocity, so that a machine stops; of anything else what the script had reached at
// the touch, since a length or a brake of 0 is no state of rest. Values are taken in the middle of a
// step, where a straight ramp has its mean over the step.
#include "scene/play.h"
#include "scene/quantity.h"
#include "scene/read.h"
#include "scene/table_rows.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- the quantities -----------------------------------------------------------------------------

typedef struct drive_quantity {
    rv_scene_quantity base;
    rv_scene_range range;
    bool (*write)(rv_scene_play* play, const rv_scene_target* target, double value);
    double (*initial)(const rv_scene_play* play, const rv_scene_target* target);
    size_t offset; // of the number in its struct, where several share the functions
    bool is_rate;  // a speed or a velocity: 0 is rest
} drive_quantity;

static void component_set(rv_vec3* vector, int component, double value) {
    double* numbers[] = {&vector->x, &vector->y, &vector->z};
    *numbers[component] = value;
}

static double component_get(rv_vec3 vector, int component) {
    return component == 0 ? vector.x : component == 1 ? vector.y : vector.z;
}

static bool speed_write(rv_scene_play* play, const rv_scene_target* target, double value) {
    return rv_joint_set_motor_speed(play->world, play->joints[target->index], value);
}

static double speed_initial(const rv_scene_play* play, const rv_scene_target* target) {
    return rv_joint_get_motor(play->world, play->joints[target->index]).speed;
}

static bool force_write(rv_scene_play* play, const rv_scene_target* target, double value) {
    return rv_joint_set_motor_max_force(play->world, play->joints[target->index], value);
}

static double force_initial(const rv_scene_play* play, const rv_scene_target* target) {
    return rv_joint_get_motor(play->world, play->joints[target->index]).max_force;
}

static bool rest_write(rv_scene_play* play, const rv_scene_target* target, double value) {
    return rv_joint_set_rest(play->world, play->joints[target->index], value);
}

static double rest_initial(const rv_scene_play* play, const rv_scene_target* target) {
    return rv_joint_rest(play->world, play->joints[target->index]);
}

static bool velocity_write(rv_scene_play* play, const rv_scene_target* target, double value) {
    rv_vec3 velocity = rv_body_velocity(play->world, play->bodies[target->index]);
    component_set(&velocity, target->component, value);
    return rv_body_set_velocity(play->world, play->bodies[target->index], velocity);
}

static double velocity_initial(const rv_scene_play* play, const rv_scene_target* target) {
    return component_get(rv_body_velocity(play->world, play->bodies[target->index]),
                         target->component);
}

static bool angular_velocity_write(rv_scene_play* play, const rv_scene_target* target,
                                   double value) {
    rv_vec3 velocity = rv_body_angular_velocity(play->world, play->bodies[target->index]);
    component_set(&velocity, target->component, value);
    return rv_body_set_angular_velocity(play->world, play->bodies[target->index], velocity);
}

static double angular_velocity_initial(const rv_scene_play* play, const rv_scene_target* target) {
    return component_get(rv_body_angular_velocity(play->world, play->bodies[target->index]),
                         target->component);
}

static bool gravity_write(rv_scene_play* play, const rv_scene_target* target, double value) {
    rv_vec3 gravity = rv_world_gravity(play->world);
    component_set(&gravity, target->component, value);
    return rv_world_set_gravity(play->world, gravity);
}

static double gravity_initial(const rv_scene_play* play, const rv_scene_target* target) {
    return component_get(rv_world_gravity(play->world), target->component);
}

static bool length_write(rv_scene_play* play, const rv_scene_target* target, double value) {
    return rv_cable_set_length(play->world, play->cables[target->index], value);
}

static double length_initial(const rv_scene_play* play, const rv_scene_target* target) {
    return rv_cable_length(play->world, play->cables[target->index]);
}

// from one half on it is cut
static bool cut_write(rv_scene_play* play, const rv_scene_target* target, double value) {
    rv_cable_id cable = play->cables[target->index];
    return value < 0.5 ? rv_cable_mend(play->world, cable) : rv_cable_cut(play->world, cable);
}

static double cut_initial(const rv_scene_play* play, const rv_scene_target* target) {
    (void)play;
    (void)target;
    return 0.0;
}

static rv_winch winch_get(const rv_scene_play* play, const rv_scene_target* target) {
    const rv_scene_node_place* at = &play->nodes[target->index];
    return rv_cable_winch(play->world, at->cable, at->node);
}

static bool winch_set(rv_scene_play* play, const rv_scene_target* target, const rv_winch* winch) {
    const rv_scene_node_place* at = &play->nodes[target->index];
    return rv_cable_set_winch(play->world, at->cable, at->node, winch);
}

// the numbers of a winch, each by its place
static double* winch_number(const rv_scene_target* target, rv_winch* winch);

static bool winch_number_write(rv_scene_play* play, const rv_scene_target* target, double value) {
    rv_winch winch = winch_get(play, target);
    *winch_number(target, &winch) = value;
    return winch_set(play, target, &winch);
}

static double winch_number_initial(const rv_scene_play* play, const rv_scene_target* target) {
    rv_winch winch = winch_get(play, target);
    return *winch_number(target, &winch);
}

#define WITH_REST (1u << RV_JOINT_DISTANCE | 1u << RV_JOINT_ANGLE | 1u << RV_JOINT_SPRING)

static const drive_quantity quantities[] = {
    {{"speed", RV_SCENE_THING_JOINT, 1, 0, RV_SCENE_NEEDS_MOTOR, "m/s", "rad/s"},
     ANY,
     speed_write,
     speed_initial,
     0,
     true},
    {{"force", RV_SCENE_THING_JOINT, 1, 0, RV_SCENE_NEEDS_MOTOR, "N", "N m"},
     NOT_NEGATIVE,
     force_write,
     force_initial,
     0,
     false},
    {{"rest", RV_SCENE_THING_JOINT, 1, WITH_REST, 0, "m", "rad"},
     ANY,
     rest_write,
     rest_initial,
     0,
     false},
    {{"velocity", RV_SCENE_THING_BODY, 3, 0, RV_SCENE_NEEDS_KINEMATIC, "m/s", NULL},
     ANY,
     velocity_write,
     velocity_initial,
     0,
     true},
    {{"angular_velocity", RV_SCENE_THING_BODY, 3, 0,
      RV_SCENE_NEEDS_KINEMATIC | RV_SCENE_NEEDS_RIGID, "rad/s", NULL},
     ANY,
     angular_velocity_write,
     angular_velocity_initial,
     0,
     true},
    {{"length", RV_SCENE_THING_CABLE, 1, 0, RV_SCENE_NEEDS_NO_ROD, "m", NULL},
     POSITIVE,
     length_write,
     length_initial,
     0,
     false},
    {{"cut", RV_SCENE_THING_CABLE, 1, 0, 0, "", NULL},
     FROM_TO(0.0, 1.0),
     cut_write,
     cut_initial,
     0,
     false},
    {{"speed", RV_SCENE_THING_WINCH, 1, 0, 0, "m/s", NULL},
     ANY,
     winch_number_write,
     winch_number_initial,
     offsetof(rv_winch, speed),
     true},
    {{"slip", RV_SCENE_THING_WINCH, 1, 0, 0, "m/s/N", NULL},
     NOT_NEGATIVE,
     winch_number_write,
     winch_number_initial,
     offsetof(rv_winch, slip),
     false},
    {{"acceleration", RV_SCENE_THING_WINCH, 1, 0, 0, "m/s^2", NULL},
     POSITIVE,
     winch_number_write,
     winch_number_initial,
     offsetof(rv_winch, acceleration),
     false},
    {{"max_speed", RV_SCENE_THING_WINCH, 1, 0, 0, "m/s", NULL},
     POSITIVE,
     winch_number_write,
     winch_number_initial,
     offsetof(rv_winch, max_speed),
     false},
    {{"force", RV_SCENE_THING_WINCH, 1, 0, 0, "N", NULL},
     NOT_NEGATIVE,
     winch_number_write,
     winch_number_initial,
     offsetof(rv_winch, max_force),
     false},
    {{"brake", RV_SCENE_THING_WINCH, 1, 0, 0, "N", NULL},
     NOT_NEGATIVE,
     winch_number_write,
     winch_number_initial,
     offsetof(rv_winch, brake_force),
     false},
    {{"", RV_SCENE_THING_GRAVITY, 3, 0, 0, "m/s^2", NULL},
     ANY,
     gravity_write,
     gravity_initial,
     0,
     false},
    {{NULL, RV_SCENE_THING_BODY, 0, 0, 0, NULL, NULL}, ANY, NULL, NULL, 0, false},
};

static double* winch_number(const rv_scene_target* target, rv_winch* winch) {
    return (double*)((char*)winch + quantities[target->quantity].offset);
}

static const rv_scene_quantity_table table = {quantities, sizeof quantities[0], "driven"};

enum { MOVES_MAX = 20000 }; // of a script, together

// --- resolving ----------------------------------------------------------------------------------

// the drive that a text names, added if it is new; -1 after complaining
static int drive_of(rv_scene* scene, rv_scene_place* place, const char* text) {
    rv_scene_reference reference;
    if (!rv_scene_quantity_resolve(scene, place, &table, text, &reference))
        return -1;
    if (quantities[reference.quantity].base.components > 1 && reference.component < 0) {
        rv_scene_complain(place, "'%s' is three numbers; must name one: '%s.x', '.y' or '.z'",
                          rv_scene_quoted(text).text, rv_scene_quoted(text).text);
        return -1;
    }
    rv_scene_target target = {reference.quantity, reference.index,
                              reference.component < 0 ? 0 : reference.component};
    rv_scene_target* drives = scene->drives.items;
    for (int i = 0; i < scene->drives.count; i++)
        if (memcmp(&drives[i], &target, sizeof target) == 0)
            return i;
    drives[scene->drives.count] = target;
    return scene->drives.count++;
}

static void check_value(const rv_scene* scene, rv_scene_place* place, int drive, double value) {
    const rv_scene_target* target = (const rv_scene_target*)scene->drives.items + drive;
    rv_scene_field number = {.type = RV_SCENE_NUMBER, .range = quantities[target->quantity].range};
    if (!rv_scene_in_range(value, &number.range))
        rv_scene_complain(place, "is %.10g; must be %s", value,
                          rv_scene_field_words(&number, false).text);
}

// what it drives, by commas; without memory the first of it
static const char* label_of(rv_scene* scene, const rv_scene_control_item* control) {
    size_t bytes = 0, used = 0;
    for (int i = 0; i < control->drive_count; i++)
        bytes += strlen(control->drives[i]) + strlen(", ");
    char* label = rv_scene_allocate(scene, bytes + 1, 1);
    if (label == NULL)
        return control->drives[0];
    for (int i = 0; i < control->drive_count; i++)
        used += (size_t)snprintf(label + used, bytes + 1 - used, "%s%s", i > 0 ? ", " : "",
                                 control->drives[i]);
    return label;
}

// one of the quantities that a control drives
static void resolve_driven(rv_scene* scene, rv_scene_place* place, rv_scene_control_item* control,
                           int which) {
    const char* text = control->drives[which];
    rv_scene_enter_key(place, "drive");
    if (control->drives[1] != NULL)
        rv_scene_enter_index(place, which);
    int drive = drive_of(scene, place, text);
    for (int i = 0; i < which && drive >= 0; i++)
        if (control->drive_index[i] == drive)
            rv_scene_complain(place, "'%s' is already driven by this control; remove one of them",
                              rv_scene_quoted(text).text);
    if (control->drives[1] != NULL)
        rv_scene_leave(place);
    rv_scene_leave(place);
    control->drive_index[which] = drive;
}

static void resolve_control(rv_scene* scene, rv_scene_place* place,
                            rv_scene_control_item* control) {
    while (control->drive_count < RV_SCENE_DRIVES_MAX
           && control->drives[control->drive_count] != NULL)
        resolve_driven(scene, place, control, control->drive_count++);

    // the first that the range is not for, not every one
    int before = place->problems->count;
    rv_scene_enter_key(place, "range");
    for (int i = 0; i < control->drive_count && place->problems->count == before; i++) {
        for (int end = 0; end < 2 && control->drive_index[i] >= 0; end++) {
            rv_scene_enter_index(place, end);
            check_value(scene, place, control->drive_index[i], control->range[end]);
            rv_scene_leave(place);
        }
    }
    rv_scene_leave(place);
    if (control->label == NULL)
        control->label = label_of(scene, control);
}

// what is cut in two stays so
static void check_mending(const rv_scene* scene, rv_scene_place* place, int drive, double value) {
    const rv_scene_target* target = (const rv_scene_target*)scene->drives.items + drive;
    const rv_scene_cable* cables = scene->cables.items;
    if (quantities[target->quantity].write == cut_write && value < 0.5
        && cables[target->index].def.model == RV_CABLE_SEGMENTS)
        rv_scene_complain(place, "is %.10g; a cable of segments stays cut, so it must be 1", value);
}

static void resolve_entry(rv_scene* scene, rv_scene_place* place, const rv_scene_entry* entry) {
    rv_scene_enter_key(place, "set");
    const rv_scene_setting* settings = entry->set.items;
    for (int i = 0; i < entry->set.count; i++) {
        rv_scene_enter_key(place, settings[i].drive);
        int drive = drive_of(scene, place, settings[i].drive);
        if (drive >= 0) {
            check_value(scene, place, drive, settings[i].value);
            check_mending(scene, place, drive, settings[i].value);
            rv_scene_move* moves = scene->moves.items;
            moves[scene->moves.count++] =
                (rv_scene_move){drive, entry->at, entry->over, settings[i].value};
        }
        rv_scene_leave(place);
    }
    if (entry->set.count == 0)
        rv_scene_complain(place, "is empty; must set something, like {\"rail.speed\": 1}");
    rv_scene_leave(place);
}

// moves at the same time stay in the order of the file (insertion sort: scripts are written sorted)
static void sort_moves(rv_scene_move* moves, int count) {
    for (int i = 1; i < count; i++) {
        rv_scene_move move = moves[i];
        int j = i;
        for (; j > 0 && moves[j - 1].at > move.at; j--)
            moves[j] = moves[j - 1];
        moves[j] = move;
    }
}

void rv_scene_drives_resolve(rv_scene* scene, rv_scene_place* place) {
    const rv_scene_entry* entries = scene->script.items;
    size_t moves = 0, controls = (size_t)scene->controls.count;
    for (int i = 0; i < scene->script.count; i++)
        moves += (size_t)entries[i].set.count;
    if (moves > MOVES_MAX) {
        rv_scene_complain_value(place, "script", "sets %zu values; must set at most %d", moves,
                                MOVES_MAX);
        return;
    }
    scene->drives.items = rv_scene_allocate(scene, moves + controls * RV_SCENE_DRIVES_MAX + 1,
                                            sizeof(rv_scene_target));
    scene->moves.items = rv_scene_allocate(scene, moves + 1, sizeof(rv_scene_move));
    if (scene->drives.items == NULL || scene->moves.items == NULL) {
        rv_scene_complain(place, "not enough memory for the script");
        return;
    }
    rv_scene_enter_key(place, "controls");
    for (int i = 0; i < scene->controls.count; i++) {
        rv_scene_enter_index(place, i);
        resolve_control(scene, place, (rv_scene_control_item*)scene->controls.items + i);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
    rv_scene_enter_key(place, "script");
    for (int i = 0; i < scene->script.count; i++) {
        rv_scene_enter_index(place, i);
        resolve_entry(scene, place, &entries[i]);
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
    sort_moves(scene->moves.items, scene->moves.count);
}

const char* rv_scene_drive_unit(const rv_scene* scene, int drive) {
    const rv_scene_target* target = (const rv_scene_target*)scene->drives.items + drive;
    return rv_scene_quantity_unit(scene, &quantities[target->quantity].base, target->index);
}

bool rv_scene_drive_is_rate(const rv_scene* scene, int drive) {
    const rv_scene_target* target = (const rv_scene_target*)scene->drives.items + drive;
    return quantities[target->quantity].is_rate;
}

// --- values in time -----------------------------------------------------------------------------

static double ramp_value(const rv_scene_drive_state* drive, double time) {
    // an unlimited value has no middle: it changes at once
    if (time >= drive->end || !isfinite(drive->from) || !isfinite(drive->to))
        return drive->to;
    double part = (time - drive->start) / (drive->end - drive->start);
    return drive->from + (drive->to - drive->from) * part;
}

// what one control that is held at `position` adds
static void drive_add(rv_scene_drive_state* drive, const double range[2], double position) {
    double end = range[position > 0.0 ? 1 : 0];
    // an unlimited value has no way to go: it is at the end at once
    if (!isfinite(drive->value))
        drive->value = drive->lowest = end;
    drive->added += (end - drive->value) * fabs(position);
    drive->lowest = fmin(drive->lowest, end);
    drive->held = true;
}

// how near a sum comes to a bound that is excluded: a part of the way there from what was asked for
#define SHORT_OF_BOUND 1e-3

static double drive_value(const rv_scene_drive_state* drive, const rv_scene_range* allowed) {
    if (!drive->held)
        return drive->value;
    double least = allowed->min;
    if (allowed->above_min)
        least += SHORT_OF_BOUND * (drive->lowest - least);
    return fmin(fmax(drive->value + drive->added, least), allowed->max);
}

void rv_scene_drives_begin(rv_scene_play* play) {
    const rv_scene_target* targets = play->scene->drives.items;
    play->next_move = 0;
    for (int i = 0; i < play->scene->drives.count; i++) {
        double value = quantities[targets[i].quantity].initial(play, &targets[i]);
        play->drives[i] = (rv_scene_drive_state){.from = value, .to = value, .applied = value};
    }
    for (int i = 0; i < play->scene->controls.count; i++)
        play->positions[i] = 0.0;
}

// the entries of the script up to `time`, but for what controls have taken over
static void advance_script(rv_scene_play* play, double time) {
    const rv_scene* scene = play->scene;
    const rv_scene_move* moves = scene->moves.items;
    for (; play->next_move < scene->moves.count && moves[play->next_move].at <= time;
         play->next_move++) {
        const rv_scene_move* move = &moves[play->next_move];
        rv_scene_drive_state* drive = &play->drives[move->drive];
        if (drive->taken)
            continue;
        drive->from = ramp_value(drive, move->at);
        drive->to = move->value;
        drive->start = move->at;
        drive->end = move->at + move->over;
    }
}

static void apply_script(rv_scene_play* play, double time) {
    advance_script(play, time);
    for (int i = 0; i < play->scene->drives.count; i++) {
        rv_scene_drive_state* drive = &play->drives[i];
        drive->value = drive->lowest = ramp_value(drive, time);
        drive->added = 0.0;
        drive->held = false;
    }
}

// ends the script for one quantity; false: it had ended before
static bool take_drive(rv_scene_play* play, int index, double time) {
    rv_scene_drive_state* drive = &play->drives[index];
    const rv_scene_target* target = (const rv_scene_target*)play->scene->drives.items + index;
    if (drive->taken)
        return false;
    drive->from = drive->to = quantities[target->quantity].is_rate ? 0.0 : ramp_value(drive, time);
    drive->start = drive->end = time;
    drive->taken = true;
    return true;
}

static bool is_taken(const rv_scene_play* play, const rv_scene_control_item* control) {
    for (int i = 0; i < control->drive_count; i++)
        if (play->drives[control->drive_index[i]].taken)
            return true;
    return false;
}

void rv_scene_drives_take(rv_scene_play* play, int control) {
    const rv_scene_control_item* controls = play->scene->controls.items;
    double time = rv_world_time(play->world);
    advance_script(play, time);
    bool more = take_drive(play, controls[control].drive_index[0], time);
    // a control with one quantity taken has all of its quantities taken
    while (more) {
        more = false;
        for (int i = 0; i < play->scene->controls.count; i++)
            for (int j = 0; j < controls[i].drive_count && is_taken(play, &controls[i]); j++)
                more |= take_drive(play, controls[i].drive_index[j], time);
    }
}

static void apply_controls(rv_scene_play* play) {
    const rv_scene_control_item* controls = play->scene->controls.items;
    for (int i = 0; i < play->scene->controls.count; i++)
        for (int j = 0; j < controls[i].drive_count && play->positions[i] != 0.0; j++)
            drive_add(&play->drives[controls[i].drive_index[j]], controls[i].range,
                      play->positions[i]);
}

void rv_scene_drives_apply(rv_scene_play* play, double dt) {
    apply_script(play, rv_world_time(play->world) + 0.5 * dt);
    apply_controls(play);
    const rv_scene_target* targets = play->scene->drives.items;
    for (int i = 0; i < play->scene->drives.count; i++) {
        const drive_quantity* quantity = &quantities[targets[i].quantity];
        double value = drive_value(&play->drives[i], &quantity->range);
        if (value != play->drives[i].applied)
            quantity->write(play, &targets[i], value);
        play->drives[i].applied = value;
    }
}
