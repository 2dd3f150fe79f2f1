// What a picture of a world shows, as plain data read through the public API: bodies with their
// shapes, the wheels that cables run round, cables as lines of points, solids, ties and holes, forces, contacts. The
// viewer's frames, the stills of picture.c and the files of vtk.c are all made from it. Segments of
// cables are bodies of the world but none of the drawing: they are seen as their cable.
#ifndef REEVE_VIEW_DRAWING_H
#define REEVE_VIEW_DRAWING_H

#include "reeve/reeve.h"
#include "view/skin.h"

typedef struct rv_drawing_body {
    rv_body_id id;
    rv_body_type type;
    rv_body_kind kind;
    int first_shape, shape_count; // in rv_drawing.shapes
    double mass;
} rv_drawing_body;

// a pulley or a drum
typedef struct rv_drawing_wheel {
    int body; // in rv_drawing.bodies; -1: the world
    int cable;
    rv_vec3 center, axis; // in the body's frame; the axis has length 1
    double radius, width; // [m], the radius to the cable's middle
    bool drum;
    int node, side;  // of the cable
    rv_body_id spin; // a scalar body whose coordinate is the wheel's angle; null: none
} rv_drawing_wheel;

typedef struct rv_drawing_joint {
    rv_joint_id id;
    rv_joint_type type;
    int bodies[2];     // in rv_drawing.bodies; -1: the world
    rv_vec3 points[2]; // each in its body's frame
} rv_drawing_joint;

typedef struct rv_drawing_cable {
    rv_cable_id id;
    double radius;                // [m]
    bool free[2];                 // which of its ends hold on to nothing
    int first_point, point_count; // in rv_drawing.points; no points: broken
    rv_vec3
        across; // of a rod: a unit vector across it at its first point, that turns with it; else 0
} rv_drawing_cable;

typedef struct rv_drawing_point {
    rv_vec3 position; // NaN: the cable is cut here, and goes on with the next point
    double tension;   // after the point [N]; at the last point, before it
    double twist;     // about the cable, per length [rad/m]
} rv_drawing_point;

typedef enum rv_drawing_force_kind {
    RV_DRAWING_JOINT, // of a joint on its second body
    RV_DRAWING_CABLE, // of a cable on what it is fixed to or runs round
} rv_drawing_force_kind;

typedef struct rv_drawing_force {
    rv_vec3 point;
    rv_vec3 force; // [N]
    rv_drawing_force_kind kind;
} rv_drawing_force;

typedef enum rv_drawing_contact_kind {
    RV_DRAWING_RUNS_ROUND, // a cable on a wheel or in an eye
    RV_DRAWING_STICKS,     // shapes that do not slide on each other
    RV_DRAWING_SLIDES,
} rv_drawing_contact_kind;

// a place where two things press on each other
typedef struct rv_drawing_contact {
    rv_vec3 point;
    rv_vec3 normal;   // of a wheel, out of it; of shapes, from the first body to the second
    double force;     // along the normal [N]
    rv_vec3 friction; // on the second body, across the normal [N]
    rv_drawing_contact_kind kind;
} rv_drawing_contact;

// a tie, or a hole that a thread passes through
typedef struct rv_drawing_mark {
    rv_tie_id tie;     // null: a hole
    rv_suture_id hole; // null: a tie
    double size;       // [m]
    // as things stand now
    rv_vec3 position;
    rv_vec3 direction; // unit, of the thread in the hole; 0 of a tie
    double radius;     // [m]; 0: it is broken or empty, and not to be seen
    double force;      // that it holds with [N]
} rv_drawing_mark;

// Start from all zero.
typedef struct rv_drawing {
    uint32_t revision; // changes when anything of what follows does; never 0 after an update
    rv_drawing_body* bodies;
    rv_shape_def* shapes; // a plane is cut to a square below what there is: its local position lies
                          // in the square's middle, half_extents x and y are half its sides
    rv_facets* facets;    // of the geometries that shapes have
    int* shape_facets;    // of every shape: which of the facets; -1: none
    rv_drawing_wheel* wheels;
    rv_drawing_cable* cables;
    rv_drawing_joint* joints;
    rv_skin* solids; // their corners are where they are now
    rv_drawing_mark* marks;
    int solid_count, mark_count;
    int body_count, shape_count, facets_count, wheel_count, cable_count, joint_count;

    // as things stand now
    rv_pose* poses;       // of every body
    uint8_t* asleep;      // 1 for every body that sleeps, else 0
    double* wheel_angles; // [rad]
    rv_drawing_point* points;
    rv_drawing_force* forces;
    rv_drawing_contact* contacts;
    int asleep_count, point_count, force_count, contact_count;

    // a box round all of it but planes when last measured; low > high: nothing to see
    rv_vec3 low, high;

    // set these before an update
    rv_body_id hidden;   // left out (the viewer's own hand)
    bool without_forces; // nor contacts; reading them costs as much as all the rest
    int body_capacity, shape_capacity, wheel_capacity, cable_capacity, point_capacity,
        force_capacity, contact_capacity, pose_capacity, asleep_capacity, angle_capacity,
        joint_capacity, facets_capacity, shape_facets_capacity, solid_capacity, mark_capacity;
    int facets_triangles; // of all facets but those that stand in
    uint64_t changes;     // of the world when its signature was last taken
    uint64_t signature;   // of what there is; 0: to be read again
    rv_body_id was_hidden;
    // scratch of an update: the points of one cable, as the world has them
    rv_vec3* places;
    double* tensions;
    int place_count, place_capacity, tension_capacity;
} rv_drawing;

// Reads the world, always the same one. Poses and points every time, the rest (and the box) only
// when something came or went. False without memory: then it may be incomplete but is safe to read.
bool rv_drawing_update(rv_drawing* drawing, const rv_world* world);
// Its marks: which there are, and how they stand. False without memory. In drawing_marks.c.
bool rv_drawing_list_marks(rv_drawing* drawing, const rv_world* world);
void rv_drawing_read_marks(rv_drawing* drawing, const rv_world* world);
// The next tie but for that of the viewer's own hand. In drawing_marks.c.
rv_tie_id rv_drawing_next_tie(const rv_drawing* drawing, const rv_world* world, rv_tie_id tie);
// Its forces and contacts, unless it is without: of joints; of a cable whose points have just been
// read; between surfaces. False without memory. In drawing_forces.c.
bool rv_drawing_add_joint_forces(rv_drawing* drawing, const rv_world* world);
bool rv_drawing_add_cable_forces(rv_drawing* drawing, const rv_world* world,
                                 const rv_drawing_cable* cable);
bool rv_drawing_add_contacts(rv_drawing* drawing, const rv_world* world);
// Measures the box anew.
void rv_drawing_measure(rv_drawing* drawing);
// Cuts its planes to squares below what there is, as measured.
void rv_drawing_cut_planes(rv_drawing* drawing);
// The next body that pages and logs know, in the order of rv_body_next(): no segment of a cable.
rv_body_id rv_drawing_next_body(const rv_world* world, rv_body_id body);
// The triangles of a shape of the drawing; NULL if it has none: a formula says what it looks like.
const rv_facets* rv_drawing_facets(const rv_drawing* drawing, int shape);
// Where body `index` of the drawing stands; -1: the world.
static inline rv_pose rv_drawing_pose(const rv_drawing* drawing, int index) {
    bool there = index >= 0 && index < drawing->body_count;
    return there ? drawing->poses[index] : rv_pose_identity();
}
void rv_drawing_free(rv_drawing* drawing);

#endif
