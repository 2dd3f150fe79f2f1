// The state hash: all that a step depends on, number by number. Two worlds with the same hash go on
// with the same bits.
#include "core/hash.h"
#include "model/solid.h"
#include "model/wave.h"
#include "step/step.h"

static uint64_t mix(uint64_t hash, const void* values, size_t count) {
    return rv_hash_words(hash, values, count);
}

static uint64_t mix_int(uint64_t hash, int64_t value) {
    return mix(hash, &value, 1);
}

static uint64_t mix_states(uint64_t hash, const int8_t* state, int count) {
    for (int i = 0; i < count; i++)
        hash = mix_int(hash, state[i]);
    return hash;
}

static uint64_t hash_body(uint64_t hash, const rv_body* b) {
    hash = mix_int(hash, b->type * 100 + b->kind * 10 + 2 * b->is_stiff + b->frozen);
    hash = mix(hash, &b->mass, 1);
    hash = mix(hash, &b->center, 3);
    hash = mix(hash, &b->inertia, 9);
    hash = mix(hash, &b->linear_damping, 1);
    hash = mix(hash, &b->angular_damping, 1);
    hash = mix(hash, &b->x, 3);
    hash = mix(hash, &b->q, 4);
    hash = mix(hash, &b->v, 3);
    hash = mix(hash, &b->w, 3);
    hash = mix(hash, &b->force, 3);
    hash = mix(hash, &b->torque, 3);
    hash = mix(hash, &b->last_h, 1);
    hash = mix(hash, &b->travel, 1);
    hash = mix(hash, &b->v_before, 3);
    return mix(hash, &b->w_before, 3);
}

static uint64_t hash_sleep(uint64_t hash, const rv_body* b) {
    if (!(b->rest_time > 0.0) && !b->asleep)
        return hash;
    hash = mix(mix_int(hash, b->asleep), &b->rest_time, 1);
    return mix(mix(hash, &b->rest_x, 3), &b->rest_q, 4);
}

static uint64_t hash_pair(uint64_t hash, const rv_world* world, const rv_pair* pair) {
    hash = mix_int(mix_int(hash, pair->shape[0]), pair->shape[1]);
    hash = mix_int(mix_int(hash, pair->count), pair->touches);
    hash = mix(hash, &pair->law, sizeof pair->law / sizeof(double));
    for (int k = 0; k < pair->count; k++) {
        const rv_site* site = &world->sites.data[pair->first + k];
        hash = mix_int(mix_int(hash, site->feature), site->sticks);
        hash = mix(mix(hash, site->arm, 6), &site->normal, 3);
        hash = mix(mix(hash, &site->force, 1), &site->friction, 3);
        hash = mix(mix(hash, &site->spin, 1), &site->roll, 3);
    }
    return hash;
}

// what decides how it touches
static uint64_t hash_shape(uint64_t hash, const rv_shape_def* s) {
    const rv_material* m = &s->material;
    const int64_t whole[] = {s->type, s->geometry.slot, s->group, s->mask, m->surface};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        hash = mix_int(hash, whole[i]);
    const double numbers[] = {s->radius,          s->half_length,       s->half_extents.x,
                              s->half_extents.y,  s->half_extents.z,    m->friction,
                              m->static_friction, m->rolling_friction,  m->spinning_friction,
                              m->restitution,     m->contact_stiffness, m->contact_damping};
    hash = mix(hash, numbers, sizeof numbers / sizeof *numbers);
    return mix(hash, &s->local, sizeof s->local / sizeof(double));
}

static uint64_t hash_contacts(uint64_t hash, const rv_world* world) {
    for (int i = 0; i < world->shapes.count; i++)
        if (rv_id_pool_alive(&world->shape_ids, i))
            hash = hash_shape(mix_int(hash, i), &world->shapes.data[i].def);
    for (int i = 0; i < world->surface_laws.count; i++) {
        const rv_surface_law* law = &world->surface_laws.data[i];
        hash = mix_int(mix_int(hash, law->surface[0]), law->surface[1]);
        hash = mix(hash, &law->law, sizeof law->law / sizeof(double));
    }
    for (int i = 0; i < world->joints.count; i++)
        if (rv_id_pool_alive(&world->joint_ids, i) && world->joints.data[i].bodies_touch)
            hash = mix_int(hash, i);
    for (int i = 0; i < world->pairs.count; i++)
        hash = hash_pair(hash, world, &world->pairs.data[i]);
    return hash;
}

