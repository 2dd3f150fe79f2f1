// The arrays of a world, each listed once. A snapshot is those that are kept; a world that ends frees all.
// A new array goes into one of these lists; the state hash (step/hash.c) has what of the kept ones a step
// depends on, thing by thing.
#ifndef REEVE_MODEL_WORLD_ARRAYS_H
#define REEVE_MODEL_WORLD_ARRAYS_H

#include "model/world.h"

// clang-format off
// X(pool): ids of things that snapshots keep
#define RV_WORLD_POOLS(X)                                                                          \
    X(body_ids) X(shape_ids) X(joint_ids) X(rows_ids) X(port_ids) X(cable_ids) X(suture_ids)       \
    X(solid_ids) X(tie_ids)
// and of others: forms do not change, a hand is where it is
#define RV_WORLD_OTHER_POOLS(X) X(form_ids) X(haptic_ids)

// X(array): state
#define RV_WORLD_KEPT(X)                                                                           \
    X(bodies) X(shapes) X(joints) X(row_sets) X(row_bodies) X(ports)                               \
    X(cables) X(cable_nodes) X(cable_lambda) X(cable_row_state) X(cable_bodies)                    \
    X(waves) X(wave_values)                                                                        \
    X(strands) X(segment_body) X(segment_length) X(links) X(link_bends) X(link_lambda)             \
    X(link_state)                                                                                  \
    X(rods) X(rod_x) X(rod_v) X(rod_mass) X(rod_length) X(rod_tension) X(rod_kept) X(rod_bow)      \
    X(rod_rest) X(rod_listed) X(rod_seen) X(rod_share) X(rod_contacts) X(rod_meetings)             \
    X(sutures) X(ties) X(tie_points) X(tie_lambda) X(tie_row_state)                                \
    X(solids) X(solid_x) X(solid_v) X(solid_push) X(solid_load) X(soft_sites)                      \
    X(pairs) X(sites) X(surface_laws)

// what does not change, is made anew from the state, or holds for one step
#define RV_WORLD_DERIVED(X)                                                                        \
    X(forms) X(haptics)                                                                            \
    X(near_bodies) X(proxies) X(joined) X(near_keys)                                               \
    X(pairs_before) X(sites_before) X(soft_sites_before) X(found) X(found_first) X(shown)          \
    X(inputs) X(islands) X(clusters) X(cluster_islands) X(cluster_pairs) X(cluster_softs)          \
    X(contact_scratch) X(scratch) X(block_size) X(block_weight) X(block_substructure)              \
    X(rod_reading) X(rod_contacts_before) X(rod_before) X(rod_sights) X(rod_runs) X(rod_scratch)   \
    X(rod_pairs) X(rod_shapes) X(rod_work) X(rod_reached)                                          \
    X(solid_work) X(soft_shapes) X(soft_touches) X(soft_way)                                       \
    X(cable_events) X(suture_events) X(tie_events)
// clang-format on

#define RV_COUNT_ONE(name) +1
enum {
    RV_WORLD_POOL_COUNT = 0 RV_WORLD_POOLS(RV_COUNT_ONE),
    RV_WORLD_KEPT_COUNT = 0 RV_WORLD_KEPT(RV_COUNT_ONE)
};

#endif
