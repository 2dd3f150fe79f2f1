// Stage "islands": bodies that rows connect, found by union-find, each island with its own system.
// That happens only when the topology has changed; else only the number of substeps is chosen anew,
// and which islands contacts connect (cluster.c).
#include "model/cable_wrap.h"
#include "model/family.h"
#include "model/rod.h"
#include "step/contact_net.h"
#include "step/step.h"

#include <math.h>
#include <string.h>

enum { LONERS_PER_ISLAND = 64 };
// Share of the need for substeps that is left a step later. A change of the step shifts the energy
// by half of it times the power of the forces, so that the need is forgotten slowly, but for a
// chain that lies on things:
// contacts take more from it in every step than a change of the step gives, and a third of the need
// is left after ten steps. Cables that have fallen move without substeps soon after they struck.
// With 0.85 and less, frictionless cables that a load draws over an edge are caught there.
static const double REMEMBERED = 0.99, REMEMBERED_IN_TOUCH = 0.9;

// Sets of bodies, and of things that have islands without them: behind the bodies, kind by kind.
typedef struct union_nodes {
    int* parent;
    int first[RV_MEMBER_KINDS]; // of the kind's nodes, -1: it has none
    int count;
} union_nodes;

static union_nodes count_nodes(const rv_world* world) {
    union_nodes nodes = {.count = world->bodies.count};
    for (int kind = 0; kind < RV_MEMBER_KINDS; kind++) {
        const rv_constraint_class* class = rv_member_class((rv_member_kind)kind);
        nodes.first[kind] = class->moves_alone == NULL ? -1 : nodes.count;
        nodes.count += class->moves_alone == NULL ? 0 : class->capacity(world);
    }
    return nodes;
}

// joins a node with the set that `first` is in, -1 to begin one; its root
static int unite_node(int* parent, int node, int first) {
    int root = rv_find_root(parent, node);
    // the smaller one is the root, so that the order does not depend on history, and that of a set
    // with bodies is one of them
    if (first >= 0 && root < first)
        parent[first] = root;
    else if (first >= 0)
        parent[root] = first;
    return first < 0 || root < first ? root : first;
}

// the same of a thing, or of its bodies where it has no node
static int unite_thing(const rv_world* world, const union_nodes* nodes, int kind, int index,
                       int first) {
    const int32_t* bodies;
    int count = rv_member_class((rv_member_kind)kind)->bodies(world, index, &bodies);
    for (int k = 0; k < count; k++)
        if (bodies[k] >= 0 && rv_body_dofs(&world->bodies.data[bodies[k]]) > 0)
            first = unite_node(nodes->parent, bodies[k], first);
    return nodes->first[kind] < 0 ? first
                                  : unite_node(nodes->parent, nodes->first[kind] + index, first);
}

// joins the bodies of every living thing; connected[i]: something stands on body i
static void unite(const rv_world* world, const union_nodes* nodes, int* connected) {
    for (int kind = 0; kind < RV_MEMBER_KINDS; kind++) {
        const rv_constraint_class* class = rv_member_class((rv_member_kind)kind);
        for (int i = 0; i < class->capacity(world); i++) {
            if (!class->is_alive(world, i))
                continue;
            const int32_t* bodies;
            int count = class->bodies(world, i, &bodies), other;
            for (int k = 0; k < count; k++)
                if (bodies[k] >= 0)
                    connected[bodies[k]] = 1;
            int first = unite_thing(world, nodes, kind, i, -1);
            for (int k = 0; class->link != NULL && (other = class->link(world, i, k)) >= 0; k++)
                first = unite_thing(world, nodes, kind, other, first);
            rv_member_kind reached = RV_MEMBER_KINDS;
            for (int k = 0;
                 class->reach != NULL && (other = class->reach(world, i, k, &reached)) >= 0; k++)
                first = unite_thing(world, nodes, reached, other, first);
        }
    }
}

static bool add_island(rv_world* world) {
    if (world->island_count == world->islands.count) {
        if (!rv_array_room(&world->memory, &world->islands))
            return false;
        world->islands.data[world->islands.count++] = (rv_island){0};
    }
    rv_island* island = &world->islands.data[world->island_count++];
    island->bodies.count = 0;
    island->members.count = 0;
    island->first_resting = island->end_resting = 0;
    island->goes_first = false;
    island->has_turning = false;
    island->movers[0] = island->movers[1] = -1;
    return true;
}