static uint64_t hash_joint(uint64_t hash, const rv_joint* j) {
    hash = mix_int(hash, j->type);
    hash = mix_int(hash, j->body[0]);
    hash = mix_int(hash, j->body[1]);
    hash = mix(hash, j->point, 6);
    hash = mix(hash, j->axes, 18);
    const double numbers[] = {j->rest,
                              j->compliance,
                              j->damping,
                              j->angular_compliance,
                              j->angular_damping,
                              j->stiffness,
                              j->limit.lower,
                              j->limit.upper,
                              j->limit.compliance,
                              j->limit.damping,
                              j->motor.speed,
                              j->motor.max_force,
                              j->motor.slip,
                              j->coordinate,
                              j->last_h};
    hash = mix(hash, numbers, sizeof numbers / sizeof *numbers);
    hash = mix_int(hash, j->limit.enabled * 2 + j->motor.enabled);
    hash = mix_int(hash, j->limit_side);
    hash = mix_int(hash, j->solver_group);
    hash = mix(hash, j->lambda, RV_JOINT_ROWS);
    return mix_states(hash, j->state, RV_JOINT_ROWS);
}

static uint64_t hash_row_set(uint64_t hash, const rv_world* world, const rv_row_set* set) {
    hash = mix(hash, set->lambda, RV_ROWS_MAX);
    hash = mix_int(mix_int(hash, set->row_count), set->solver_group);
    for (int k = 0; k < set->body_count; k++)
        hash = mix_int(hash, world->row_bodies.data[set->first_body + k]);
    for (int k = 0; k < set->term_count; k++) {
        const rv_rows_bound_term* term = &set->terms[k];
        hash = mix_int(mix_int(hash, term->row), term->other_row);
        hash = mix_int(hash, term->other.slot);
        hash = mix(mix(hash, &term->lower, 1), &term->upper, 1);
    }
    return mix_states(hash, set->state, RV_ROWS_MAX);
}

static uint64_t hash_port(uint64_t hash, const rv_port* port) {
    hash = mix(hash, &port->input, 3);
    hash = mix_int(mix_int(hash, port->body), port->mode);
    hash = mix(mix(hash, &port->point, 3), &port->max_force, 1);
    return mix_states(mix(hash, port->lambda, 3), port->state, 3);
}

// what a node has besides that a shape has made
static uint64_t hash_made_node(uint64_t hash, const rv_path_node* n) {
    const int32_t whole[] = {n->shape, (int32_t)n->feature, n->follows, n->free, n->alone};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        hash = mix_int(hash, whole[i]);
    hash = mix(mix(hash, n->line, 6), &n->entry, 3);
    return mix(mix(hash, &n->rise, 1), &n->rim.lean, 1);
}

static uint64_t hash_node(uint64_t hash, const rv_path_node* n) {
    const rv_cable_node* d = &n->def;
    const int32_t whole[] = {(int32_t)d->type, n->body, n->wheel,  d->side,
                             d->turns,         d->edge, d->swivel, n->lifted + 2 * n->kept};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        hash = mix_int(hash, whole[i]);
    hash = mix(hash, &d->point, 3);
    hash = mix(hash, &n->axis, 3);
    const double numbers[] = {d->radius,       d->friction,    d->efficiency,  n->material,
                              n->wrap,         n->angle_in[0], n->angle_in[1], n->angle_out[0],
                              n->angle_out[1], n->span.length, n->slip,        n->tension,
                              n->spun};
    hash = mix(hash, numbers, sizeof numbers / sizeof *numbers);
    if (n->holder.solid >= 0)
        hash = mix(mix_int(mix_int(mix_int(hash, n->holder.solid), (int32_t)n->feature), n->free),
                   n->holder.weight, RV_HOLDER_NODES);
    return n->shape < 0 ? hash : hash_made_node(hash, n);
}

