// The hand: see hand.h. Three rows hold a point p of a body to a target t:
//   phi_k = p_k - t_k,  d phi_k / dt = v_k + (w x r)_k,  force_k = -(phi_k + tau dphi_k/dt) k
// so that the Jacobian of row k is e_k for the velocity and r x e_k for the angular velocity. The
// force is limited to twice the weight of all that moves, and the stiffness is such that it
// is reached when the target is about a third of the scene away: things follow the hand, what is
// held by others is tugged at. In the solver it is a row like any other, so no pull is too stiff
// for a step.
#include "view/hand.h"

#include "view/extent.h"

#include <math.h>
#include <stdlib.h>

// time in which what is held comes to the target [s]
static const double DAMPING_TIME = 0.1;
// the force limit, in weights of all that moves, and the share of the scene's size at which it is
// reached
static const double WEIGHTS = 2.0, REACH = 0.3;
// least size of a scene [m] and least force [N]
static const double SIZE_MIN = 0.1, FORCE_MIN = 1.0;
// what a weight is without gravity [m/s^2]
static const double GRAVITY = 9.81;
// how near to a node, where another is, a span can be held, as a share of its length
static const double END_SHARE = 0.05;
// which hand of a rod is the viewer's
enum { ROD_HAND = 3 };
// the hand's own particle: share of the mass of all that moves, and the least [kg]
static const double PARTICLE_SHARE = 1e-3, PARTICLE_MIN = 1e-3;

static rv_vec3 held_point(const rv_hand* hand) {
    return rv_body_point(hand->world, hand->body, hand->local);
}

static void rows_evaluate(void* context, const rv_world* world, double time,
                          rv_rows_values values) {
    (void)time;
    const rv_hand* hand = context;
    rv_vec3 point = rv_body_point(world, hand->body, hand->local);
    rv_vec3 arm = rv_vec3_sub(point, rv_body_center(world, hand->body));
    rv_vec3 error = rv_vec3_sub(point, hand->target);
    const double errors[3] = {error.x, error.y, error.z};
    const rv_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++) {
        values.rows[k].phi = errors[k];
        values.rows[k].compliance = 1.0 / hand->stiffness;
        values.rows[k].tau = DAMPING_TIME;
        values.rows[k].lower = -hand->max_force;
        values.rows[k].upper = hand->max_force;
        rv_vec3 turning = rv_vec3_cross(arm, axes[k]);
        double* j = &values.jacobian[(size_t)k * 6];
        j[k] = 1.0;
        j[3] = turning.x;
        j[4] = turning.y;
        j[5] = turning.z;
    }
}

// mass of rods, and their ends
static void measure_rods(const rv_world* world, double* mass, rv_extent* e) {
    for (rv_cable_id c = rv_cable_next(world, (rv_cable_id){0, 0, 0}); !RV_ID_IS_NULL(c);
         c = rv_cable_next(world, c)) {
        if (rv_cable_get_model(world, c) != RV_CABLE_ROD)
            continue;
        *mass += rv_cable_mass_per_length(world, c) * rv_cable_length(world, c);
        for (int end = 0; end < 2; end++)
            rv_extent_add(e, rv_cable_get_contact(world, c, end).in);
    }
}

// mass of solids, and their surfaces
static void measure_solids(const rv_world* world, double* mass, rv_extent* e) {
    for (rv_solid_id s = rv_solid_next(world, (rv_solid_id){0, 0, 0}); !RV_ID_IS_NULL(s);
         s = rv_solid_next(world, s)) {
        *mass += rv_solid_mass(world, s);
        for (int t = 0; t < rv_solid_triangle_count(world, s); t++) {
            int32_t corners[3];
            rv_solid_triangle(world, s, t, corners);
            rv_extent_add(e, rv_solid_node(world, s, corners[0]));
        }
    }
}

