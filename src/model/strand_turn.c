// What turning adds to the rows of a strand (turn.c): its links hold points at arms r from the
// centres of two bodies, which turn on circles. The gap of a link ends at
//   g' = g + h (G v' + g_t) + c,   c = c_b - c_a,   c_s = exp(h [w_s]) r_s - r_s - h w_s x r_s.
// Bend and twist have no such part here: their couples turn with the bodies, and with it they would
// do work that nothing stores.
#include "model/strand.h"

#include <math.h>

// angular velocity of a side of a link, for these velocities of the island
static rv_vec3 spin_of(const rv_world* world, const rv_island* island, const rv_link* link,
                       const rv_stiffness* k, int side, const double* v) {
    int block = k->block[side];
    if (block < 0)
        return rv_motion_of(world, island, link->body[side]).w;
    if (island->kkt.block_size.data[block] < 6)
        return (rv_vec3){0, 0, 0};
    return rv_vec3_load(v + island->kkt.block_first.data[block] + 3);
}

// The angle by which half a link of its length would turn to be off by as much: |c| = l/2 a^2/2.
static double turn_of(const rv_link* link, rv_vec3 arm, rv_vec3 w, double h) {
    double arm2 = rv_vec3_dot(arm, arm), half = 0.5 * link->length;
    rv_vec3 speed = rv_vec3_cross(w, arm);
    double most2 = fmax(arm2, sqrt(arm2) * half);
    return most2 > 0.0 ? h * sqrt(rv_vec3_dot(speed, speed) / most2) : 0.0;
}

double rv_strand_turn(const rv_world* world, const rv_island* island, const rv_member* member,
                      const double* v) {
    const rv_strand* strand = &world->strands.data[member->index];
    const rv_link* links = rv_strand_links(world, strand);
    const rv_stiffness* k = island->stiffness.data + member->first_stiffness;
    double largest = 0.0, least = RV_TURN_FOLLOWED / island->h, least2 = least * least;
    int slow = -1; // a block that turns no more than that: most are on two links
    for (int i = 0; i < strand->link_count; i++)
        for (int s = 0; s < 2 && !links[i].broken; s++) {
            if (slow >= 0 && k[i].block[s] == slow)
                continue;
            rv_vec3 w = spin_of(world, island, &links[i], &k[i], s, v);
            // no more than it turns about all axes
            if (rv_vec3_dot(w, w) <= least2)
                slow = k[i].block[s];
            else
                largest = fmax(largest, turn_of(&links[i], k[i].arm[s], w, island->h));
        }
    return largest;
}

static rv_vec3 added(rv_vec3 arm, rv_vec3 w, double h) {
    rv_vec3 turn = rv_vec3_scale(w, h);
    rv_vec3 turned = rv_quat_rotate(rv_quat_exp(turn), arm);
    return rv_vec3_sub(rv_vec3_sub(turned, arm), rv_vec3_cross(turn, arm));
}

double rv_strand_turned(const rv_world* world, const rv_island* island, const rv_member* member,
                        const double* v, double* out) {
    const rv_strand* strand = &world->strands.data[member->index];
    const rv_link* links = rv_strand_links(world, strand);
    const rv_stiffness* k = island->stiffness.data + member->first_stiffness;
    int row = member->first_row;
    double largest = 0.0;
    for (int i = 0; i < strand->link_count; i++, row += RV_LINK_ROWS) {
        if (links[i].broken)
            continue;
        rv_vec3 c[2];
        for (int s = 0; s < 2; s++)
            c[s] = added(k[i].arm[s], spin_of(world, island, &links[i], &k[i], s, v), island->h);
        rv_vec3 both = rv_vec3_sub(c[1], c[0]);
        rv_vec3 more = rv_vec3_sub(both, rv_vec3_load(island->turned.data + row));
        largest = fmax(largest, rv_vec3_length(more) / links[i].length);
        rv_vec3_store(out + row, both);
    }
    return largest;
}
