// Rods: creation, removal, and the memory that their steps need.
#include "model/rod.h"

#include "model/family.h"
#include "model/solid.h"
#include "model/start_motion.h"

#include <math.h>
#include <string.h>

enum { USUAL_ROOM = 4 }; // edges per edge that a rod which adapts begins with

int rv_rod_room(const rv_cable* cable, int count) {
    const rv_cable_segments* s = &cable->segments;
    if (s->resolution != RV_CABLE_ADAPTIVE)
        return count;
    return (s->max_count > 0 ? s->max_count : USUAL_ROOM * (count - 1)) + 1;
}

bool rv_rod_reserve(rv_world* world, int rods, int vertices) {
    rv_memory* m = &world->memory;
    for (int r = 0; r < world->rods.count; r++)
        vertices += world->rods.data[r].room - world->rods.data[r].count;
    return rv_array_reserve(m, &world->rods, rods) && rv_array_reserve(m, &world->rod_x, vertices)
           && rv_array_reserve(m, &world->rod_v, vertices)
           && rv_array_reserve(m, &world->rod_mass, vertices)
           && rv_array_reserve(m, &world->rod_length, vertices)
           && rv_array_reserve(m, &world->rod_tension, vertices)
           && rv_array_reserve(m, &world->rod_kept, vertices)
           && rv_array_reserve(m, &world->rod_bow, vertices)
           && rv_array_reserve(m, &world->rod_share, vertices)
           && rv_array_reserve(m, &world->rod_rest, vertices)
           && rv_array_reserve(m, &world->rod_listed, vertices)
           && rv_array_reserve(m, &world->rod_seen, vertices);
}

// an edge's mass is shared by its ends
void rv_rod_weigh(rv_world* world, const rv_rod* rod) {
    const double* lengths = rv_rod_lengths(world, rod);
    double* masses = rv_rod_masses(world, rod);
    double per_length = world->cables.data[rod->cable].mass_per_length;
    for (int i = 0; i < rod->count; i++)
        masses[i] = 0.5 * per_length * ((i > 0 ? lengths[i - 1] : 0.0) + lengths[i]);
}

// lengths of the edges, and masses
static void weigh(rv_world* world, const rv_rod* rod, double length) {
    const rv_vec3* x = rv_rod_points(world, rod);
    double *lengths = rv_rod_lengths(world, rod), sum = 0.0;
    for (int j = 0; j < rod->count - 1; j++) {
        lengths[j] = rv_vec3_length(rv_vec3_sub(x[j + 1], x[j]));
        sum += lengths[j];
    }
    // half of a clamped edge lies in the clamp
    double elastic = sum - (rod->end[0].clamped ? 0.5 * lengths[0] : 0.0)
                     - (rod->end[1].clamped ? 0.5 * lengths[rod->count - 2] : 0.0);
    for (int j = 0; j < rod->count - 1 && !isnan(length); j++)
        lengths[j] *= length / elastic;
    lengths[rod->count - 1] = 0.0;
    rv_rod_weigh(world, rod);
}

// tensions of edges that are drawn longer than they are
static void start_tension(rv_world* world, const rv_rod* rod) {
    const rv_vec3* x = rv_rod_points(world, rod);
    double EA = world->cables.data[rod->cable].EA, *T = rv_rod_tensions(world, rod);
    const double* l = rv_rod_lengths(world, rod);
    memset(T, 0, (size_t)rod->count * sizeof *T);
    for (int j = 0; j < rod->count - 1 && EA < INFINITY; j++)
        T[j] = EA * (rv_vec3_length(rv_vec3_sub(x[j + 1], x[j])) / l[j] - 1.0);
    memcpy(rv_rod_kept(world, rod), T, (size_t)rod->count * sizeof *T);
}

static rv_vec3 edge_direction(const rv_world* world, const rv_rod* rod, int side) {
    const rv_vec3* x = rv_rod_points(world, rod);
    int j = side == 0 ? 0 : rod->count - 2;
    return rv_vec3_normalize(rv_vec3_sub(x[j + 1], x[j]));
}

