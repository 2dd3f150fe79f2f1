// Rods: what users and other stages ask of them.
#include "core/extremes.h"
#include "model/rod.h"

#include <math.h>

// Tension of an edge belongs to its middle. At the end it is what pulls there along the end's edge: the
// holder, with weight and inertia of what lies between (rv_rod_set_grip), or hands at an end that is
// free; these acted in the step, and the tension at its end is more than that by `grown`. Before the first step nothing has pulled yet: that of the edge.
static double tension_at(const rv_world* world, const rv_rod* rod, int side) {
    const rv_rod_end* end = &rod->end[side];
    // the edge that a clamp holds carries nothing
    int inward = end->clamped && rod->count > 2;
    if (rod->last_h == 0.0)
        return rv_rod_tensions(world, rod)[side == 0 ? inward : rod->count - 2 - inward];
    rv_vec3 pull = end->held ? end->force : (rv_vec3){0, 0, 0};
    for (int k = 0; k < RV_CABLE_GRIPS; k++)
        if (!end->held && rod->hand[k].holds && rod->hand[k].vertex == rv_rod_vertex(rod, side, 0))
            pull = rv_vec3_add(pull, rod->hand[k].force);
    double grown = end->held ? end->grown : 0.0;
    return (side == 0 ? -1.0 : 1.0) * rv_vec3_dot(pull, end->tangent) + grown;
}

double rv_rods_tension_at(const rv_world* world, const rv_cable* cable, int side) {
    return tension_at(world, rv_cable_rods(world, cable) + (side == 0 ? 0 : cable->rod_count - 1),
                      side);
}

rv_peak rv_rod_peak_now(const rv_world* world, const rv_rod* rod) {
    const double* T = rv_rod_tensions(world, rod);
    rv_peak peak = {true, T[0], tension_at(world, rod, 0), 0};
    for (int j = 1; j < rod->count - 1; j++)
        if (T[j] > peak.largest) {
            peak.largest = T[j];
            peak.at = j;
        }
    return peak;
}

rv_peak rv_rods_peak(const rv_world* world, const rv_cable* cable) {
    const rv_rod* rods = rv_cable_rods(world, cable);
    rv_peak peak = {.largest = rv_rods_tension_at(world, cable, 1)};
    for (int r = 0; r < cable->rod_count; r++) {
        rv_peak own = rv_peak_of(rods[r].peak, rv_rod_peak_now(world, &rods[r]));
        peak.first = r == 0 ? own.first : peak.first;
        peak.largest = fmax(peak.largest, fmax(own.largest, peak.first));
    }
    return peak;
}

double rv_rods_length(const rv_world* world, const rv_cable* cable) {
    double sum = 0.0;
    for (int r = 0; r < cable->rod_count; r++) {
        const rv_rod* rod = rv_cable_rods(world, cable) + r;
        const double* lengths = rv_rod_lengths(world, rod);
        for (int j = 0; j < rod->count - 1; j++)
            sum += lengths[j];
        // half of a clamped edge lies in the clamp
        sum -= rod->end[0].clamped ? 0.5 * lengths[0] : 0.0;
        sum -= rod->end[1].clamped ? 0.5 * lengths[rod->count - 2] : 0.0;
    }
    return sum;
}

double rv_rods_path_length(const rv_world* world, const rv_cable* cable) {
    double sum = 0.0;
    for (int r = 0; r < cable->rod_count; r++) {
        const rv_rod* rod = rv_cable_rods(world, cable) + r;
        const rv_vec3* x = rv_rod_points(world, rod);
        for (int j = 0; j < rod->count - 1; j++) {
            double half = (j == 0 && rod->end[0].clamped ? 0.5 : 0.0)
                          + (j == rod->count - 2 && rod->end[1].clamped ? 0.5 : 0.0);
            sum += (1.0 - half) * rv_vec3_length(rv_vec3_sub(x[j + 1], x[j]));
        }
    }
    return sum;
}

