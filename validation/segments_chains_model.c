// Particle chains (a) to (e): see segments_chains.h. With d_i = x_{i+1} - x_i,
//   links         phi = |d_i| - d                               a distance joint
//   total length  phi = sum |d_i| - L                           a massless cable that also pushes
//   enforcement   phi = |x_N - x_0| - L                         a distance joint
//   angle         phi = atan2(|d_i x d_{i+1}|, d_i . d_{i+1})   a row set
// The angle's Jacobian is the paper's (14)-(16) in short: with n the unit vector along d_i x
// d_{i+1}, (n x d_i/|d_i|^2, -sum of the other two, n x d_{i+1}/|d_{i+1}|^2). A chain that is
// dropped stays in its plane, and n is its normal, +y or -y; with +y throughout and a signed angle
// the row is the same, and smooth where the chain is straight.
#include "validation/segments_chains.h"

#include <math.h>

static const double ZIGZAG = 1e-6; // [m]; the particles start this far above and below the line
static const double H = 1.0 / CHAINS_RATE;

static rv_world* make_world(const chains_def* def) {
    rv_world_def world = rv_world_def_default();
    world.gravity = (rv_vec3){0.0, 0.0, -CHAINS_G};
    world.stepper = def->stepper;
    world.relaxation = def->relaxation;
    world.geometric_stiffness.enabled = def->geometric_stiffness;
    world.substeps.max = 1;
    // the paper's compliances go down to 1e-22 m/N: none is to be lifted
    world.compliance_floor = 1e-30;
    world.sleep.enabled = false;
    return rv_world_create(&world, NULL, 0);
}

static double damping_time(const chains_def* def) {
    return def->stepper == RV_STEPPER_SPOOK ? def->relaxation * H : 0.0;
}

// a compliance and a damping time make a damper: tau/eps
static void add_distance(const chains_def* def, chains* c, int from, int to, double compliance) {
    rv_joint_def joint = rv_joint_def_between(
        c->world, RV_JOINT_DISTANCE, c->bodies[from], c->bodies[to],
        rv_body_center(c->world, c->bodies[from]), rv_body_center(c->world, c->bodies[to]));
    joint.compliance = compliance;
    joint.damping = damping_time(def) / compliance;
    rv_joint_create(c->world, &joint);
}

static void add_length(const chains_def* def, chains* c) {
    rv_cable_node nodes[CHAINS_LINKS + 1];
    for (int i = 0; i <= CHAINS_LINKS; i++) {
        nodes[i] = rv_cable_node_default();
        nodes[i].type = i == 0 || i == CHAINS_LINKS ? RV_CABLE_FIXED : RV_CABLE_EYE;
        nodes[i].body = c->bodies[i];
    }
    rv_cable_def cable = rv_cable_def_default();
    cable.nodes = nodes;
    cable.node_count = CHAINS_LINKS + 1;
    cable.EA = CHAINS_LINKS / def->extra_compliance; // L/eps
    cable.damping = damping_time(def) * cable.EA;
    cable.GJ = 0.0;
    cable.twist_damping = 0.0;
    cable.pushes = true;
    rv_cable_create(c->world, &cable);
}

// the two links, and what of their angle lies in the plane of the motion
static double bend(const rv_world* world, const rv_body_id bodies[3], rv_vec3 link[2]) {
    rv_vec3 x[3];
    for (int i = 0; i < 3; i++)
        x[i] = rv_body_center(world, bodies[i]);
    link[0] = rv_vec3_sub(x[1], x[0]);
    link[1] = rv_vec3_sub(x[2], x[1]);
    return rv_atan2(rv_vec3_cross(link[0], link[1]).y, rv_vec3_dot(link[0], link[1]));
}

static void write_angle(void* context, const rv_world* world, double time, rv_rows_values values) {
    (void)time;
    const chains_angle* angle = context;
    static const rv_vec3 NORMAL = {0.0, 1.0, 0.0};
    rv_vec3 link[2], gradient[3];
    values.rows[0].phi = bend(world, angle->bodies, link);
    values.rows[0].compliance = angle->compliance;
    values.rows[0].tau = angle->tau;
    for (int i = 0; i < 2; i++)
        gradient[2 * i] =
            rv_vec3_scale(rv_vec3_cross(NORMAL, link[i]), 1.0 / rv_vec3_dot(link[i], link[i]));
    gradient[1] = rv_vec3_neg(rv_vec3_add(gradient[0], gradient[2]));
    for (int i = 0; i < 3; i++)
        rv_vec3_store(values.jacobian + 6 * i, gradient[i]);
}

static void add_angles(const chains_def* def, chains* c) {
    for (int i = 0; i + 1 < CHAINS_LINKS; i++) {
        c->angles[i] = (chains_angle){{c->bodies[i], c->bodies[i + 1], c->bodies[i + 2]},
                                      def->extra_compliance,
                                      damping_time(def)};
        rv_rows_def rows = rv_rows_def_default();
        rows.bodies = c->angles[i].bodies;
        rows.body_count = 3;
        rows.row_count = 1;
        rows.evaluate = write_angle;
        rows.context = &c->angles[i];
        rv_rows_create(c->world, &rows);
    }
}

// along a line that starts at the anchor, down by `below`
static rv_vec3 start_of(const chains_def* def, int i) {
    double sine, cosine;
    rv_sincos(def->below, &sine, &cosine);
    double side = i == 0 || i == CHAINS_LINKS ? 0.0 : i % 2 == 0 ? ZIGZAG : -ZIGZAG;
    return (rv_vec3){i * cosine + side * sine, 0.0, side * cosine - i * sine};
}

static void add_particles(const chains_def* def, chains* c) {
    for (int i = 0; i <= CHAINS_LINKS; i++) {
        rv_body_def body = rv_body_def_default();
        body.type = i == 0 ? RV_BODY_STATIC : RV_BODY_DYNAMIC;
        body.kind = RV_BODY_PARTICLE;
        body.mass = i == CHAINS_LINKS ? def->ratio : 1.0;
        body.pose.position = start_of(def, i);
        c->bodies[i] = rv_body_create(c->world, &body);
    }
}

bool chains_create(const chains_def* def, chains* out) {
    *out = (chains){.world = make_world(def)};
    if (out->world == NULL)
        return false;
    add_particles(def, out);
    int links = def->model == CHAINS_LENGTH_CUT ? CHAINS_LINKS - 1 : CHAINS_LINKS;
    for (int i = 0; i < links; i++)
        add_distance(def, out, i, i + 1, def->link_compliance);
    if (def->model == CHAINS_LENGTH || def->model == CHAINS_LENGTH_CUT)
        add_length(def, out);
    else if (def->model == CHAINS_ENFORCED)
        add_distance(def, out, 0, CHAINS_LINKS, def->extra_compliance);
    else if (def->model == CHAINS_ANGLES)
        add_angles(def, out);
    // what was refused has left its reason
    return rv_world_error(out->world)[0] == '\0';
}

void chains_step(chains* c) {
    rv_world_step(c->world, H);
}

double chains_stretch(const chains* c, int link) {
    return rv_vec3_length(rv_vec3_sub(rv_body_center(c->world, c->bodies[link + 1]),
                                      rv_body_center(c->world, c->bodies[link])))
           - 1.0;
}

double chains_angle_at(const chains* c, int link) {
    rv_vec3 d[2];
    return bend(c->world, c->bodies + link, d);
}

double chains_largest_stretch(const chains* c) {
    double largest = 0.0;
    for (int i = 0; i < CHAINS_LINKS; i++)
        largest = fmax(largest, fabs(chains_stretch(c, i)));
    return largest;
}
