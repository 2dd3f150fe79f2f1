// Where a new strand lies: straight between its ends; along a line of the user's; or hanging at
// rest between its ends if it is longer than their distance, or where shapes are in the way of that
// in a bow beside them. The hanging polygon is the exact
// equilibrium of the chain without bending stiffness: with F the tension at its start and w l the
// weight of a segment, segment i lies along F_i = F - w l (i + 1/2) and its joints open by F_i
// l/EA; F is such that it ends at the last point.
//
// Between ends that are above each other that polygon is a fold: both legs are in one line, inside each
// other, and nothing turns them apart any more, since they bend in no plane. Cable has a thickness: where
// segments that follow each other lie within a diameter, the legs are spread about the bottom, b segments
// from the start, by a load s q to one side on the first leg and as much to the other side on the second,
// as far up as the shorter leg reaches, m segments:
//   F_i = F - w l (i + 1/2) + q s max(0, m - |i + 1/2 - b|)
// s is level, in the plane of the ends and gravity where they make one. Between equal legs the bottom pulls
// to the side with A, which spreads a leg by the sum of (A - q k)/(w l k) to k = m; that is 0 between ends
// above each other, A ln(m w l/A) = q m. With q m four segments' weights, A is one to four of them: the
// bottom turns within a few segments, whatever their number.
#include "model/strand.h"

#include <math.h>

enum { HANGING_ITERATIONS = 100, FOLLOW_ITERATIONS = 60, BESIDE = 8 };
static const double HANGING_TOLERANCE = 1e-12; // of its length

static const double SPREAD = 4.0; // q m, in weights of a segment

typedef struct hanging {
    rv_vec3 start, weight; // of one segment
    rv_vec3 spread;        // s q
    double bottom, reach;  // b, m
    double length;         // of one segment
    double per_stiffness;  // stretch of a joint per force
    int count;
    double round; // of forces: below it a segment has hardly a direction
} hanging;

// The end of a chain that is pulled with F at its start is the gradient of a convex function of F,
// the sum of l |F_i| + stretch |F_i|^2/2: it, the end, and its derivative.
typedef struct pulled {
    double potential;
    rv_vec3 end;
    rv_mat3 J;
} pulled;

static pulled pull(const hanging* h, rv_vec3 F, rv_vec3* points) {
    pulled p = {.end = h->start, .J = rv_mat3_zero()};
    double round = h->round, stretch = h->per_stiffness;
    for (int i = 0; i < h->count; i++) {
        rv_vec3 force = rv_vec3_mul_add(F, -(i + 0.5), h->weight);
        force = rv_vec3_mul_add(force, fmax(0.0, h->reach - fabs(i + 0.5 - h->bottom)), h->spread);
        double size = fmax(sqrt(rv_vec3_dot(force, force) + round * round), 1e-300);
        rv_vec3 u = rv_vec3_scale(force, 1.0 / size);
        if (points != NULL)
            points[i] = p.end;
        p.potential += h->length * size + 0.5 * stretch * rv_vec3_dot(force, force);
        p.end = rv_vec3_mul_add(p.end, h->length + stretch * size, u);
        // d(l u) = l/|F| (1 - u u^T) dF
        rv_mat3 across = rv_mat3_sub(rv_mat3_identity(), rv_mat3_outer(u, u));
        p.J = rv_mat3_add(p.J, rv_mat3_add(rv_mat3_scale(across, h->length / size),
                                           rv_mat3_scale(rv_mat3_identity(), stretch)));
    }
    if (points != NULL)
        points[h->count] = p.end;
    return p;
}

// Newton's method on the potential less F.end, with steps that lower it
static void find_pull_from(const hanging* h, rv_vec3 end, rv_vec3* F) {
    double total = h->count * h->length, w = rv_vec3_length(h->weight);
    rv_vec3 d = rv_vec3_sub(end, h->start);
    pulled now = pull(h, *F, NULL);
    for (int n = 0; n < HANGING_ITERATIONS; n++) {
        rv_vec3 miss = rv_vec3_sub(end, now.end);
        if (rv_vec3_length(miss) <= HANGING_TOLERANCE * total)
            return;
        // no stretch and all segments in a line leave that direction without stiffness
        rv_mat3 J = rv_mat3_add(now.J, rv_mat3_scale(rv_mat3_identity(), 1e-12 * total / w));
        rv_vec3 step = rv_mat3_apply(rv_mat3_inverse(J), miss);
        double slope = -rv_vec3_dot(miss, step), share = 1.0;
        double value = now.potential - rv_vec3_dot(*F, d);
        for (;; share *= 0.5) {
            rv_vec3 tried = rv_vec3_mul_add(*F, share, step);
            pulled next = pull(h, tried, NULL);
            if (next.potential - rv_vec3_dot(tried, d)
                <= value + 1e-4 * share * slope + 1e-14 * fabs(value)) {
                *F = tried;
                now = next;
                break;
            }
            if (share < 1e-9)
                return;
        }
    }
}

