// Rods that come apart: cut by the user, or where they are pulled harder than their breaking load. A cut
// goes through a vertex, which both pieces get: each with the half of the edge on its side, at the same
// place and with the same velocity. So mass, momentum, angular momentum and kinetic energy stay as they
// are, and of the elastic energy goes what the joint and the twist held: the new ends are free, and
// twist is in balance along a rod at all times, so that none is left in a piece with a free end.
// A cut where an end is pinned lets go of it. Pieces have one edge at least.
#include "model/rod.h"
#include "model/solid.h"

#include <math.h>
#include <string.h>

// --- where ---

// a vertex of one of a cable's rods; rod -1: none
typedef struct place {
    int rod, vertex;
} place;

// A cut can go through inner vertices and pinned ends; where it has gone before, between two pieces,
// nothing is left to be cut.
static bool can_be_cut(const rv_cable* cable, const rv_rod* rod, int piece, int vertex) {
    if (vertex > 0 && vertex < rod->count - 1)
        return true;
    int side = vertex == 0 ? 0 : 1;
    bool parted = side == 0 ? piece > 0 : piece < cable->rod_count - 1;
    return parted || (rod->end[side].held && !rod->end[side].clamped);
}

// the one nearest to `at` along the cable
static place nearest_place(const rv_world* world, const rv_cable* cable, double at) {
    place best = {-1, 0};
    double nearest = INFINITY, passed = 0.0;
    for (int r = 0; r < cable->rod_count; r++) {
        const rv_rod* rod = rv_cable_rods(world, cable) + r;
        const double* lengths = rv_rod_lengths(world, rod);
        passed -= rod->end[0].clamped ? 0.5 * lengths[0] : 0.0;
        for (int i = 0; i < rod->count; passed += lengths[i++])
            if (fabs(passed - at) < nearest && can_be_cut(cable, rod, r, i)) {
                nearest = fabs(passed - at);
                best = (place){cable->first_rod + r, i};
            }
        passed -= rod->end[1].clamped ? 0.5 * lengths[rod->count - 2] : 0.0;
    }
    return best;
}

// --- the parts of a cut ---

// memory for one more piece; false: there is none, and nothing has changed
static bool make_room(rv_world* world) {
    world->rod_contacts_before.count = 0; // scratch between steps
    return rv_rod_reserve(world, world->rods.count + 1, world->rod_x.count + 1)
           && rv_array_reserve(&world->memory, &world->rod_contacts_before,
                               world->rod_contacts.count);
}

// forces of the rows that hold ends: those of the last end follow those of the first, if it has any
static void drop_rows(const rv_world* world, rv_rod* rod, int side) {
    int first = rv_rod_end_has_rows(world, &rod->end[0]) ? 3 * rv_rod_held_count(&rod->end[0]) : 0;
    int kept = side == 0 ? 2 * RV_ROD_END_ROWS - first : first, from = side == 0 ? first : 0;
    double lambda[2 * RV_ROD_END_ROWS] = {0};
    int8_t state[2 * RV_ROD_END_ROWS] = {0};
    memcpy(lambda, rod->lambda + from, (size_t)kept * sizeof *lambda);
    memcpy(state, rod->state + from, (size_t)kept * sizeof *state);
    memcpy(rod->lambda, lambda, sizeof lambda);
    memcpy(rod->state, state, sizeof state);
}

// nothing holds this end any more
static void free_end(const rv_world* world, rv_rod* rod, int side) {
    const rv_vec3* edge = rv_rod_points(world, rod) + (side == 0 ? 0 : rod->count - 2);
    rv_vec3 tangent = rv_vec3_normalize(rv_vec3_sub(edge[1], edge[0]));
    drop_rows(world, rod, side);
    // the frames of a shaped rod go on from where they are
    rv_vec3 director = rod->shaped
                           ? rv_rod_carried_director(world, rod, side == 0 ? 0 : rod->count - 2)
                           : rv_vec3_perpendicular(tangent);
    rod->end[side] = (rv_rod_end){.body = -1, .tangent = tangent, .director = director};
    rod->bodies[side] = -1;
    rod->twists = false;
    rod->twist = rod->shaped ? rod->twist : 0.0;
}

