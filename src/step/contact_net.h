// The contacts of a cluster as a network of units on the compliances of its islands.
#ifndef REEVE_STEP_CONTACT_NET_H
#define REEVE_STEP_CONTACT_NET_H

#include "solve/net.h"
#include "step/step.h"

// All that solving the contacts of a cluster needs, in its scratch memory.
typedef struct rv_contact_net {
    rv_world* world;
    rv_cluster* cluster;
    double h;
    double start;  // of the substep in the step
    bool is_swept; // too large for Newton's method on a dense system
    bool is_large; // so large that there is no compliance: Newton's method in the islands' systems
    rv_net net;
    rv_net_unit* units;
    rv_net_reference* references;
    double* jacobian;
    rv_net_domain* domains;
    rv_net_coupling* couplings;
    rv_lcp_term* terms;
    double *sigma, *bias, *lower, *upper;
    double* lambda;   // impulses
    double* impact;   // impulses of impacts
    double* rate;     // per row: speed that moved bodies give it
    double* speed;    // per row: H v at the start of the substep, without `rate`
    rv_vec3* tangent; // two per contact
    int32_t* site;    // of each contact, into world->sites
    int32_t* pair;    // and its pair
    double* phi;      // gap of each contact at the start of the substep
    double* saved_r;  // of the islands, one after the other
    int reference_count, jacobian_count;
    double swept_residual; // of the last sweeps
    rv_arena rest;         // what is left of the scratch
} rv_contact_net;

static inline rv_island* rv_cluster_island(const rv_world* world, const rv_cluster* cluster,
                                           int k) {
    return &world->islands.data[world->cluster_islands.data[cluster->first_island + k]];
}

// false: the scratch is too small
bool rv_contact_net_build(rv_contact_net* c, rv_world* world, rv_cluster* cluster);
// sigma and bias of a contact's normal row for the gap and the speed that it has
void rv_contact_net_set_normal(rv_contact_net* c, int contact);
// moves the arms of a contact on to where its bodies are at a time of the substep
void rv_contact_net_set_time(rv_contact_net* c, int contact, double time);
// compliances of an island from its factor, and its velocities
void rv_contact_net_read_compliance(rv_contact_net* c, int island);
void rv_contact_net_read_velocity(rv_contact_net* c, int island);
// an island whose free motion is not finite is lost: nothing touches it any more
void rv_contact_net_drop_lost(rv_contact_net* c, int island);
// r += H^T impulse over all units, for every island
void rv_contact_net_push(rv_contact_net* c, const double* impulse);
// the loose rows' impulses and states, and the forces of sites
void rv_contact_net_store(rv_contact_net* c);
// Whether a cluster's contacts are solved in the systems of its islands (contact_newton.c), and the
// scratch for that.
bool rv_contact_net_is_large(const rv_world* world, const rv_cluster* cluster, int rows);
size_t rv_contact_net_newton_bytes(const rv_world* world, const rv_cluster* cluster,
                                   const rv_net* net);
// Solves them. False: the islands have yet to be factored and solved with the impulses.
bool rv_contact_net_newton(rv_contact_net* c);
// scratch that impacts need
size_t rv_contact_net_impact_bytes(int rows, int contacts);
// bounces (impact.c): adds to the islands' r, and says how far they are to be shifted
void rv_contact_net_impacts(rv_contact_net* c);

#endif
