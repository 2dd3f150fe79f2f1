// Tetrahedral meshes, of which deformable solids are made: generators of a box, a beam, a tube and
// a clip that snaps onto a tube, and the rules of a mesh that can be simulated. From files:
// reeve/tet_file.h.
#ifndef REEVE_TET_MESH_H
#define REEVE_TET_MESH_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Nodes of a mesh that have a name, like those that a handle holds.
typedef struct rv_tet_set {
    char name[64];  ///< ends in a zero; longer ones are cut
    int32_t* nodes; ///< ascending
    int node_count; ///< >= 1
} rv_tet_set;

/// Start from a zeroed one (with an allocator, if it is not to be malloc). Functions that fill it
/// give back what it held before.
typedef struct rv_tet_mesh {
    rv_vec3* nodes;         ///< [m]
    int node_count;         ///< of the array
    int32_t* tets;          ///< four nodes a b c d each, (b - a) x (c - a) . (d - a) > 0
    int tet_count;          ///< tetrahedra
    rv_tet_set* sets;       ///< may be none
    int set_count;          ///< of the array
    rv_allocator allocator; ///< where the arrays come from; null functions: malloc
    char error[256];        ///< why the last call failed; empty if it did not
} rv_tet_mesh;

/// Gives the memory back and empties it; a zeroed one is allowed.
RV_API void rv_tet_mesh_free(rv_tet_mesh* mesh);

/// The set of this name; NULL if there is none.
RV_API const rv_tet_set* rv_tet_mesh_set(const rv_tet_mesh* mesh, const char* name);

/// The volume of all tetrahedra [m^3]; NaN if an index is out of range.
RV_API double rv_tet_mesh_volume(const rv_tet_mesh* mesh);

// ---- generators -------------------------------------------------------------------------------
// Each is a grid of hexahedral cells, cut into 6 tetrahedra each along one diagonal (Kuhn 1960), so
// that neighbours fit. Cells are counted along the three directions that the function names, >= 1
// each and at most 1 million in all; node (a, b, c) of the grid has the number
// (a (cells[1] + 1) + b) (cells[2] + 1) + c. False: `error` names the argument, its value and what
// is allowed (or says that there is no memory), and the mesh is empty.

/// A box centred on the origin: `size` along x, y, z [m], finite and > 0; cells along x, y, z.
RV_API bool rv_tet_mesh_box(rv_tet_mesh* mesh, rv_vec3 size, const int cells[3]);

/// A box from x = 0 to x = size.x, centred in y and z. Sets: "start" (x = 0) and "end".
RV_API bool rv_tet_mesh_beam(rv_tet_mesh* mesh, rv_vec3 size, const int cells[3]);

/// A tube along z, centred on the origin: a prism, whose edges along z lie on the two cylinders
/// [m], 0 < inner_radius < outer_radius; cells around (>= 3; the grid closes, so that the last
/// column of nodes is the first), through the wall and along z. Sets: "start" (lowest z) and "end".
RV_API bool rv_tet_mesh_tube(rv_tet_mesh* mesh, double inner_radius, double outer_radius,
                             double length, const int cells[3]);

/// A clip that snaps onto a tube along z: an arc round the z axis, open towards -y, whose ends bend
/// outward and run out in straight lips. Symmetric in x and z.
typedef struct rv_clip_shape {
    double inner_radius; ///< of the arc [m], > 0
    double wall;         ///< thickness [m], > 0
    double width;        ///< along z [m], > 0
    double half_wrap;    ///< angle of the arc from +y to either side [rad], in [0.1, 3]
    double bend_radius;  ///< of the middle of the wall, where it bends outward [m], > wall / 2
    double lead_in;      ///< angle of the lips against -y [rad], in (pi/2 - half_wrap, pi/2]
    double lip;          ///< length of a lip [m], > 0
    int wall_cells;      ///< through the wall, >= 1
    int width_cells;     ///< along z, >= 1
    int arc_cells;       ///< each side of the middle column, >= 1
    int bend_cells;      ///< each bend, >= 1
    int lip_cells;       ///< each lip, >= 1
    bool trimmed;        ///< the last node (a corner of a lip) is cut off, and three pairs of
                         ///< tetrahedra are divided into three: as many as Duriez et al. have
} rv_clip_shape;

/// The clip of Duriez, Andriot, Kheddar (2004) as Reeve reproduces it: inner radius 10.2 mm, wall 2
/// mm, width 10 mm, half wrap 120 degrees, bend 2.2 mm, lead-in 40 degrees, lip 1.5 mm; cells 3, 7,
/// 6, 2, 1: 640 nodes and 2394 tetrahedra (trimmed: 639 and 2395).
RV_API rv_clip_shape rv_clip_shape_default(void);

/// The grid runs along the arc from the lip at x < 0 to that at x > 0, then through the wall
/// outward, then along z. Set: "handle", the nodes of the middle column.
RV_API bool rv_tet_mesh_clip(rv_tet_mesh* mesh, const rv_clip_shape* shape);

// ---- rules ------------------------------------------------------------------------------------

/// Can the mesh be simulated? It must have nodes and tetrahedra, finite coordinates (at most 1e100
/// m), indices in range, no node at exactly the place of another one, none without a tetrahedron;
/// tetrahedra of four different nodes that are neither inverted nor flat (six volumes below 1e-9 of
/// the cube of the longest edge), on either side of the faces that they share; all connected
/// through faces; and a surface that is a manifold: two triangles at each edge and one fan round
/// each node. False: `error` (of `bytes`, may be null with 0) names the first node or tetrahedron
/// that breaks the first rule broken, and how many more do.
RV_API bool rv_tet_mesh_check(const rv_tet_mesh* mesh, char* error, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
