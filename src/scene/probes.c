// Probes: the table of what can be read, the columns that a scene asks for, and their values. A
// quantity writes one, three or four numbers; a column is one of them. A row more in the table is
// all that a new quantity needs.
#include "scene/play.h"
#include "scene/quantity.h"
#include "scene/read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct probe_quantity {
    rv_scene_quantity base;
    // writes base.components numbers; NULL: a number of the world's energy
    void (*read)(const rv_scene_play* play, int index, double* values);
    size_t energy_offset; // of that number in rv_energy
} probe_quantity;

static void put(rv_vec3 vector, double* values) {
    values[0] = vector.x;
    values[1] = vector.y;
    values[2] = vector.z;
}

static void position_read(const rv_scene_play* play, int index, double* values) {
    put(rv_body_pose(play->world, play->bodies[index]).position, values);
}

static void center_read(const rv_scene_play* play, int index, double* values) {
    put(rv_body_center(play->world, play->bodies[index]), values);
}

static void rotation_read(const rv_scene_play* play, int index, double* values) {
    rv_quat rotation = rv_body_pose(play->world, play->bodies[index]).rotation;
    values[0] = rotation.w;
    put(rv_vec3_make(rotation.x, rotation.y, rotation.z), values + 1);
}

static void velocity_read(const rv_scene_play* play, int index, double* values) {
    put(rv_body_velocity(play->world, play->bodies[index]), values);
}

static void angular_velocity_read(const rv_scene_play* play, int index, double* values) {
    put(rv_body_angular_velocity(play->world, play->bodies[index]), values);
}

// the length of the sum of what everything that touches it does to it
static void contact_force_read(const rv_scene_play* play, int index, double* values) {
    rv_body_id body = play->bodies[index];
    rv_vec3 sum = rv_vec3_make(0.0, 0.0, 0.0);
    for (int i = 0; i < rv_world_contact_count(play->world); i++) {
        rv_contact contact = rv_world_contact(play->world, i);
        if (RV_ID_EQUAL(contact.body[1], body))
            sum = rv_vec3_add(sum, contact.force);
        else if (RV_ID_EQUAL(contact.body[0], body))
            sum = rv_vec3_sub(sum, contact.force);
    }
    values[0] = rv_vec3_length(sum);
}

static void asleep_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_body_is_asleep(play->world, play->bodies[index]) ? 1.0 : 0.0;
}

static void force_read(const rv_scene_play* play, int index, double* values) {
    put(rv_joint_force(play->world, play->joints[index]), values);
}

static void torque_read(const rv_scene_play* play, int index, double* values) {
    put(rv_joint_torque(play->world, play->joints[index]), values);
}

static void tension_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_tension(play->world, play->joints[index]);
}

static void coordinate_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_coordinate(play->world, play->joints[index]);
}

static void speed_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_speed(play->world, play->joints[index]);
}

static void motor_force_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_motor_force(play->world, play->joints[index]);
}

static void limit_force_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_limit_force(play->world, play->joints[index]);
}

static void gap_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_joint_gap(play->world, play->joints[index]);
}

static void cable_tension_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_cable_largest_tension(play->world, play->cables[index]);
}

static void length_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_cable_length(play->world, play->cables[index]);
}

static void path_length_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_cable_path_length(play->world, play->cables[index]);
}

// < 0: what it is too long to be taut
static void stretch_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_cable_path_length(play->world, play->cables[index])
                - rv_cable_length(play->world, play->cables[index]);
}

static void twist_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_cable_twist(play->world, play->cables[index]);
}

static void cable_torque_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_cable_torque(play->world, play->cables[index]);
}

static void state_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_cable_get_state(play->world, play->cables[index]);
}

// edges of a rod, which may lie in pieces; NaN without memory
static double count_edges(const rv_world* world, rv_cable_id rod) {
    int count = rv_cable_points(world, rod, 1.0, NULL, NULL, 0), edges = 0;
    rv_vec3* points = malloc((size_t)count * sizeof *points);
    if (points == NULL)
        return NAN;
    rv_cable_points(world, rod, 1.0, points, NULL, count);
    for (int i = 1; i < count; i++)
        edges += !isnan(points[i - 1].x) && !isnan(points[i].x);
    free(points);
    return edges;
}

