// Row sets of the user: any number of bodies, up to six rows, filled by a callback. Sets with
// bounds that depend on other forces, and the sets they depend on, are loose: solved in the small
// space.
#include "model/constraint.h"

#include <math.h>
#include <string.h>

enum { BODIES_MAX = 10000 };

rv_rows_def rv_rows_def_default(void) {
    return (rv_rows_def){.row_count = 1, .magic = RV_DEF_MAGIC};
}

static rv_row_set* find(const rv_world* world, rv_rows_id id) {
    int index = rv_id_pool_find(&world->rows_ids, (rv_id){id.slot, id.generation, id.world});
    return index < 0 ? NULL : &world->row_sets.data[index];
}

static bool bodies_are_valid(rv_world* w, const rv_rows_def* d) {
    for (int i = 0; i < d->body_count; i++) {
        if (!RV_CHECK(w, rv_world_body(w, d->bodies[i]) != NULL,
                      "rv_rows_def.bodies[%d]: no such body", i))
            return false;
        for (int k = 0; k < i; k++)
            if (!RV_CHECK(w, d->bodies[k].slot != d->bodies[i].slot,
                          "rv_rows_def.bodies[%d]: is bodies[%d] again", i, k))
                return false;
    }
    return true;
}

static bool terms_are_valid(rv_world* w, const rv_rows_def* d) {
    for (int i = 0; i < d->bound_term_count; i++) {
        const rv_rows_bound_term* t = &d->bound_terms[i];
        const rv_row_set* other = find(w, t->other);
        int rows = t->other.slot == 0 ? d->row_count : other == NULL ? 0 : other->row_count;
        if (!RV_CHECK(w, t->other.slot == 0 || other != NULL,
                      "rv_rows_def.bound_terms[%d].other: no such row set", i)
            || !RV_CHECK(w, t->row >= 0 && t->row < d->row_count,
                         "rv_rows_def.bound_terms[%d].row = %d: must be in [0, %d)", i, t->row,
                         d->row_count)
            || !RV_CHECK(w, t->other_row >= 0 && t->other_row < rows,
                         "rv_rows_def.bound_terms[%d].other_row = %d: must be in [0, %d)", i,
                         t->other_row, rows)
            || !RV_CHECK(w, isfinite(t->lower) && isfinite(t->upper),
                         "rv_rows_def.bound_terms[%d]: lower and upper must be finite", i))
            return false;
    }
    return true;
}

static bool def_is_valid(rv_world* w, const rv_rows_def* d) {
    return RV_CHECK(w, d != NULL && d->magic == RV_DEF_MAGIC,
                    "rv_rows_def: start from rv_rows_def_default()")
           && RV_CHECK(w, !w->stepping, "rv_rows_create: not callable during a step")
           && RV_CHECK(w, d->body_count >= 1 && d->body_count <= BODIES_MAX && d->bodies != NULL,
                       "rv_rows_def.body_count = %d: must be in [1, %d], with bodies",
                       d->body_count, BODIES_MAX)
           && RV_CHECK(w, d->row_count >= 1 && d->row_count <= RV_ROWS_MAX,
                       "rv_rows_def.row_count = %d: must be in [1, %d]", d->row_count, RV_ROWS_MAX)
           && RV_CHECK(w, d->evaluate != NULL, "rv_rows_def.evaluate: must not be NULL")
           && RV_CHECK(w, d->solver_group >= 0, "rv_rows_def.solver_group = %d: must be >= 0",
                       d->solver_group)
           && RV_CHECK(w,
                       d->bound_term_count >= 0 && d->bound_term_count <= RV_ROWS_MAX
                           && (d->bound_term_count == 0 || d->bound_terms != NULL),
                       "rv_rows_def.bound_term_count = %d: must be in [0, %d], with bound_terms",
                       d->bound_term_count, RV_ROWS_MAX)
           && bodies_are_valid(w, d) && terms_are_valid(w, d);
}

// a set is loose if it has terms or if a living set's terms name it
static void find_loose(rv_world* world) {
    for (int i = 0; i < world->row_sets.count; i++)
        world->row_sets.data[i].loose = world->row_sets.data[i].term_count > 0;
    for (int i = 0; i < world->row_sets.count; i++) {
        const rv_row_set* set = &world->row_sets.data[i];
        if (!rv_id_pool_alive(&world->rows_ids, i))
            continue;
        for (int k = 0; k < set->term_count; k++) {
            rv_row_set* other = find(world, set->terms[k].other);
            if (other != NULL)
                other->loose = true;
        }
    }
    rv_world_touch(world);
}

