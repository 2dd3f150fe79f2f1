// Nodes that shapes make by touching a cable: pulleys that come, move and go (stage "adapt",
// step/touch.c). A cable that bends over a convex shape runs over lines of it (collide/wrap.h), and
// each is a node of the path: a rim about the line, with the friction of the surface, that slides
// along the line to the shortest path. With P where the cable leaves the node before and Q where it
// meets the one after, d_P and d_Q their tangents seen along the line, the surface unrolls to a plane
//   s = d_P + r wrap + d_Q,   z_in = z_P + (z_Q - z_P) d_P / s,   z_out = z_Q - (z_Q - z_P) d_Q / s
// Since the length is least there, sliding changes it by nothing of first order, and the cable's row
// need not know of it. A node goes when its wrap becomes negative: the cable has lifted.
//
// A sagging cable of waves can lie on a shape that the line between its nodes passes by. There its
// node is an eye on the surface, which holds the cable while the cable bends over it.
//
// A path that gets a node or loses one jumps, by what it has bent within the last step. The cable
// gets the difference at once, so that no force comes of it, and gives it back by and by.
#ifndef REEVE_MODEL_CABLE_WRAP_H
#define REEVE_MODEL_CABLE_WRAP_H

#include "collide/wrap.h"
#include "model/wave.h"

// [radii of the cable], of length that a path which jumps is given at once, at most
#define RV_WRAP_GIFT 40.0

// the radius that a shape's lines are swollen by
static inline double rv_cable_radius(const rv_cable* cable) {
    return 0.5 * cable->diameter;
}
// it meets shapes
static inline bool rv_cable_touches_shapes(const rv_world* world, int index) {
    const rv_cable* cable = &world->cables.data[index];
    return rv_id_pool_alive(&world->cable_ids, index) && cable->touch.enabled && cable->parent < 0
           && rv_cable_is_path(cable);
}
// Nodes that shapes can make within one step, of all cables together: room for them is taken before
// anything changes. What is left waits for the next step.
int rv_cables_wraps_per_step(const rv_world* world);
// room for this many more on each of them, and for those of a step; false without memory
bool rv_cables_reserve_wraps(rv_world* world, int each);

// the shape of a made node is there yet
bool rv_node_has_shape(const rv_world* world, const rv_path_node* node);
// of a surface that it touches
double rv_cable_friction_on(const rv_world* world, const rv_cable* cable,
                            const rv_material* surface);
// a node on a line of a shape, as it stands now; or where a cable that sags lies on its surface, near
// a point (world)
rv_path_node rv_node_on_line(const rv_world* world, const rv_cable* cable, int32_t shape,
                             const rv_wrap_line* line);
rv_path_node rv_node_on_surface(const rv_world* world, const rv_cable* cable, int32_t shape,
                                rv_vec3 near);
// the line of a made node has moved on its shape
void rv_node_follow_line(const rv_world* world, rv_path_node* node, const rv_wrap_line* line);
// the direction in which a made node pushes the cable
rv_vec3 rv_node_out(const rv_world* world, const rv_path_node* nodes, int node);

// where the path runs now, with made nodes slid to the shortest one, and their wraps
void rv_cable_slide(const rv_world* world, rv_cable* cable);
// past the end of its line
bool rv_node_is_off_line(const rv_path_node* node, double by);

// Puts other nodes in the place of the made nodes [first, end) of a cable, maybe none, after
// rv_cable_bring_up_to_date(); false without memory.
typedef struct rv_wrap_change {
    rv_node_range out;
    const rv_path_node* in;
    int count;
    bool slips;    // the cable has slipped off the shape: what that leaves over hangs loose
    double most;   // that the path may become longer by; more is refused, and changes nothing
    double longer; // by which it has become so
    bool refused;
} rv_wrap_change;
bool rv_cable_change_wraps(rv_world* world, rv_cable* cable, rv_wrap_change* change);

// its drums leave room for friction between them; where they no longer do, made nodes lose theirs
bool rv_cable_has_room_for_friction(const rv_world* world, const rv_cable* cable);
void rv_cable_smooth_wraps(rv_world* world, rv_cable* cable);

// takes them out, all of them; false without memory
bool rv_cable_drop_wraps(rv_world* world, rv_cable* cable);

// gives back a part of what is owed
void rv_cable_repay(rv_world* world, rv_cable* cable, double dt);
// the body goes: its nodes stay where they are until the next step
void rv_cables_leave_body(rv_world* world, int body);
// it was put elsewhere: its cables have not swept the way there
void rv_cables_place_body(rv_world* world, int32_t body);

#endif
