// An elastic knot by itself. The line is a polygon of unequal edges, fine where strands touch; a half turn
// about y maps it on itself, and only its first half is solved for. Its energy
//   sum (2 B/D)(1 - c)/(1 + c) + sum EA (|E| - l)^2/2 l + sum (max(0, lambda - k gap)^2 - lambda^2)/2 k
//     - pull (x_N - x_0) - dead . x
// (c: cosine of the angle between edges, D: mean length of two) is minimised by Newton's method. Each
// term is a small element with a gradient in closed form and second derivatives by differences of that.
// lambda is the force of a contact, found by solving again (augmented Lagrangian), and with it what rubs,
// mu lambda along the strands, a dead load. At first the ends are pulled with epsilon^4/2, without
// friction; then they stand where they are, and friction grows to what is wanted.
#include "validation/elastic_knot.h"

#include "collide/segment.h"
#include "reeve/math.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { CONTACTS_MAX = 8000 };
enum {
    LOOSE = 8,
    GROWS = 16,
    SETTLES = 16,
    AVERAGED = 20
}; // solves: without friction, with more, ...
static const double APART = 2.0,
                    NEAR = 0.6; // centre lines that touch; gap of those that are looked at

typedef struct contact {
    int edge, other;
    double lambda;
} contact;

typedef struct line {
    int edges, half, n; // n: coordinates of the first half
    double* length;     // of edges
    rv_vec3 *x, *trial, *dead, *gradient;
    double *hessian, *factor; // n x n
    double* step;
    int* first; // of each row of the factor: where it begins
    bool* fixed;
    contact *contacts, *before;
    int contact_count;
    double EA, stiffness, pull, shift;
} line;

// --- the elements ---

typedef struct element {
    int vertex[4];
    int count;              // 2: stretch, 3: bending, 4: contact
    double a, b;            // lengths of edges
    const contact* contact; // of 4
} element;

static double bending(const element* el, const rv_vec3* y, rv_vec3* g) {
    rv_vec3 e = rv_vec3_sub(y[1], y[0]), f = rv_vec3_sub(y[2], y[1]);
    double le = rv_vec3_length(e), lf = rv_vec3_length(f), k = 4.0 / (el->a + el->b);
    e = rv_vec3_scale(e, 1.0 / le);
    f = rv_vec3_scale(f, 1.0 / lf);
    double c = rv_vec3_dot(e, f), slope = -2.0 * k / ((1.0 + c) * (1.0 + c));
    rv_vec3 ge = rv_vec3_scale(rv_vec3_mul_add(f, -c, e), slope / le);
    rv_vec3 gf = rv_vec3_scale(rv_vec3_mul_add(e, -c, f), slope / lf);
    g[0] = rv_vec3_neg(ge);
    g[1] = rv_vec3_sub(ge, gf);
    g[2] = gf;
    return k * (1.0 - c) / (1.0 + c);
}

static double stretch(const line* line, const element* el, const rv_vec3* y, rv_vec3* g) {
    rv_vec3 e = rv_vec3_sub(y[1], y[0]);
    double l = rv_vec3_length(e), over = l - el->a;
    g[1] = rv_vec3_scale(e, line->EA * over / (el->a * l));
    g[0] = rv_vec3_neg(g[1]);
    return 0.5 * line->EA * over * over / el->a;
}

static double touch(const line* line, const element* el, const rv_vec3* y, rv_vec3* g) {
    rv_nearest near = rv_nearest_segments(y, y + 2);
    double distance = sqrt(near.squared), lambda = el->contact->lambda, k = line->stiffness;
    double f = fmax(0.0, lambda - k * (distance - APART));
    rv_vec3 push = rv_vec3_scale(rv_vec3_sub(near.on_b, near.on_a), f / distance);
    g[0] = rv_vec3_scale(push, 1.0 - near.s);
    g[1] = rv_vec3_scale(push, near.s);
    g[2] = rv_vec3_scale(push, near.t - 1.0);
    g[3] = rv_vec3_scale(push, -near.t);
    return 0.5 * (f * f - lambda * lambda) / k;
}

// energy and gradient at its vertices y
static double element_energy(const line* line, const element* el, const rv_vec3* y, rv_vec3* g) {
    return el->count == 3   ? bending(el, y, g)
           : el->count == 2 ? stretch(line, el, y, g)
                            : touch(line, el, y, g);
}