static void segment_count_read(const rv_scene_play* play, int index, double* values) {
    rv_cable_id cable = play->cables[index];
    bool rod = rv_cable_get_model(play->world, cable) == RV_CABLE_ROD;
    values[0] = rod ? count_edges(play->world, cable) : rv_cable_segment_count(play->world, cable);
}

// shapes that it runs round
static void wrap_count_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_cable_wrap_count(play->world, play->cables[index]);
}

// of the span that hangs out farthest
static void cable_sag_read(const rv_scene_play* play, int index, double* values) {
    rv_cable_id cable = play->cables[index];
    values[0] = 0.0;
    for (int i = 0; i + 1 < rv_cable_node_count(play->world, cable); i++)
        values[0] = fmax(values[0], rv_cable_sag(play->world, cable, i));
}

static void span_sag_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_cable_sag(play->world, play->nodes[index].cable, play->nodes[index].node);
}

// explicit waves, where the step is too long for the tension
static void suspended_read(const rv_scene_play* play, int index, double* values) {
    const rv_scene_node_place* at = &play->nodes[index];
    values[0] = rv_cable_waves_are_suspended(play->world, at->cable, at->node) ? 1.0 : 0.0;
}

static void span_tension_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_cable_tension(play->world, play->nodes[index].cable, play->nodes[index].node);
}

static rv_cable_contact contact_of(const rv_scene_play* play, int index) {
    return rv_cable_get_contact(play->world, play->nodes[index].cable, play->nodes[index].node);
}

static void wrap_read(const rv_scene_play* play, int index, double* values) {
    values[0] = contact_of(play, index).wrap;
}

static void node_slip_read(const rv_scene_play* play, int index, double* values) {
    values[0] = contact_of(play, index).slip;
}

// of a rod on what holds this end
static void end_force_read(const rv_scene_play* play, int index, double* values) {
    const rv_scene_node_place* at = &play->nodes[index];
    put(rv_cable_end_force(play->world, at->cable, at->node), values);
}

static void end_torque_read(const rv_scene_play* play, int index, double* values) {
    const rv_scene_node_place* at = &play->nodes[index];
    put(rv_cable_end_torque(play->world, at->cable, at->node), values);
}

static rv_body_id wheel_of(const rv_scene_play* play, int index) {
    const rv_scene_node_place* at = &play->nodes[index];
    return rv_cable_get_node(play->world, at->cable, at->node).wheel;
}

static void wheel_angle_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_body_pose(play->world, wheel_of(play, index)).position.x;
}

static void wheel_speed_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_body_velocity(play->world, wheel_of(play, index)).x;
}

static void winch_speed_read(const rv_scene_play* play, int index, double* values) {
    const rv_scene_node_place* at = &play->nodes[index];
    values[0] = rv_cable_winch_speed(play->world, at->cable, at->node);
}

static void stored_read(const rv_scene_play* play, int index, double* values) {
    const rv_scene_node_place* at = &play->nodes[index];
    values[0] = rv_cable_winch(play->world, at->cable, at->node).stored;
}

// what everything that touches it does to it
static void solid_force_read(const rv_scene_play* play, int index, double* values) {
    put(rv_solid_force(play->world, play->solids[index]), values);
}

static void solid_torque_read(const rv_scene_play* play, int index, double* values) {
    put(rv_solid_torque(play->world, play->solids[index]), values);
}

static void solid_position_read(const rv_scene_play* play, int index, double* values) {
    put(rv_solid_frame(play->world, play->solids[index]).position, values);
}

static void solid_elastic_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_solid_elastic_energy(play->world, play->solids[index]);
}

static void solid_kinetic_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_solid_kinetic_energy(play->world, play->solids[index]);
}

