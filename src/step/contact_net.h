// The contacts of a cluster as a network of units on the compliances of its islands.
#ifndef REEVE_STEP_CONTACT_NET_H
#define REEVE_STEP_CONTACT_NET_H

#include "solve/net.h"
#include "step/step.h"

// residual of contact forces that settle every bound
#define RV_CONTACT_EXACT 1e-8

// rows of a point of contact: along the normal and across it, with spinning and rolling friction more
enum { RV_CONTACT_ROWS_LEAST = 3 };
static inline int rv_contact_law_rows(const rv_contact_law* law) {
    return RV_CONTACT_ROWS_LEAST + (law->spinning_friction > 0.0)
           + 2 * (law->rolling_friction > 0.0);
}

// All that solving the contacts of a cluster needs, in its scratch memory.
typedef struct rv_contact_net {
    rv_world* world;
    rv_cluster* cluster;
    double h;
    double start;        // of the substep in the step
    bool is_swept;       // too large for Newton's method on a dense system
    bool in_islands;     // solved by Newton's method in the islands' systems, which costs less
    bool has_compliance; // C of the islands may be read
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
    double* likely;   // per row: H v from which Newton's method in the islands' systems starts
    rv_vec3* tangent; // two per contact
    rv_site** site;   // of each contact
    const rv_contact_law** law;
    int32_t* pair; // its pair, -1: with a solid
    double
        squeezed_mass; // of all bodies, if they may be between what is moved and what is fixed; else 0
    double* phi;       // gap of each contact at the start of the substep
    double* saved_r; // of the islands, one after the other
    int reference_count, jacobian_count;
    bool is_warm;          // the islands' velocities are those of an earlier pass
    double swept_residual; // of the last sweeps, or of Newton's method in the islands' systems
    double work;           // that this substep may still cost [about 1 ns]
    double reserve;        // and what is kept for the dense system; 0: it is too dear
    rv_arena rest;         // what is left of the scratch
} rv_contact_net;

// What the arrays of a network hold (contact_scratch.c).
typedef struct rv_contact_sizes {
    int islands, contacts, rows, loose, references, jacobian, terms, couplings;
    int dofs;             // of the islands' own systems
    size_t factor_values; // of the same
    int reached;          // dofs that contacts reach of an island, at most
    size_t compliance;    // of all that they reach, with velocities
    int strike_rows;      // of the largest impact; 0: nothing bounces
    bool is_dense;        // no more than `dense_rows`
    bool in_islands, has_compliance, suits_newton;
    size_t newton; // bytes of Newton's method in the islands' systems; 0: it is not used
} rv_contact_sizes;

rv_contact_sizes rv_contact_sizes_of(const rv_world* world, const rv_cluster* cluster);
// the arrays of a network out of an arena; false: it is too small
bool rv_contact_net_take(rv_contact_net* c, const rv_contact_sizes* sizes, rv_arena* arena);
// false: the scratch is too small
bool rv_contact_net_build(rv_contact_net* c, rv_world* world, rv_cluster* cluster);
// sigma and bias of a contact's normal row for the gap and the speed that it has
void rv_contact_net_set_normal(rv_contact_net* c, int contact);
// impulses that start with the forces of the last step; the rows across stop what moves along them
void rv_contact_net_set_start(rv_contact_net* c, int contact);
// a contact with a solid (contact_soft.c), into world->soft_sites
void rv_contact_net_add_soft(rv_contact_net* c, int index);
// moves the arms of a contact on to where its bodies are at a time of the substep
void rv_contact_net_set_time(rv_contact_net* c, int contact, double time);
// compliances of an island from its factor, and its velocities
void rv_contact_net_read_compliance(rv_contact_net* c, int island);
void rv_contact_net_read_velocity(rv_contact_net* c, int island);
// any values per dof of an island into its domain, as if they were velocities
void rv_contact_net_read_dofs(rv_contact_net* c, int island, const double* values);
// an island whose free motion is not finite is lost: nothing touches it any more
void rv_contact_net_drop_lost(rv_contact_net* c, int island);
// r += H^T impulse over all units, for every island
void rv_contact_net_push(rv_contact_net* c, const double* impulse);
// the loose rows' impulses and states, and the forces of sites
void rv_contact_net_store(rv_contact_net* c);
// Whether a cluster has a chain of bodies in it that contacts reach, and whether Newton's method in
// the islands' systems may be used for it: if there are no bodies, either, that make it slow.
bool rv_contact_net_has_chain(const rv_world* world, const rv_cluster* cluster);
bool rv_contact_net_suits_newton(const rv_world* world, const rv_cluster* cluster);
// Whether a cluster's contacts are solved in the systems of its islands (contact_newton.c), because
// that costs less.
bool rv_contact_net_is_in_islands(const rv_world* world, const rv_cluster* cluster, int rows);
// Whether work is kept in each of so many substeps for the dense system of contacts that the
// islands' systems do not settle. If none would be with a single one, there is no memory for it,
// either.
bool rv_contact_net_affords_dense(const rv_world* world, const rv_cluster* cluster, int rows,
                                  int substeps);
// Solves them, from the velocities of the domains if `is_warm`. False: the islands have yet to be
// factored and solved with the impulses.
bool rv_contact_net_newton(rv_contact_net* c);
// Solves the contacts on their dense system (contact_dense.c); false: there are too many.
bool rv_contact_net_dense(rv_contact_net* c);
size_t rv_contact_net_dense_bytes(int rows, int contacts, int terms);
// Gauss-Seidel from the velocities of the domains, and the impulses as they are
void rv_contact_net_sweep(rv_contact_net* c, int cap, rv_arena scratch);
// sweeps that the work that is left allows, a few at least
int rv_contact_net_sweep_cap(const rv_contact_net* c);
// v of the islands into the domains
void rv_contact_net_read_velocities(rv_contact_net* c);
// factors the islands without contacts
void rv_contact_net_factor(rv_contact_net* c);
// Turns to the dense system of contacts that were not solved in the islands' systems, with the work
// that was kept for it; false: there is none.
bool rv_contact_net_go_dense(rv_contact_net* c);
// how well contacts were solved, for the report
void rv_contact_net_note(rv_contact_net* c, double residual);
// takes work from what is left
void rv_contact_net_charge(rv_contact_net* c, double work);
// Work (contact_work.c) [about 1 ns]: of a solution of an island's factored system and of all of
// them, of a Newton step on a dense W, of solving a cluster on its dense W, and in the islands'
// systems.
double rv_contact_work_solve(const rv_world* world, const rv_cluster* cluster, int island);
double rv_contact_work_solve_all(const rv_world* world, const rv_cluster* cluster);
double rv_contact_work_dense_step(int rows);
double rv_contact_work_dense(const rv_world* world, const rv_cluster* cluster, int rows);
double rv_contact_work_islands(const rv_world* world, const rv_cluster* cluster);
// The rows of the largest strike: all points between two shapes that bounce. 0: nothing bounces.
int rv_contact_net_strike_rows(const rv_world* world, const rv_cluster* cluster);
// scratch that impacts need, with strikes of up to so many rows
size_t rv_contact_net_impact_bytes(int rows, int contacts, int strike_rows);
// bounces (impact.c): adds to the islands' r, and says how far they are to be shifted
void rv_contact_net_impacts(rv_contact_net* c);

#endif
