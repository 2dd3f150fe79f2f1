// What machines are made of: ropes as catalogues have them, loads, walls, wheels, winches.
#include "machines.h"

#include <math.h>
#include <stdio.h>

const rv_body_id NO_BODY = {0};
const double GRAVITY = 9.81;

const machine_model machine_models[MACHINE_MODELS] = {
    {"massless", RV_CABLE_MASSLESS, false, MASSLESS},
    {"default-winch", RV_CABLE_MASSLESS, true, DEFAULT_WINCH},
    {"layered", RV_CABLE_LAYERED, false, LAYERED},
    {"segments", RV_CABLE_SEGMENTS, false, SEGMENTS},
    {"auto", RV_CABLE_AUTO, false, AUTO},
    {"rod", RV_CABLE_ROD, false, ROD},
};

void refuse(machine* m, const char* what) {
    if (m->trouble[0] == '\0')
        snprintf(m->trouble, sizeof m->trouble, "%s: %s", what, rv_world_error(m->world));
}

// --- ropes --------------------------------------------------------------------------------------

typedef struct rope_stuff {
    double young[2];    // of the rope as it is laid, on its full section [Pa]
    double strength[2]; // the same [Pa]
    double density;     // the same [kg/m^3]
} rope_stuff;

// steel wire rope; nylon; dyneema (HMPE); rubber: from makers' catalogues
static const rope_stuff STUFFS[] = {
    {{50e9, 110e9}, {0.6e9, 1.1e9}, 4800},
    {{0.5e9, 3e9}, {0.2e9, 0.5e9}, 900},
    {{20e9, 60e9}, {0.7e9, 1.5e9}, 780},
    {{2e6, 30e6}, {5e6, 15e6}, 1100},
};

rope rope_draw(machine* m, double thinnest, double thickest) {
    draw* d = &m->random;
    // steel half the time, rubber least often
    static const int FREQUENT[] = {0, 0, 0, 0, 1, 1, 2, 2, 2, 3};
    const rope_stuff* s = &STUFFS[FREQUENT[draw_below(d, 10)]];
    rope r = {.diameter = draw_log(d, thinnest, thickest), .density = s->density};
    double area = RV_PI / 4.0 * r.diameter * r.diameter;
    r.young = draw_log(d, s->young[0], s->young[1]);
    r.EA = r.young * area;
    r.strength = draw_log(d, s->strength[0], s->strength[1]) * area;
    r.mass_per_length = s->density * area;
    r.friction = draw_in(d, 0.0, 0.8);
    // stranded ropes bend 1 to 1000 times as easily as a bar
    double bar = r.young * RV_PI / 64.0 * r.diameter * r.diameter * r.diameter * r.diameter;
    r.EI = draw_chance(d, 0.3) ? NAN : bar * draw_log(d, 1e-3, 1.0);
    r.GJ = draw_chance(d, 0.5) ? NAN : draw_chance(d, 0.5) ? 0.0 : bar * draw_log(d, 1e-3, 1.0);
    return r;
}

double rope_load(machine* m, const rope* r, int falls) {
    draw* d = &m->random;
    double most = r->strength * falls / (4.0 * GRAVITY);
    double mass = most * (draw_chance(d, 0.33) ? draw_log(d, 1e-3, 0.1) : draw_log(d, 0.1, 1.0));
    return fmin(fmax(mass, 0.1), 1e5);
}

// --- bodies -------------------------------------------------------------------------------------

rv_body_id add_body(machine* m, rv_body_def* def) {
    rv_body_id body = rv_body_create(m->world, def);
    if (RV_ID_IS_NULL(body))
        refuse(m, "body");
    else if (def->type == RV_BODY_DYNAMIC)
        m->mass += rv_body_mass_properties(m->world, body).mass;
    return body;
}

// of a density of 2000 kg/m^3
double load_half(double mass) {
    return 0.5 * rv_exp(rv_log(mass / 2000.0) / 3.0);
}

rv_body_id add_box(machine* m, double mass, rv_vec3 half, rv_vec3 at) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    shape.half_extents = half;
    rv_body_def def = rv_body_def_default();
    def.mass = mass;
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose.position = at;
    return add_body(m, &def);
}

static double load_half_at(machine* m, double mass) {
    return load_half(mass) * draw_in(&m->random, 0.6, 1.6);
}

rv_body_id add_load(machine* m, double mass, rv_vec3 top) {
    rv_shape_def shape = rv_shape_def_default();
    double x = load_half_at(m, mass), y = load_half_at(m, mass), z = load_half_at(m, mass);
    if (draw_chance(&m->random, 0.75))
        shape.type = RV_SHAPE_BOX;
    shape.half_extents = vec(x, y, z);
    shape.radius = 1.2 * load_half(mass);
    rv_body_def def = rv_body_def_default();
    def.mass = mass;
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose.position = top;
    def.pose.position.z -= shape.type == RV_SHAPE_BOX ? z : shape.radius;
    rv_body_id body = add_body(m, &def);
    if (m->load_count < MACHINE_LOADS)
        m->loads[m->load_count++] = body;
    return body;
}

rv_vec3 load_top(const machine* m, rv_body_id load) {
    rv_shape_def shape = rv_body_shape(m->world, load, 0);
    return vec(0, 0, shape.type == RV_SHAPE_BOX ? shape.half_extents.z : shape.radius);
}

rv_body_id add_wall(machine* m, rv_vec3 half, rv_vec3 at) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_BOX;
    shape.half_extents = half;
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose.position = at;
    return add_body(m, &def);
}

