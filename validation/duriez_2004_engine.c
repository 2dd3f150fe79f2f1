// Suite "duriez_2004": the clip on the tube by the engine itself, in the one system of a step,
// against the same contact solved by itself (duriez_2004_snap.h).
#include "validation/duriez_2004_engine.h"

#include "reeve/tet_mesh.h"
#include "validation/duriez_2004_collision.h"

#include <math.h>
#include <stdio.h>

static const double START = -13e-3; // [m]

static bool add_tube(rv_world* world, double friction) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_CYLINDER;
    shape.radius = DURIEZ_TUBE;
    shape.half_length = 0.015;
    shape.local.rotation = rv_quat_from_x_axis(rv_vec3_make(0.0, 0.0, 1.0));
    shape.material.friction = friction;
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = &shape;
    def.shape_count = 1;
    return rv_body_is_valid(world, rv_body_create(world, &def));
}

static bool add_clip(duriez_engine* e, const duriez_engine_def* def) {
    rv_tet_mesh mesh = {0};
    rv_clip_shape shape = rv_clip_shape_default();
    rv_body_def body = rv_body_def_default();
    body.type = RV_BODY_KINEMATIC;
    body.pose.position = rv_vec3_make(0.0, -START, 0.0);
    body.velocity = rv_vec3_make(0.0, -def->speed, 0.0);
    e->handle = rv_body_create(e->world, &body);
    if (!rv_tet_mesh_clip(&mesh, &shape))
        return false;
    const rv_tet_set* held = rv_tet_mesh_set(&mesh, "handle");
    rv_solid_def solid = rv_solid_def_default();
    solid.nodes = mesh.nodes;
    solid.node_count = mesh.node_count;
    solid.tets = mesh.tets;
    solid.tet_count = mesh.tet_count;
    solid.model = def->model;
    solid.order = def->order;
    solid.frame = e->handle;
    solid.pose = body.pose;
    solid.held = held->nodes;
    solid.held_count = held->node_count;
    solid.material = duriez_pvc(DURIEZ_YOUNG);
    solid.material.friction = def->friction;
    e->clip = rv_solid_create(e->world, &solid);
    rv_tet_mesh_free(&mesh);
    return rv_solid_is_valid(e->world, e->clip);
}

bool duriez_engine_make(duriez_engine* e, const duriez_engine_def* def, validation* v) {
    rv_world_def world_def = rv_world_def_default();
    world_def.gravity = rv_vec3_make(0.0, 0.0, 0.0);
    world_def.sleep.enabled = false;
    if (def->allocator.allocate != NULL)
        world_def.allocator = def->allocator;
    *e = (duriez_engine){.world = rv_world_create(&world_def, NULL, 0)};
    bool good = e->world != NULL && add_tube(e->world, def->friction) && add_clip(e, def);
    if (!good && v != NULL)
        duriez_holds(v, e->world != NULL ? rv_world_error(e->world) : "no world",
                     "must be accepted", false);
    return good;
}

void duriez_engine_free(duriez_engine* e) {
    rv_world_destroy(e->world);
    *e = (duriez_engine){0};
}

double duriez_engine_place(const duriez_engine* e) {
    return -rv_body_pose(e->world, e->handle).position.y;
}

// --- the way onto the tube -----------------------------------------------------------------------

typedef struct pass {
    double peak, peak_y, least, least_y, zero_y; // [N], [mm]
    double square, exact;                        // sums of (F - F_exact)^2 and F_exact^2
    double deepest, pull;                        // overlap [m], -f [N]
    double apart; // the nearest edge from the tube while something pushes [m]
    int failed;   // steps
} pass;

// of a straight edge from the tube, whose axis is z
static double edge_gap(rv_vec3 a, rv_vec3 b) {
    double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    double t = square > 0.0 ? -(a.x * dx + a.y * dy) / square : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(a.x + t * dx, a.y + t * dy) - DURIEZ_TUBE;
}

// contacts push, not from afar, and no edge of the surface is in the tube when the step is done
static void check_contacts(const duriez_engine* e, pass* p) {
    const rv_world* world = e->world;
    double nearest = INFINITY, push = 0.0;
    for (int i = 0; i < rv_world_solid_contact_count(world); i++) {
        double force = rv_world_solid_contact(world, i).normal_force;
        p->pull = fmax(p->pull, -force);
        push = fmax(push, force);
    }
    for (int i = 0; i < rv_solid_triangle_count(world, e->clip); i++) {
        int32_t corners[3];
        rv_solid_triangle(world, e->clip, i, corners);
        for (int k = 0; k < 3; k++)
            nearest = fmin(nearest, edge_gap(rv_solid_node(world, e->clip, corners[k]),
                                             rv_solid_node(world, e->clip, corners[(k + 1) % 3])));
    }
    p->deepest = fmax(p->deepest, -nearest);
    if (push > 0.0)
        p->apart = fmax(p->apart, nearest);
    p->failed += rv_world_report(world).status != RV_STATUS_OK;
}

static void follow(pass* p, double y, double F, double before, double step) {
    if (F > p->peak) {
        p->peak = F;
        p->peak_y = 1e3 * y;
    }
    if (F < p->least) {
        p->least = F;
        p->least_y = 1e3 * y;
    }
    if (before > 0.0 && F <= 0.0)
        p->zero_y = 1e3 * (y - step * F / (F - before));
}

