// Rods, stage "rows": a straight rod that is pressed buckles (crooked.h). The couple of an edge is a force
// to one side on its last vertex, and as much to the other side on its first.
#include "model/crooked.h"
#include "model/rod.h"

#include <math.h>

// between its ends' sections: half of a clamped edge is in the clamp
static rv_column column_of(const rv_world* world, const rv_rod* rod, const rv_rod_line* line) {
    rv_column c = {.EI = world->cables.data[rod->cable].segments.EI, .axis = line->tangent[0]};
    for (int j = 0; j < line->vertices - 1; j++)
        c.length += line->length[j];
    for (int side = 0; side < 2; side++) {
        c.held[side] = rod->end[side].held;
        c.clamped[side] = rod->end[side].clamped;
        double edge = line->length[side == 0 ? 0 : line->vertices - 2];
        c.length -= c.clamped[side] ? 0.5 * edge : 0.0;
    }
    return c;
}

// pressed harder than the column carries
static bool is_overloaded(const rv_column* c, const rv_rod_line* line, const double* T) {
    double load = rv_column_load(c), pressed = 0.0, all = 0.0;
    double along = c->clamped[0] ? -0.5 * line->length[0] : 0.0;
    if (load == INFINITY)
        return false;
    for (int j = 0; j < line->vertices - 1; j++) {
        double l = line->length[j], slope = rv_column_slope(c, along + 0.5 * l);
        pressed -= T[j] * slope * slope * l;
        all += slope * slope * l;
        along += l;
    }
    return pressed > load * all;
}

static bool is_pressed(const double* T, int edges) {
    for (int j = 0; j < edges; j++)
        if (T[j] < 0.0)
            return true;
    return false;
}

static bool is_straight(const rv_rod_line* line, double curvature) {
    for (int i = 1; i < line->vertices - 1; i++) {
        double most = curvature / line->density[i];
        if (rv_vec3_dot(line->binormal[i], line->binormal[i]) > most * most)
            return false;
    }
    return true;
}

void rv_rod_add_crooked(const rv_world* world, const rv_rod* rod, const rv_rod_line* line, double h,
                        const double* T, rv_vec3* F) {
    const double* m = rv_rod_masses(world, rod);
    int edges = rod->count - 1;
    if (!is_pressed(T, edges))
        return;
    rv_column column = column_of(world, rod, line);
    if (!is_straight(line, rv_crooked_curvature(&column)) || !is_overloaded(&column, line, T))
        return;
    double along = column.clamped[0] ? -0.5 * line->length[0] : 0.0;
    rv_vec3 side = rv_crooked_direction(&column, world->def.gravity);
    for (int j = 0; j < edges; j++) {
        // I = m l^2/2 of two masses m
        double l = line->length[j], most = 0.5 * fmin(m[j], m[j + 1]) * l / (h * h);
        double force = fmin(-fmin(T[j], 0.0), most) * rv_crooked_tilt(&column, along, l);
        F[j] = rv_vec3_mul_add(F[j], -force, side);
        F[j + 1] = rv_vec3_mul_add(F[j + 1], force, side);
        along += l;
    }
}