static uint64_t hash_strand(uint64_t hash, const rv_world* world, const rv_strand* s) {
    hash = mix_int(mix_int(hash, s->cable), s->segment_count);
    for (int i = 0; i < 2; i++)
        hash = mix_int(mix_int(hash, s->held[i]), s->bridge[i]);
    for (int i = 0; i < 2; i++) {
        const rv_guard* g = &s->guard[i];
        hash = mix_states(mix(hash, g->lambda, RV_GUARD_ROWS), g->state, RV_GUARD_ROWS);
        hash = mix(mix(mix_int(hash, g->slack), &g->out, 3), &g->axis[0], 3 * RV_GUARD_ROWS);
        hash = mix(mix(hash, &g->about, 3), &g->turned, 4);
    }
    for (int i = 0; i < s->segment_count + 2; i++)
        hash = mix_int(hash, world->segment_body.data[s->first_segment + i]);
    hash = mix(hash, world->segment_length.data + s->first_segment, (size_t)s->segment_count + 2);
    for (int i = 0; i < s->link_count; i++) {
        const rv_link* l = &world->links.data[s->first_link + i];
        hash = mix_int(hash, l->broken * 4 + l->holds_bend * 2 + l->holds_twist);
        hash = mix(mix(hash, l->point, 6), l->turn, 8);
        const double numbers[] = {l->length, l->rest[0],     l->rest[1], l->rest[2],
                                  l->twist,  l->twist_speed, l->last_h};
        hash = mix(hash, numbers, sizeof numbers / sizeof *numbers);
        hash = mix(mix(mix_int(hash, l->is_followed), &l->foreseen, 3), &l->open, 3);
        hash = mix(hash, (const double[]){l->foreseen_twist, l->untwisted}, 2);
    }
    const rv_bend_law* law = &world->cables.data[s->cable].bend_law;
    for (int i = 0; law->layers > 0 && i < s->link_count; i++)
        hash =
            mix(hash, world->link_bends.data[s->first_link + i].slid.at, 2 * (size_t)law->layers);
    if (law->layers > 0)
        hash = mix(hash, &s->bend_loss, 1);
    int row = RV_LINK_ROWS * s->first_link, rows = RV_LINK_ROWS * s->link_count;
    hash = mix(hash, world->link_lambda.data + row, (size_t)rows);
    return mix_states(hash, world->link_state.data + row, rows);
}

