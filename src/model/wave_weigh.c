// What the spans of a layered cable weigh (wave.h), and how tension grows along it.
//   rho = rho_0 min(1, L/l)   L the unstretched length of a section, l that of its spans and arcs
//   dT  = rho |g| dz          along the path
// Mass is per unstretched length: a section keeps what it has however far it is stretched. What
// does not stretch is longer than L by errors alone.
#include "model/wave.h"

#include "core/extremes.h"

#include <math.h>

// of the span after node i, at an end, times gravity
static double height_of(const rv_world* world, const rv_path_node* node, int side) {
    return -rv_vec3_dot(world->def.gravity, node->span.at[side]);
}

// Shares of the mass per unstretched length, section by section; past a split node that has lifted
// off, two sections are one.
static void find_densities(const rv_world* world, const rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_wave* waves = rv_waves_of(world, cable);
    for (int i = 0, end; i < cable->node_count - 1; i = end) {
        double there_is = 0.0, reaches = 0.0;
        end = i;
        do {
            there_is += nodes[end].material;
            reaches += nodes[end].geometric;
            end = rv_section_end(nodes, cable->node_count, end);
        } while (nodes[end].lifted);
        double density = cable->mass_per_length;
        if (cable->EA < INFINITY && reaches > there_is)
            density *= there_is / reaches;
        for (int k = i; k < end; k = rv_wave_next(nodes, k))
            waves[k].density = density;
    }
}

void rv_waves_lift(const rv_world* world, const rv_cable* cable) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_wave* waves = rv_waves_of(world, cable);
    double lowest = 0.0, at = 0.0, low = height_of(world, &nodes[0], 0);
    for (int i = 0, next; i < cable->node_count - 1; i = next) {
        double high = height_of(world, &nodes[i], 1);
        next = rv_wave_next(nodes, i);
        waves[i].extra[0] = at;
        waves[i].extra[1] = at + waves[i].density * (high - low);
        lowest = rv_smaller(lowest, rv_smaller(at, waves[i].extra[1]));
        at = waves[i].extra[1];
        // the cable on a wheel weighs what it weighs beside it
        if (next == cable->node_count - 1)
            break;
        low = height_of(world, &nodes[next], 0);
        at += 0.5 * (waves[i].density + waves[next].density) * (low - high);
    }
    for (int i = 0; i < cable->node_count - 1; i = rv_wave_next(nodes, i))
        for (int side = 0; side < 2; side++)
            waves[i].extra[side] -= lowest;
}

// Mass that a span has got has come from where the tension of the section's row is that of the
// cable: at this height, times gravity.
static double height_of_row(const rv_world* world, const rv_path_node* node, const rv_wave* wave) {
    return height_of(world, node, 0) - wave->extra[0] / wave->density;
}

double rv_waves_weigh(const rv_world* world, const rv_cable* cable, double mass) {
    const rv_path_node* nodes = rv_cable_nodes(world, cable);
    rv_wave* waves = rv_waves_of(world, cable);
    double work = 0.0, height = 0.0;
    find_densities(world, cable);
    rv_waves_lift(world, cable);
    bool laid = isnan(mass);
    for (int i = 0; i < cable->node_count - 1; i = rv_wave_next(nodes, i)) {
        double weighs = waves[i].density * waves[i].used;
        height = height_of_row(world, &nodes[i], &waves[i]);
        if (laid)
            work += (weighs - waves[i].mass) * height;
        else
            mass -= weighs;
        waves[i].mass = weighs;
    }
    return laid ? work : -mass * height;
}
