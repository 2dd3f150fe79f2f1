// Builders of ties for tests: a beam that is held at x = 0, and a tie that must work.
#ifndef REEVE_TIE_FIXTURE_H
#define REEVE_TIE_FIXTURE_H

#include "rod_fixture.h"
#include "solid_fixture.h"

static const rv_solid_model TIE_MODELS[] = {RV_SOLID_STATIC, RV_SOLID_DYNAMIC,
                                            RV_SOLID_COROTATIONAL};
enum { TIE_MODEL_COUNT = sizeof TIE_MODELS / sizeof *TIE_MODELS };

// 0.4 m x 0.05 m x 0.05 m, damped where that does anything; touches nothing
static inline solid_rig tie_beam(rv_solid_model model, double young) {
    solid_rig r = beam_rig(vec(0.4, 0.05, 0.05), 6, 1, 1);
    r.def.model = model;
    r.def.material.young = young;
    r.def.damping_stiffness = model == RV_SOLID_STATIC ? 0.0 : 0.02;
    r.def.damping_mass = model == RV_SOLID_STATIC ? 0.0 : 5.0;
    r.def.mask = 0;
    return r;
}

// the last corner of a beam, at its free end
static inline int beam_tip(const rv_world* world, rv_solid_id beam) {
    return rv_solid_node_count(world, beam) - 1;
}

static inline rv_tie_id tie_of(rv_world* world, const rv_tie_def* def) {
    rv_tie_id tie = rv_tie_create(world, def);
    CHECK(tie.slot != 0);
    if (tie.slot == 0)
        printf("  %s\n", rv_world_error(world));
    return tie;
}

// in the frame of the solid; body null: to the world
static inline rv_tie_id tie_to_body(rv_world* world, rv_solid_id solid, rv_vec3 point,
                                    double radius, rv_body_id body) {
    rv_tie_def def = rv_tie_def_default();
    def.solid = solid;
    def.point = point;
    def.radius = radius;
    def.body = body;
    return tie_of(world, &def);
}

#endif
