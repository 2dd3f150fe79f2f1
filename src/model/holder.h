// Places of bodies, solids and the world that sutures and ties hold on to (holder.c).
#ifndef REEVE_MODEL_HOLDER_H
#define REEVE_MODEL_HOLDER_H

#include "model/constraint.h"

// where it is, `ahead` seconds after the running substep begins; island NULL: now
rv_vec3 rv_holder_place(const rv_world* world, const rv_island* island, const rv_holder* holder,
                        double ahead);
// its velocity as far as no force moves it
rv_vec3 rv_holder_known_velocity(const rv_world* world, const rv_island* island,
                                 const rv_holder* holder);
// from the centre of mass of its body, which is there, to what goes with that
rv_vec3 rv_holder_arm(const rv_world* world, const rv_island* island, const rv_holder* holder,
                      const rv_motion* body);
// What its rows reach, so many dofs of its solid's block, and a body; -1: none.
int rv_holder_dofs(const rv_world* world, const rv_holder* holder, int* dofs);
int32_t rv_holder_body(const rv_world* world, const rv_holder* holder);
bool rv_holder_moves(const rv_world* world, const rv_holder* holder);

typedef struct rv_holder_rows {
    const rv_vec3* axis; // of each
    int count;
    bool adds; // to what is there, of a body
} rv_holder_rows;
// write minus the velocity of the place along the axes, as rows of a group: what the body has of it,
// and the nodes of the solid
void rv_holder_write_body(const rv_world* world, rv_island* island, int reference,
                          const rv_holder* holder, const rv_holder_rows* rows);
void rv_holder_write_nodes(const rv_world* world, rv_island* island, int reference,
                           const rv_holder* holder, const rv_holder_rows* rows);
// makes all rows of a group hold nothing
void rv_holder_leave_rows(rv_island* island, int group, rv_row* rows);
// a force on the place of a static solid, whose frame has the axes R, to the loads of its nodes
void rv_holder_add_load(rv_world* world, const rv_holder* holder, rv_mat3 R, rv_vec3 force);
// At creation, its nodes: of a point in the frame of its solid, unstrained; of the place of the
// surface, with corners at x, that is nearest to p; of a corner.
void rv_holder_find_nodes(const rv_world* world, rv_holder* holder);
// how far it is below the surface of its solid, unstrained
double rv_holder_depth(const rv_world* world, const rv_holder* holder);
void rv_holder_find_nearest(const rv_world* world, rv_holder* holder, const rv_vec3* x, rv_vec3 p);
void rv_holder_take_corner(const rv_world* world, rv_holder* holder, int corner);
// a place between two nodes of its solid
void rv_holder_take_edge(const rv_world* world, rv_holder* holder, const int32_t node[2],
                         const double weight[2]);

#endif