// mass of all that forces move, and the diagonal of a box round bodies, solids and the ends of rods
static void measure(const rv_world* world, double* mass, double* size) {
    rv_extent e = rv_extent_none();
    *mass = 0.0;
    measure_rods(world, mass, &e);
    measure_solids(world, mass, &e);
    for (rv_body_id b = rv_body_next(world, (rv_body_id){0, 0, 0}); !RV_ID_IS_NULL(b);
         b = rv_body_next(world, b)) {
        if (rv_body_get_kind(world, b) == RV_BODY_SCALAR || rv_body_is_frozen(world, b))
            continue;
        if (rv_body_get_type(world, b) == RV_BODY_DYNAMIC)
            *mass += rv_body_mass_properties(world, b).mass;
        rv_extent_add(&e, rv_body_center(world, b));
    }
    *size = fmax(rv_vec3_length(rv_vec3_sub(e.high, e.low)), SIZE_MIN);
}

// how strongly it pulls in this world
static void set_strength(rv_hand* hand) {
    double mass, size;
    measure(hand->world, &mass, &size);
    double gravity = rv_vec3_length(rv_world_gravity(hand->world));
    hand->max_force = fmax(WEIGHTS * mass * (gravity > 0.0 ? gravity : GRAVITY), FORCE_MIN);
    hand->stiffness = hand->max_force / (REACH * size);
}

static bool hold(rv_hand* hand, rv_body_id body, rv_vec3 local) {
    set_strength(hand);
    hand->body = body;
    hand->local = local;
    hand->target = held_point(hand);
    rv_rows_def def = rv_rows_def_default();
    def.bodies = &hand->body;
    def.body_count = 1;
    def.row_count = 3;
    def.evaluate = rows_evaluate;
    def.context = hand;
    hand->rows = rv_rows_create(hand->world, &def);
    return rv_rows_is_valid(hand->world, hand->rows);
}

bool rv_hand_take_body(rv_hand* hand, rv_world* world, rv_body_id body, rv_vec3 local) {
    rv_hand_release(hand);
    bool fit = rv_body_is_valid(world, body) && rv_body_get_type(world, body) == RV_BODY_DYNAMIC
               && rv_body_get_kind(world, body) != RV_BODY_SCALAR
               && !rv_body_is_frozen(world, body);
    if (!fit)
        return false;
    // a particle has no extent
    if (rv_body_get_kind(world, body) == RV_BODY_PARTICLE)
        local = (rv_vec3){0, 0, 0};
    hand->world = world;
    if (hold(hand, body, local))
        return true;
    *hand = (rv_hand){0};
    return false;
}

void rv_hand_take_tool(rv_hand* hand, rv_world* world, rv_body_id body, rv_vec3 local) {
    rv_hand_release(hand);
    *hand = (rv_hand){.world = world, .body = body, .local = local, .holds_tool = true};
    hand->target = hand->taken_at = held_point(hand);
}

// --- cables -------------------------------------------------------------------------------------

// the nearest point between two, at least a share of the way off either
static rv_vec3 nearest_on(rv_vec3 from, rv_vec3 to, rv_vec3 point, double off) {
    rv_vec3 along = rv_vec3_sub(to, from);
    double square = rv_vec3_dot(along, along);
    double share = square > 0.0 ? rv_vec3_dot(rv_vec3_sub(point, from), along) / square : 0.0;
    return rv_vec3_mul_add(from, fmin(fmax(share, off), 1.0 - off), along);
}

// the segment that passes nearest, and where in its frame, along whose x axis it lies
static rv_body_id nearest_segment(const rv_world* world, rv_cable_id cable, rv_vec3 point,
                                  rv_vec3* local) {
    rv_body_id found = {0, 0, 0};
    double least = INFINITY;
    for (int i = 0; i < rv_cable_segment_count(world, cable); i++) {
        rv_body_id segment = rv_cable_segment(world, cable, i);
        rv_pose pose = rv_body_pose(world, segment);
        double half = 0.5 * rv_cable_segment_length(world, cable, i);
        rv_vec3 from = rv_pose_apply(pose, (rv_vec3){-half, 0, 0});
        rv_vec3 near = nearest_on(from, rv_pose_apply(pose, (rv_vec3){half, 0, 0}), point, 0.0);
        double distance = rv_vec3_length(rv_vec3_sub(near, point));
        if (distance < least) {
            least = distance;
            found = segment;
            *local = rv_pose_apply_inverse(pose, near);
        }
    }
    return found;
}