// bends first, then edges, then contacts; false: there are no more
static bool element_at(const line* line, int k, element* el) {
    int joints = line->edges - 1;
    if (k < joints) {
        *el = (element){{k, k + 1, k + 2, 0}, 3, line->length[k], line->length[k + 1], NULL};
        return true;
    }
    k -= joints;
    if (k < line->edges) {
        *el = (element){{k, k + 1, 0, 0}, 2, line->length[k], line->length[k], NULL};
        return true;
    }
    k -= line->edges;
    if (k >= line->contact_count)
        return false;
    const contact* c = &line->contacts[k];
    *el = (element){{c->edge, c->edge + 1, c->other, c->other + 1},
                    4,
                    line->length[c->edge],
                    line->length[c->other],
                    c};
    return true;
}

static void gather(const rv_vec3* x, const element* el, rv_vec3 y[4]) {
    for (int i = 0; i < el->count; i++)
        y[i] = x[el->vertex[i]];
}

// energy, and its gradient at all vertices
static double energy(const line* line, const rv_vec3* x, rv_vec3* gradient) {
    int last = line->edges;
    double sum = -line->pull * (x[last].x - x[0].x);
    rv_vec3 y[4], g[4];
    element el;
    for (int i = 0; i <= last; i++) {
        gradient[i] = rv_vec3_neg(line->dead[i]);
        sum -= rv_vec3_dot(line->dead[i], x[i]);
    }
    gradient[0].x += line->pull;
    gradient[last].x -= line->pull;
    for (int k = 0; element_at(line, k, &el); k++) {
        gather(x, &el, y);
        sum += element_energy(line, &el, y, g);
        for (int i = 0; i < el.count; i++)
            gradient[el.vertex[i]] = rv_vec3_add(gradient[el.vertex[i]], g[i]);
    }
    return sum;
}

// --- the symmetry: vertex N - i is vertex i, turned by pi about y ---

static int slot(const line* line, int vertex, int axis) {
    return 3 * (vertex <= line->half ? vertex : line->edges - vertex) + axis;
}

static double sign(const line* line, int vertex, int axis) {
    return vertex > line->half && axis != 1 ? -1.0 : 1.0;
}

static void fold(const line* line, const rv_vec3* full, double* half) {
    memset(half, 0, (size_t)line->n * sizeof *half);
    for (int i = 0; i <= line->edges; i++) {
        double at[3];
        rv_vec3_store(at, full[i]);
        for (int axis = 0; axis < 3; axis++)
            half[slot(line, i, axis)] += sign(line, i, axis) * at[axis];
    }
    for (int k = 0; k < line->n; k++)
        half[k] = line->fixed[k] ? 0.0 : half[k];
}

// --- Newton's method ---

static void add_second(line* line, const element* el) {
    rv_vec3 y[4], plus[4], minus[4];
    gather(line->x, el, y);
    double step = 1e-6 * (el->count == 4 ? 0.1 : el->a), *h = line->hessian;
    for (int q = 0; q < 3 * el->count; q++) {
        double* at = &y[q / 3].x + q % 3;
        double now = *at;
        *at = now + step;
        element_energy(line, el, y, plus);
        *at = now - step;
        element_energy(line, el, y, minus);
        *at = now;
        int row = slot(line, el->vertex[q / 3], q % 3);
        for (int k = 0; k < 3 * el->count && !line->fixed[row]; k++) {
            int column = slot(line, el->vertex[k / 3], k % 3);
            double second = ((&plus[k / 3].x)[k % 3] - (&minus[k / 3].x)[k % 3]) / (2.0 * step);
            second *= sign(line, el->vertex[q / 3], q % 3) * sign(line, el->vertex[k / 3], k % 3);
            if (!line->fixed[column])
                h[(size_t)row * line->n + column] += second;
        }
    }
}

static void find_hessian(line* line) {
    size_t n = (size_t)line->n;
    element el;
    memset(line->hessian, 0, n * n * sizeof *line->hessian);
    for (int k = 0; element_at(line, k, &el); k++)
        add_second(line, &el);
    for (size_t i = 0; i < n; i++) {
        if (line->fixed[i])
            line->hessian[i * n + i] = 1.0;
        for (size_t j = 0; j < i; j++) {
            double* lower = &line->hessian[i * n + j];
            *lower = 0.5 * (*lower + line->hessian[j * n + i]);
        }
    }
}

// Cholesky's, from the first entry of each row on; false: not positive with this shift
static bool factor(line* line, double shift) {
    size_t n = (size_t)line->n;
    for (int i = 0; i < line->n; i++) {
        const double* row = line->hessian + (size_t)i * n;
        double* to = line->factor + (size_t)i * n;
        int begin = 0;
        while (begin < i && row[begin] == 0.0)
            begin++;
        line->first[i] = begin;
        for (int j = begin; j <= i; j++) {
            const double* other = line->factor + (size_t)j * n;
            double sum = row[j] + (j == i ? shift : 0.0);
            for (int k = begin > line->first[j] ? begin : line->first[j]; k < j; k++)
                sum -= to[k] * other[k];
            if (j == i && !(sum > 0.0))
                return false;
            to[j] = j == i ? sqrt(sum) : sum / other[j];
        }
    }
    return true;
}