static bool add_body(rv_world* world, int index, int island_index) {
    rv_island* island = &world->islands.data[island_index];
    if (!rv_array_room(&world->memory, &island->bodies))
        return false;
    rv_body* body = &world->bodies.data[index];
    body->island = island_index;
    body->block = island->bodies.count;
    island->bodies.data[island->bodies.count++] = index;
    return true;
}

// bodies in the order of their slots; those that nothing holds share islands of a fixed size
static bool collect_bodies(rv_world* world, int* parent, const int* connected) {
    int loners = -1;
    world->island_count = 0;
    for (int i = 0; i < world->bodies.count; i++) {
        rv_body* body = &world->bodies.data[i];
        body->island = body->block = -1;
        if (!rv_id_pool_alive(&world->body_ids, i) || rv_body_dofs(body) == 0)
            continue;
        int root = rv_find_root(parent, i);
        int target = connected[i] && root != i ? world->bodies.data[root].island : -1;
        if (!connected[i]) {
            bool full = loners < 0 || world->islands.data[loners].bodies.count == LONERS_PER_ISLAND;
            loners = full ? -1 : loners;
            target = loners;
        }
        if (target < 0) {
            if (!add_island(world))
                return false;
            target = world->island_count - 1;
            if (!connected[i])
                loners = target;
        }
        if (!add_body(world, i, target))
            return false;
    }
    return true;
}

static int island_of_bodies(const rv_world* world, const rv_constraint_class* class, int index) {
    const int32_t* bodies;
    int count = class->bodies(world, index, &bodies), island = -1;
    for (int k = 0; k < count && island < 0; k++)
        island = bodies[k] < 0 ? -1 : world->bodies.data[bodies[k]].island;
    return island;
}

// the island of a thing, -1: none yet; island_of: by root that is no body
static int find_island(const rv_world* world, const union_nodes* nodes, const int* island_of,
                       int kind, int index) {
    const rv_constraint_class* class = rv_member_class((rv_member_kind)kind);
    rv_member_kind at = (rv_member_kind)kind;
    int thing = index;
    if (nodes->first[kind] < 0) {
        int island = island_of_bodies(world, class, index);
        if (island >= 0 || class->reach == NULL)
            return island;
        thing = class->reach(world, index, 0, &at);
        if (thing < 0 || nodes->first[at] < 0)
            return -1;
    }
    int root = rv_find_root(nodes->parent, nodes->first[at] + thing);
    return root < world->bodies.count ? world->bodies.data[root].island
                                      : island_of[root - world->bodies.count];
}

// a thing whose set has no island yet gets one, which is then that of the set
static bool begin_island(rv_world* world, const union_nodes* nodes, int* island_of, int node) {
    if (!add_island(world))
        return false;
    island_of[rv_find_root(nodes->parent, node) - world->bodies.count] = world->island_count - 1;
    return true;
}

static void note_movers(const rv_world* world, rv_island* island, const rv_constraint_class* class,
                        int index) {
    const int32_t* bodies;
    for (int k = class->bodies(world, index, &bodies) - 1; k >= 0; k--) {
        if (bodies[k] < 0 || world->bodies.data[bodies[k]].type != RV_BODY_KINEMATIC)
            continue;
        if (island->movers[0] < 0)
            island->movers[0] = bodies[k];
        else if (bodies[k] != island->movers[0])
            island->movers[1] = bodies[k];
    }
}

static bool collect_members(rv_world* world, const union_nodes* nodes, int* island_of) {
    for (int k = 0; k < nodes->count - world->bodies.count; k++)
        island_of[k] = -1;
    world->works_unseen = false;
    for (int kind = 0; kind < RV_MEMBER_KINDS; kind++) {
        const rv_constraint_class* class = rv_member_class((rv_member_kind)kind);
        for (int i = 0; i < class->capacity(world); i++) {
            if (!class->is_alive(world, i))
                continue;
            world->works_unseen |= class->works_unseen;
            int island_index = find_island(world, nodes, island_of, kind, i);
            if (island_index < 0 && class->moves_alone != NULL && class->moves_alone(world, i)) {
                if (!begin_island(world, nodes, island_of, nodes->first[kind] + i))
                    return false;
                island_index = world->island_count - 1;
            }
            if (island_index < 0)
                continue;
            rv_island* island = &world->islands.data[island_index];
            if (!rv_array_room(&world->memory, &island->members))
                return false;
            if (class->note_rest != NULL && island->end_resting == 0)
                island->first_resting = island->members.count;
            island->members.data[island->members.count++] =
                (rv_member){.kind = (rv_member_kind)kind, .index = i};
            if (class->note_rest != NULL)
                island->end_resting = island->members.count;
            island->goes_first |= class->goes_first;
            island->has_turning |= class->turn != NULL;
            note_movers(world, island, class, i);
        }
    }
    return true;
}