// places where it is pushed
static void solid_contacts_read(const rv_scene_play* play, int index, double* values) {
    rv_solid_id solid = play->solids[index];
    values[0] = 0.0;
    for (int i = 0; i < rv_world_solid_contact_count(play->world); i++) {
        rv_solid_contact contact = rv_world_solid_contact(play->world, i);
        values[0] += contact.normal_force > 0.0
                     && (RV_ID_EQUAL(contact.solid, solid) || RV_ID_EQUAL(contact.other, solid));
    }
}

static void corner_position_read(const rv_scene_play* play, int index, double* values) {
    put(rv_solid_node(play->world, play->corners[index].solid, play->corners[index].node), values);
}

static void corner_velocity_read(const rv_scene_play* play, int index, double* values) {
    const rv_scene_corner* at = &play->corners[index];
    put(rv_solid_node_velocity(play->world, at->solid, at->node), values);
}

static void tie_force_read(const rv_scene_play* play, int index, double* values) {
    put(rv_tie_read(play->world, play->ties[index]).force, values);
}

static void tie_torque_read(const rv_scene_play* play, int index, double* values) {
    put(rv_tie_read(play->world, play->ties[index]).torque, values);
}

static void tie_position_read(const rv_scene_play* play, int index, double* values) {
    put(rv_tie_read(play->world, play->ties[index]).position, values);
}

static void tie_stretch_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_tie_read(play->world, play->ties[index]).stretch;
}

static void tie_broken_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_tie_read(play->world, play->ties[index]).is_broken ? 1.0 : 0.0;
}

static rv_suture_state hole(const rv_scene_play* play, int index) {
    return rv_suture_read(play->world, play->sutures[index]);
}

// of the hole on the thread
static void suture_force_read(const rv_scene_play* play, int index, double* values) {
    put(hole(play, index).force, values);
}

static void suture_position_read(const rv_scene_play* play, int index, double* values) {
    put(hole(play, index).position, values);
}

static void suture_friction_read(const rv_scene_play* play, int index, double* values) {
    values[0] = hole(play, index).friction;
}

static void suture_at_read(const rv_scene_play* play, int index, double* values) {
    values[0] = hole(play, index).at;
}

static void suture_speed_read(const rv_scene_play* play, int index, double* values) {
    values[0] = hole(play, index).speed;
}

static void suture_lost_read(const rv_scene_play* play, int index, double* values) {
    values[0] = hole(play, index).lost;
}

static void suture_empty_read(const rv_scene_play* play, int index, double* values) {
    values[0] = hole(play, index).is_empty ? 1.0 : 0.0;
}

// of the device on the hand, in the device's axes
static void hand_force_read(const rv_scene_play* play, int index, double* values) {
    put(play->hands[index].output.force, values);
}

static void hand_torque_read(const rv_scene_play* play, int index, double* values) {
    put(play->hands[index].output.torque, values);
}

static void hand_position_read(const rv_scene_play* play, int index, double* values) {
    put(play->hands[index].input.pose.position, values);
}

static void hand_contacts_read(const rv_scene_play* play, int index, double* values) {
    values[0] = play->hands[index].output.contacts;
}

// that the device has given to the hand
static void hand_energy_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_haptic_read(play->world, play->hands[index].id).energy;
}

// the most that it had given at any time, and what the passivity damper has taken
static void hand_highest_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_haptic_read(play->world, play->hands[index].id).highest_energy;
}

static void hand_dissipated_read(const rv_scene_play* play, int index, double* values) {
    values[0] = rv_haptic_read(play->world, play->hands[index].id).dissipated;
}

// solutions of ticks so far that were cut short or not found
static void hand_cut_read(const rv_scene_play* play, int index, double* values) {
    rv_haptic_report report = rv_haptic_read(play->world, play->hands[index].id);
    values[0] = (double)(report.cut + report.unsettled);
}

// share of the force that is given
static void hand_fade_read(const rv_scene_play* play, int index, double* values) {
    values[0] = play->hands[index].output.fade;
}