rv_rows_id rv_rows_create(rv_world* world, const rv_rows_def* def) {
    rv_call_begin(world);
    if (!def_is_valid(world, def))
        return (rv_rows_id){0};
    int capacity = world->rows_ids.slots.count + 1;
    int bodies = world->row_bodies.count + def->body_count;
    bool room = rv_id_pool_reserve(&world->memory, &world->rows_ids, capacity)
                && rv_array_reserve(&world->memory, &world->row_sets, capacity)
                && rv_array_reserve(&world->memory, &world->row_bodies, bodies);
    if (!RV_CHECK(world, room, "rv_rows_create: out of memory"))
        return (rv_rows_id){0};
    int index = rv_id_pool_add(&world->memory, &world->rows_ids);
    rv_row_set* set = &world->row_sets.data[index];
    *set = (rv_row_set){.first_body = world->row_bodies.count,
                        .body_count = def->body_count,
                        .row_count = def->row_count,
                        .evaluate = def->evaluate,
                        .context = def->context,
                        .term_count = def->bound_term_count,
                        .solver_group = def->solver_group};
    if (index >= world->row_sets.count)
        world->row_sets.count = index + 1;
    for (int i = 0; i < def->body_count; i++)
        world->row_bodies.data[world->row_bodies.count++] =
            (int32_t)(rv_world_body(world, def->bodies[i]) - world->bodies.data);
    rv_id id = rv_id_pool_id(&world->rows_ids, index);
    rv_rows_id self = {id.slot, id.generation, id.world};
    for (int i = 0; i < def->bound_term_count; i++) {
        set->terms[i] = def->bound_terms[i];
        if (set->terms[i].other.slot == 0)
            set->terms[i].other = self;
    }
    find_loose(world);
    return self;
}

bool rv_rows_destroy(rv_world* world, rv_rows_id id) {
    rv_call_begin(world);
    rv_row_set* set = find(world, id);
    if (!RV_CHECK(world, set != NULL, "rv_rows_destroy: no such row set")
        || !RV_CHECK(world, !world->stepping, "rv_rows_destroy: not callable during a step"))
        return false;
    // close the hole in the list of bodies
    int first = set->first_body, count = set->body_count;
    int32_t* bodies = world->row_bodies.data;
    memmove(bodies + first, bodies + first + count,
            (size_t)(world->row_bodies.count - first - count) * sizeof *bodies);
    world->row_bodies.count -= count;
    for (int i = 0; i < world->row_sets.count; i++)
        if (world->row_sets.data[i].first_body > first)
            world->row_sets.data[i].first_body -= count;
    rv_id_pool_remove(&world->rows_ids, (int)(set - world->row_sets.data));
    find_loose(world);
    return true;
}

bool rv_rows_is_valid(const rv_world* world, rv_rows_id id) {
    return find(world, id) != NULL;
}

rv_rows_id rv_rows_next(const rv_world* world, rv_rows_id id) {
    rv_id next = rv_id_pool_next(&world->rows_ids, id.slot);
    return (rv_rows_id){next.slot, next.generation, next.world};
}

int rv_rows_count(const rv_world* world) {
    return world->rows_ids.alive_count;
}

double rv_rows_force(const rv_world* world, rv_rows_id id, int row) {
    const rv_row_set* set = find(world, id);
    return set == NULL || row < 0 || row >= set->row_count ? NAN : set->lambda[row];
}

static int set_capacity(const rv_world* world) {
    return world->row_sets.count;
}

static bool set_is_alive(const rv_world* world, int index) {
    return rv_id_pool_alive(&world->rows_ids, index);
}

static int set_bodies(const rv_world* world, int index, const int32_t** bodies) {
    *bodies = world->row_bodies.data + world->row_sets.data[index].first_body;
    return world->row_sets.data[index].body_count;
}

static void set_pattern(const rv_world* world, int index, rv_pattern_sink* sink) {
    const rv_row_set* set = &world->row_sets.data[index];
    if (set->loose)
        rv_pattern_loose(sink, set->row_count, set->body_count, set->term_count);
    else
        rv_pattern_group(sink, set->row_count, world->row_bodies.data + set->first_body,
                         set->body_count, set->solver_group);
}

// a row that is not finite would spoil everything it touches: it is left out of this step
static bool drop_if_nonfinite(const rv_row_set* set, rv_row* row, double* jacobian) {
    double sum = row->phi + row->rate + row->compliance + row->tau + row->slip + row->restitution
                 + row->resolved;
    for (int k = 0; k < 6 * set->body_count; k++)
        sum += jacobian[k];
    bool bounds = row->lower <= row->upper && row->lower < INFINITY && row->upper > -INFINITY;
    bool law = row->law == RV_ROW_POSITION || row->law == RV_ROW_VELOCITY
               || (row->law == RV_ROW_ELASTIC && row->tau >= 0.0 && !isinf(row->force_before));
    bool shares = row->slip >= 0.0 && row->restitution >= 0.0 && row->restitution <= 1.0
                  && row->resolved >= 0.0 && row->resolved <= 1.0;
    if (isfinite(sum) && row->compliance >= 0.0 && bounds && law && shares)
        return false;
    memset(jacobian, 0, 6 * (size_t)set->body_count * sizeof(double));
    *row = (rv_row){.tau = 0.0};
    return true;
}