// Segments that are not pulled at all have no direction: forces are rounded off, less and less.
static bool find_pull(hanging* h, rv_vec3 end, rv_vec3* F) {
    enum { ROUNDS = 10 };
    double w = rv_vec3_length(h->weight);
    // a guess: half the weight at either end, and some pull between them
    rv_vec3 d = rv_vec3_sub(end, h->start);
    *F = rv_vec3_mul_add(rv_vec3_scale(d, w / h->length), 0.5 * h->count, h->weight);
    h->round = w;
    for (int n = 0; n < ROUNDS; n++, h->round *= 0.1)
        find_pull_from(h, end, F);
    // few segments with much slack have no rest: one of them would not be pulled at all
    h->round = 0.0;
    rv_vec3 miss = rv_vec3_sub(end, pull(h, *F, NULL).end);
    return rv_vec3_length(miss) <= 1e-6 * h->count * h->length;
}

static void lay_straight(const rv_vec3 ends[2], int count, rv_vec3* points) {
    for (int i = 0; i <= count; i++) {
        double s = (double)i / count;
        points[i] = rv_vec3_add(rv_vec3_scale(ends[0], 1.0 - s), rv_vec3_scale(ends[1], s));
    }
}

// the direction of v across a unit vector; any, where it has none
static rv_vec3 across(rv_vec3 v, rv_vec3 unit) {
    rv_vec3 part = rv_vec3_mul_add(v, -rv_vec3_dot(v, unit), unit);
    bool is_along = rv_vec3_length(part) <= 1e-9 * rv_vec3_length(v);
    return is_along ? rv_vec3_perpendicular(unit) : rv_vec3_normalize(part);
}

// segments that follow each other lie within a diameter
static bool is_folded(const rv_vec3* points, int count, double diameter) {
    for (int i = 1; i < count; i++)
        if (rv_vec3_length(rv_vec3_sub(points[i + 1], points[i - 1])) < diameter)
            return true;
    return false;
}

// false: there is no such line
static bool hang(hanging* h, const rv_strand_line_def* line, double diameter, rv_vec3* points,
                 rv_vec3* F) {
    if (!find_pull(h, line->ends[1], F))
        return false;
    pull(h, *F, points);
    return !is_folded(points, h->count, diameter);
}

// F: of the line that is folded; it turns up where that is used up. False: no leg has a whole segment, and
// there is nothing to spread.
static bool spread(hanging* h, const rv_strand_line_def* line, rv_vec3 F) {
    double w = rv_vec3_length(h->weight);
    rv_vec3 down = rv_vec3_scale(h->weight, 1.0 / w);
    rv_vec3 level = across(rv_vec3_sub(line->ends[1], line->ends[0]), down);
    h->bottom = rv_vec3_dot(F, down) / w;
    h->reach = fmin(h->bottom, h->count - h->bottom);
    if (!(h->reach >= 1.0))
        return false;
    h->spread = rv_vec3_scale(level, SPREAD * w / h->reach);
    return true;
}

// Without gravity, or where no equilibrium is found: an arc of chords that each turn by the same
// angle. n chords of length l span l sin(n a/2)/sin(a/2).
static void lay_arc(const rv_strand_line_def* line, rv_vec3 gravity, rv_vec3* points) {
    rv_vec3 d = rv_vec3_sub(line->ends[1], line->ends[0]);
    double span = rv_vec3_length(d), chord = line->length / line->count;
    rv_vec3 along = span > 0.0 ? rv_vec3_scale(d, 1.0 / span) : (rv_vec3){1, 0, 0};
    rv_vec3 side = across(gravity, along);
    double low = 0.0, high = 2.0 * RV_PI / line->count, a = 0.0;
    for (int n = 0; n < FOLLOW_ITERATIONS; n++) {
        a = 0.5 * (low + high);
        if (chord * rv_sin(0.5 * line->count * a) / rv_sin(0.5 * a) > span)
            low = a;
        else
            high = a;
    }
    rv_vec3 at = line->ends[0];
    for (int i = 0; i < line->count; i++) {
        double sine, cosine;
        rv_sincos(a * (0.5 * (line->count - 1) - i), &sine, &cosine);
        points[i] = at;
        at = rv_vec3_mul_add(rv_vec3_mul_add(at, chord * cosine, along), chord * sine, side);
    }
    points[line->count] = line->ends[1];
}