// pairs of shapes that touch now
static void contact_count_read(const rv_scene_play* play, int index, double* values) {
    (void)index;
    values[0] = 0.0;
    for (int i = 0; i < rv_world_contact_count(play->world); i++)
        values[0] += rv_world_contact(play->world, i).state != RV_CONTACT_ENDED;
}

#define STRETCHED (1u << RV_JOINT_DISTANCE | 1u << RV_JOINT_SPRING)
#define WITH_COORDINATE                                                                            \
    (STRETCHED | 1u << RV_JOINT_HINGE | 1u << RV_JOINT_SLIDER | 1u << RV_JOINT_ANGLE)

static const probe_quantity quantities[] = {
    {{"position", RV_SCENE_THING_BODY, 3, 0, 0, "m", NULL}, position_read, 0},
    {{"center", RV_SCENE_THING_BODY, 3, 0, 0, "m", NULL}, center_read, 0},
    {{"rotation", RV_SCENE_THING_BODY, 4, 0, RV_SCENE_NEEDS_RIGID, "", NULL}, rotation_read, 0},
    {{"velocity", RV_SCENE_THING_BODY, 3, 0, 0, "m/s", NULL}, velocity_read, 0},
    {{"angular_velocity", RV_SCENE_THING_BODY, 3, 0, RV_SCENE_NEEDS_RIGID, "rad/s", NULL},
     angular_velocity_read,
     0},
    {{"contact_force", RV_SCENE_THING_BODY, 1, 0, 0, "N", NULL}, contact_force_read, 0},
    {{"asleep", RV_SCENE_THING_BODY, 1, 0, 0, "", NULL}, asleep_read, 0},
    {{"force", RV_SCENE_THING_JOINT, 3, 0, 0, "N", NULL}, force_read, 0},
    {{"torque", RV_SCENE_THING_JOINT, 3, 0, 0, "N m", NULL}, torque_read, 0},
    {{"tension", RV_SCENE_THING_JOINT, 1, STRETCHED, 0, "N", NULL}, tension_read, 0},
    {{"coordinate", RV_SCENE_THING_JOINT, 1, WITH_COORDINATE, 0, "m", "rad"}, coordinate_read, 0},
    {{"speed", RV_SCENE_THING_JOINT, 1, WITH_COORDINATE, 0, "m/s", "rad/s"}, speed_read, 0},
    {{"motor_force", RV_SCENE_THING_JOINT, 1, 0, RV_SCENE_NEEDS_MOTOR, "N", "N m"},
     motor_force_read,
     0},
    {{"limit_force", RV_SCENE_THING_JOINT, 1, 0, RV_SCENE_NEEDS_LIMIT, "N", "N m"},
     limit_force_read,
     0},
    {{"gap", RV_SCENE_THING_JOINT, 1, 0, 0, "m", NULL}, gap_read, 0},
    {{"tension", RV_SCENE_THING_CABLE, 1, 0, 0, "N", NULL}, cable_tension_read, 0},
    {{"length", RV_SCENE_THING_CABLE, 1, 0, 0, "m", NULL}, length_read, 0},
    {{"path_length", RV_SCENE_THING_CABLE, 1, 0, 0, "m", NULL}, path_length_read, 0},
    {{"stretch", RV_SCENE_THING_CABLE, 1, 0, 0, "m", NULL}, stretch_read, 0},
    {{"twist", RV_SCENE_THING_CABLE, 1, 0, 0, "rad", NULL}, twist_read, 0},
    {{"torque", RV_SCENE_THING_CABLE, 1, 0, 0, "N m", NULL}, cable_torque_read, 0},
    {{"state", RV_SCENE_THING_CABLE, 1, 0, 0, "", NULL}, state_read, 0},
    {{"segments", RV_SCENE_THING_CABLE, 1, 0, 0, "", NULL}, segment_count_read, 0},
    {{"sag", RV_SCENE_THING_CABLE, 1, 0, 0, "m", NULL}, cable_sag_read, 0},
    {{"wraps", RV_SCENE_THING_CABLE, 1, 0, 0, "", NULL}, wrap_count_read, 0},
    {{"sag", RV_SCENE_THING_SPAN, 1, 0, 0, "m", NULL}, span_sag_read, 0},
    {{"suspended", RV_SCENE_THING_SPAN, 1, 0, 0, "", NULL}, suspended_read, 0},
    {{"tension", RV_SCENE_THING_SPAN, 1, 0, 0, "N", NULL}, span_tension_read, 0},
    {{"wrap", RV_SCENE_THING_NODE, 1, 0, 0, "rad", NULL}, wrap_read, 0},
    {{"slip", RV_SCENE_THING_NODE, 1, 0, 0, "m/s", NULL}, node_slip_read, 0},
    {{"force", RV_SCENE_THING_NODE, 3, 0, RV_SCENE_NEEDS_ROD, "N", NULL}, end_force_read, 0},
    {{"torque", RV_SCENE_THING_NODE, 3, 0, RV_SCENE_NEEDS_ROD, "N m", NULL}, end_torque_read, 0},
    {{"wheel_angle", RV_SCENE_THING_NODE, 1, 0, RV_SCENE_NEEDS_WHEEL, "rad", NULL},
     wheel_angle_read,
     0},
    {{"wheel_speed", RV_SCENE_THING_NODE, 1, 0, RV_SCENE_NEEDS_WHEEL, "rad/s", NULL},
     wheel_speed_read,
     0},
    {{"speed", RV_SCENE_THING_WINCH, 1, 0, 0, "m/s", NULL}, winch_speed_read, 0},
    {{"stored", RV_SCENE_THING_WINCH, 1, 0, 0, "m", NULL}, stored_read, 0},
    {{"force", RV_SCENE_THING_SOLID, 3, 0, 0, "N", NULL}, solid_force_read, 0},
    {{"torque", RV_SCENE_THING_SOLID, 3, 0, 0, "N m", NULL}, solid_torque_read, 0},
    {{"position", RV_SCENE_THING_SOLID, 3, 0, 0, "m", NULL}, solid_position_read, 0},
    {{"elastic", RV_SCENE_THING_SOLID, 1, 0, 0, "J", NULL}, solid_elastic_read, 0},
    {{"kinetic", RV_SCENE_THING_SOLID, 1, 0, 0, "J", NULL}, solid_kinetic_read, 0},
    {{"contacts", RV_SCENE_THING_SOLID, 1, 0, 0, "", NULL}, solid_contacts_read, 0},
    {{"position", RV_SCENE_THING_CORNER, 3, 0, 0, "m", NULL}, corner_position_read, 0},
    {{"velocity", RV_SCENE_THING_CORNER, 3, 0, 0, "m/s", NULL}, corner_velocity_read, 0},
    {{"force", RV_SCENE_THING_SUTURE, 3, 0, 0, "N", NULL}, suture_force_read, 0},
    {{"position", RV_SCENE_THING_SUTURE, 3, 0, 0, "m", NULL}, suture_position_read, 0},
    {{"friction", RV_SCENE_THING_SUTURE, 1, 0, 0, "N", NULL}, suture_friction_read, 0},
    {{"at", RV_SCENE_THING_SUTURE, 1, 0, 0, "m", NULL}, suture_at_read, 0},
    {{"speed", RV_SCENE_THING_SUTURE, 1, 0, 0, "m/s", NULL}, suture_speed_read, 0},
    {{"lost", RV_SCENE_THING_SUTURE, 1, 0, 0, "J", NULL}, suture_lost_read, 0},
    {{"empty", RV_SCENE_THING_SUTURE, 1, 0, 0, "", NULL}, suture_empty_read, 0},
    {{"force", RV_SCENE_THING_TIE, 3, 0, 0, "N", NULL}, tie_force_read, 0},
    {{"torque", RV_SCENE_THING_TIE, 3, 0, 0, "N m", NULL}, tie_torque_read, 0},
    {{"position", RV_SCENE_THING_TIE, 3, 0, 0, "m", NULL}, tie_position_read, 0},
    {{"stretch", RV_SCENE_THING_TIE, 1, 0, 0, "m", NULL}, tie_stretch_read, 0},
    {{"broken", RV_SCENE_THING_TIE, 1, 0, 0, "", NULL}, tie_broken_read, 0},
    {{"force", RV_SCENE_THING_HAPTIC, 3, 0, 0, "N", NULL}, hand_force_read, 0},
    {{"torque", RV_SCENE_THING_HAPTIC, 3, 0, 0, "N m", NULL}, hand_torque_read, 0},
    {{"position", RV_SCENE_THING_HAPTIC, 3, 0, 0, "m", NULL}, hand_position_read, 0},
    {{"contacts", RV_SCENE_THING_HAPTIC, 1, 0, 0, "", NULL}, hand_contacts_read, 0},
    {{"energy", RV_SCENE_THING_HAPTIC, 1, 0, 0, "J", NULL}, hand_energy_read, 0},
    {{"highest_energy", RV_SCENE_THING_HAPTIC, 1, 0, 0, "J", NULL}, hand_highest_read, 0},
    {{"dissipated", RV_SCENE_THING_HAPTIC, 1, 0, 0, "J", NULL}, hand_dissipated_read, 0},
    {{"cut", RV_SCENE_THING_HAPTIC, 1, 0, 0, "", NULL}, hand_cut_read, 0},
    {{"fade", RV_SCENE_THING_HAPTIC, 1, 0, 0, "", NULL}, hand_fade_read, 0},
    {{"count", RV_SCENE_THING_CONTACTS, 1, 0, 0, "", NULL}, contact_count_read, 0},
    {{"kinetic", RV_SCENE_THING_ENERGY, 1, 0, 0, "J", NULL}, NULL, offsetof(rv_energy, kinetic)},
    {{"gravitational", RV_SCENE_THING_ENERGY, 1, 0, 0, "J", NULL},
     NULL,
     offsetof(rv_energy, gravitational)},
    {{"elastic", RV_SCENE_THING_ENERGY, 1, 0, 0, "J", NULL}, NULL, offsetof(rv_energy, elastic)},
    {{"work", RV_SCENE_THING_ENERGY, 1, 0, 0, "J", NULL}, NULL, offsetof(rv_energy, work)},
    {{"total", RV_SCENE_THING_ENERGY, 1, 0, 0, "J", NULL}, NULL, offsetof(rv_energy, total)},
    {{NULL, RV_SCENE_THING_BODY, 0, 0, 0, NULL, NULL}, NULL, 0},
};

