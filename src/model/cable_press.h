// Cables that lie on solids: nodes that the surface of a solid makes by touching a massless or
// layered cable. Such a node is a point of an edge of the surface, a weighted sum of two of the
// solid's nodes,
//   P = sum_k w_k x_k + off,   P' = share (v + w x r) + sum_k w_k R x_k'
// (holder.c), and the cable slides over it as through an eye. The row of a section, phi = L
// - sum |P_(j+1) - P_j|, has the gradient u_j - u_(j-1) at P_j: that reaches the dofs of the solid
// by the weights, so that a tension T presses with
//   f_j = T (u_j - u_(j-1))
// and all of them together with T (u_out - u_in). Which edges these are is found anew in each step
// (step/touch_solids.c); the rows are loose, in no pattern, and may reach other dofs each time.
//
// Friction. The cable slips over all nodes that follow each other on one solid when its tensions
// before and after them differ by exp(mu theta), theta the sum of their turns (Euler, Eytelwein);
// the node in their middle has all of it, and the cable is there in two sections.
//
// Geometric stiffness. As the surface gives way the directions u turn, and f with them: for a span
// of length l the stiffness K = T/l across it, far more than that of a soft solid under a heavy
// load. It acts in the plane of the cable alone: across that the cable is laid where the surface
// is. Each span beside a node on a solid has a row with the speed q = e . (P_2' - P_1'), e across
// the span in that plane and only what is on solids, and the impulse
//   -gamma h^2 K (q' - q)   of solids with inertia, as all tension in the system (stiffness.c),
//   -h^2 K q'               of static ones, always in balance: f is that at the end of the step.
#ifndef REEVE_MODEL_CABLE_PRESS_H
#define REEVE_MODEL_CABLE_PRESS_H

#include "collide/soft_section.h"
#include "model/cable.h"

enum { RV_KNOT_NODES = 2 }; // of a solid, that a node of a cable depends on

// a node over an edge of a solid's surface, in the plane across `axis`; and one that is there goes
// on to another place
rv_path_node rv_node_on_solid(const rv_world* world, int32_t solid, const rv_soft_bend* bend,
                              rv_vec3 axis);
void rv_node_follow_bend(const rv_world* world, rv_path_node* node, const rv_soft_bend* bend,
                         rv_vec3 axis);
// stage "route"
void rv_node_place_on_solid(const rv_world* world, const rv_island* island, rv_path_node* node);
// nodes [first, end) that follow each other on one solid, one of which is `node`
rv_node_range rv_knots_at(const rv_path_node* nodes, int node);
// the angle that the cable turns by over all of those
double rv_knots_turn(const rv_path_node* nodes, int node);

// the k-th solid that a cable lies on, with repetitions (rv_constraint_class.reach)
int rv_cable_reach(const rv_world* world, int index, int k, rv_member_kind* kind);
// what a loose row does on nodes of solids, from the sink; returns about how those answer it
double rv_writer_put_knots(rv_cable_writer* w, int loose, rv_row* row);

// the solid goes: the cables that lie on it run straight
void rv_cables_leave_solid(rv_world* world, int solid);

#endif
