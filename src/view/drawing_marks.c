// The marks of a drawing: ties and the holes that threads pass through. A mark of a thread is some
// times as thick as that, any other a share of its solid. See drawing.h.
#include "view/drawing.h"

#include "view/extent.h"
#include "view/list.h"

#include <math.h>

// radius, times that of the thread, and as a share of the diagonal of the solid
static const double THREAD_TIMES = 3.0, SOLID_SHARE = 0.012;

rv_tie_id rv_drawing_next_tie(const rv_drawing* d, const rv_world* world, rv_tie_id tie) {
    rv_body_id body;
    do {
        tie = rv_tie_next(world, tie);
        body = rv_tie_read(world, tie).body;
    } while (!RV_ID_IS_NULL(tie) && !RV_ID_IS_NULL(d->hidden) && RV_ID_EQUAL(body, d->hidden));
    return tie;
}

// the diagonal of a box round a solid of the drawing [m]
static double diagonal_of(const rv_drawing* d, rv_solid_id id) {
    int index = 0;
    while (index < d->solid_count && !RV_ID_EQUAL(d->solids[index].id, id))
        index++;
    if (index == d->solid_count)
        return 0.0;
    const rv_facets* facets = &d->solids[index].facets;
    rv_extent e = rv_extent_none();
    for (int i = 0; i < facets->vertex_count; i++)
        rv_extent_add(&e, facets->vertices[i]);
    double diagonal = rv_vec3_length(rv_vec3_sub(e.high, e.low));
    return isfinite(diagonal) ? diagonal : 0.0;
}

static bool add_mark(rv_drawing* d, const rv_drawing_mark* mark) {
    if (!RV_LIST_RESERVE(d->marks, d->mark_capacity, d->mark_count + 1))
        return false;
    d->marks[d->mark_count++] = *mark;
    return true;
}

bool rv_drawing_list_marks(rv_drawing* d, const rv_world* world) {
    d->mark_count = 0;
    for (rv_tie_id t = rv_drawing_next_tie(d, world, (rv_tie_id){0, 0, 0}); !RV_ID_IS_NULL(t);
         t = rv_drawing_next_tie(d, world, t)) {
        rv_tie_state tie = rv_tie_read(world, t);
        rv_drawing_mark mark = {.tie = t,
                                .size =
                                    RV_ID_IS_NULL(tie.cable)
                                        ? SOLID_SHARE * diagonal_of(d, tie.solid)
                                        : 0.5 * THREAD_TIMES * rv_cable_diameter(world, tie.cable)};
        if (!add_mark(d, &mark))
            return false;
    }
    for (rv_suture_id h = rv_suture_next(world, (rv_suture_id){0, 0, 0}); !RV_ID_IS_NULL(h);
         h = rv_suture_next(world, h)) {
        double thick = rv_cable_diameter(world, rv_suture_cable(world, h));
        rv_drawing_mark mark = {.hole = h, .size = 0.5 * THREAD_TIMES * thick};
        if (!add_mark(d, &mark))
            return false;
    }
    return true;
}

void rv_drawing_read_marks(rv_drawing* d, const rv_world* world) {
    for (int i = 0; i < d->mark_count; i++) {
        rv_drawing_mark* mark = &d->marks[i];
        if (!RV_ID_IS_NULL(mark->tie)) {
            rv_tie_state tie = rv_tie_read(world, mark->tie);
            mark->position = tie.position;
            mark->radius = tie.is_broken ? 0.0 : mark->size;
            mark->force = rv_vec3_length(tie.force);
        } else {
            rv_suture_state hole = rv_suture_read(world, mark->hole);
            mark->position = hole.position;
            mark->direction = hole.direction;
            mark->radius = hole.is_empty ? 0.0 : mark->size;
            mark->force = rv_vec3_length(hole.force);
        }
    }
}