// into the frame of what holds the end
static rv_vec3 local_direction(const rv_world* world, const rv_rod_end* end, rv_vec3 direction) {
    return end->body < 0 ? direction
                         : rv_mat3_apply_transpose(world->bodies.data[end->body].R, direction);
}

static void hold_end(rv_world* world, rv_rod* rod, int side, const rv_path_node* node) {
    rv_rod_end* end = &rod->end[side];
    const rv_body* body = node->body < 0 ? NULL : &world->bodies.data[node->body];
    bool held = node->def.type != RV_CABLE_FREE;
    bool turns = held && !node->def.swivel && (body == NULL || body->kind == RV_BODY_RIGID);
    *end = (rv_rod_end){.body = held ? node->body : -1,
                        .held = held,
                        .clamped = held && node->def.clamped,
                        .turns = turns,
                        .point = node->def.point};
    rod->bodies[side] = end->body;
    end->tangent = edge_direction(world, rod, side);
    if (end->clamped)
        end->axis = local_direction(world, end, end->tangent);
}

// directors of both ends, with this twist between them
static void start_twist(rv_world* world, rv_rod* rod, double twist) {
    const rv_vec3* x = rv_rod_points(world, rod);
    rv_vec3 d = rv_vec3_perpendicular(rod->end[0].tangent), before = rod->end[0].tangent;
    rod->end[0].director = d;
    for (int j = 1; j < rod->count - 1; j++) {
        rv_vec3 t = rv_vec3_normalize(rv_vec3_sub(x[j + 1], x[j]));
        d = rv_rod_carry(d, before, t, 0.0);
        before = t;
    }
    rod->end[1].director = rv_rod_carry(d, before, before, twist);
    rod->twist = twist;
    for (int side = 0; side < 2; side++)
        if (rod->end[side].clamped)
            rod->end[side].director =
                local_direction(world, &rod->end[side], rod->end[side].director);
}

// velocity of what holds an end, where that is
static rv_vec3 end_velocity(const rv_world* world, const rv_rod* rod, int side) {
    const rv_rod_end* end = &rod->end[side];
    if (end->body < 0)
        return (rv_vec3){0, 0, 0};
    const rv_body* body = &world->bodies.data[end->body];
    rv_vec3 at = rv_rod_points(world, rod)[rv_rod_vertex(rod, side, 0)];
    return rv_vec3_add(body->v, rv_vec3_cross(body->w, rv_vec3_sub(at, body->x)));
}

// It moves with what holds it, in between as a mean of both, and as the plan says besides; a free end goes
// along with the other one.
static void start_motion(rv_world* world, const rv_rod* rod, const rv_cable_segments* motion) {
    const rv_vec3* x = rv_rod_points(world, rod);
    rv_vec3 start = rv_cable_nodes(world, &world->cables.data[rod->cable])[0].rim.center;
    rv_vec3 v[2] = {end_velocity(world, rod, 0), end_velocity(world, rod, 1)};
    for (int side = 0; side < 2; side++)
        if (!rod->end[side].held)
            v[side] = v[1 - side];
    int last = rod->count - 1;
    for (int i = 0; i <= last; i++) {
        bool held =
            i < rv_rod_held_count(&rod->end[0]) || last - i < rv_rod_held_count(&rod->end[1]);
        double s = (double)i / last;
        rv_vec3 own = rv_start_velocity(held ? NULL : motion, start, x[i], s);
        rv_rod_velocities(world, rod)[i] =
            rv_vec3_add(own, rv_vec3_mul_add(v[0], s, rv_vec3_sub(v[1], v[0])));
    }
}

