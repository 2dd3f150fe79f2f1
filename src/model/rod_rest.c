// Rods that are curved or twisted at rest, inside the engine (rod_frames.h has the mechanics): what they
// are like without load, their frames in a step, and what is read of them. The frame of the first edge
// turns with the director of the first end; where that end is free to spin, the director follows its
// edge, and the angle of its frame is found like all others. Angles are kept from step to step: each
// relaxation starts where the last one ended.
#include "model/rod.h"

#include <math.h>

// per vertex of a rod that is read: its line, its frames, its place
enum { READING_VALUES = RV_ROD_VALUES + RV_ROD_FRAMES_VALUES + 3 };

bool rv_segments_have_rest(const rv_cable_segments* s) {
    return s->rest_as_laid || s->rest_curvature[0] != 0.0 || s->rest_curvature[1] != 0.0
           || s->rest_twist != 0.0;
}

bool rv_rod_reserve_reading(rv_world* world, int vertices) {
    return rv_array_reserve(&world->memory, &world->rod_reading, READING_VALUES * vertices);
}

static rv_rod_rest* rest_of(const rv_world* world, const rv_rod* rod) {
    return world->rod_rest.data + rod->first;
}

static rv_rod_stiffness stiffness_of(const rv_world* world, const rv_rod* rod) {
    const rv_cable* cable = &world->cables.data[rod->cable];
    return (rv_rod_stiffness){cable->segments.EI, cable->GJ};
}

void rv_rod_load_frames(const rv_world* world, const rv_rod* rod, rv_rod_frames* f) {
    const rv_rod_rest* rest = rest_of(world, rod);
    for (int i = 0; i < rod->count; i++) {
        f->rest_1[i] = rest[i].k_1;
        f->rest_2[i] = rest[i].k_2;
        f->rest_twist[i] = rest[i].twist;
        f->theta[i] = rest[i].angle;
    }
    f->first_held = rod->end[0].turns;
    f->last_held = rod->end[1].turns;
    f->last = rod->twist;
}

void rv_rod_store_angles(rv_world* world, const rv_rod* rod, const rv_rod_frames* f) {
    rv_rod_rest* rest = rest_of(world, rod);
    for (int j = 0; j < rod->count - 1; j++)
        rest[j].angle = f->theta[j];
}

// --- creation ---

// the same curvature and twist all along
static void set_rest(rv_world* world, const rv_rod* rod, const rv_cable_segments* s) {
    const double* l = rv_rod_lengths(world, rod);
    rv_rod_rest* rest = rest_of(world, rod);
    double curvature = sqrt(s->rest_curvature[0] * s->rest_curvature[0]
                            + s->rest_curvature[1] * s->rest_curvature[1]);
    for (int i = 1; i < rod->count - 1; i++) {
        double D = 0.5 * (l[i - 1] + l[i]), sine, cosine;
        rv_sincos(0.5 * curvature * D, &sine, &cosine);
        double per = curvature > 0.0 ? 2.0 * sine / (cosine * curvature) : 0.0;
        rest[i].k_1 = per * s->rest_curvature[0];
        rest[i].k_2 = per * s->rest_curvature[1];
        rest[i].twist = D * s->rest_twist;
    }
    rest[0].twist = rv_rod_end_length(world, rod, 0) * s->rest_twist;
    rest[rod->count - 1].twist = rv_rod_end_length(world, rod, 1) * s->rest_twist;
}

// as it lies, with the angles that it has
static void take_rest(rv_world* world, const rv_rod* rod) {
    double* values = world->rod_reading.data;
    int n = rod->count;
    rv_rod_line line = rv_rod_line_of(world, rod, values);
    rv_rod_frames f = rv_rod_frames_at(values + RV_ROD_VALUES * n, n);
    rv_rod_measure(&line, rv_rod_points(world, rod), 0.0);
    rv_rod_load_frames(world, rod, &f);
    rv_vec3 first = rv_rod_director(world, NULL, rod, 0, line.tangent[0], 0.0);
    rv_rod_frames_carry(&f, &line, first);
    rv_rod_frames_set_rest(&f, &line);
    rv_rod_rest* rest = rest_of(world, rod);
    for (int i = 0; i < n; i++) {
        rest[i].k_1 = f.rest_1[i];
        rest[i].k_2 = f.rest_2[i];
        rest[i].twist = f.rest_twist[i];
    }
}