// Twist where the vertices are, now or at the middle of the last substep; that in `rod` belongs to
// where the last substep began.
static double twist_at(const rv_world* world, const rv_rod* rod, bool between) {
    double ahead = between ? -0.5 * rod->last_h : 0.0;
    rv_vec3 x = rv_rod_place(world, rod, 1, between);
    rv_vec3 t = rv_vec3_normalize(rv_vec3_sub(x, rv_rod_place(world, rod, 0, between)));
    rv_vec3 d = rv_rod_director(world, NULL, rod, 0, t, ahead);
    for (int i = 2; i < rod->count; i++) {
        rv_vec3 next = rv_rod_place(world, rod, i, between), before = t;
        t = rv_vec3_normalize(rv_vec3_sub(next, x));
        d = rv_rod_carry(d, before, t, 0.0);
        x = next;
    }
    rv_vec3 last = rv_rod_director(world, NULL, rod, 1, t, ahead);
    double angle = rv_atan2(rv_vec3_dot(rv_vec3_cross(d, last), t), rv_vec3_dot(d, last));
    return angle + 2.0 * RV_PI * floor((rod->twist - angle) / (2.0 * RV_PI) + 0.5);
}

double rv_rods_twist(const rv_world* world, const rv_cable* cable) {
    double sum = 0.0;
    for (int r = 0; r < cable->rod_count; r++) {
        const rv_rod* rod = rv_cable_rods(world, cable) + r;
        if (rod->shaped)
            sum += rv_rod_read_frames(world, rod, false).twist;
        else
            sum += rod->twists ? twist_at(world, rod, false) : 0.0;
    }
    return sum;
}

double rv_rod_end_length(const rv_world* world, const rv_rod* rod, int side) {
    const double* lengths = rv_rod_lengths(world, rod);
    return rod->end[side].clamped ? 0.0 : 0.5 * lengths[side == 0 ? 0 : rod->count - 2];
}

double rv_rod_twisting_length(const rv_world* world, const rv_rod* rod) {
    const double* lengths = rv_rod_lengths(world, rod);
    double sum = rv_rod_end_length(world, rod, 0) + rv_rod_end_length(world, rod, 1);
    for (int i = 1; i < rod->count - 1; i++)
        sum += 0.5 * (lengths[i - 1] + lengths[i]);
    return sum;
}

// the one that acted in the last step; of a shaped rod, where it changes along the rod, at its first end
double rv_rods_torque(const rv_world* world, const rv_cable* cable) {
    const rv_rod* rod = rv_cable_rods(world, cable);
    if (rod->shaped || cable->twist_damping > 0.0)
        return rod->moment[0];
    return rod->twists ? cable->GJ * rod->twist / rv_rod_twisting_length(world, rod) : 0.0;
}

int rv_rods_points(const rv_world* world, const rv_cable* cable, const rv_points_out* out) {
    int count = 0;
    for (int r = 0; r < cable->rod_count; r++) {
        const rv_rod* rod = rv_cable_rods(world, cable) + r;
        const double* T = rv_rod_tensions(world, rod);
        // between pieces, a hole
        if (r > 0)
            rv_points_put(out, count++, (rv_vec3){NAN, NAN, NAN}, 0.0);
        for (int i = 0; i < rod->count; i++)
            rv_points_put(out, count++, rv_rod_points(world, rod)[i],
                          T[i < rod->count - 1 ? i : rod->count - 2]);
    }
    return count;
}

// Taut: as long as it is from end to end.
void rv_rods_publish(rv_world* world, rv_cable* cable) {
    bool taut = true;
    rv_rods_break(world, cable);
    for (int r = 0; r < cable->rod_count; r++) {
        const rv_rod* rod = rv_cable_rods(world, cable) + r;
        const rv_vec3* x = rv_rod_points(world, rod);
        double length = 0.0;
        for (int j = 0; j < rod->count - 1; j++)
            length += rv_rod_lengths(world, rod)[j];
        taut &= rv_vec3_length(rv_vec3_sub(x[rod->count - 1], x[0])) >= RV_TAUT_SHARE * length;
    }
    if (cable->state != RV_CABLE_BROKEN)
        cable->state = taut ? RV_CABLE_TAUT : RV_CABLE_SLACK;
}

