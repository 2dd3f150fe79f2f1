// What falls into a strand, from end to end: the bounce of what its ends are held by on all of its length,
// which asks for substeps as that of a massless cable does (cable_travel.c).
#include "model/strand.h"

#include <math.h>

// Phase of the bounce in a substep. The rows of links damp what they resolve, too, by phase^3/2 of the
// critical: the first quarter of a wave loses pi/4 phase^3 of its height, 2 %.
static const double PHASE = 0.3;

static double strand_length(const rv_world* world, const rv_strand* strand) {
    double sum = 0.0;
    for (int k = 1; k <= strand->segment_count; k++)
        sum += rv_strand_lengths(world, strand)[k];
    return sum;
}

// How the end of a strand answers to its pull: what holds it, with half of the strand. What is lighter
// than the strand does not bounce on it, but goes with its waves.
static double end_response(const rv_world* world, const rv_strand* strand, int side, double half) {
    int32_t holder = rv_strand_bodies(world, strand)[side == 0 ? 0 : strand->segment_count + 1];
    const rv_body* body = holder < 0 ? NULL : &world->bodies.data[holder];
    bool moves = body != NULL && rv_body_dofs(body) > 0 && body->mass > 2.0 * half;
    return moves ? 1.0 / (body->mass + half) : 0.0;
}

double rv_strand_snap(const rv_world* world, const rv_strand* strand, double h) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    if (cable->state != RV_CABLE_SLACK || !strand->held[0] || !strand->held[1])
        return 0.0;
    rv_vec3 point[2], v[2];
    for (int s = 0; s < 2; s++) {
        int k = s == 0 ? 1 : strand->segment_count;
        const rv_body* body = &world->bodies.data[rv_strand_bodies(world, strand)[k]];
        point[s] = rv_strand_end(world, strand, s);
        rv_vec3 arm = rv_vec3_sub(point[s], body->x);
        v[s] = rv_vec3_add(body->v, rv_vec3_cross(body->w, arm));
    }
    rv_vec3 chord = rv_vec3_sub(point[1], point[0]);
    double across = rv_vec3_length(chord);
    rv_vec3 parts = rv_vec3_sub(v[1], v[0]);
    double rate = across > 0.0 ? rv_vec3_dot(parts, chord) / across : 0.0;
    if (!(rate > 0.0) || cable->EA == INFINITY)
        return 0.0;
    double weight = rv_vec3_length(world->def.gravity);
    double length = strand_length(world, strand), half = 0.5 * length * cable->mass_per_length;
    if (!(across + h * (rate + h * weight) > length))
        return 0.0;
    double turning2 = fmax(rv_vec3_dot(parts, parts) - rate * rate, 0.0);
    rv_snap snap = {rate,
                    end_response(world, strand, 0, half) + end_response(world, strand, 1, half),
                    length / cable->EA, fmax(weight, turning2 / length), PHASE};
    return rv_snap_travel(&snap, h);
}