static void solve(const line* line, double* b) {
    size_t n = (size_t)line->n;
    for (int i = 0; i < line->n; i++) {
        const double* row = line->factor + (size_t)i * n;
        for (int k = line->first[i]; k < i; k++)
            b[i] -= row[k] * b[k];
        b[i] /= row[i];
    }
    for (int i = line->n - 1; i >= 0; i--) {
        const double* row = line->factor + (size_t)i * n;
        b[i] /= row[i];
        for (int k = line->first[i]; k < i; k++)
            b[k] -= row[k] * b[i];
    }
}

// trial = x - share step
static void go(line* line, double share) {
    for (int i = 0; i <= line->edges; i++)
        for (int axis = 0; axis < 3; axis++)
            (&line->trial[i].x)[axis] =
                (&line->x[i].x)[axis]
                - share * sign(line, i, axis) * line->step[slot(line, i, axis)];
}

// One step, no longer than half a radius, shortened until the energy is less; false: none is.
static bool newton_step(line* line, double start, const double* slope) {
    double largest = 0.0, along = 0.0;
    while (!factor(line, line->shift))
        line->shift = fmax(2.0 * line->shift, 1e-9);
    solve(line, line->step);
    for (int k = 0; k < line->n; k++) {
        largest = fmax(largest, fabs(line->step[k]));
        along += line->step[k] * slope[k];
    }
    double share = fmin(1.0, 0.5 / largest);
    for (int n = 0; n < 12; n++, share *= 0.4) {
        go(line, share);
        if (energy(line, line->trial, line->gradient)
            > start - 1e-4 * share * along + 1e-12 * fabs(start))
            continue;
        memcpy(line->x, line->trial, (size_t)(line->edges + 1) * sizeof *line->x);
        line->shift = share > 0.5 ? 0.2 * line->shift : line->shift;
        line->shift = line->shift < 1e-12 ? 0.0 : line->shift;
        return true;
    }
    line->shift = fmax(4.0 * line->shift, 1e-8);
    return line->shift < 1e10;
}

// --- contacts and friction ---

// edges of different strands that are near, with the forces that they had
static void find_contacts(line* line) {
    int old = line->contact_count, count = 0, k = 0;
    memcpy(line->before, line->contacts, (size_t)old * sizeof *line->contacts);
    for (int i = 0; i < line->edges; i++) {
        double between = 0.0;
        for (int j = i + 1; j < line->edges; between += line->length[j++]) {
            double reach = APART + NEAR + line->length[i] + line->length[j];
            bool far = fabs(line->x[i].x - line->x[j].x) > reach || between < 4.0 * APART;
            double most = (APART + NEAR) * (APART + NEAR);
            if (far || rv_nearest_segments(line->x + i, line->x + j).squared > most)
                continue;
            // both lists are in order
            while (k < old
                   && (line->before[k].edge < i
                       || (line->before[k].edge == i && line->before[k].other < j)))
                k++;
            bool known = k < old && line->before[k].edge == i && line->before[k].other == j;
            if (count < CONTACTS_MAX)
                line->contacts[count++] = (contact){i, j, known ? line->before[k].lambda : 0.0};
        }
    }
    line->contact_count = count;
}

static void minimise(line* line, double tolerance, int most, double* slope) {
    for (int n = 0; n < most; n++) {
        if (n % 2 == 0)
            find_contacts(line);
        double start = energy(line, line->x, line->gradient), largest = 0.0;
        fold(line, line->gradient, slope);
        for (int k = 0; k < line->n; k++)
            largest = fmax(largest, fabs(slope[k]));
        if (largest < tolerance)
            return;
        memcpy(line->step, slope, (size_t)line->n * sizeof *slope);
        find_hessian(line);
        if (!newton_step(line, start, slope))
            return;
    }
}