rv_body_id add_anchor(machine* m, rv_vec3 at) {
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_KINEMATIC;
    def.pose.position = at;
    return add_body(m, &def);
}

void add_ground(machine* m, double height) {
    rv_shape_def shape = rv_shape_def_default();
    shape.type = RV_SHAPE_PLANE;
    shape.material.friction = draw_in(&m->random, 0.1, 0.8);
    rv_body_def def = rv_body_def_default();
    def.type = RV_BODY_STATIC;
    def.shapes = &shape;
    def.shape_count = 1;
    def.pose.position.z = height;
    add_body(m, &def);
    m->lowest = height;
    m->has_ground = true;
}

rv_joint_id add_joint(machine* m, const rv_joint_def* def) {
    rv_joint_id joint = rv_joint_create(m->world, def);
    if (RV_ID_IS_NULL(joint))
        refuse(m, "joint");
    return joint;
}

// --- paths --------------------------------------------------------------------------------------

static rv_cable_node* add_node(path* p, rv_cable_node_type type, rv_body_id body, rv_vec3 point) {
    rv_cable_node* n = &p->nodes[p->count++];
    *n = rv_cable_node_default();
    n->type = type;
    n->body = body;
    n->point = point;
    return n;
}

void path_end(path* p, rv_body_id body, rv_vec3 point) {
    add_node(p, RV_CABLE_FIXED, body, point);
}

void path_drum(path* p, rv_body_id body, rv_vec3 point) {
    add_node(p, RV_CABLE_DRUM, body, point);
}

// half of the pulleys run freely
void path_pulley(machine* m, path* p, rv_body_id body, rv_vec3 point, double radius) {
    rv_cable_node* n = add_node(p, RV_CABLE_PULLEY, body, point);
    n->axis = vec(0, 1, 0);
    n->radius = radius;
    if (draw_chance(&m->random, 0.3))
        n->friction = draw_in(&m->random, 0.0, 0.8);
    if (draw_chance(&m->random, 0.3))
        n->efficiency = draw_in(&m->random, 0.9, 1.0);
}

void fit_winch(machine* m, rv_cable_id cable, const rope* r, double force) {
    draw* d = &m->random;
    double weight = m->model->model == RV_CABLE_MASSLESS ? 0.0 : r->mass_per_length * GRAVITY;
    double limit = (force + 1.5 * weight * rv_cable_length(m->world, cable)) * draw_in(d, 1.5, 4.0);
    bool limited = m->model->model == RV_CABLE_MASSLESS || draw_chance(d, 0.67);
    bool brake = draw_chance(d, 0.5);
    if (m->model->default_winch || !limited)
        return;
    rv_winch winch = rv_cable_winch(m->world, cable, 0);
    winch.max_force = limit;
    if (brake)
        winch.brake_force = 1.5 * limit;
    m->thrust = fmax(m->thrust, limit * 1.5);
    if (!rv_cable_set_winch(m->world, cable, 0, &winch))
        refuse(m, "winch");
}

static void divide(machine* m, rv_cable_def* def) {
    draw* d = &m->random;
    rv_cable_segments* s = &def->segments;
    s->count = (int)draw_log(d, 6.0, 32.0); // each of two diameters at least: ropes have 60
    if (draw_chance(d, 0.4))
        s->mask = 0;
    if (draw_chance(d, 0.2))
        s->touches_itself = false;
}

static bool is_one_line(const machine* m) {
    return m->model->model == RV_CABLE_MASSLESS || m->model->model == RV_CABLE_LAYERED;
}

void rope_define(machine* m, const rope* r, rv_cable_def* def) {
    def->model = m->model->model;
    def->diameter = r->diameter;
    def->EA = r->EA;
    def->GJ = r->GJ;
    def->mass_per_length = r->mass_per_length;
    def->material.young = r->young;
    def->material.density = r->density;
    def->material.friction = r->friction;
    def->segments.EI = r->EI;
    divide(m, def);
}

rv_cable_id rope_create(machine* m, const rv_cable_def* def) {
    rv_cable_def d = *def;
    // an end that turns freely holds no twist
    for (int i = 0; i < d.node_count; i++)
        if (d.nodes[i].swivel)
            d.GJ = NAN;
    rv_cable_id cable = rv_cable_create(m->world, &d);
    if (RV_ID_IS_NULL(cable))
        refuse(m, "cable");
    else if (m->cable_count < MACHINE_CABLES)
        m->cables[m->cable_count++] = cable;
    return cable;
}

rv_cable_id add_rope(machine* m, path* p, const rope* r, double length) {
    rv_cable_def def = rv_cable_def_default();
    def.nodes = p->nodes;
    def.node_count = p->count;
    def.length = length;
    rope_define(m, r, &def);
    // a third of the others meets what is in its way
    def.touch.enabled = draw_chance(&m->random, 0.33) && is_one_line(m);
    return rope_create(m, &def);
}

// --- heights ------------------------------------------------------------------------------------

// x = m g / EA: a load that is let go where the rope is just taut stretches it by
// x + sqrt(x^2 + 2 x) of its length, which the speed at the start adds to
void hang_below(machine* m, double top, double length, const rope* r, double mass) {
    double x = mass * GRAVITY / r->EA, v = mass * m->speed * m->speed / (r->EA * length);
    double fall = x + sqrt(x * x + 2.0 * x + v);
    // the size of a load below its eye, twice, and a twentieth for switches that are overrun
    m->lowest = fmin(m->lowest, top - 1.05 * length * (1.0 + fall) - 4.0 * load_half(mass));
}