static uint64_t hash_rod(uint64_t hash, const rv_world* world, const rv_rod* r) {
    size_t n = (size_t)r->count;
    hash = mix_int(mix_int(hash, r->cable), r->frozen);
    for (int i = 0; i < 2; i++) {
        const rv_rod_end* e = &r->end[i];
        hash = mix_int(mix_int(hash, e->body), e->held * 4 + e->clamped * 2 + e->turns);
        hash = mix(mix(hash, &e->point, 3), &e->axis, 3);
        hash = mix(mix(hash, &e->director, 3), &e->tangent, 3);
    }
    hash = mix_states(mix(hash, r->lambda, 2 * RV_ROD_END_ROWS), r->state, 2 * RV_ROD_END_ROWS);
    hash = mix(hash, (const double[]){r->twist, r->travel, r->last_h, r->moved.step_limit}, 4);
    hash = mix_int(hash, r->moved.substeps);
    for (int i = 0; i < RV_CABLE_GRIPS; i++)
        if (r->hand[i].holds)
            hash = mix(mix_int(hash, r->hand[i].vertex), &r->hand[i].grip,
                       sizeof r->hand[i].grip / sizeof(double));
    hash = mix(mix(hash, world->rod_x.data + r->first, 3 * n), world->rod_v.data + r->first, 3 * n);
    hash = mix(mix(hash, world->rod_mass.data + r->first, n), world->rod_length.data + r->first, n);
    for (int i = 0; i < r->contact_count; i++) {
        const rv_rod_contact* c = &world->rod_contacts.data[r->first_contact + i];
        hash = mix_int(mix_int(mix_int(hash, c->edge), c->other), c->shape);
        hash = mix_int(hash, c->coupled * 2 + c->touches);
        if (c->other >= 0 && r != &world->rods.data[c->partner])
            hash = mix_int(hash, c->partner);
        hash = mix(mix(mix(hash, &c->force, 1), &c->stick, 3), &c->slides, 1);
        hash = mix(hash, &c->rest, 1);
    }
    if (r->list_margin > 0.0)
        hash = mix(mix(hash, &r->list_margin, 1), world->rod_listed.data + r->first, 3 * n);
    if (world->rods.data[r->bundle].bundle_margin > 0.0)
        hash = mix(mix(hash, &r->bundle_margin, 1), world->rod_seen.data + r->first, 3 * n);
    bool adapts = world->cables.data[r->cable].segments.resolution == RV_CABLE_ADAPTIVE;
    for (int i = 0; i < r->count && adapts; i++) {
        const rv_rod_share* share = &world->rod_share.data[r->first + i];
        hash = mix_int(hash, (share->level * 256 + share->begins) * 256 + share->calm);
    }
    if (r->shaped)
        hash = mix(mix(hash, r->moment, 2), world->rod_rest.data + r->first, 4 * n);
    hash = mix(hash, world->rod_kept.data + r->first, n);
    hash = mix(hash, world->rod_bow.data + r->first, n);
    if (r->rest_time > 0.0)
        hash = mix(mix_int(hash, r->asleep), &r->rest_time, 1);
    return mix(hash, world->rod_tension.data + r->first, n);
}

static uint64_t hash_suture(uint64_t hash, const rv_suture* s) {
    const int32_t whole[] = {s->cable, s->holder.body, s->stopped[0] + 2 * s->stopped[1], s->out,
                             s->stop};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        hash = mix_int(hash, whole[i]);
    const double numbers[] = {s->friction, s->static_friction, s->grip, s->at, s->lost};
    hash = mix(hash, numbers, sizeof numbers / sizeof *numbers);
    hash = mix(mix(hash, &s->holder.point, 3), s->axis, 3 * RV_SUTURE_FORCES);
    return mix_states(mix(hash, s->lambda, RV_SUTURE_ROWS), s->state, RV_SUTURE_ROWS);
}

static uint64_t hash_tie(uint64_t hash, const rv_world* world, const rv_tie* t) {
    const int32_t whole[] = {t->solid, t->other, t->cable, t->body[1], t->count, t->broken};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        hash = mix_int(hash, whole[i]);
    const double numbers[] = {t->at, t->compliance, t->damping, t->breaking_load};
    hash = mix(hash, numbers, sizeof numbers / sizeof *numbers);
    for (int k = 0; k < t->count; k++)
        for (int s = 0; s < 2; s++) {
            const rv_holder* holder = &world->tie_points.data[t->first + k].side[s];
            hash = mix(mix(hash, &holder->point, 3), holder->weight, RV_HOLDER_NODES);
            for (int n = 0; n < RV_HOLDER_NODES; n++)
                hash = mix_int(hash, holder->node[n]);
        }
    int first = RV_TIE_ROWS * t->first, count = RV_TIE_ROWS * t->count;
    hash = mix(hash, world->tie_lambda.data + first, (size_t)count);
    return mix_states(hash, world->tie_row_state.data + first, count);
}