// Forces of contacts, and mu times these against the way in which strands slide: both halves of the line
// move out to their ends.
static void find_forces(line* line, double mu, double share) {
    for (int i = 0; i <= line->edges; i++)
        line->dead[i] = rv_vec3_scale(line->dead[i], 1.0 - share);
    for (int k = 0; k < line->contact_count; k++) {
        contact* c = &line->contacts[k];
        const rv_vec3 *a = line->x + c->edge, *b = line->x + c->other;
        rv_nearest near = rv_nearest_segments(a, b);
        double distance = sqrt(near.squared);
        c->lambda = fmax(0.0, c->lambda - line->stiffness * (distance - APART));
        rv_vec3 normal = rv_vec3_scale(rv_vec3_sub(near.on_b, near.on_a), 1.0 / distance);
        rv_vec3 out_a = rv_vec3_normalize(rv_vec3_sub(a[1], a[0]));
        rv_vec3 out_b = rv_vec3_normalize(rv_vec3_sub(b[1], b[0]));
        rv_vec3 slide = rv_vec3_add(rv_vec3_scale(out_a, c->edge < line->half ? 1.0 : -1.0),
                                    rv_vec3_scale(out_b, c->other >= line->half ? 1.0 : -1.0));
        slide = rv_vec3_mul_add(slide, -rv_vec3_dot(slide, normal), normal);
        if (c->lambda == 0.0 || rv_vec3_length(slide) < 1e-9)
            continue;
        rv_vec3 rub = rv_vec3_scale(rv_vec3_normalize(slide), share * mu * c->lambda);
        const double weight[4] = {1.0 - near.s, near.s, near.t - 1.0, -near.t};
        for (int i = 0; i < 4; i++) {
            rv_vec3* dead = line->dead + (i < 2 ? c->edge + i : c->other + i - 2);
            *dead = rv_vec3_mul_add(*dead, weight[i], rub);
        }
    }
}

// --- the line to begin with ---

void elastic_knot_lay(const elastic_knot_shape* shape, rv_vec3* x) {
    enum { PIECE = ELASTIC_KNOT_PIECE };
    double winds = (shape->turns % 2 == 1 ? -1.0 : 1.0) * (shape->turns + 0.5) * RV_PI;
    double a = shape->braid, r = shape->radius, loop = shape->loop;
    rv_vec3 *back = x + 1 + PIECE, *other = x + 1 + 3 * PIECE;
    x[0] = (rv_vec3){-a - shape->tail, 0.0, 0.0};
    other[PIECE] = (rv_vec3){a + shape->tail, 0.0, 0.0};
    for (int k = 0; k < PIECE; k++) {
        double s = 2.0 * k / (PIECE - 1) - 1.0, angle = winds * s;
        x[1 + k] = (rv_vec3){a * s, r + r * sin(angle), -r * cos(angle)};
        other[k] = (rv_vec3){a * s, r - r * sin(angle), r * cos(angle)};
        angle = RV_PI * (k + 0.5) / PIECE;
        back[k] = (rv_vec3){a + loop * sin(angle), 2.0 * r + loop * (1.0 - cos(angle)), 0.0};
        back[PIECE + k] =
            (rv_vec3){-a - loop * sin(angle), 2.0 * r + loop * (1.0 + cos(angle)), 0.0};
    }
}

// vertices along a line, each at the same share of the whole length
static void resample(const rv_vec3* from, int count, const double* length, int edges, rv_vec3* x) {
    double whole = 0.0, mine = 0.0, at = 0.0, passed = 0.0;
    for (int i = 1; i < count; i++)
        whole += rv_vec3_length(rv_vec3_sub(from[i], from[i - 1]));
    for (int j = 0; j < edges; j++)
        mine += length[j];
    x[0] = from[0];
    for (int i = 1, k = 1; i <= edges; i++) {
        at += length[i - 1] * whole / mine;
        double piece = rv_vec3_length(rv_vec3_sub(from[k], from[k - 1]));
        while (k < count - 1 && passed + piece < at) {
            passed += piece;
            k++;
            piece = rv_vec3_length(rv_vec3_sub(from[k], from[k - 1]));
        }
        rv_vec3 along = rv_vec3_sub(from[k], from[k - 1]);
        x[i] = rv_vec3_mul_add(from[k - 1], fmin(1.0, (at - passed) / piece), along);
    }
}

// edges of half a line from the middle on: fine where strands may touch; returns how many
static int lay_mesh(const elastic_knot_def* def, double half, double* length, int room) {
    double R = 1.0 / (def->epsilon * def->epsilon), fine = sqrt(R), s = 0.0;
    double middle = RV_PI * R + 0.5 * def->turns * fine, wide = (3.0 + 2.5 * def->turns) * fine;
    int count = 0;
    while (s < half && count < room) {
        double beyond = fmax(0.0, fabs(s - middle) - wide);
        length[count] = fmin(R / 12.0, fine / def->edges + 0.15 * beyond);
        s += length[count++];
    }
    for (int k = 0; k < count; k++)
        length[k] *= half / s;
    return count;
}

// --- the whole ---

