// See bends.h. With the joint j and the middles a and b of its two segments, for t from 0 to 1:
//   p(t) = (1 - t)^2 a + 2 t (1 - t) j + t^2 b
#include "view/bends.h"

#include <math.h>

// a corner has at most this many steps
enum { STEPS_MOST = 12 };
// by which a line may twist from point to point: a tube that turns by more has a waist
static const double TWIST_STEP = 0.5; // [rad]

static int steps_at(const rv_drawing_point* at, double step) {
    rv_vec3 in = rv_vec3_sub(at->position, at[-1].position);
    rv_vec3 out = rv_vec3_sub(at[1].position, at->position);
    double angle = rv_atan2(rv_vec3_length(rv_vec3_cross(in, out)), rv_vec3_dot(in, out));
    double turn = 0.5 * (rv_vec3_length(in) + rv_vec3_length(out)) * fabs(at->twist);
    double steps = fmax(angle / step, turn / TWIST_STEP);
    // not a number beside a cut
    if (!(steps > 1.0) || isnan(angle))
        return 1;
    return steps < STEPS_MOST ? (int)steps + 1 : STEPS_MOST;
}

static rv_vec3 middle_of(const rv_drawing_point* at) {
    return rv_vec3_scale(rv_vec3_add(at->position, at[1].position), 0.5);
}

static rv_drawing_point point_at(const rv_drawing_point* joint, double t) {
    rv_vec3 p = rv_vec3_scale(middle_of(joint - 1), (1.0 - t) * (1.0 - t));
    p = rv_vec3_mul_add(p, 2.0 * t * (1.0 - t), joint->position);
    p = rv_vec3_mul_add(p, t * t, middle_of(joint));
    // up to the joint the tension is that of the segment before it
    const rv_drawing_point* segment = t < 0.5 ? joint - 1 : joint;
    return (rv_drawing_point){p, segment->tension, segment->twist};
}

int rv_bends_round(const rv_drawing_point* line, int count, double step,
                   rv_drawing_point* rounded) {
    int written = 0;
    bool before = false; // the corner before has ended in the middle where this one begins
    for (int i = 0; i < count; i++) {
        int steps = i > 0 && i + 1 < count ? steps_at(&line[i], step) : 1;
        if (steps == 1 && rounded != NULL)
            rounded[written] = line[i];
        written += steps == 1;
        for (int k = before ? 1 : 0; k <= steps && steps > 1; k++, written++)
            if (rounded != NULL)
                rounded[written] = point_at(&line[i], (double)k / steps);
        before = steps > 1;
    }
    return written;
}