void rv_rod_add(rv_world* world, const rv_rod_plan* plan) {
    rv_cable* cable = &world->cables.data[plan->cable];
    int first = world->rod_x.count, n = plan->count;
    cable->first_rod = world->rods.count;
    cable->rod_count = 1;
    rv_rod* rod = &world->rods.data[world->rods.count++];
    *rod = (rv_rod){.cable = plan->cable,
                    .first = first,
                    .count = n,
                    .room = rv_rod_room(cable, n),
                    .first_contact = world->rod_contacts.count,
                    .bundle = cable->first_rod,
                    .bundle_next = -1};
    world->rod_x.count = world->rod_v.count = world->rod_mass.count = first + n;
    world->rod_length.count = world->rod_tension.count = world->rod_listed.count = first + n;
    world->rod_kept.count = world->rod_bow.count = world->rod_seen.count = first + n;
    world->rod_rest.count = world->rod_share.count = first + n;
    memcpy(world->rod_x.data + first, plan->points, (size_t)n * sizeof(rv_vec3));
    memcpy(world->rod_listed.data + first, plan->points, (size_t)n * sizeof(rv_vec3));
    memcpy(world->rod_seen.data + first, plan->points, (size_t)n * sizeof(rv_vec3));
    memset(world->rod_bow.data + first, 0, (size_t)n * sizeof(double));
    memset(world->rod_share.data + first, 0, (size_t)n * sizeof(rv_rod_share));
    for (int side = 0; side < 2; side++)
        hold_end(world, rod, side, plan->ends[side]);
    start_motion(world, rod, plan->motion);
    weigh(world, rod, plan->length);
    start_tension(world, rod);
    rod->twists = rod->end[0].turns && rod->end[1].turns && cable->GJ > 0.0 && n > 2;
    start_twist(world, rod, rod->twists ? plan->twist : 0.0);
    rv_rod_start_rest(world, rod);
}

void rv_cable_remove_rods(rv_world* world, rv_cable* cable) {
    if (cable->rod_count == 0)
        return;
    const rv_rod* rods = rv_cable_rods(world, cable);
    int first = rods[0].first, gone = 0, count = cable->rod_count, untouched = 0;
    for (int r = 0; r < count; r++) {
        gone += rods[r].count;
        untouched += rods[r].contact_count;
    }
    rv_array_cut(&world->rod_contacts, rods[0].first_contact, untouched);
    rv_array_cut(&world->rod_listed, first, gone);
    rv_array_cut(&world->rod_seen, first, gone);
    rv_array_cut(&world->rod_x, first, gone);
    rv_array_cut(&world->rod_v, first, gone);
    rv_array_cut(&world->rod_mass, first, gone);
    rv_array_cut(&world->rod_length, first, gone);
    rv_array_cut(&world->rod_tension, first, gone);
    rv_array_cut(&world->rod_kept, first, gone);
    rv_array_cut(&world->rod_bow, first, gone);
    rv_array_cut(&world->rod_share, first, gone);
    rv_array_cut(&world->rod_rest, first, gone);
    rv_array_cut(&world->rods, cable->first_rod, count);
    for (int r = cable->first_rod; r < world->rods.count; r++) {
        world->rods.data[r].first -= gone;
        world->rods.data[r].first_contact -= untouched;
    }
    for (int i = 0; i < world->cables.count; i++)
        if (world->cables.data[i].rod_count > 0
            && world->cables.data[i].first_rod > cable->first_rod)
            world->cables.data[i].first_rod -= count;
    cable->rod_count = 0;
    rv_rods_forget(world, cable->first_rod, count);
    rv_solids_forget_rods(world, cable->first_rod, count);
}

// --- work ---