// the cable's own end is one that holds on to nothing
static void free_node(rv_world* world, rv_cable* cable, int side, rv_vec3 at) {
    rv_path_node* node = rv_cable_nodes(world, cable) + (side == 0 ? 0 : cable->node_count - 1);
    node->def.type = RV_CABLE_FREE;
    node->def.body = (rv_body_id){0};
    node->def.point = at;
    node->body = -1;
    rv_cable_layout(world, cable);
}

// Doubles a vertex of the world's lists. The first of the two is the last of its piece, with half of
// the edge before it.
static void part_vertex(rv_world* world, int at, double mass_before) {
    rv_array_part(&world->rod_x, at, 1);
    rv_array_part(&world->rod_v, at, 1);
    rv_array_part(&world->rod_mass, at, 1);
    rv_array_part(&world->rod_length, at, 1);
    rv_array_part(&world->rod_tension, at, 1);
    rv_array_part(&world->rod_kept, at, 1);
    rv_array_part(&world->rod_bow, at, 1);
    rv_array_part(&world->rod_rest, at, 1);
    rv_array_part(&world->rod_listed, at, 1);
    rv_array_part(&world->rod_seen, at, 1);
    rv_array_part(&world->rod_share, at, 1);
    world->rod_x.data[at] = world->rod_x.data[at + 1];
    world->rod_v.data[at] = world->rod_v.data[at + 1];
    world->rod_listed.data[at] = world->rod_listed.data[at + 1];
    world->rod_seen.data[at] = world->rod_seen.data[at + 1];
    world->rod_share.data[at] = (rv_rod_share){0};
    world->rod_mass.data[at] = mass_before;
    world->rod_mass.data[at + 1] -= mass_before;
    // of the twist that the joint had at rest each half edge keeps its part
    rv_rod_rest* rest = world->rod_rest.data + at;
    double mass = mass_before + world->rod_mass.data[at + 1];
    rest[0] = (rv_rod_rest){.twist = rest[1].twist * mass_before / mass};
    rest[1].twist -= rest[0].twist;
    world->rod_length.data[at] = world->rod_tension.data[at] = 0.0;
    world->rod_kept.data[at] = world->rod_bow.data[at] = 0.0;
}

// a hand keeps what it holds; on the cut itself, the first piece
static void part_hands(rv_rod* first, rv_rod* last, int vertex) {
    for (int k = 0; k < RV_CABLE_GRIPS; k++) {
        bool behind = first->hand[k].vertex > vertex;
        *(behind ? &first->hand[k] : &last->hand[k]) = (rv_rod_hand){0};
        if (behind)
            last->hand[k].vertex -= vertex;
    }
}

// the rods behind a new one have one more before them, and what steps them moves along
static void shift_rods(rv_world* world, int made) {
    for (int r = made + 1; r < world->rods.count; r++)
        world->rods.data[r].first++;
    for (int i = 0; i < world->cables.count; i++)
        if (world->cables.data[i].rod_count > 0 && world->cables.data[i].first_rod >= made)
            world->cables.data[i].first_rod++;
    rv_solids_shift_rods(world, made);
    // one that waits for a rod
    int spare = world->rods.count - 1;
    if (world->rod_work.count <= spare)
        return;
    struct rv_rod_work** work = world->rod_work.data;
    struct rv_rod_work* taken = work[spare];
    memmove(work + made + 1, work + made, (size_t)(spare - made) * sizeof *work);
    work[made] = taken;
}

// --- cutting ---