// asks every member for its part of the pattern and notes where that part begins
static void collect_pattern(const rv_world* world, rv_island* island, rv_pattern_sink* sink) {
    for (int i = 0; i < island->members.count; i++) {
        rv_member* member = &island->members.data[i];
        int loose_before = sink->loose_rows, references_before = sink->loose_references;
        member->first_group = sink->group_size.count;
        member->first_row = sink->row_count;
        member->first_stiffness = sink->stiffness.count;
        sink->own_block = member->block;
        rv_member_class(member->kind)->pattern(world, member->index, sink);
        member->first_loose = sink->loose_rows > loose_before ? loose_before : -1;
        member->loose_count = sink->loose_rows - loose_before;
        member->loose_bodies =
            member->loose_count == 0
                ? 0
                : (sink->loose_references - references_before) / member->loose_count;
        member->stiffness_count = sink->stiffness.count - member->first_stiffness;
    }
    // loose rows come after all rows of the pattern
    for (int i = 0; i < island->members.count; i++)
        if (island->members.data[i].first_loose >= 0)
            island->members.data[i].first_row =
                sink->row_count + island->members.data[i].first_loose;
}

// particles between exactly two spans
static bool find_bends(rv_memory* m, rv_island* island, int* first_of, int* count_of) {
    island->bends.count = 0;
    for (int i = 0; i < island->bodies.count; i++)
        count_of[i] = 0;
    for (int e = 0; e < island->stiffness.count; e++)
        for (int s = 0; s < 2 && island->stiffness.data[e].is_span; s++) {
            int block = island->stiffness.data[e].block[s];
            if (block < 0 || island->kkt.block_size.data[block] != 3)
                continue;
            if (++count_of[block] == 1)
                first_of[block] = e;
        }
    for (int e = 0; e < island->stiffness.count; e++)
        for (int s = 0; s < 2 && island->stiffness.data[e].is_span; s++) {
            int block = island->stiffness.data[e].block[s];
            if (block < 0 || count_of[block] != 2 || first_of[block] == e
                || island->kkt.block_size.data[block] != 3)
                continue;
            if (!rv_array_room(m, &island->bends))
                return false;
            island->bends.data[island->bends.count++] = (rv_bend){block, {first_of[block], e}};
        }
    return true;
}

// rigid bodies that several pulls hold; segments lie in one line with theirs
static bool find_hung(rv_world* world, rv_island* island, int* of, int* count_of) {
    int most = 0;
    for (int i = 0; i < island->bodies.count; i++) {
        const rv_body* body = &world->bodies.data[island->bodies.data[i]];
        bool may = body->strand < 0 && island->kkt.block_size.data[i] == 6;
        of[i] = -1;
        count_of[i] = may ? 0 : -2 * island->stiffness.count;
        most += may;
    }
    // cables that come to hold more of them ask for no memory
    island->hung.count = 0;
    if (!rv_array_reserve(&world->memory, &island->hung, most))
        return false;
    for (int e = 0; e < island->stiffness.count; e++)
        for (int s = 0; s < 2; s++) {
            rv_stiffness* k = &island->stiffness.data[e];
            k->hung[s] = -1;
            int block = k->block[s];
            if (block < 0 || k->bundle >= 0 || ++count_of[block] != 2)
                continue;
            of[block] = island->hung.count;
            island->hung.data[island->hung.count++] = (rv_hung){.block = block};
        }
    for (int e = 0; e < island->stiffness.count; e++)
        for (int s = 0; s < 2; s++) {
            rv_stiffness* k = &island->stiffness.data[e];
            if (k->block[s] >= 0 && k->bundle < 0)
                k->hung[s] = of[k->block[s]];
        }
    return true;
}