static void lay_bow(const rv_cable* cable, const rv_strand_line_def* line, rv_vec3 gravity,
                    rv_vec3* points) {
    int count = line->count;
    hanging h = {.start = line->ends[0],
                 .length = line->length / count,
                 .per_stiffness = cable->EA < INFINITY ? line->length / (count * cable->EA) : 0.0,
                 .count = count};
    h.weight = rv_vec3_scale(gravity, cable->mass_per_length * h.length);
    if (!(rv_vec3_length(h.weight) > 0.0) || count < 2) {
        lay_arc(line, gravity, points);
        return;
    }
    rv_vec3 F;
    if (hang(&h, line, cable->diameter, points, &F))
        return;
    if (!spread(&h, line, F) || !hang(&h, line, cable->diameter, points, &F))
        lay_arc(line, gravity, points);
}

// A line that would hang through shapes lies as if gravity pulled across the line of its ends, in that
// of eight directions about it in which it is least within them: it leaves both ends towards the
// other, and falls from there.
static void lay_beside(const rv_world* world, const rv_cable* cable, const rv_strand_line_def* line,
                       double hanging_overlap, rv_vec3* points) {
    rv_vec3 d = rv_vec3_sub(line->ends[1], line->ends[0]), gravity = world->def.gravity;
    rv_vec3 along = rv_vec3_length(d) > 0.0 ? rv_vec3_normalize(d) : (rv_vec3){1, 0, 0};
    rv_vec3 down = rv_vec3_scale(across(gravity, along), rv_vec3_length(gravity));
    // from below to both sides, and up
    static const double TURNS[BESIDE] = {0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0};
    double least = hanging_overlap;
    rv_vec3 best = gravity;
    for (int k = 0; k < BESIDE && least > 0.0; k++) {
        rv_vec3 pull =
            rv_quat_rotate(rv_quat_from_axis_angle(along, 0.25 * RV_PI * TURNS[k]), down);
        lay_bow(cable, line, pull, points);
        double overlap = rv_line_overlap(world, cable, line, points);
        if (overlap < least) {
            least = overlap;
            best = pull;
        }
    }
    lay_bow(cable, line, best, points);
}

void rv_strand_line(const rv_world* world, const rv_cable* cable, const rv_strand_line_def* line,
                    rv_vec3* points) {
    double distance = rv_vec3_length(rv_vec3_sub(line->ends[1], line->ends[0]));
    if (line->length <= distance * (1.0 + 1e-9)) {
        lay_straight(line->ends, line->count, points);
        return;
    }
    lay_bow(cable, line, world->def.gravity, points);
    double overlap = rv_line_overlap(world, cable, line, points);
    if (overlap > 0.0)
        lay_beside(world, cable, line, overlap, points);
}

// --- along a given line ---

// Walks along the line in chords of one length; the points, and how far beyond the end of the line
// the last of them lies (< 0: short of it).
static double walk(const rv_vec3* line, int line_count, int count, double chord, rv_vec3* points) {
    rv_vec3 at = line[0];
    points[0] = at;
    int leg = 0;
    double left = 0.0;
    for (int i = 1; i <= count; i++) {
        // the first place behind this one at the distance of a chord: enters its sphere from within
        while (leg < line_count - 1 && rv_vec3_length(rv_vec3_sub(line[leg + 1], at)) < chord)
            leg++;
        rv_vec3 from = leg < line_count - 1 ? line[leg] : line[line_count - 2];
        rv_vec3 to = leg < line_count - 1 ? line[leg + 1] : line[line_count - 1];
        rv_vec3 u = rv_vec3_normalize(rv_vec3_sub(to, from)), d = rv_vec3_sub(from, at);
        double b = rv_vec3_dot(d, u), c = rv_vec3_dot(d, d) - chord * chord;
        double s = -b + sqrt(fmax(b * b - c, 0.0));
        at = rv_vec3_mul_add(from, s, u);
        points[i] = at;
        left = leg < line_count - 1 ? -rv_vec3_length(rv_vec3_sub(line[line_count - 1], at))
                                    : s - rv_vec3_length(rv_vec3_sub(to, from));
    }
    return left;
}

bool rv_strand_follow(const rv_cable_segments* s, int count, rv_vec3* points) {
    double total = 0.0;
    for (int i = 1; i < s->shape_count; i++)
        total += rv_vec3_length(rv_vec3_sub(s->shape[i], s->shape[i - 1]));
    // chords are not longer than arcs: between none and all of it
    double low = 0.0, high = total / count * (1.0 + 1e-9);
    for (int n = 0; n < FOLLOW_ITERATIONS; n++) {
        double chord = 0.5 * (low + high);
        if (walk(s->shape, s->shape_count, count, chord, points) > 0.0)
            high = chord;
        else
            low = chord;
    }
    double chord = 0.5 * (low + high);
    walk(s->shape, s->shape_count, count, chord, points);
    points[count] = s->shape[s->shape_count - 1];
    // where the line turns away within a chord no chord fits
    double last = rv_vec3_length(rv_vec3_sub(points[count], points[count - 1]));
    return fabs(last - chord) <= 1e-6 * chord;
}