// the node after the span that passes nearest, and where; 0: there is none
static int nearest_span(const rv_world* world, rv_cable_id cable, rv_vec3 point, rv_vec3* where) {
    int found = 0;
    double least = INFINITY;
    int wrap = 0, wraps = rv_cable_wrap_count(world, cable);
    rv_vec3 from = rv_cable_get_contact(world, cable, 0).out;
    for (int node = 1; node < rv_cable_node_count(world, cable); node++) {
        rv_cable_contact here = rv_cable_get_contact(world, cable, node);
        // from shape to shape that it runs round, to the node
        for (bool more = true; more;) {
            more = wrap < wraps && rv_cable_get_wrap(world, cable, wrap).node == node - 1;
            rv_cable_wrap round = rv_cable_get_wrap(world, cable, more ? wrap++ : -1);
            rv_vec3 near = nearest_on(from, more ? round.in : here.in, point, END_SHARE);
            double distance = rv_vec3_length(rv_vec3_sub(near, point));
            from = more ? round.out : here.out;
            if (distance < least) {
                least = distance;
                found = node;
                *where = near;
            }
        }
    }
    return found;
}

static rv_body_id make_particle(rv_world* world, rv_vec3 where) {
    double mass, size;
    measure(world, &mass, &size);
    rv_body_def def = rv_body_def_default();
    def.kind = RV_BODY_PARTICLE;
    def.mass = fmax(PARTICLE_SHARE * mass, PARTICLE_MIN);
    def.pose.position = where;
    return rv_body_create(world, &def);
}

// how far along a rod it passes nearest to a point; < 0 without memory
static double nearest_along(const rv_world* world, rv_cable_id rod, rv_vec3 point) {
    int count = rv_cable_points(world, rod, 1.0, NULL, NULL, 0);
    rv_vec3* points = malloc((size_t)count * sizeof *points);
    if (points == NULL)
        return -1.0;
    rv_cable_points(world, rod, 1.0, points, NULL, count);
    double passed = 0.0, at = 0.0, least = INFINITY;
    for (int i = 1; i < count; i++) {
        rv_vec3 near = nearest_on(points[i - 1], points[i], point, 0.0);
        double distance = rv_vec3_length(rv_vec3_sub(near, point));
        // not a number at a cut, which has no length
        double edge = rv_vec3_length(rv_vec3_sub(points[i], points[i - 1]));
        if (distance < least) {
            least = distance;
            // nearer to the same vertex, and off the ends of pieces: both of a cut are at one place
            double along = rv_vec3_length(rv_vec3_sub(near, points[i - 1]));
            at = passed + fmin(fmax(along, 0.25 * edge), 0.75 * edge);
        }
        passed += isfinite(edge) ? edge : 0.0;
    }
    // half of an edge lies in a clamp
    if (rv_cable_get_node(world, rod, 0).clamped)
        at -= 0.5 * rv_vec3_length(rv_vec3_sub(points[1], points[0]));
    free(points);
    return fmin(fmax(at, 0.0), rv_cable_length(world, rod));
}

static bool take_rod(rv_hand* hand, rv_world* world, rv_cable_id rod, rv_vec3 point) {
    hand->world = world;
    hand->cable = rod;
    set_strength(hand);
    hand->grip = rv_cable_grip_default();
    hand->grip.at = nearest_along(world, rod, point);
    hand->grip.target = hand->target = point;
    hand->grip.stiffness = hand->stiffness;
    hand->grip.damping = DAMPING_TIME * hand->stiffness;
    hand->grip.max_force = hand->max_force;
    hand->holds_rod = hand->grip.at >= 0.0 && rv_cable_hold(world, rod, ROD_HAND, &hand->grip);
    if (!hand->holds_rod) {
        *hand = (rv_hand){0};
        return false;
    }
    rv_hand_move(hand, rv_hand_point(hand));
    return true;
}