static void free_work(rv_memory* m, rv_rod_work* work) {
    rv_rod_system_free(m, &work->system);
    rv_array_free(m, &work->values);
    rv_array_free(m, &work->frame_values);
    rv_array_free(m, &work->spin_rows);
    rv_array_free(m, &work->spin);
    rv_array_free(m, &work->out_share);
    rv_array_free(m, &work->lost);
    rv_array_free(m, &work->extended);
    rv_array_free(m, &work->force);
    rv_array_free(m, &work->gradient);
    rv_array_free(m, &work->response);
    rv_array_free(m, &work->used);
    rv_array_free(m, &work->stiffness);
    rv_array_free(m, &work->drag);
    rv_array_free(m, &work->corrections);
    rv_array_free(m, &work->product);
    rv_array_free(m, &work->prescribed);
    rv_array_free(m, &work->pairs);
    rv_array_free(m, &work->edges);
    rv_array_free(m, &work->touches);
    rv_array_free(m, &work->known);
    rv_array_free(m, &work->gives);
    rv_array_free(m, &work->wanted);
    rv_array_free(m, &work->apart);
    rv_array_free(m, &work->acted);
    rv_array_free(m, &work->missed);
    rv_array_free(m, &work->marks);
    rv_array_free(m, &work->division);
    rv_array_free(m, &work->places);
    rv_memory_release(m, work, sizeof *work);
}

static void free_parts(rv_world* world) {
    for (int i = 0; i < world->rod_work.count; i++)
        free_work(&world->memory, world->rod_work.data[i]);
}

static bool size_work(rv_memory* m, rv_rod_work* work, int n) {
    return rv_array_resize(m, &work->values, RV_ROD_VALUES * n)
           && rv_array_resize(m, &work->force, n) && rv_array_resize(m, &work->gradient, n)
           && rv_array_resize(m, &work->used, n)
           && rv_array_resize(m, &work->stiffness, RV_ROD_STIFFNESS * n)
           && rv_array_resize(m, &work->drag, n) && rv_array_resize(m, &work->corrections, n)
           && rv_array_resize(m, &work->prescribed, n) && rv_array_resize(m, &work->gives, n)
           && rv_array_resize(m, &work->wanted, n) && rv_array_resize(m, &work->apart, n)
           && rv_array_resize(m, &work->acted, n) && rv_array_resize(m, &work->missed, n);
}

// room for all vertices that it may come to have
static bool reserve_work(rv_world* world, const rv_rod* rod, rv_rod_work* work) {
    rv_memory* m = &world->memory;
    int n = rod->room, search = (int)(rv_self_bytes(n) / sizeof(double)) + 2;
    return size_work(m, work, n) && rv_array_resize(m, &work->marks, n)
           && rv_array_resize(m, &work->division, RV_ROD_DIVISION * n)
           && rv_array_resize(m, &work->places, n)
           && rv_array_reserve(m, &world->rod_scratch, search + n)
           && rv_array_reserve(m, &world->rod_pairs, 4 * n);
}

rv_rod_line rv_rod_line_of(const rv_world* world, const rv_rod* rod, double* values) {
    rv_rod_line line = rv_rod_line_at(values, rod->count, false, rv_rod_lengths(world, rod));
    for (int side = 0; side < 2; side++)
        line.pinned[side] = !rod->end[side].clamped;
    rv_rod_line_prepare(&line);
    return line;
}

static bool prepare_frames(rv_memory* m, const rv_rod* rod, rv_rod_work* work) {
    if (!rod->shaped)
        return true;
    if (!rv_array_resize(m, &work->frame_values, RV_ROD_FRAMES_VALUES * rod->count))
        return false;
    work->frames = rv_rod_frames_at(work->frame_values.data, rod->count);
    return true;
}

// vertices that stand where something that no force moves holds them
static void mark_prescribed(const rv_world* world, const rv_rod* rod, rv_rod_work* work) {
    memset(work->prescribed.data, rod->frozen, (size_t)rod->count);
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < rv_rod_held_count(&rod->end[side]); k++)
            if (!rv_rod_end_has_rows(world, &rod->end[side]))
                work->prescribed.data[rv_rod_vertex(rod, side, k)] = 1;
}

