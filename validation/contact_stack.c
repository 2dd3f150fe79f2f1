// What stands: a stack of ten boxes, a heavy box on a light one, a table on four legs, and an arch
// of 25 stones; one minute at 1/60 s, without sleeping.
#include "validation/contact.h"

#include <math.h>
#include <stdio.h>

static const double H = 1.0 / 60.0;
enum { MINUTE = 3600 };

typedef struct standing {
    double overlap, drift; // largest in all steps [m]
    int unsettled;         // steps in which contacts did not reach their tolerance
} standing;

// steps and watches bodies that are to stay where they are
static standing watch(rv_world* world, const rv_body_id* bodies, int count, int steps) {
    standing s = {0};
    enum { MOST = 32 };
    rv_vec3 start[MOST];
    for (int i = 0; i < count && i < MOST; i++)
        start[i] = rv_body_center(world, bodies[i]);
    for (int n = 0; n < steps; n++) {
        rv_world_step(world, H);
        s.unsettled += rv_world_report(world).contacts_unsettled > 0;
        for (int i = 0; i < count && i < MOST; i++)
            s.drift = fmax(s.drift,
                           rv_vec3_length(rv_vec3_sub(rv_body_center(world, bodies[i]), start[i])));
        for (int c = 0; c < rv_world_contact_count(world); c++) {
            rv_contact contact = rv_world_contact(world, c);
            for (int k = 0; k < contact.point_count; k++)
                s.overlap = fmax(s.overlap, -contact.points[k].gap);
        }
    }
    return s;
}

static void check_standing(validation* v, const char* what, standing s) {
    char name[128];
    snprintf(name, sizeof name, "%s, 60 s: largest overlap [m]", what);
    validation_at_most(v, name, "under 1 mm", 1e-3, s.overlap);
    snprintf(name, sizeof name, "%s, 60 s: drift [m]", what);
    validation_at_most(v, name, "under 1 mm", 1e-3, s.drift);
    snprintf(name, sizeof name, "%s, 60 s: steps short of the contact tolerance", what);
    validation_at_most(v, name, "none", 0.0, s.unsettled);
}

static void stack(validation* v) {
    enum { BOXES = 10 };
    rv_world* world = contact_world();
    rv_material material = contact_material(0.5, 0.0);
    contact_plane(world, rv_quat_identity(), material);
    rv_shape_def box = contact_box((rv_vec3){0.25, 0.25, 0.25}, material);
    rv_body_id bodies[BOXES];
    for (int i = 0; i < BOXES; i++)
        bodies[i] = contact_body(world, &box, contact_at(0, 0, 0.25 + 0.5 * i), 0.0);
    check_standing(v, "stack of ten boxes", watch(world, bodies, BOXES, MINUTE));
    rv_world_destroy(world);
}

static void heavy_on_light(validation* v) {
    rv_world* world = contact_world();
    rv_material material = contact_material(0.5, 0.0);
    contact_plane(world, rv_quat_identity(), material);
    rv_shape_def box = contact_box((rv_vec3){0.25, 0.25, 0.25}, material);
    rv_body_id bodies[2] = {contact_body(world, &box, contact_at(0, 0, 0.25), 1.0),
                            contact_body(world, &box, contact_at(0.05, 0.03, 0.75), 1000.0)};
    check_standing(v, "1000 kg on 1 kg", watch(world, bodies, 2, MINUTE));
    rv_world_destroy(world);
}

static void table(validation* v) {
    rv_world* world = contact_world();
    rv_material material = contact_material(0.5, 0.0);
    rv_body_id ground = contact_plane(world, rv_quat_identity(), material);
    rv_shape_def parts[5];
    parts[0] = contact_box((rv_vec3){0.6, 0.4, 0.02}, material);
    parts[0].local.position = (rv_vec3){0, 0, 0.72};
    for (int i = 0; i < 4; i++) {
        parts[1 + i] = contact_ball(0.03, material);
        parts[1 + i].type = RV_SHAPE_CAPSULE;
        parts[1 + i].half_length = 0.32;
        parts[1 + i].local = (rv_pose){{i % 2 == 0 ? 0.5 : -0.5, i < 2 ? 0.3 : -0.3, 0.35},
                                       rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, RV_PI / 2)};
    }
    rv_body_def def = rv_body_def_default();
    def.shapes = parts;
    def.shape_count = 5;
    rv_body_id body = rv_body_create(world, &def);
    contact_run(world, H, 60);
    double weight = rv_body_mass_properties(world, body).mass * CONTACT_G, sum = 0.0;
    double least = INFINITY, most = 0.0;
    for (int c = 0; c < rv_world_contact_count(world); c++) {
        rv_contact contact = rv_world_contact(world, c);
        double force = fabs(contact.force.z);
        bool stands = contact.body[0].slot == ground.slot || contact.body[1].slot == ground.slot;
        sum += stands ? force : 0.0;
        least = fmin(least, force);
        most = fmax(most, force);
    }
    validation_check(v, "table on four legs: forces under the legs over the weight", "1", 1.0,
                     sum / weight, 1e-6);
    validation_at_most(v, "table on four legs: difference of two legs, relative", "symmetric", 1e-6,
                       (most - least) / (weight / 4.0));
    rv_world_destroy(world);
}

enum { STONES = 25 };

// a stone of a round arch between two angles, as a hull about its own middle
static rv_geometry_id stone(rv_world* world, double inner, double outer, double half_angle) {
    rv_vec3 points[8];
    double middle = 0.5 * (inner + outer);
    for (int i = 0; i < 8; i++) {
        double r = i & 1 ? outer : inner, a = i & 2 ? half_angle : -half_angle;
        points[i] = (rv_vec3){r * sin(a), i & 4 ? 0.25 : -0.25, r * cos(a) - middle};
    }
    rv_hull_def def = rv_hull_def_default();
    def.points = points;
    def.point_count = 8;
    return rv_geometry_create_hull(world, &def);
}

static void arch(validation* v) {
    const double inner = 2.0, outer = 2.6, middle = 0.5 * (inner + outer);
    rv_world* world = contact_world();
    rv_material material = contact_material(0.6, 0.0);
    contact_plane(world, rv_quat_identity(), material);
    double half = 0.5 * RV_PI / STONES;
    rv_shape_def shape = contact_ball(1.0, material);
    shape.type = RV_SHAPE_HULL;
    shape.geometry = stone(world, inner, outer, half);
    rv_body_id bodies[STONES];
    for (int i = 0; i < STONES; i++) {
        double a = -RV_PI / 2.0 + (2 * i + 1) * half;
        rv_pose pose = {{middle * sin(a), 0, middle * cos(a)},
                        rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, a)};
        bodies[i] = contact_body(world, &shape, pose, 0.0);
    }
    check_standing(v, "arch of 25 stones", watch(world, bodies, STONES, MINUTE));
    rv_world_destroy(world);
}

void contact_stacks(validation* v) {
    stack(v);
    heavy_on_light(v);
    table(v);
    arch(v);
}