bool rv_hand_take_cable(rv_hand* hand, rv_world* world, rv_cable_id cable, rv_vec3 point) {
    rv_hand_release(hand);
    rv_vec3 where = point;
    if (rv_cable_get_model(world, cable) == RV_CABLE_ROD && rv_cable_is_valid(world, cable))
        return take_rod(hand, world, cable, point);
    if (rv_cable_segment_count(world, cable) > 0) {
        rv_body_id segment = nearest_segment(world, cable, point, &where);
        return rv_hand_take_body(hand, world, segment, where);
    }
    if (!rv_cable_is_valid(world, cable) || rv_cable_get_state(world, cable) == RV_CABLE_BROKEN)
        return false;
    int before = nearest_span(world, cable, point, &where);
    if (before == 0)
        return false;
    hand->world = world;
    hand->cable = cable;
    hand->particle = make_particle(world, where);
    rv_cable_node eye = rv_cable_node_default();
    eye.type = RV_CABLE_EYE;
    eye.body = hand->particle;
    bool held = rv_body_is_valid(world, hand->particle)
                && rv_cable_insert_node(world, cable, before, &eye)
                && hold(hand, hand->particle, (rv_vec3){0, 0, 0});
    if (!held)
        rv_hand_release(hand);
    return held;
}

bool rv_hand_take_solid(rv_hand* hand, rv_world* world, rv_solid_id solid, rv_vec3 point) {
    rv_hand_release(hand);
    if (!rv_solid_is_valid(world, solid) || rv_solid_is_frozen(world, solid))
        return false;
    hand->world = world;
    hand->solid = solid;
    hand->particle = rv_tie_anchor(world, solid, rv_solid_nearest(world, solid, point), 0.0);
    bool held =
        rv_body_is_valid(world, hand->particle) && hold(hand, hand->particle, (rv_vec3){0, 0, 0});
    if (!held)
        rv_hand_release(hand);
    return held;
}

// takes the eye out of the cable again, wherever it is by now
static void leave_cable(rv_hand* hand) {
    int count = rv_cable_node_count(hand->world, hand->cable);
    for (int node = 1; node + 1 < count; node++) {
        rv_body_id body = rv_cable_get_node(hand->world, hand->cable, node).body;
        if (RV_ID_EQUAL(body, hand->particle)) {
            rv_cable_remove_node(hand->world, hand->cable, node);
            return;
        }
    }
}

// --- holding ------------------------------------------------------------------------------------

void rv_hand_move(rv_hand* hand, rv_vec3 target) {
    hand->target = target;
    if (hand->holds_rod) {
        hand->grip.target = target;
        rv_cable_hold(hand->world, hand->cable, ROD_HAND, &hand->grip);
    }
}

void rv_hand_release(rv_hand* hand) {
    if (hand->holds_rod) {
        rv_cable_release(hand->world, hand->cable, ROD_HAND);
    } else if (hand->world != NULL && !hand->holds_tool) {
        rv_rows_destroy(hand->world, hand->rows);
        if (!RV_ID_IS_NULL(hand->particle)) {
            leave_cable(hand);
            rv_body_destroy(hand->world, hand->particle);
        }
    }
    *hand = (rv_hand){0};
}

void rv_hand_check(rv_hand* hand) {
    bool is_gone = !RV_ID_IS_NULL(hand->particle)
                   && !(!RV_ID_IS_NULL(hand->solid) ? rv_solid_is_valid(hand->world, hand->solid)
                                                    : rv_cable_is_valid(hand->world, hand->cable));
    if (hand->world != NULL && (is_gone || !rv_hand_holds(hand)))
        rv_hand_release(hand);
}

bool rv_hand_holds(const rv_hand* hand) {
    if (hand->holds_rod)
        return rv_cable_is_valid(hand->world, hand->cable);
    if (hand->holds_tool)
        return rv_body_is_valid(hand->world, hand->body);
    return hand->world != NULL && rv_rows_is_valid(hand->world, hand->rows);
}

rv_vec3 rv_hand_point(const rv_hand* hand) {
    return hand->holds_rod ? rv_cable_grip_point(hand->world, hand->cable, ROD_HAND)
                           : held_point(hand);
}

rv_vec3 rv_hand_force(const rv_hand* hand) {
    if (hand->holds_rod)
        return rv_vec3_neg(rv_cable_grip_force(hand->world, hand->cable, ROD_HAND));
    if (hand->holds_tool)
        return (rv_vec3){0, 0, 0};
    return (rv_vec3){rv_rows_force(hand->world, hand->rows, 0),
                     rv_rows_force(hand->world, hand->rows, 1),
                     rv_rows_force(hand->world, hand->rows, 2)};
}