// a rod becomes two; there is room
static void split(rv_world* world, int index, int vertex) {
    rv_array_part(&world->rods, index + 1, 1);
    rv_rod *first = &world->rods.data[index], *last = first + 1;
    *last = *first;
    rv_cable* cable = &world->cables.data[first->cable];
    const double* lengths = rv_rod_lengths(world, first);
    double all = lengths[vertex - 1] + lengths[vertex];
    double share = rv_rod_masses(world, first)[vertex] * lengths[vertex - 1] / all;
    rv_vec3 director = rv_rod_carried_director(world, first, vertex);
    part_vertex(world, first->first + vertex, share);
    int spare = first->room - first->count;
    int own = (int)((int64_t)spare * vertex / (first->count - 1));
    first->count = vertex + 1;
    first->room = first->count + own;
    last->first += vertex + 1;
    last->count -= vertex;
    last->room = last->count + spare - own;
    last->halved = last->joined = 0;
    part_hands(first, last, vertex);
    free_end(world, first, 1);
    free_end(world, last, 0);
    if (last->shaped)
        last->end[0].director = director;
    shift_rods(world, index + 1);
    rv_rods_part(world, index, vertex);
    cable->rod_count++;
}

bool rv_rod_cut(rv_world* world, int index, int vertex) {
    rv_rod* rod = &world->rods.data[index];
    rv_cable* cable = &world->cables.data[rod->cable];
    bool at_end = vertex == 0 || vertex == rod->count - 1;
    if (!at_end && !make_room(world))
        return false;
    rod = &world->rods.data[index];
    rv_world_wake(world, rod->bodies, 2);
    rv_rod_wake(rod);
    if (at_end) {
        int side = vertex == 0 ? 0 : 1;
        free_end(world, rod, side);
        free_node(world, cable, side, rv_rod_points(world, rod)[vertex]);
    } else {
        split(world, index, vertex);
    }
    cable->state = RV_CABLE_BROKEN;
    rv_world_touch(world);
    return true;
}

bool rv_rods_cut_at(rv_world* world, rv_cable* cable, double at) {
    place p = nearest_place(world, cable, at);
    if (!RV_CHECK(world, p.rod >= 0, "rv_cable_cut_at: the rod has no joint to cut"))
        return false;
    const rv_rod* rod = &world->rods.data[p.rod];
    bool at_end = p.vertex == 0 || p.vertex == rod->count - 1;
    if (at_end && !rod->end[p.vertex == 0 ? 0 : 1].held)
        return true;
    return RV_CHECK(world, rv_rod_cut(world, p.rod, p.vertex), "rv_cable_cut_at: out of memory");
}

// --- breaking ---

// Where an edge that is pulled too hard comes apart: at the one of its vertices whose other edge is pulled
// harder, too; a rod of one edge comes off an end that is pinned. -1: nowhere.
static int breaking_vertex(const rv_world* world, const rv_rod* rod, int edge) {
    const double* T = rv_rod_tensions(world, rod);
    int last = rod->count - 2;
    if (last == 0)
        return rod->end[0].held && !rod->end[0].clamped   ? 0
               : rod->end[1].held && !rod->end[1].clamped ? 1
                                                          : -1;
    if (edge == 0 || edge == last)
        return edge == 0 ? 1 : last;
    return T[edge - 1] >= T[edge + 1] ? edge : edge + 1;
}

void rv_rods_break(rv_world* world, rv_cable* cable) {
    // from the last one on: what becomes two has been looked at
    for (int r = cable->rod_count - 1; r >= 0 && cable->breaking_load < INFINITY; r--) {
        const rv_rod* rod = rv_cable_rods(world, cable) + r;
        rv_peak peak = rv_peak_of(rod->peak, rv_rod_peak_now(world, rod));
        double tension = peak.largest;
        int vertex = tension > cable->breaking_load ? breaking_vertex(world, rod, peak.at) : -1;
        if (vertex < 0 || !rv_rod_cut(world, cable->first_rod + r, vertex))
            continue;
        cable->broken_node = 0;
        cable->broken_tension = tension;
        cable->events |= 1u << RV_CABLE_EVENT_BROKEN;
    }
}