rv_cable_rod_report rv_cable_get_rod_report(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    if (cable == NULL || cable->rod_count == 0)
        return (rv_cable_rod_report){0};
    rv_cable_rod_report all = rv_cable_rods(world, cable)->moved;
    for (int r = 1; r < cable->rod_count; r++) {
        const rv_cable_rod_report* one = &rv_cable_rods(world, cable)[r].moved;
        all.substeps = one->substeps > all.substeps ? one->substeps : all.substeps;
        all.iterations += one->iterations;
        all.strain = fmax(all.strain, one->strain);
        all.converged &= one->converged;
        all.step_limit = fmin(all.step_limit, one->step_limit);
    }
    return all;
}

rv_cable_rod_edges rv_cable_get_rod_edges(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    rv_cable_rod_edges sum = {0};
    for (int r = 0; cable != NULL && r < cable->rod_count; r++) {
        const rv_rod* rod = rv_cable_rods(world, cable) + r;
        sum.count += rod->count - 1;
        sum.max_count += rod->room - 1;
        sum.refused += rod->refused;
        sum.halved += rod->halved;
        sum.joined += rod->joined;
    }
    return sum;
}

// --- energies ---

// In the middle of a step half of what stretch pulled with, which belongs to its beginning, times the stretch
// at its end (rv_elastic_row_energy); an edge that turns within the step is shorter there without being
// pressed. That stretch is T l/EA, or where it is damped, what is measured; between steps EA s^2/(2 l) of it.
static double stretch_energy(const rv_world* world, const rv_rod* rod, bool between) {
    double EA = world->cables.data[rod->cable].EA, sum = 0.0;
    bool damped = world->cables.data[rod->cable].damping > 0.0;
    const double *l = rv_rod_lengths(world, rod), *T = rv_rod_tensions(world, rod);
    const double* S = rv_rod_kept(world, rod);
    const rv_vec3* x = rv_rod_points(world, rod);
    for (int j = 0; j < rod->count - 1 && EA < INFINITY; j++) {
        double now = EA * (rv_vec3_length(rv_vec3_sub(x[j + 1], x[j])) / l[j] - 1.0);
        double both = !between ? now * now : S[j] * (damped ? now : T[j]);
        sum += 0.5 * l[j] * rv_larger(both, 0.0) / EA;
    }
    return sum;
}

static double bend_energy(const rv_world* world, const rv_rod* rod, bool between) {
    double EI = world->cables.data[rod->cable].segments.EI, sum = 0.0;
    const double* l = rv_rod_lengths(world, rod);
    rv_vec3 x = rv_rod_place(world, rod, 0, between), before = {0, 0, 0};
    for (int i = 1; i < rod->count; i++) {
        rv_vec3 next = rv_rod_place(world, rod, i, between);
        rv_vec3 along = rv_vec3_normalize(rv_vec3_sub(next, x));
        if (i > 1) {
            double fold = rv_larger(RV_ROD_FOLD, 1.0 + rv_vec3_dot(before, along));
            sum += 4.0 * EI / (l[i - 2] + l[i - 1]) * (2.0 / fold - 1.0);
        }
        x = next;
        before = along;
    }
    return sum;
}

double rv_rod_elastic_energy(const rv_world* world, const rv_rod* rod, bool between) {
    const rv_cable* cable = &world->cables.data[rod->cable];
    double sum = stretch_energy(world, rod, between);
    if (rod->shaped)
        return sum + rv_rod_read_frames(world, rod, between).energy
               + rv_rod_contact_energy(world, rod, between);
    if (cable->segments.EI > 0.0)
        sum += bend_energy(world, rod, between);
    double twist = rod->twists ? twist_at(world, rod, between) : 0.0;
    if (rod->twists)
        sum += 0.5 * cable->GJ * twist * twist / rv_rod_twisting_length(world, rod);
    return sum + rv_rod_contact_energy(world, rod, between);
}

void rv_rod_add_energy(const rv_world* world, int index, rv_energy* energy) {
    bool between = world->step_count > 0;
    const rv_rod* rod = &world->rods.data[index];
    const rv_vec3* v = rv_rod_velocities(world, rod);
    const double* m = rv_rod_masses(world, rod);
    for (int i = 0; i < rod->count; i++) {
        energy->kinetic += 0.5 * m[i] * rv_vec3_dot(v[i], v[i]);
        energy->gravitational -=
            m[i] * rv_vec3_dot(world->def.gravity, rv_rod_place(world, rod, i, between));
    }
    energy->elastic += rv_rod_elastic_energy(world, rod, between);
}