// held vertices have weight 0: nothing that the rod does moves them
static bool prepare_motion(rv_world* world, const rv_rod* rod, rv_rod_work* work) {
    rv_memory* memory = &world->memory;
    int n = rod->count;
    if (!rv_array_resize(memory, &work->values, RV_ROD_MOTION_VALUES * n)
        || !rv_array_resize(memory, &work->force, n))
        return false;
    rv_rod_motion* m = &work->motion;
    *m = rv_rod_motion_at(work->values.data, n, rv_rod_lengths(world, rod));
    m->line = rv_rod_line_of(world, rod, work->values.data);
    m->frames = rod->shaped ? &work->frames : NULL;
    memcpy(m->mass, rv_rod_masses(world, rod), (size_t)n * sizeof *m->mass);
    for (int i = 0; i < n; i++)
        m->weight[i] = 1.0 / m->mass[i];
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < rv_rod_held_count(&rod->end[side]); k++)
            m->weight[rv_rod_vertex(rod, side, k)] = 0.0;
    for (int i = 0; i < n; i++)
        m->line.fold[i] = 0.5;
    double slowest = rv_rod_step_limit(&m->line, m->mass, 1.0);
    work->sluggish = slowest * slowest;
    return true;
}

static bool prepare(rv_world* world, const rv_rod* rod, rv_rod_work* work) {
    rv_memory* m = &world->memory;
    int n = rod->count;
    if (!prepare_frames(m, rod, work))
        return false;
    if (rv_rod_is_variational(world, rod))
        return prepare_motion(world, rod, work);
    if ((rv_rod_adapts(world, rod) && !reserve_work(world, rod, work)) || !size_work(m, work, n)
        || !rv_rod_size_spins(m, rod, work))
        return false;
    mark_prescribed(world, rod, work);
    work->line = rv_rod_line_of(world, rod, work->values.data);
    work->resized = false;
    return true;
}

bool rv_rod_resize(rv_world* world, int index) {
    // the vertices of rods behind it have moved
    for (int i = 0; i < world->rods.count; i++) {
        const double* lengths = rv_rod_lengths(world, &world->rods.data[i]);
        world->rod_work.data[i]->line.length = lengths;
        world->rod_work.data[i]->motion.line.length = lengths;
    }
    const rv_rod* rod = &world->rods.data[index];
    return prepare(world, rod, world->rod_work.data[index]) && rv_bundle_resize(world, rod->bundle);
}

// what the steps of all rods need, for the rods that are there
static bool prepare_all(rv_world* world) {
    rv_memory* m = &world->memory;
    while (world->rod_work.count < world->rods.count) {
        rv_rod_work* work = NULL;
        if (!rv_array_room(m, &world->rod_work)
            || (work = rv_memory_allocate(m, sizeof *work)) == NULL)
            return false;
        *work = (rv_rod_work){0};
        world->rod_work.data[world->rod_work.count++] = work;
    }
    for (int i = 0; i < world->rods.count; i++)
        if (!prepare(world, &world->rods.data[i], world->rod_work.data[i]))
            return false;
    // those that adapt gain vertices between steps, within their room
    return rv_bundles_prepare(world)
           && (world->solids.count == 0
               || rv_array_reserve(m, &world->rod_reached, world->rod_x.capacity));
}

// --- what both classes of rods tell of them ---

int rv_rods_capacity(const rv_world* world) {
    return world->rods.count;
}

void rv_rod_remove(rv_world* world, int index) {
    rv_cable_remove(world, world->rods.data[index].cable);
}

int rv_rod_bodies(const rv_world* world, int index, const int32_t** bodies) {
    *bodies = world->rods.data[index].bodies;
    return 2;
}

bool rv_rod_moves_alone(const rv_world* world, int index) {
    (void)world;
    (void)index;
    return true;
}

double* rv_rod_lambda(rv_world* world, int index, int8_t** state) {
    *state = world->rods.data[index].state;
    return world->rods.data[index].lambda;
}

const rv_family rv_rod_family = {.wake_all = rv_rods_wake_all,
                                 .wake_neighbours = rv_rods_wake_neighbours,
                                 .keep_rest = rv_rods_keep_rest,
                                 .prepare = prepare_all,
                                 .push_bodies = rv_rods_push_bodies,
                                 .free_parts = free_parts};