static void line_free(line* line) {
    free(line->length);
    free(line->x);
    free(line->hessian);
    free(line->first);
    free(line->fixed);
    free(line->contacts);
}

// everything but lengths; false: no memory, and nothing is left
static bool line_reserve(line* line, int half) {
    size_t vertices = 2 * (size_t)half + 1, n = 3 * ((size_t)half + 1);
    line->half = half;
    line->edges = 2 * half;
    line->n = (int)n;
    line->x = calloc(4 * vertices, sizeof *line->x);
    line->hessian = calloc(2 * n * n + n, sizeof *line->hessian);
    line->first = calloc(n, sizeof *line->first);
    line->fixed = calloc(n, sizeof *line->fixed);
    line->contacts = calloc(2 * CONTACTS_MAX, sizeof *line->contacts);
    if (!line->x || !line->hessian || !line->first || !line->fixed || !line->contacts)
        return false;
    line->trial = line->x + vertices;
    line->dead = line->trial + vertices;
    line->gradient = line->dead + vertices;
    line->factor = line->hessian + n * n;
    line->step = line->factor + n * n;
    line->before = line->contacts + CONTACTS_MAX;
    return true;
}

static bool line_make(const elastic_knot_def* def, line* line) {
    enum { HALF_MAX = 2000 };
    static rv_vec3 curve[ELASTIC_KNOT_POINTS];
    double R = 1.0 / (def->epsilon * def->epsilon), edge[HALF_MAX];
    double half = RV_PI * R * (1.0 + 0.25 * def->turns * sqrt(def->epsilon)) + 7.0 * R;
    int count = lay_mesh(def, half, edge, HALF_MAX);
    line->length = calloc(2 * (size_t)count, sizeof *line->length);
    if (line->length == NULL || !line_reserve(line, count))
        return false;
    for (int k = 0; k < count; k++)
        line->length[count + k] = line->length[count - 1 - k] = edge[k];
    elastic_knot_shape shape = {.turns = def->turns,
                                .radius = fmax(1.3, 0.06 * R),
                                .braid = 0.2 * R * (1 + def->turns),
                                .loop = 0.9 * R};
    double winds = (def->turns + 0.5) * RV_PI * shape.radius;
    shape.tail = half - 2.0 * hypot(shape.braid, winds) - RV_PI * shape.loop - shape.braid;
    elastic_knot_lay(&shape, curve);
    resample(curve, ELASTIC_KNOT_POINTS, line->length, line->edges, line->x);
    // the middle stays on the axis, and the ends on one line
    int middle = 3 * line->half;
    line->fixed[1] = line->fixed[2] = line->fixed[middle] = line->fixed[middle + 2] = true;
    line->EA = fmax(1e5 / (R * R), 50.0 / R);
    line->stiffness = 50.0 / (R * sqrt(R));
    line->pull = 0.5 / (R * R);
    return true;
}

static double bent(const line* line) {
    rv_vec3 y[4], g[4];
    double sum = 0.0;
    element el;
    for (int k = 0; k < line->edges - 1 && element_at(line, k, &el); k++) {
        gather(line->x, &el, y);
        sum += bending(&el, y, g);
    }
    return sum;
}

elastic_knot elastic_knot_solve(const elastic_knot_def* def) {
    line line = {.edges = 0};
    elastic_knot found = {NAN, NAN, NAN};
    double* slope = NULL;
    double R = 1.0 / (def->epsilon * def->epsilon), whole = 0.0;
    if (line_make(def, &line) && (slope = calloc((size_t)line.n, sizeof *slope)) != NULL) {
        found = (elastic_knot){0.0, 0.0, 0.0};
        for (int j = 0; j < line.edges; j++)
            whole += line.length[j];
        minimise(&line, 1e-7 / (R * R), 1500, slope);
        for (int n = 0; n < LOOSE + GROWS + SETTLES + AVERAGED; n++) {
            double grown = fmin(1.0, fmax(0.0, (double)(n - LOOSE) / GROWS));
            // from here on the ends stand
            line.fixed[0] = n >= LOOSE;
            minimise(&line, 1e-9 / R, 60, slope);
            find_forces(&line, def->mu * grown, n < LOOSE + GROWS + SETTLES / 2 ? 0.4 : 0.1);
            if (n < LOOSE + GROWS + SETTLES)
                continue;
            energy(&line, line.x, line.gradient);
            found.force += (line.gradient[line.edges].x + line.pull) / AVERAGED;
            found.energy += bent(&line) / AVERAGED;
        }
        found.size = whole - (line.x[line.edges].x - line.x[0].x);
    }
    free(slope);
    line_free(&line);
    return found;
}
