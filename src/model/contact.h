// Contacts inside the engine: laws between surfaces, and the pairs and sites that persist.
#ifndef REEVE_MODEL_CONTACT_H
#define REEVE_MODEL_CONTACT_H

#include "model/world.h"

#include <math.h>

static inline uint64_t rv_pair_key(const rv_pair* pair) {
    return (uint64_t)pair->shape[0] << 32 | (uint64_t)pair->shape[1];
}

// the law between two materials: the user's, or combined from them
rv_contact_law rv_contact_law_between(const rv_world* world, const rv_material* a,
                                      const rv_material* b);
// two shapes of different bodies may touch: groups, masks, joints, and one of them moves
bool rv_shapes_may_touch(const rv_world* world, int32_t a, int32_t b);
// two shapes in the list of pairs, either way round; NULL: not there
const rv_pair* rv_pairs_find(const rv_world* world, int32_t a, int32_t b);
// removes the contacts of a body
void rv_contacts_forget(rv_world* world, int32_t body);
// writes `shown`
void rv_contacts_list(rv_world* world);

// within which a shape is watched; of a pair, the smaller one of both
static inline double rv_shape_margin(const rv_world* world, const rv_proxy* proxy) {
    static const double SHARE = 0.2; // of the shape: the margin is no more than this
    return fmin(world->def.contact.margin, SHARE * proxy->size);
}

// bounds of a shape from where the step begins to where its body is expected to take it
static inline rv_aabb rv_proxy_way(const rv_proxy* proxy, double dt) {
    rv_aabb now = rv_placed_bounds(&proxy->placed);
    rv_vec3 d = rv_vec3_scale(proxy->velocity, dt);
    return rv_aabb_union(now, (rv_aabb){rv_vec3_add(now.lower, d), rv_vec3_add(now.upper, d)});
}

// it carries a force, or there is no gap to speak of
static inline bool rv_site_touches(const rv_site* site) {
    static const double NO_GAP = 1e-7; // [m]
    return site->mean_force > 0.0 || site->gap <= NO_GAP;
}

// where the two points of a site are, with the bodies as they are
static inline rv_vec3 rv_site_point(const rv_world* world, const rv_pair* pair, const rv_site* site,
                                    int side) {
    const rv_body* body = &world->bodies.data[pair->body[side]];
    return rv_vec3_add(body->x, site->arm[side]);
}

#endif