// what makes a cable of segments, or would
static uint64_t hash_segments(uint64_t hash, const rv_cable* c) {
    const rv_cable_segments* s = &c->segments;
    if (!rv_model_is_divided(c->model))
        return hash;
    const int64_t whole[] = {s->resolution,     s->bend,         s->group,        s->mask,
                             s->touches_itself, c->strand_count, c->first_bridge, c->used_up};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        hash = mix_int(hash, whole[i]);
    const double numbers[] = {s->length,
                              s->EI,
                              c->mass_per_length,
                              s->bend_damping,
                              s->rest_twist,
                              s->rest_curvature[0],
                              s->rest_curvature[1],
                              c->calm,
                              c->calm_tension};
    hash = mix(hash, numbers, sizeof numbers / sizeof *numbers);
    if (s->rest_as_laid)
        hash = mix_int(hash, s->rest_as_laid);
    const rv_bend_law* law = &c->bend_law;
    if (law->points > 0) {
        hash = mix_int(mix_int(hash, law->points), law->layers);
        hash =
            mix(mix(hash, law->curvature, (size_t)law->points), law->moment, (size_t)law->points);
        hash = mix(hash, law->layer, 3 * (size_t)law->layers);
        hash = mix(hash, &c->bend_loss, 1);
    }
    return mix(hash, &s->drag, sizeof s->drag / sizeof(double));
}

// the places and speeds of waves, and the steps that their factors are for
static uint64_t hash_waves(uint64_t hash, const rv_world* world, const rv_cable* c) {
    const double numbers[] = {c->layer.damping, c->mass_per_length, c->fed[0], c->fed[1]};
    hash = mix_int(mix_int(hash, c->layer.cells), c->layer.waves);
    hash = mix(hash, numbers, sizeof numbers / sizeof *numbers);
    for (int i = 0; i < c->node_count - 1; i++) {
        const rv_wave* wave = rv_waves_of(world, c) + i;
        rv_string s = rv_wave_string(world, c, i);
        hash = mix_int(mix_int(hash, wave->end), wave->suspended);
        hash = mix(hash, &wave->along, 9);
        hash = mix(hash,
                   (const double[]){wave->chord, wave->used, wave->flowed[0], wave->flowed[1]}, 4);
        hash = mix(hash, &wave->moved, sizeof wave->moved / sizeof(double));
        hash = mix(hash, &wave->law, sizeof wave->law / sizeof(double));
        hash = mix(hash, s.u, (size_t)(4 * (s.cells + 1)));
    }
    return hash;
}

static uint64_t hash_cable(uint64_t hash, const rv_world* world, const rv_cable* c) {
    const int32_t whole[] = {(int32_t)c->model, c->node_count, c->pushes,
                             c->solver_group,   c->state,      c->suspended};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        hash = mix_int(hash, whole[i]);
    const double numbers[] = {
        c->diameter,      c->EA,         c->GJ,    c->damping,     c->twist_damping, c->restitution,
        c->breaking_load, c->rated_load, c->twist, c->twist_speed, c->last_h};
    hash = mix(hash, numbers, sizeof numbers / sizeof *numbers);
    hash = mix(hash, c->winch, 2 * sizeof(rv_winch) / sizeof(double));
    hash = mix(mix(hash, c->winch_run, 2), c->director, 6);
    hash = mix(hash, c->stop_force, (size_t)c->stop_count);
    hash = mix_states(hash, c->stop_state, c->stop_count);
    hash = hash_segments(hash, c);
    if (c->tension != RV_CABLE_TENSION_ROW)
        hash = mix_int(hash, c->tension);
    if (rv_cable_is_layered(c))
        hash = hash_waves(hash, world, c);
    if (c->touch.enabled)
        hash = mix(mix_int(hash, c->swept), &c->owed, 1);
    for (int i = 0; i < c->node_count; i++) {
        const rv_path_node* node = &world->cable_nodes.data[c->first_node + i];
        hash = hash_node(hash, node);
        if (c->swept)
            hash = mix(hash, node->swept, 6);
        if (c->parent >= 0)
            hash = mix(mix(hash, &node->rope.velocity, 3), &node->rope.flow, 1);
    }
    hash = mix(hash, world->cable_lambda.data + c->first_node, (size_t)c->node_count);
    return mix_states(hash, world->cable_row_state.data + c->first_node, c->node_count);
}

