// Collects the pattern of an island: every class tells which row groups, loose rows and stiffness
// elements its things have, and the sink turns bodies into dof blocks.
#ifndef REEVE_MODEL_PATTERN_H
#define REEVE_MODEL_PATTERN_H

#include "model/world.h"

void rv_pattern_clear(rv_pattern_sink* sink, const rv_world* world, rv_memory* memory);
void rv_pattern_free(rv_memory* memory, rv_pattern_sink* sink);

// one row group on these bodies (those that do not move by forces are left out of the system)
void rv_pattern_group(rv_pattern_sink* sink, int rows, const int32_t* bodies, int count,
                      int solver_group);
// The same for six rows between two bodies (-1: the world) that are a joint (RV_KKT_JOINT): they are
// eliminated before their bodies.
void rv_pattern_joint_group(rv_pattern_sink* sink, const int32_t bodies[2], int solver_group);
// as many rows as `dofs`, between a body and those of the member's own block
void rv_pattern_own_group(rv_pattern_sink* sink, const int* dofs, int count, int32_t body,
                          int solver_group);
// some dofs of a block that a member brings
typedef struct rv_pattern_part {
    const rv_substructure* block;
    const int* dofs;
    int count;
} rv_pattern_part;
// rows between bodies (-1: the world) and some dofs of blocks that other members bring, up to four of
// each; which dofs may change without a new pattern
void rv_pattern_reaching_group(rv_pattern_sink* sink, int rows, const int32_t* bodies,
                               int body_count, const rv_pattern_part* parts, int count,
                               int solver_group);
// rows outside the pattern, each on up to body_count bodies; terms: bounds that depend on others
void rv_pattern_loose(rv_pattern_sink* sink, int rows, int body_count, int terms);
// one stiffness element between two bodies (-1: the world); `coupled`: needs the off-diagonal block
void rv_pattern_stiffness(rv_pattern_sink* sink, const int32_t bodies[2], bool coupled);
// the same for a span with waves, also between points of one body
void rv_pattern_wave(rv_pattern_sink* sink, const int32_t bodies[2]);
// the same for many spans between the same bodies
void rv_pattern_bundle(rv_pattern_sink* sink, const int32_t bodies[2]);

#endif