// `clip`: solves the same contact at rest, with normals of where it is; NULL: not compared
static pass run(validation* v, const duriez_engine_def* def, double h, const duriez_clip* clip) {
    duriez_engine engine;
    pass p = {0};
    double before = 0.0;
    if (!duriez_engine_make(&engine, def, v))
        return (pass){.peak = NAN};
    duriez_touching* exact = clip != NULL ? duriez_touching_make(clip, 0) : NULL;
    while (duriez_engine_place(&engine) < -def->speed * h) {
        rv_world_step(engine.world, h);
        double y = duriez_engine_place(&engine), F = rv_solid_force(engine.world, engine.clip).y;
        follow(&p, y, F, before, def->speed * h);
        check_contacts(&engine, &p);
        before = F;
        if (exact == NULL)
            continue;
        double F_exact = duriez_touching_move(exact, y);
        p.square += (F - F_exact) * (F - F_exact);
        p.exact += F_exact * F_exact;
    }
    duriez_touching_free(exact);
    duriez_engine_free(&engine);
    return p;
}

static double rms(const pass* p) {
    return 100.0 * sqrt(p->square / p->exact);
}

// contact is found with the normals of the start of a step: 0.02 mm late, 0.7 % of the force
static void check_elements(validation* v, int order, const duriez_clip* clip,
                           const double theory[3]) {
    const char* elements = order == 1 ? "linear" : "quadratic";
    duriez_engine_def def = {.model = RV_SOLID_STATIC, .order = order, .speed = 0.02};
    pass p = run(v, &def, 1e-3, clip);
    char name[120];
    snprintf(name, sizeof name, "engine, 1 kHz, 20 mm/s, %s elements: peak [N]", elements);
    validation_check(v, name, "theory section 3; a step late: 0.7 %", theory[0], p.peak,
                     0.01 * theory[0]);
    snprintf(name, sizeof name, "engine, 1 kHz, 20 mm/s, %s elements: sign changes at [mm]",
             elements);
    validation_check(v, name, "theory section 3; a step late: 0.02 mm", theory[1], p.zero_y, 0.04);
    snprintf(name, sizeof name, "engine, 1 kHz, 20 mm/s, %s elements: least force [N]", elements);
    validation_check(v, name, "theory section 3; a step late", theory[2], p.least,
                     -0.01 * theory[2]);
    snprintf(name, sizeof name, "engine, 1 kHz, 20 mm/s, %s elements: rms off contact at rest [%%]",
             elements);
    validation_at_most(v, name, "the same contacts with normals iterated; a step late", 1.2,
                       rms(&p));
    snprintf(name, sizeof name, "engine, 1 kHz, 20 mm/s, %s elements: steps that failed", elements);
    validation_check(v, name, "none", 0.0, p.failed, 0.0);
    snprintf(name, sizeof name, "engine, 1 kHz, %s elements: delta >= 0, deepest edge [m]",
             elements);
    validation_at_most(v, name, "Signorini; an edge rolls by two steps: (0.04 mm)^2/(2 r)", 8e-8,
                       p.deepest);
    // 0.02 mm along the tangent of a tube of 10 mm: 2e-8 m
    snprintf(name, sizeof name,
             "engine, 1 kHz, %s elements: f delta = 0, nearest edge while pushed [m]", elements);
    validation_at_most(v, name, "Signorini; a step along the tangent", 4e-8, p.apart);
    snprintf(name, sizeof name, "engine, 1 kHz, %s elements: f >= 0, strongest pull [N]", elements);
    validation_at_most(v, name, "Signorini", 0.0, p.pull);
}

static void check_steps(validation* v, const duriez_clip* clip) {
    duriez_engine_def def = {.model = RV_SOLID_STATIC, .order = 1, .speed = 0.02};
    pass fine = run(v, &def, 1e-3, clip), coarse = run(v, &def, 4e-3, clip);
    validation_check(v, "engine, steps of 1 and 4 ms: order of what is late", "first order", 1.0,
                     0.5 * log2(rms(&coarse) / rms(&fine)), 0.15);
    pass slow = run(v, &def, 1.0 / 60.0, clip);
    validation_at_most(v, "engine, 60 Hz, 20 mm/s: rms off contact at rest [%]",
                       "first order: 17 times that of 1 kHz, 0.33 mm a step", 20.0, rms(&slow));
    validation_check(v, "engine, 60 Hz, 20 mm/s: steps that failed", "none", 0.0, slow.failed, 0.0);
}

void duriez_engine_check(validation* v, const duriez_clips* clips) {
    static const double LINEAR[3] = {20.89, -6.879, -18.77}, QUADRATIC[3] = {4.298, -6.892, -3.834};
    check_elements(v, 1, &clips->linear, LINEAR);
    check_elements(v, 2, &clips->quadratic, QUADRATIC);
    check_steps(v, &clips->linear);
    duriez_engine_def def = {.model = RV_SOLID_STATIC, .order = 1, .speed = 0.02, .friction = 0.1};
    pass p = run(v, &def, 1e-3, NULL);
    validation_check(v, "engine, 1 kHz, 20 mm/s, friction 0.1: peak [N]",
                     "theory section 6; edges and faces rub, too", 27.9, p.peak, 0.02 * 27.9);
    def = (duriez_engine_def){.model = RV_SOLID_COROTATIONAL, .order = 1, .speed = 0.05};
    p = run(v, &def, 1e-3, NULL);
    validation_check(v, "engine, 1 kHz, 50 mm/s, corotational: peak [N]",
                     "St Venant-Kirchhoff 20.39 N, theory section 3; a step late: 1.7 %", 20.39,
                     p.peak, 0.025 * 20.39);
    validation_check(v, "engine, corotational: steps that failed", "none", 0.0, p.failed, 0.0);
}