// what bodies that do not move by forces add to the row's rate
static double moved_rate(const rv_body* body, const double* J) {
    if (body->type != RV_BODY_KINEMATIC)
        return 0.0;
    return rv_vec3_dot((rv_vec3){J[0], J[1], J[2]}, body->v)
           + rv_vec3_dot((rv_vec3){J[3], J[4], J[5]}, body->w);
}

static void set_rows(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_row_set* set = &world->row_sets.data[member->index];
    rv_row* rows = island->rows.data + member->first_row;
    double* jacobian = island->row_jacobian.data;
    memset(jacobian, 0, 6 * (size_t)(set->row_count * set->body_count) * sizeof(double));
    for (int r = 0; r < set->row_count; r++)
        rows[r] = (rv_row){.tau = -1.0, .lower = -INFINITY, .upper = INFINITY};
    double time = world->time + island->substep * island->h;
    set->evaluate(set->context, world, time, (rv_rows_values){rows, jacobian});
    for (int r = 0; r < set->row_count; r++) {
        double* J = jacobian + 6 * r * set->body_count;
        island->report.rows_dropped += drop_if_nonfinite(set, &rows[r], J);
        int reference = set->loose ? 0 : island->kkt.group_first.data[member->first_group];
        for (int b = 0; b < set->body_count; b++, J += 6) {
            const rv_body* body = &world->bodies.data[world->row_bodies.data[set->first_body + b]];
            int dofs = rv_body_dofs(body);
            if (dofs == 0) {
                // readers see a moved body where it began the step
                double rate = moved_rate(body, J);
                rows[r].phi += rate * (island->substep * island->h);
                rows[r].rate += rate;
            } else if (set->loose) {
                rv_loose_put(&island->kkt.loose, member->first_loose + r, body->block, dofs, J);
            } else {
                double* out = rv_kkt_jacobian(&island->kkt, reference++);
                for (int c = 0; c < dofs; c++)
                    out[c * set->row_count + r] = J[c];
            }
        }
    }
}

static int loose_row_of(const rv_world* world, const rv_island* island, rv_rows_id id, int row) {
    int index = rv_id_pool_find(&world->rows_ids, (rv_id){id.slot, id.generation, id.world});
    for (int i = 0; i < island->members.count; i++) {
        const rv_member* member = &island->members.data[i];
        if (member->kind == RV_MEMBER_ROWS && member->index == index && member->first_loose >= 0)
            return member->first_loose + row;
    }
    return -1;
}

// a set that is gone or in another island adds nothing
static void set_terms(const rv_world* world, rv_island* island, const rv_member* member) {
    rv_loose_rows* loose = &island->kkt.loose;
    const rv_row_set* set = &world->row_sets.data[member->index];
    for (int k = 0; k < set->term_count; k++) {
        const rv_rows_bound_term* term = &set->terms[k];
        int other = loose_row_of(world, island, term->other, term->other_row);
        if (other >= 0)
            loose->terms.data[loose->terms.count++] =
                (rv_lcp_term){member->first_loose + term->row, other, term->lower, term->upper};
    }
}

static double* set_lambda(rv_world* world, int index, int8_t** state) {
    *state = world->row_sets.data[index].state;
    return world->row_sets.data[index].lambda;
}

// bounds that depend on another set's forces can only be solved together with it
static int set_link(const rv_world* world, int index, int k) {
    const rv_row_set* set = &world->row_sets.data[index];
    if (k >= set->term_count)
        return -1;
    const rv_row_set* other = find(world, set->terms[k].other);
    // a set that is gone: itself is a link that changes nothing
    return other == NULL ? index : (int)(other - world->row_sets.data);
}

static void set_remove(rv_world* world, int index) {
    rv_id id = rv_id_pool_id(&world->rows_ids, index);
    rv_rows_destroy(world, (rv_rows_id){id.slot, id.generation, id.world});
}

// they may do anything
static bool set_drives(const rv_world* world, int index) {
    (void)world;
    (void)index;
    return true;
}

const rv_constraint_class rv_row_set_class = {
    .name = "rows",
    .capacity = set_capacity,
    .is_alive = set_is_alive,
    .remove = set_remove,
    .bodies = set_bodies,
    .link = set_link,
    .pattern = set_pattern,
    .rows = set_rows,
    .terms = set_terms,
    .lambda = set_lambda,
    .drives = set_drives,
    // where `evaluate` puts phi in the next step, and what that does to the energy, only it knows
    .works_unseen = true,
};
