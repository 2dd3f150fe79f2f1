// Solids under test: a box or a beam of few tetrahedra, and a definition to change before it is made.
//   solid_rig r = beam_rig(vec(0.4, 0.1, 0.1), 4, 1, 1); // held at x = 0
//   r.def.model = RV_SOLID_STATIC;
//   rv_solid_id solid = solid_of(world, &r);             // gives the mesh back, too
#ifndef REEVE_SOLID_FIXTURE_H
#define REEVE_SOLID_FIXTURE_H

#include "contact_fixture.h"
#include "reeve/tet_mesh.h"

typedef struct solid_rig {
    rv_tet_mesh mesh;
    rv_solid_def def;
} solid_rig;

static inline solid_rig rig_of(rv_tet_mesh mesh) {
    CHECK_TEXT(mesh.error, "");
    solid_rig r = {.mesh = mesh, .def = rv_solid_def_default()};
    r.def.nodes = mesh.nodes;
    r.def.node_count = mesh.node_count;
    r.def.tets = mesh.tets;
    r.def.tet_count = mesh.tet_count;
    r.def.material.poisson = 0.3;
    return r;
}

// centred on its frame, floating
static inline solid_rig box_rig(rv_vec3 size, int along, int across, int up) {
    rv_tet_mesh mesh = {0};
    rv_tet_mesh_box(&mesh, size, (const int[]){along, across, up});
    return rig_of(mesh);
}

// from its frame along x, held at x = 0
static inline solid_rig beam_rig(rv_vec3 size, int along, int across, int up) {
    rv_tet_mesh mesh = {0};
    rv_tet_mesh_beam(&mesh, size, (const int[]){along, across, up});
    solid_rig r = rig_of(mesh);
    const rv_tet_set* start = rv_tet_mesh_set(&mesh, "start");
    r.def.held = start->nodes;
    r.def.held_count = start->node_count;
    return r;
}

// checks that it worked: tests of errors call rv_solid_create themselves
static inline rv_solid_id solid_made(rv_world* world, const solid_rig* r) {
    rv_solid_id solid = rv_solid_create(world, &r->def);
    CHECK(solid.slot != 0);
    if (solid.slot == 0)
        printf("  %s\n", rv_world_error(world));
    return solid;
}

static inline rv_solid_id solid_of(rv_world* world, solid_rig* r) {
    rv_solid_id solid = solid_made(world, r);
    rv_tet_mesh_free(&r->mesh);
    return solid;
}

static inline double apart(rv_vec3 a, rv_vec3 b) {
    return rv_vec3_length(rv_vec3_sub(a, b));
}

// mean of its nodes
static inline rv_vec3 solid_middle(const rv_world* world, rv_solid_id solid) {
    int count = rv_solid_node_count(world, solid);
    rv_vec3 sum = vec(0, 0, 0);
    for (int k = 0; k < count; k++)
        sum = rv_vec3_mul_add(sum, 1.0 / count, rv_solid_node(world, solid, k));
    return sum;
}

// mean of the nodes at the free end of a beam: the last `count` of all
static inline rv_vec3 beam_end(const rv_world* world, rv_solid_id solid, int count) {
    int all = rv_solid_node_count(world, solid);
    rv_vec3 sum = vec(0, 0, 0);
    for (int k = all - count; k < all; k++)
        sum = rv_vec3_mul_add(sum, 1.0 / count, rv_solid_node(world, solid, k));
    return sum;
}

#endif
