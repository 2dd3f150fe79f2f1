// Collision of the clip's surface with tubes: see duriez_2004_collision.h.
#include "validation/duriez_2004_collision.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FACETS_MAX = 192, RINGS = 8 };
static const double HALF_LENGTH = 0.015;           // of the tube [m]
static const double START = -12.7e-3, STEP = 2e-4; // [m]
static const double REACH = 1e-4;                  // [m]

bool duriez_tube_make(rv_memory* memory, rv_trimesh* tube, int facets) {
    static rv_vec3 vertices[RINGS * FACETS_MAX];
    static int32_t triangles[(RINGS - 1) * FACETS_MAX * 6];
    int count = 0;
    for (int r = 0; r < RINGS; r++)
        for (int k = 0; k < facets; k++) {
            double angle = 2.0 * RV_PI * k / facets;
            vertices[r * facets + k] =
                rv_vec3_make(DURIEZ_TUBE * cos(angle), DURIEZ_TUBE * sin(angle),
                             HALF_LENGTH * (2.0 * r / (RINGS - 1) - 1.0));
        }
    for (int r = 0; r + 1 < RINGS; r++)
        for (int k = 0; k < facets; k++) {
            int a = r * facets + k, b = r * facets + (k + 1) % facets;
            int32_t two[6] = {a, b, b + facets, a, b + facets, a + facets};
            memcpy(triangles + count, two, sizeof two);
            count += 6;
        }
    rv_mesh_def def = rv_mesh_def_default();
    def.vertices = vertices;
    def.vertex_count = RINGS * facets;
    def.triangles = triangles;
    def.triangle_count = count / 3;
    rv_error_text error;
    return rv_trimesh_make(memory, tube, &def, &error);
}

// where the surface is with the tube at each place
static bool record(duriez_collision* c, const duriez_clip* clip) {
    duriez_snap snap;
    bool good = duriez_snap_make(&snap, clip, DURIEZ_TUBE);
    for (int k = 0; good && k <= DURIEZ_PLACES; k++) {
        c->x[k] = calloc((size_t)clip->surface_count, sizeof *c->x[k]);
        good = c->x[k] != NULL;
        duriez_snap_move(&snap, rv_vec3_make(0.0, START + k * STEP, 0.0));
        for (int i = 0; good && i < clip->surface_count; i++) {
            int node = clip->free[i];
            c->x[k][i] = node < 0 ? clip->surface[i] : rv_vec3_add(clip->surface[i], snap.u[node]);
        }
    }
    duriez_snap_free(&snap);
    return good;
}

bool duriez_collision_make(duriez_collision* c, const duriez_clip* clip, int facets) {
    memset(c, 0, sizeof *c);
    c->memory = rv_memory_make((rv_allocator){0});
    c->tube =
        (rv_geometry){.type = RV_SHAPE_CYLINDER, .radius = DURIEZ_TUBE, .half_length = HALF_LENGTH};
    if (facets > 0)
        c->tube = (rv_geometry){.type = RV_SHAPE_MESH, .mesh = &c->mesh};
    return record(c, clip) && (facets == 0 || duriez_tube_make(&c->memory, &c->mesh, facets))
           && rv_soft_make(&c->memory, &c->surface, clip->triangles, clip->triangle_count, c->x[0],
                           clip->surface_count);
}

void duriez_collision_free(duriez_collision* c) {
    rv_soft_free(&c->memory, &c->surface);
    rv_trimesh_free(&c->memory, &c->mesh);
    for (int k = 0; k <= DURIEZ_PLACES; k++)
        free(c->x[k]);
}

// a cylinder lies along its x
static rv_placed tube_at(const duriez_collision* c, int place) {
    rv_quat along_z = rv_quat_from_x_axis(rv_vec3_make(0.0, 0.0, 1.0));
    bool round = c->tube.type == RV_SHAPE_CYLINDER;
    return (rv_placed){&c->tube, rv_vec3_make(0.0, START + place * STEP, 0.0),
                       round ? rv_quat_to_mat3(along_z) : rv_mat3_identity()};
}

int duriez_collision_find(duriez_collision* c, int place) {
    rv_placed from = tube_at(c, place), to = tube_at(c, place + 1);
    rv_soft_limits limits = {.reach = REACH, .depth = 5e-4, .parts = RV_SOFT_ALL};
    c->surface.x = c->x[place];
    c->surface.x_to = c->x[place + 1];
    rv_soft_refit(&c->surface, REACH);
    return rv_soft_touch_shape(&c->surface, &from, &to, &limits, c->touches, DURIEZ_TOUCHES);
}