// along which members ask how all of it gives way
static int count_axes(const rv_island* island) {
    int count = 0;
    for (int i = 0; i < island->members.count; i++)
        count += rv_member_class(island->members.data[i].kind)->axes;
    return count;
}

static bool size_island(rv_world* world, rv_island* island, const rv_pattern_sink* sink) {
    rv_memory* m = &world->memory;
    int axes = count_axes(island);
    bool ok = rv_array_resize(m, &island->stiffness, sink->stiffness.count)
              && rv_array_resize(m, &island->bundles, sink->bundle_count)
              && rv_array_resize(m, &island->rows, sink->row_count + sink->loose_rows)
              && rv_array_resize(m, &island->speed, sink->row_count + sink->loose_rows)
              && rv_array_resize(m, &island->turned, sink->row_count)
              && rv_array_resize(m, &island->turning, sink->row_count)
              && rv_array_resize(m, &island->v, island->kkt.dof_count)
              && rv_array_resize(m, &island->r, island->kkt.dof_count)
              && rv_array_resize(m, &island->shift, island->kkt.dof_count)
              && rv_array_resize(m, &island->row_jacobian, 6 * sink->largest_set)
              && rv_array_resize(m, &island->mobility_rows.rows, axes)
              && rv_array_resize(m, &island->mobility_rows.references, axes)
              && rv_array_reserve(m, &island->mobility_rows.jacobian, 6 * axes)
              && rv_array_resize(m, &island->mobility, axes * axes)
              && rv_kkt_reserve_loose(m, &island->kkt, sink->loose_rows, sink->loose_references,
                                      sink->loose_terms);
    if (!ok)
        return false;
    if (sink->stiffness.count > 0)
        memcpy(island->stiffness.data, sink->stiffness.data,
               (size_t)sink->stiffness.count * sizeof *sink->stiffness.data);
    island->kkt.loose.rows.count = sink->loose_rows;
    island->kkt.loose.terms.count = 0; // written with the rows: without any, nobody clears them
    island->kkt.sigma_floor = world->def.compliance_floor;
    return rv_array_resize(m, &world->scratch, 2 * world->bodies.count)
           && find_bends(m, island, world->scratch.data, world->scratch.data + world->bodies.count)
           && find_hung(world, island, world->scratch.data,
                        world->scratch.data + world->bodies.count);
}

// users number their solver groups freely: each becomes one more than the first group that has it
static void number_labels(rv_pattern_sink* sink) {
    int* label = sink->group_label.data;
    for (int g = sink->group_label.count - 1; g > 0; g--)
        for (int first = 0; first <= g && label[g] > 0; first++)
            if (label[first] == label[g]) {
                label[g] = -(first + 1);
                break;
            }
    for (int g = 0; g < sink->group_label.count; g++)
        label[g] = label[g] < 0 ? -label[g] : g == 0 && label[g] > 0 ? 1 : label[g];
}

static double segment_weight(const rv_world* world, const rv_body* body) {
    return world->cables.data[world->strands.data[body->strand].cable].mass_per_length;
}

// the block that a member shares with an earlier one, -1: none
static int shared_block(const rv_world* world, const rv_island* island, int i) {
    const rv_member* member = &island->members.data[i];
    const rv_constraint_class* class = rv_member_class(member->kind);
    int other = class->shares == NULL ? -1 : class->shares(world, member->index);
    for (int k = i - 1; k >= 0 && other >= 0; k--)
        if (member[k - i].kind == member->kind && member[k - i].index == other)
            return member[k - i].block;
    return -1;
}

