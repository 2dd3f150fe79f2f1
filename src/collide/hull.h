// Convex hulls: quickhull (Barber, Dobkin, Huhdanpaa 1996) with coplanar faces merged.
#ifndef REEVE_COLLIDE_HULL_H
#define REEVE_COLLIDE_HULL_H

#include "collide/geometry.h"
#include "core/error.h"

enum { RV_HULL_POINTS_MAX = 4096, RV_HULL_CORNERS_MAX = 256, RV_HULL_FACE_CORNERS_MAX = 64 };

typedef struct rv_hull_face {
    rv_vec3 normal; // outward unit; the face lies in normal . x = offset
    double offset;
    int first, count; // corners into `loop`, counter-clockwise from outside
} rv_hull_face;

struct rv_hull {
    RV_ARRAY(rv_vec3) corners;
    RV_ARRAY(rv_hull_face) faces;
    RV_ARRAY(int32_t) loop;  // corners of the faces
    RV_ARRAY(int32_t) edges; // 2 corners per edge, each edge once
    RV_ARRAY(int32_t)
    neighbour_first; // by corner [corners + 1], into neighbours: for hill climbing
    RV_ARRAY(int32_t) neighbours;
    RV_ARRAY(int32_t) triangles; // 3 corners each, the faces as fans: for pictures
    rv_vec3 inside;              // centre of volume
    double reach, thickness;
    double volume;
    rv_mat3 second_moment; // of the volume about `inside`: integral of x x^T
};

// False: `error` names what is wrong ("rv_hull_def.points[3] = (nan, 0, 0) m: must be finite", all
// in one plane, no memory, ...), and the hull is empty.
bool rv_hull_make(rv_memory* memory, rv_hull* hull, const rv_vec3* points, int count,
                  rv_error_text* error);
void rv_hull_free(rv_memory* memory, rv_hull* hull);

#endif
