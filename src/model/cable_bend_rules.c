// Cables: what is wrong with a law of the user's for bending, in a sentence.
#include "model/cable.h"

#include <math.h>

static bool bend_curve_is_valid(rv_world* w, const rv_cable_bend_law* l) {
    for (int i = 0; i < l->curve_count; i++) {
        const rv_cable_bend_point *p = &l->curve[i], *before = i > 0 ? p - 1 : NULL;
        double k = before == NULL ? 0.0 : before->curvature;
        double m = before == NULL ? 0.0 : before->moment;
        if (!RV_CHECK(w, isfinite(p->curvature) && p->curvature > k,
                      "rv_cable_def.segments.bend_law.curve[%d].curvature = %g 1/m: must be finite "
                      "and > %g, %s",
                      i, p->curvature, k, i == 0 ? "the origin" : "that of the point before")
            || !RV_CHECK(w, isfinite(p->moment) && p->moment > m,
                         "rv_cable_def.segments.bend_law.curve[%d].moment = %g N m: must be finite "
                         "and > %g, %s",
                         i, p->moment, m, i == 0 ? "the origin" : "that of the point before"))
            return false;
    }
    return true;
}

static bool bend_layers_are_valid(rv_world* w, const rv_cable_bend_law* l) {
    for (int i = 0; i < l->layer_count; i++) {
        const rv_cable_bend_layer* layer = &l->layers[i];
        if (!RV_CHECK(w, isfinite(layer->EI) && layer->EI > 0.0,
                      "rv_cable_def.segments.bend_law.layers[%d].EI = %g N m^2: must be finite and "
                      "> 0",
                      i, layer->EI)
            || !RV_CHECK(w, isfinite(layer->slip_moment) && layer->slip_moment >= 0.0,
                         "rv_cable_def.segments.bend_law.layers[%d].slip_moment = %g N m: must be "
                         "finite and >= 0",
                         i, layer->slip_moment)
            || !RV_CHECK(w, isfinite(layer->arm) && layer->arm >= 0.0,
                         "rv_cable_def.segments.bend_law.layers[%d].arm = %g m: must be finite "
                         "and >= 0",
                         i, layer->arm))
            return false;
    }
    return true;
}

bool rv_cable_bend_law_is_valid(rv_world* w, const rv_cable_def* d) {
    const rv_cable_segments* s = &d->segments;
    const rv_cable_bend_law* l = &s->bend_law;
    bool none = l->curve_count == 0 && l->layer_count == 0;
    return RV_CHECK(w,
                    l->curve_count >= 0 && l->curve_count <= RV_BEND_POINTS
                        && (l->curve_count == 0) == (l->curve == NULL),
                    "rv_cable_def.segments.bend_law.curve_count = %d: must be in [1, %d] with a "
                    "curve, 0 without",
                    l->curve_count, RV_BEND_POINTS)
           && RV_CHECK(w,
                       l->layer_count >= 0 && l->layer_count <= RV_BEND_LAYERS
                           && (l->layer_count == 0) == (l->layers == NULL),
                       "rv_cable_def.segments.bend_law.layer_count = %d: must be in [1, %d] with "
                       "layers, 0 without",
                       l->layer_count, RV_BEND_LAYERS)
           && RV_CHECK(w, none || d->model != RV_CABLE_ROD,
                       "rv_cable_def.segments.bend_law: not of a rod, whose bending is "
                       "linear")
           && RV_CHECK(w, none || s->bend == RV_CABLE_BEND_VECTOR,
                       "rv_cable_def.segments.bend_law: must be left out unless bend is "
                       "RV_CABLE_BEND_VECTOR")
           && RV_CHECK(w, l->curve_count == 0 || isnan(s->EI),
                       "rv_cable_def.segments.EI = %g N m^2: must be NaN with a bend_law.curve, "
                       "which is in its place",
                       s->EI)
           && RV_CHECK(w, l->layer_count == 0 || l->curve_count > 0 || s->EI != 0.0,
                       "rv_cable_def.segments.EI = 0 N m^2: must be > 0 with bend_law.layers and "
                       "without a curve")
           && bend_curve_is_valid(w, l) && bend_layers_are_valid(w, l);
}