// Blocks of the island: of its bodies, then those that members bring. False without memory.
static bool list_blocks(rv_world* world, rv_island* island) {
    rv_memory* m = &world->memory;
    int count = island->bodies.count;
    for (int i = 0; i < island->members.count; i++) {
        rv_member* member = &island->members.data[i];
        member->block = shared_block(world, island, i);
        if (member->block < 0 && rv_member_class(member->kind)->block != NULL)
            member->block = count++;
    }
    if (!rv_array_resize(m, &world->block_size, count)
        || !rv_array_resize(m, &world->block_weight, count)
        || !rv_array_resize(m, &world->block_substructure, count))
        return false;
    for (int i = 0; i < island->bodies.count; i++) {
        const rv_body* body = &world->bodies.data[island->bodies.data[i]];
        world->block_size.data[i] = rv_body_dofs(body);
        // segments grow and shrink: their weight in the order does not
        world->block_weight.data[i] = body->strand < 0 ? body->mass : segment_weight(world, body);
        world->block_substructure.data[i] = NULL;
    }
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        if (member->block < 0)
            continue;
        const rv_substructure* own = rv_member_class(member->kind)->block(world, member->index);
        world->block_size.data[member->block] = own->size;
        world->block_weight.data[member->block] = 0.0; // comes first in any case
        world->block_substructure.data[member->block] = own;
    }
    return true;
}

static bool analyse(rv_world* world, rv_island* island, rv_pattern_sink* sink) {
    rv_memory* m = &world->memory;
    if (sink->failed || !rv_array_room(m, &sink->group_first)
        || !rv_array_room(m, &sink->reference_dof_first))
        return false;
    sink->group_first.data[sink->group_first.count] = sink->reference_block.count;
    sink->reference_dof_first.data[sink->reference_dof_first.count] = sink->reference_dof.count;
    rv_kkt_pattern pattern = {.block_count = world->block_size.count,
                              .block_size = world->block_size.data,
                              .block_weight = world->block_weight.data,
                              .block_substructure = world->block_substructure.data,
                              .group_count = sink->group_size.count,
                              .group_size = sink->group_size.data,
                              .group_first = sink->group_first.data,
                              .reference_block = sink->reference_block.data,
                              .group_anchored = sink->group_anchored.data,
                              .group_soft = sink->group_soft.data,
                              .reference_dof_first = sink->reference_dof_first.data,
                              .reference_dof = sink->reference_dof.data,
                              .pair_count = sink->pairs.count / 2,
                              .pair = (const int(*)[2])sink->pairs.data};
    if (!rv_kkt_analyse(m, &island->kkt, &pattern))
        return false;
    number_labels(sink);
    island->is_direct = sink->loose_rows > 0 || sink->has_moving_dofs;
    return world->def.solver != RV_SOLVER_BLOCK_GS || island->is_direct
           || rv_gs_analyse(m, &island->gs, &island->kkt, &pattern, sink->group_label.data);
}

static bool make_system(rv_world* world, rv_island* island) {
    rv_pattern_clear(&world->pattern, world, &world->memory);
    if (!list_blocks(world, island))
        return false;
    collect_pattern(world, island, &world->pattern);
    return analyse(world, island, &world->pattern) && size_island(world, island, &world->pattern);
}

// one of its members may be resized
static bool may_resize(const rv_world* world, const rv_island* island) {
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->may_resize != NULL && class->may_resize(world, member->index))
            return true;
    }
    return false;
}

static bool make_systems(rv_world* world, int wraps) {
    world->pattern.wraps = wraps;
    for (int i = 0; i < world->island_count; i++) {
        rv_island* island = &world->islands.data[i];
        // room for what its members may come to need
        world->full_blocks = may_resize(world, island);
        bool ok = !world->full_blocks || make_system(world, island);
        world->full_blocks = false;
        if (!ok || !make_system(world, island))
            return false;
    }
    return true;
}

// Members whose number of dofs has changed, if any; then the system. False without memory.
static bool resize(rv_world* world, rv_island* island) {
    bool resized = false;
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        if (class->is_resized == NULL || !class->is_resized(world, member->index))
            continue;
        if (!class->resize(world, member->index))
            return false;
        resized = true;
    }
    return !resized || make_system(world, island);
}

bool rv_islands_resize(rv_world* world) {
    for (int i = 0; i < world->island_count; i++)
        if (!resize(world, &world->islands.data[i]))
            return false;
    return true;
}

// Tells members with blocks of their own where these are, and makes room for what contacts may reach. False
// without memory.
static bool place_blocks(rv_world* world) {
    for (int i = 0; i < world->island_count; i++) {
        rv_island* island = &world->islands.data[i];
        int runs = island->bodies.count;
        for (int k = 0; k < island->members.count; k++) {
            const rv_member* member = &island->members.data[k];
            const rv_constraint_class* class = rv_member_class(member->kind);
            if (class->note_block != NULL)
                class->note_block(world, member->index, i, member->block);
            runs += class->most_reached == NULL ? 0 : class->most_reached(world, member->index);
        }
        if (!rv_array_reserve(&world->memory, &island->reached, runs))
            return false;
    }
    return true;
}