static uint64_t hash_solid(uint64_t hash, const rv_world* world, const rv_solid* s) {
    if (s->rest_time > 0.0)
        hash = mix(mix_int(hash, s->asleep), &s->rest_time, 1);
    size_t n = 3 * (size_t)s->count;
    hash = mix_int(mix_int(mix_int(hash, s->model), s->body), s->order * 2 + s->frozen);
    hash = mix_int(mix_int(hash, s->group), s->mask);
    hash = mix(hash, &s->pose, sizeof s->pose / sizeof(double));
    hash = mix_states(mix(hash, s->lambda, 6), s->state, 6);
    hash = mix(mix(hash, world->solid_x.data + s->first, n), world->solid_v.data + s->first, n);
    return mix(mix(hash, world->solid_push.data + s->first, n), world->solid_load.data + s->first,
               n);
}

static uint64_t hash_soft(uint64_t hash, const rv_soft_site* s) {
    hash = mix_int(mix_int(hash, s->side[0].solid), s->side[0].shape);
    hash = mix_int(mix_int(mix_int(hash, s->side[1].solid), s->site.feature), s->site.sticks);
    return mix(mix(hash, &s->site.force, 1), &s->site.friction, 3);
}

static uint64_t hash_cables(uint64_t hash, const rv_world* world) {
    for (int i = 0; i < world->cables.count; i++)
        if (rv_id_pool_alive(&world->cable_ids, i))
            hash = hash_cable(mix_int(hash, i), world, &world->cables.data[i]);
    for (int i = 0; i < world->strands.count; i++)
        hash = hash_strand(hash, world, &world->strands.data[i]);
    for (int i = 0; i < world->rods.count; i++)
        hash = hash_rod(hash, world, &world->rods.data[i]);
    for (int i = 0; i < world->rod_meetings.count; i++) {
        const rv_rod_meeting* m = &world->rod_meetings.data[i];
        hash = mix(mix_int(mix_int(hash, m->a), m->b), &m->age, 1);
    }
    return hash;
}

static uint64_t hash_solids(uint64_t hash, const rv_world* world) {
    for (int i = 0; i < world->sutures.count; i++)
        if (rv_id_pool_alive(&world->suture_ids, i))
            hash = hash_suture(mix_int(hash, i), &world->sutures.data[i]);
    for (int i = 0; i < world->ties.count; i++)
        if (rv_id_pool_alive(&world->tie_ids, i))
            hash = hash_tie(mix_int(hash, i), world, &world->ties.data[i]);
    for (int i = 0; i < world->solids.count; i++)
        if (rv_id_pool_alive(&world->solid_ids, i))
            hash = hash_solid(mix_int(hash, i), world, &world->solids.data[i]);
    for (int i = 0; i < world->soft_sites.count; i++)
        hash = hash_soft(hash, &world->soft_sites.data[i]);
    return hash;
}

uint64_t rv_world_hash(const rv_world* world) {
    uint64_t hash = mix(0x5245455645ull, &world->time, 1);
    hash = mix_int(hash, (int64_t)world->step_count);
    hash = mix_int(hash, (int64_t)world->refined_at);
    hash = mix(hash, &world->def.gravity, 3);
    for (int i = 0; i < world->bodies.count; i++)
        if (rv_id_pool_alive(&world->body_ids, i))
            hash = hash_sleep(hash_body(mix_int(hash, i), &world->bodies.data[i]),
                              &world->bodies.data[i]);
    for (int i = 0; i < world->joints.count; i++)
        if (rv_id_pool_alive(&world->joint_ids, i))
            hash = hash_joint(mix_int(hash, i), &world->joints.data[i]);
    for (int i = 0; i < world->row_sets.count; i++)
        if (rv_id_pool_alive(&world->rows_ids, i))
            hash = hash_row_set(mix_int(hash, i), world, &world->row_sets.data[i]);
    for (int i = 0; i < world->ports.count; i++)
        if (rv_id_pool_alive(&world->port_ids, i))
            hash = hash_port(mix_int(hash, i), &world->ports.data[i]);
    hash = hash_solids(hash_cables(hash, world), world);
    return hash_contacts(hash, world);
}
