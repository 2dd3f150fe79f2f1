// What of a cable of segments is stretch and what is torn open, for stage "rows". The rows of a link
// are straight: a substep ends with
//   g' = g + h (G v' + g_t)                                    what the rows foresee
// while the ends of two segments that turn by an angle a about their centres, at arms r, are off by
// r a^2/2 from there. Nothing has pulled them apart, but as stretch that gap would be force, and
// given back within h it is a speed of r a^2/(2 h) = (a/2) w r: more than the ends had where a > 2,
// which grows from step to step without end. So a gap that differs from what was foreseen by more
// than resolved turning leaves is torn open, not stretched:
//   d = g - g',   o += d max(0, 1 - OPENS l/|d|),   phi = g - o
// with o the part that is no stretch. It holds no energy and is closed at a speed of its own,
//   |o| -= min(|o|, CLOSES l h)
// so that a torn link gets back a share of its own length per second, however it was torn: by
// turning, by the stage "stop", by segments that came or went, or by a pose that was set. Links that
// substeps resolve have |d| < l a^2/4 with a below 0.1 rad, a quarter of OPENS l: there o is 0, and
// nothing differs from rows that know none. Twist has the same with angles.
// Stage "move": a segment that whirls and would turn by more than a radian in the next substep has
// lost its place in any case; that part of its motion is given up. Spin about its own axis opens
// nothing, and is followed to half a turn.
#include "model/strand.h"

#include <math.h>

static const double OPENS = 0.01;  // of its length: of segments that turn by 0.2 rad in a substep
static const double CLOSES = 2.0;  // lengths per second
static const double TURNS = 0.2;   // [rad], of twist
static const double UNTURNS = 6.0; // [rad/s]
// [rad] in a substep
static const double WHIRLS = 0.2;    // its axis: links of its length open by OPENS
static const double FOLLOWED = 1.0;  // what whirls
static const double COUNTED = 3.141; // what spins about its axis: its links count turns by halves

static rv_vec3 stretch_of(rv_link* link, rv_vec3 gap, double h) {
    rv_vec3 off = rv_vec3_sub(gap, link->foreseen);
    double size = rv_vec3_length(off), most = OPENS * link->length;
    if (link->is_followed && size > most)
        link->open = rv_vec3_mul_add(link->open, 1.0 - most / size, off);
    link->foreseen = gap;
    size = rv_vec3_length(link->open);
    double closes = CLOSES * link->length * h;
    if (!(size > 0.0))
        return gap;
    link->open = rv_vec3_scale(link->open, size > closes ? 1.0 - closes / size : 0.0);
    return rv_vec3_sub(gap, link->open);
}

static double twist_of(rv_link* link, double twist, double h) {
    double off = twist - link->foreseen_twist, back = UNTURNS * h;
    // splitting and merging set it anew
    if (link->is_followed && link->last_h > 0.0)
        link->untwisted += off - fmin(fmax(off, -TURNS), TURNS);
    link->foreseen_twist = twist;
    link->untwisted -= fmin(fmax(link->untwisted, -back), back);
    return twist - link->untwisted;
}

rv_link_stretched rv_link_stretch(rv_link* link, const rv_link_geometry* g, double h) {
    rv_link_stretched out = {stretch_of(link, g->gap, h), twist_of(link, g->twist, h)};
    return out;
}

void rv_link_foresee(rv_link* link, rv_vec3 gap_speed, double twist_speed, double h) {
    link->foreseen = rv_vec3_mul_add(link->foreseen, h, gap_speed);
    link->foreseen_twist += h * twist_speed;
    link->is_followed = true;
}

void rv_strand_calm(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_strand* strand = &world->strands.data[member->index];
    const int32_t* bodies = rv_strand_bodies(world, strand);
    for (int i = 1; i <= strand->segment_count; i++) {
        rv_body* body = &world->bodies.data[bodies[i]];
        double angle = rv_vec3_length(body->w) * island->h;
        if (angle <= FOLLOWED)
            continue;
        double spin = rv_vec3_dot(body->w, rv_mat3_column(body->R, 0)) * island->h;
        bool whirls = angle * angle - spin * spin > WHIRLS * WHIRLS;
        double most = whirls ? FOLLOWED : COUNTED;
        if (angle > most)
            body->w = rv_vec3_scale(body->w, most / angle);
    }
}