static bool may_touch(const rv_world* world, int body) {
    for (int32_t s = world->bodies.data[body].first_shape; s >= 0; s = world->shapes.data[s].next)
        if (world->shapes.data[s].def.mask != 0 && world->shapes.data[s].def.group != 0)
            return true;
    return false;
}

static bool prepare(rv_world* world) {
    for (int i = 0; i < RV_FAMILIES; i++)
        if (rv_family_at(i)->prepare != NULL && !rv_family_at(i)->prepare(world))
            return false;
    return true;
}

bool rv_islands_make(rv_world* world) {
    if (!world->topology_changed)
        return true;
    int n = world->bodies.count;
    rv_families_do(find_partners, world);
    union_nodes nodes = count_nodes(world);
    if (!rv_array_resize(&world->memory, &world->scratch, 2 * nodes.count))
        return false;
    // behind the nodes: marks of bodies, then islands of the others
    int *connected = world->scratch.data + nodes.count, *island_of = connected + n;
    nodes.parent = world->scratch.data;
    for (int i = 0; i < nodes.count; i++)
        nodes.parent[i] = i;
    if (n > 0)
        memset(connected, 0, (size_t)n * sizeof *connected);
    unite(world, &nodes, connected);
    // what may touch something has an island of its own: contacts then connect only what they must
    for (int i = 0; i < n && world->def.contact.enabled; i++)
        connected[i] |= rv_id_pool_alive(&world->body_ids, i) && may_touch(world, i);
    if (!prepare(world) || !collect_bodies(world, nodes.parent, connected)
        || !collect_members(world, &nodes, island_of) || !make_systems(world, 0)
        || !rv_proxies_make(world) || !place_blocks(world)
        || !rv_array_resize(&world->memory, &world->inputs, n)
        || !rv_array_reserve(&world->memory, &world->clusters, world->island_count)
        || !rv_array_reserve(&world->memory, &world->cluster_islands, world->island_count)
        || !rv_array_reserve(&world->memory, &world->contact_scratch, 1)
        || !rv_array_reserve(&world->memory, &world->scratch, 2 * nodes.count + 1))
        return false;
    world->topology_changed = false;
    return true;
}

// The systems that cables would have with this many wraps each, and then those that they have: the
// room for the former stays.
static bool reserve_wraps(rv_world* world, int wraps) {
    if (!rv_islands_make(world))
        return false;
    world->topology_changed |= wraps > 0;
    return rv_cables_reserve_wraps(world, wraps)
           && (wraps == 0 || (make_systems(world, wraps) && rv_islands_make(world)));
}

static bool capacity_is_valid(rv_world* world, const rv_capacity* c) {
    const struct {
        const char* name;
        int count;
    } all[] = {{"bodies", c->bodies},
               {"shapes", c->shapes},
               {"joints", c->joints},
               {"rows", c->rows},
               {"ports", c->ports},
               {"cables", c->cables},
               {"cable_nodes", c->cable_nodes},
               {"cable_wraps", c->cable_wraps},
               {"geometries", c->geometries},
               {"contact_points", c->contact_points},
               {"rod_contacts", c->rod_contacts}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!RV_CHECK(world, all[i].count >= 0 && all[i].count <= RV_CAPACITY_MAX,
                      "rv_capacity.%s = %d: must be in [0, %d]", all[i].name, all[i].count,
                      RV_CAPACITY_MAX))
            return false;
    return true;
}