static const rv_scene_quantity_table table = {quantities, sizeof quantities[0], "read"};

// a quantity is at most a quaternion
enum { COLUMNS_PER_QUANTITY = 4, COLUMNS_MAX = 100000 };

// "chain[*].position" stands for one of each number
static const char every[] = "[*]";

// how many things a probe names
static int things_of(const rv_scene* scene, const char* probe) {
    const char* star = strstr(probe, every);
    int count = star != NULL ? rv_scene_find_numbered(scene, probe, (size_t)(star - probe)) : 0;
    return count > 0 ? count : 1;
}

// the columns of thing `number` of a probe. False after complaining.
static bool add_columns(rv_scene* scene, rv_scene_place* place, int probe, int number) {
    const char* text = ((const char* const*)scene->probes.items)[probe];
    const char* star = strstr(text, every);
    char numbered[RV_SCENE_TEXT_BYTES + 16];
    // of what has no numbers the text stays as it is, to be told
    if (star != NULL && rv_scene_find_numbered(scene, text, (size_t)(star - text)) > 0) {
        snprintf(numbered, sizeof numbered, "%.*s[%d]%s", (int)(star - text), text, number,
                 star + strlen(every));
        text = numbered;
    }
    rv_scene_reference reference;
    if (!rv_scene_quantity_resolve(scene, place, &table, text, &reference))
        return false;
    rv_scene_column* columns = scene->columns.items;
    int components = quantities[reference.quantity].base.components;
    for (int c = 0; c < components; c++) {
        if (reference.component < 0 || reference.component == c)
            columns[scene->columns.count++] = (rv_scene_column){reference.quantity, reference.index,
                                                                components == 1 ? -1 : c, probe};
    }
    return true;
}

