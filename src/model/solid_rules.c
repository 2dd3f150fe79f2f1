// The rules of solid definitions: what is refused, with the field, its value and what is allowed.
#include "model/body.h"
#include "model/solid.h"
#include "reeve/tet_mesh.h"

#include <math.h>

// Nodes of the solid: those of the mesh and, of order 2, one in the middle of each edge. A mesh of V
// nodes and T tetrahedra without holes has V + T + B/2 - 1 edges, with B triangles on its surface
// (Euler): B, which is not known yet, is left out.
static bool size_is_valid(rv_world* w, const rv_solid_def* d) {
    int64_t nodes = d->order == 1 ? d->node_count : 2 * (int64_t)d->node_count + d->tet_count;
    return RV_CHECK(w, d->node_count >= 4 && d->node_count <= RV_SOLID_NODES_MAX,
                    "rv_solid_def.node_count = %d: must be in [4, %d]", d->node_count,
                    RV_SOLID_NODES_MAX)
           && RV_CHECK(w, nodes <= RV_SOLID_NODES_MAX,
                       "rv_solid_def.order = %d: makes about %lld nodes: must be at most %d",
                       d->order, (long long)nodes, RV_SOLID_NODES_MAX);
}

static bool mesh_is_valid(rv_world* w, const rv_solid_def* d) {
    char why[200];
    if (!RV_CHECK(w, d->nodes != NULL, "rv_solid_def.nodes: must not be NULL")
        || !RV_CHECK(w, d->tets != NULL && d->tet_count >= 1,
                     "rv_solid_def.tet_count = %d: must be >= 1, with tets", d->tet_count)
        || !size_is_valid(w, d))
        return false;
    const rv_tet_mesh mesh = {.nodes = (rv_vec3*)d->nodes,
                              .node_count = d->node_count,
                              .tets = (int32_t*)d->tets,
                              .tet_count = d->tet_count};
    return RV_CHECK(w, rv_tet_mesh_check(&mesh, why, sizeof why), "rv_solid_def.nodes, .tets: %s",
                    why);
}

static bool material_is_valid(rv_world* w, const rv_solid_def* d) {
    const rv_material* m = &d->material;
    return RV_CHECK(w, isfinite(m->density) && m->density > 0.0,
                    "rv_solid_def.material.density = %g kg/m^3: must be finite and > 0", m->density)
           && RV_CHECK(w, isfinite(m->young) && m->young > 0.0,
                       "rv_solid_def.material.young = %g Pa: must be finite and > 0", m->young)
           && RV_CHECK(w, m->poisson > -1.0 && m->poisson < 0.5,
                       "rv_solid_def.material.poisson = %g: must be in (-1, 0.5)", m->poisson)
           && RV_CHECK(w, isfinite(m->friction) && m->friction >= 0.0,
                       "rv_solid_def.material.friction = %g: must be finite and >= 0", m->friction)
           && RV_CHECK(w,
                       m->static_friction == 0.0
                           || (isfinite(m->static_friction) && m->static_friction >= m->friction),
                       "rv_solid_def.material.static_friction = %g: must be 0 or >= friction",
                       m->static_friction)
           && RV_CHECK(w, m->surface >= 0 && m->surface <= RV_SURFACE_MAX,
                       "rv_solid_def.material.surface = %d: must be in [0, %d]", m->surface,
                       RV_SURFACE_MAX)
           && RV_CHECK(w, isfinite(d->damping_mass) && d->damping_mass >= 0.0,
                       "rv_solid_def.damping_mass = %g 1/s: must be finite and >= 0",
                       d->damping_mass)
           && RV_CHECK(w, isfinite(d->damping_stiffness) && d->damping_stiffness >= 0.0,
                       "rv_solid_def.damping_stiffness = %g s: must be finite and >= 0",
                       d->damping_stiffness)
           && RV_CHECK(w, isfinite(d->skin) && d->skin >= 0.0,
                       "rv_solid_def.skin = %g m: must be finite and >= 0", d->skin);
}

static bool frame_is_valid(rv_world* w, const rv_solid_def* d) {
    const rv_body* body = rv_world_body(w, d->frame);
    bool given = d->frame.slot != 0 || d->frame.generation != 0;
    if (!RV_CHECK(w, rv_pose_is_valid(d->pose),
                  "rv_solid_def.pose: must be finite, with a rotation of length 1")
        || !RV_CHECK(w, !given || body != NULL, "rv_solid_def.frame: no such body")
        || !RV_CHECK(w, body == NULL || body->kind == RV_BODY_RIGID,
                     "rv_solid_def.frame: must be a rigid body")
        || !RV_CHECK(
            w, d->model != RV_SOLID_TRAPEZOIDAL || body == NULL || body->type != RV_BODY_DYNAMIC,
            "rv_solid_def.frame: must be a body that forces do not move, or null, for "
            "RV_SOLID_TRAPEZOIDAL")
        || !RV_CHECK(w, d->held_count >= 0 && (d->held_count == 0 || d->held != NULL),
                     "rv_solid_def.held_count = %d: must be >= 0, with held", d->held_count)
        || !RV_CHECK(w, body == NULL || d->held_count > 0,
                     "rv_solid_def.frame: without held nodes it must be null")
        || !RV_CHECK(w, d->model != RV_SOLID_STATIC || d->held_count >= 3,
                     "rv_solid_def.held_count = %d: a static solid needs at least 3 held nodes",
                     d->held_count)
        || !RV_CHECK(w, d->held_count < d->node_count,
                     "rv_solid_def.held_count = %d: must be less than node_count = %d",
                     d->held_count, d->node_count)
        || !RV_CHECK(w, rv_is_finite3(d->velocity), "rv_solid_def.velocity: must be finite")
        || !RV_CHECK(w, rv_is_finite3(d->angular_velocity),
                     "rv_solid_def.angular_velocity: must be finite"))
        return false;
    for (int k = 0; k < d->held_count; k++)
        if (!RV_CHECK(w, d->held[k] >= 0 && d->held[k] < d->node_count,
                      "rv_solid_def.held[%d] = %d: must be in [0, %d)", k, (int)d->held[k],
                      d->node_count))
            return false;
    return true;
}

bool rv_solid_def_is_valid(rv_world* w, const rv_solid_def* d) {
    return RV_CHECK(w, d != NULL && d->magic == RV_DEF_MAGIC,
                    "rv_solid_def: start from rv_solid_def_default()")
           && RV_CHECK(w, !w->stepping, "rv_solid_create: not callable during a step")
           && RV_CHECK(w, (int)d->model >= 0 && d->model <= RV_SOLID_TRAPEZOIDAL,
                       "rv_solid_def.model = %d: must be an rv_solid_model", (int)d->model)
           && RV_CHECK(w, d->order == 1 || d->order == 2, "rv_solid_def.order = %d: must be 1 or 2",
                       d->order)
           && RV_CHECK(w, d->store == NULL || (d->store->load != NULL && d->store->save != NULL),
                       "rv_solid_def.store: must be NULL or have both load and save")
           && mesh_is_valid(w, d) && material_is_valid(w, d) && frame_is_valid(w, d);
}