bool rv_world_reserve(rv_world* world, const rv_capacity* c) {
    rv_call_begin(world);
    rv_memory* m = &world->memory;
    if (!RV_CHECK(world, c != NULL, "rv_world_reserve: must not be NULL")
        || !capacity_is_valid(world, c))
        return false;
    // forms may move: what points to them is made anew
    world->topology_changed |= c->geometries > world->forms.capacity;
    bool ok = rv_id_pool_reserve(m, &world->body_ids, c->bodies)
              && rv_array_reserve(m, &world->bodies, c->bodies)
              && rv_array_reserve(m, &world->scratch, 2 * c->bodies)
              && rv_id_pool_reserve(m, &world->shape_ids, c->shapes)
              && rv_array_reserve(m, &world->shapes, c->shapes)
              && rv_id_pool_reserve(m, &world->joint_ids, c->joints)
              && rv_array_reserve(m, &world->joints, c->joints)
              && rv_id_pool_reserve(m, &world->rows_ids, c->rows)
              && rv_array_reserve(m, &world->row_sets, c->rows)
              && rv_id_pool_reserve(m, &world->port_ids, c->ports)
              && rv_array_reserve(m, &world->ports, c->ports)
              && rv_id_pool_reserve(m, &world->form_ids, c->geometries)
              && rv_array_reserve(m, &world->forms, c->geometries)
              && rv_cable_reserve(world, c->cables, c->cable_nodes)
              && reserve_wraps(world, c->cable_wraps)
              && rv_contacts_reserve(world, c->contact_points) // behind islands, as they are
              && rv_rods_reserve_contacts(world, c->rod_contacts);
    return RV_CHECK(world, ok, "rv_world_reserve: out of memory");
}

// Enough substeps that no link turns far in one of them, and as many as users asked for. The need
// for them is kept with the bodies, which a snapshot has, and `remembered` of it is left from the
// last step.
static int choose_substeps(rv_world* world, const rv_island* island, double remembered, double dt) {
    const rv_substeps* range = &world->def.substeps;
    double largest = 0.0;
    int fewest = range->min;
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        double travel = class->travel == NULL ? 0.0 : class->travel(world, member->index, dt);
        // rows that follow turning need no more of them until they would be refused (turn.c)
        if (island->is_rigid && travel <= RV_TURN_REFUSED)
            travel = 0.0;
        largest = travel > largest ? travel : largest;
        int own = class->fewest_substeps == NULL ? 0 : class->fewest_substeps(world, member->index);
        fewest = own > fewest ? own : fewest;
    }
    for (int i = 0; i < island->bodies.count; i++)
        largest = fmax(largest, remembered * world->bodies.data[island->bodies.data[i]].travel);
    for (int i = 0; i < island->bodies.count; i++)
        world->bodies.data[island->bodies.data[i]].travel = largest;
    double wanted = ceil(largest / RV_TRAVEL_PER_SUBSTEP);
    int enough = wanted < range->max ? (int)wanted : range->max;
    return enough > fewest ? enough : fewest;
}

// whether its rows follow turning (turn.c); the seed stepper is the published one, whose rows are lines
static bool is_rigid(const rv_world* world, const rv_cluster* cluster, const rv_island* island) {
    bool can = cluster->site_count == 0 && world->def.stepper != RV_STEPPER_SEED;
    for (int i = 0; i < island->members.count && can; i++) {
        const rv_member* member = &island->members.data[i];
        const rv_constraint_class* class = rv_member_class(member->kind);
        can = class->is_rigid != NULL && class->is_rigid(world, member->index);
    }
    for (int i = 0; i < island->bodies.count && can; i++)
        can = !world->bodies.data[island->bodies.data[i]].is_stiff;
    return can;
}

// islands that touch take the steps that the most demanding of them needs
static void share_substeps(rv_world* world, const rv_cluster* cluster, double dt) {
    bool in_touch = rv_contact_net_has_chain(world, cluster);
    double remembered = in_touch ? REMEMBERED_IN_TOUCH : REMEMBERED;
    int most = 1;
    for (int k = 0; k < cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(world, cluster, k);
        island->report = (rv_island_report){.solve = {.residual = -1.0}};
        island->is_rigid = is_rigid(world, cluster, island);
        int own = island->asleep ? 1 : choose_substeps(world, island, remembered, dt);
        most = own > most ? own : most;
    }
    for (int k = 0; k < cluster->island_count; k++) {
        rv_island* island = rv_cluster_island(world, cluster, k);
        island->substeps = most;
        island->h = dt / most;
    }
}

void rv_stage_islands(rv_step* step) {
    rv_world* world = step->world;
    if (!rv_islands_make(world) || !rv_clusters_make(world)) {
        step->failed = true;
        return;
    }
    for (int c = 0; c < world->cluster_count; c++)
        share_substeps(world, &world->clusters.data[c], step->dt);
    rv_audit_begin(world);
}