void rv_scene_probes_resolve(rv_scene* scene, rv_scene_place* place) {
    const char* const* probes = scene->probes.items;
    size_t things = 0;
    for (int i = 0; i < scene->probes.count; i++)
        things += (size_t)things_of(scene, probes[i]);
    if (things > COLUMNS_MAX / COLUMNS_PER_QUANTITY) {
        rv_scene_complain_value(place, "probes", "read %zu quantities; must read at most %d",
                                things, COLUMNS_MAX / COLUMNS_PER_QUANTITY);
        return;
    }
    scene->columns.items =
        rv_scene_allocate(scene, things * COLUMNS_PER_QUANTITY + 1, sizeof(rv_scene_column));
    if (scene->columns.items == NULL) {
        rv_scene_complain(place, "not enough memory for the probes");
        return;
    }
    rv_scene_enter_key(place, "probes");
    for (int i = 0; i < scene->probes.count; i++) {
        rv_scene_enter_index(place, i);
        int count = things_of(scene, probes[i]), number = 0;
        while (number < count && add_columns(scene, place, i, number))
            number++;
        rv_scene_leave(place);
    }
    rv_scene_leave(place);
}

int rv_scene_play_column_count(const rv_scene_play* play) {
    return play->scene->columns.count;
}

int rv_scene_play_column_name(const rv_scene_play* play, int column, char* buffer, size_t bytes) {
    if (column < 0 || column >= play->scene->columns.count)
        return snprintf(buffer, bytes, "%s", "");
    const rv_scene_column* c = (const rv_scene_column*)play->scene->columns.items + column;
    const rv_scene_quantity* quantity = &quantities[c->quantity].base;
    const char* name = rv_scene_reserved_name(quantity->kind);
    char found[RV_SCENE_NAME_BYTES + 32];
    if (name == NULL) {
        rv_scene_thing thing = {quantity->kind, c->index};
        rv_scene_thing_name(play->scene, thing, found, sizeof found);
        name = found;
    }
    if (c->component < 0)
        return snprintf(buffer, bytes, "%s.%s", name, quantity->name);
    return snprintf(buffer, bytes, "%s.%s.%c", name, quantity->name,
                    rv_scene_component_letter(quantity->components, c->component));
}