void rv_rod_start_rest(rv_world* world, rv_rod* rod) {
    const rv_cable_segments* s = &world->cables.data[rod->cable].segments;
    rv_rod_rest* rest = rest_of(world, rod);
    for (int i = 0; i < rod->count; i++)
        rest[i] = (rv_rod_rest){0};
    rod->shaped = rv_segments_have_rest(s) && rod->count > 2;
    if (!rod->shaped)
        return;
    set_rest(world, rod, s);
    // twisted as it was laid, the same all along; with an end that spins freely, as at rest
    const double* l = rv_rod_lengths(world, rod);
    double per_length = rod->twist / rv_rod_twisting_length(world, rod);
    rest[0].angle = rod->twists ? per_length * rv_rod_end_length(world, rod, 0) : 0.0;
    for (int j = 1; j < rod->count - 1; j++) {
        double share = per_length * 0.5 * (l[j - 1] + l[j]);
        rest[j].angle = rest[j - 1].angle + (rod->twists ? share : rest[j].twist);
    }
    if (s->rest_as_laid)
        take_rest(world, rod);
}

rv_vec3 rv_rod_carried_director(const rv_world* world, const rv_rod* rod, int edge) {
    const rv_vec3* x = rv_rod_points(world, rod);
    rv_vec3 t = rv_vec3_normalize(rv_vec3_sub(x[1], x[0]));
    rv_vec3 director = rv_rod_director(world, NULL, rod, 0, t, 0.0);
    for (int j = 1; j <= edge; j++) {
        rv_vec3 next = rv_vec3_normalize(rv_vec3_sub(x[j + 1], x[j]));
        director = rv_rod_carry(director, t, next, 0.0);
        t = next;
    }
    return director;
}

// --- stage "rows" ---

bool rv_rod_find_frames(rv_world* world, const rv_island* island, rv_rod* rod, rv_rod_work* work) {
    const rv_rod_line* line = &work->line;
    rv_rod_frames* f = &work->frames;
    int last = rod->count - 2;
    rv_vec3 director[2];
    for (int side = 0; side < 2; side++)
        director[side] =
            rv_rod_director(world, island, rod, side, line->tangent[side == 0 ? 0 : last], 0.0);
    rv_rod_load_frames(world, rod, f);
    rv_rod_frames_carry(f, line, director[0]);
    rod->twist = rv_rod_twist(line, director[0], director[1], rod->twist);
    f->last = rod->twist;
    rv_rod_stiffness s = stiffness_of(world, rod);
    bool settled = rv_rod_frames_relax(f, line, s) >= 0;
    rv_rod_store_angles(world, rod, f);
    work->M[0] = rod->moment[0] = -rv_rod_frames_couple(f, line, s, false);
    work->M[1] = rod->moment[1] = rv_rod_frames_couple(f, line, s, true);
    return settled;
}

void rv_rod_add_frame_forces(const rv_world* world, const rv_rod* rod, const rv_rod_work* work,
                             rv_vec3* F) {
    rv_rod_frames_add_forces(&work->frames, &work->line, stiffness_of(world, rod), F);
}

// --- what is read ---

rv_rod_reading rv_rod_read_frames(const rv_world* world, const rv_rod* rod, bool between) {
    double* values = world->rod_reading.data;
    int n = rod->count, last = n - 2;
    double ahead = between ? -0.5 * rod->last_h : 0.0;
    rv_rod_line line = rv_rod_line_of(world, rod, values);
    rv_rod_frames f = rv_rod_frames_at(values + RV_ROD_VALUES * n, n);
    rv_vec3* x = (rv_vec3*)(values + (RV_ROD_VALUES + RV_ROD_FRAMES_VALUES) * n);
    for (int i = 0; i < n; i++)
        x[i] = rv_rod_place(world, rod, i, between);
    rv_rod_measure(&line, x, 0.0);
    rv_rod_load_frames(world, rod, &f);
    rv_vec3 first = rv_rod_director(world, NULL, rod, 0, line.tangent[0], ahead);
    rv_vec3 end = rv_rod_director(world, NULL, rod, 1, line.tangent[last], ahead);
    rv_rod_frames_carry(&f, &line, first);
    f.last = rv_rod_twist(&line, first, end, rod->twist);
    rv_rod_stiffness s = stiffness_of(world, rod);
    rv_rod_frames_relax(&f, &line, s);
    return (rv_rod_reading){.energy = rv_rod_frames_energy(&f, &line, s),
                            .twist = rv_rod_frames_twist(&f, &line)};
}
