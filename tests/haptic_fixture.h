// Something to touch for the haptic tick, with a closed form.
//   snap     nodes of the tool on springs of their own, pushed over a cylinder: with d = R - r where
//            that is positive, energy sum k d^2/2, force sum k d e_r; it resists, then pulls in
#ifndef REEVE_TEST_HAPTIC_FIXTURE_H
#define REEVE_TEST_HAPTIC_FIXTURE_H

#include "validation/haptic_loop.h"

#include <string.h>

enum { FIXTURE_NODES = 16 };

typedef struct fixture_snap {
    double radius;    // of the cylinder along z at the origin
    double half;      // nodes at x = +-half
    double stiffness; // of each [N/m]
    double floor;     // of stiffness 2e6 N/m, when the tool's origin is at this y; INFINITY: none
    double friction;
} fixture_snap;

// 10 mm tube, 1.9 mm to open; 16 nodes that give about 20 N at most
static const fixture_snap FIXTURE_SNAP = {0.01, 0.0081, 1500.0, INFINITY, 0.0};

static inline rv_vec3 fixture_node(const fixture_snap* s, int i) {
    return (rv_vec3){i % 2 == 0 ? s->half : -s->half, 0.0005 * (i / 4), 0.002 * (i / 2 % 2)};
}

// force of the nodes that touch on the tool, exactly; *energy may be NULL
static inline rv_vec3 fixture_snap_force(const fixture_snap* s, rv_pose tool, double* energy) {
    rv_vec3 sum = {0, 0, 0};
    double stored = 0.0;
    for (int i = 0; i < FIXTURE_NODES; i++) {
        rv_vec3 p = rv_pose_apply(tool, fixture_node(s, i));
        double r = sqrt(p.x * p.x + p.y * p.y), d = fmax(0.0, s->radius - r);
        sum.x += s->stiffness * d * p.x / r;
        sum.y += s->stiffness * d * p.y / r;
        stored += 0.5 * s->stiffness * d * d;
    }
    if (energy != NULL)
        *energy = stored;
    return sum;
}

// What a world would publish for a tool there: all nodes within `near` of the cylinder, with forces.
static inline void fixture_snap_publish(const fixture_snap* s, rv_pose tool, double near,
                                        rv_haptic_model* m) {
    m->sequence++;
    m->tool = tool;
    m->step = 0.0;
    m->count = 0;
    m->tool_gives = true;
    m->world_gives = false;
    rv_pose lie = {{0, 0, 0}, rv_quat_from_axis_angle((rv_vec3){0, 1, 0}, -0.5 * RV_PI)};
    bool has_floor = isfinite(s->floor);
    for (int i = 0; i < FIXTURE_NODES + has_floor; i++) {
        rv_haptic_point p = {.key = (uint64_t)i + 1, .pose = lie, .friction = s->friction};
        double give;
        if (i < FIXTURE_NODES) {
            p.point = fixture_node(s, i);
            p.geometry =
                (rv_geometry){.type = RV_SHAPE_CYLINDER, .radius = s->radius, .half_length = 1};
            give = 1.0 / s->stiffness;
        } else {
            // the nodes lie at +y of the tube in the end: the floor pushes along -y
            p.pose = (rv_pose){{0, s->floor, 0},
                               rv_quat_from_axis_angle((rv_vec3){1, 0, 0}, 0.5 * RV_PI)};
            p.geometry = (rv_geometry){.type = RV_SHAPE_PLANE};
            give = 1.0 / 2e6;
        }
        p.gap = rv_haptic_distance(&p.geometry, p.pose, rv_pose_apply(tool, p.point), &p.normal);
        p.force = rv_vec3_scale(p.normal, fmax(0.0, -p.gap / give));
        if (p.gap > near)
            continue;
        m->points[m->count] = p;
        m->points[m->count++].key = (uint64_t)i + 1;
        // the give of each node alone, on the diagonal, which is set when the count is known
        m->C_world[m->count - 1] = give;
    }
    int n = 3 * m->count;
    memset(m->C_tool, 0, (size_t)(n * n) * sizeof(double));
    for (int i = 0; i < n; i++)
        m->C_tool[i * n + i] = m->C_world[i / 3];
}

#endif