const char* rv_scene_play_column_unit(const rv_scene_play* play, int column) {
    if (column < 0 || column >= play->scene->columns.count)
        return "";
    const rv_scene_column* c = (const rv_scene_column*)play->scene->columns.items + column;
    return rv_scene_quantity_unit(play->scene, &quantities[c->quantity].base, c->index);
}

// Columns that need the same reading share it: the components of a quantity, and all numbers of the
// world's energy, which is a sum over the whole world. Readings last for this call only: the world
// may have changed before the next.
void rv_scene_play_read(const rv_scene_play* play, double* values) {
    const rv_scene_column* columns = play->scene->columns.items;
    rv_energy energy;
    bool summed = false;
    double read[COLUMNS_PER_QUANTITY];
    for (int i = 0; i < play->scene->columns.count; i++) {
        const rv_scene_column* c = &columns[i];
        const probe_quantity* quantity = &quantities[c->quantity];
        if (quantity->read == NULL) {
            if (!summed)
                energy = rv_world_energy(play->world);
            summed = true;
            values[i] = *(const double*)((const char*)&energy + quantity->energy_offset);
            continue;
        }
        bool same = i > 0 && c[-1].quantity == c->quantity && c[-1].index == c->index;
        if (!same)
            quantity->read(play, c->index, read);
        values[i] = read[c->component < 0 ? 0 : c->component];
    }
}
