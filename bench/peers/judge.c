// See judge.h. Energies are those in the middle of a step: kinetic of the new velocities, potential of
// the mean height before and after. There a step that is semi-implicit, as that of most engines is,
// conserves them, and where it is read does not look like a gain.
#include "bench/peers/judge.h"

#include "validation/elastica.h"

#include <math.h>

const double PEERS_GAP_LIMIT = 0.05;  // of the length
const double PEERS_GAIN_LIMIT = 0.05; // of M g L, or of the swing
const double PEERS_BOW_LIMIT = 0.01;  // of the length: less is not called growth
const double PEERS_GROWTH_LIMIT =
    1.5; // of bows: a cable that keeps its energy bows now more, now less
const double PEERS_TIP_LIMIT = 0.01; // of the length

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double distance(const double a[3], const double b[3]) {
    double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return sqrt(dot(d, d));
}

// the axis x of a body, in the world
static void axis_of(const peers_body* body, double axis[3]) {
    const double *q = body->turn, w = q[0], x = q[1], y = q[2], z = q[3];
    axis[0] = w * w + x * x - y * y - z * z;
    axis[1] = 2.0 * (x * y + w * z);
    axis[2] = 2.0 * (x * z - w * y);
}

static void end_of(const peers_problem* p, const peers_body* body, double side, double end[3]) {
    double axis[3];
    axis_of(body, axis);
    for (int i = 0; i < 3; i++)
        end[i] = body->place[i] + side * 0.5 * peers_segment_length(p) * axis[i];
}

// --- hoist ---------------------------------------------------------------------------------------

// sum over the joints: from the anchor, between segments, to the load
static double openings(const peers_problem* p, const peers_state* s) {
    double sum = 0.0, before[3] = {s->anchor[0], s->anchor[1], s->anchor[2]}, begin[3];
    for (int i = 0; i < p->segments; i++) {
        end_of(p, &s->body[i], -1.0, begin);
        sum += distance(before, begin);
        end_of(p, &s->body[i], 1.0, before);
    }
    return sum + distance(before, s->body[p->segments].place);
}

// largest distance of an end of a segment from the line between anchor and load
static double bow(const peers_problem* p, const peers_state* s) {
    const double *a = s->anchor, *b = s->body[p->segments].place;
    double line[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, largest = 0.0;
    double length = sqrt(dot(line, line));
    for (int i = 0; i < p->segments; i++) {
        double end[3];
        end_of(p, &s->body[i], 1.0, end);
        double r[3] = {end[0] - a[0], end[1] - a[1], end[2] - a[2]};
        double along = length > 0.0 ? dot(r, line) / length : 0.0;
        largest = fmax(largest, sqrt(fmax(0.0, dot(r, r) - along * along)));
    }
    return largest;
}

// --- energy --------------------------------------------------------------------------------------

typedef struct energy {
    double kinetic, height; // of motion and of gravity [J]
} energy;

static void add_body(energy* e, double mass, const double moments[3], const peers_body* body) {
    double axis[3];
    axis_of(body, axis);
    double turn = dot(body->spin, axis), spin = dot(body->spin, body->spin);
    e->kinetic += 0.5 * mass * dot(body->velocity, body->velocity)
                  + 0.5 * (moments[1] * spin + (moments[0] - moments[1]) * turn * turn);
    e->height += mass * PEERS_GRAVITY * body->place[2];
}

static energy energy_of(const peers_problem* p, const peers_state* s) {
    energy e = {0.0, 0.0};
    double moments[3], moment = peers_load_inertia(p), same[3] = {moment, moment, moment};
    int load = p->kind == PEERS_HOIST ? p->segments : 0;
    if (p->kind == PEERS_THREAD)
        return e;
    if (load > 0)
        peers_segment_inertia(p, moments);
    for (int i = 0; i < load; i++)
        add_body(&e, peers_segment_mass(p), moments, &s->body[i]);
    add_body(&e, p->load, same, &s->body[load]);
    return e;
}

// what an anchor can give that starts and stops at once: the load at twice its speed
static double energy_of_shift(const peers_problem* p) {
    return 2.0 * (p->load + p->mass) * p->shift * p->shift;
}

static double scale_of(const peers_problem* p) {
    if (p->kind == PEERS_TACKLE)
        return 0.5 * p->load * p->push * p->push;
    return p->shift > 0.0 ? 0.5 * (p->load + p->mass) * p->shift * p->shift
                          : (p->load + 0.5 * p->mass) * PEERS_GRAVITY * p->length;
}

// --- a run ---------------------------------------------------------------------------------------

peers_judge peers_judge_begin(const peers_problem* problem, const peers_state* state) {
    energy e = energy_of(problem, state);
    return (peers_judge){.problem = problem,
                         .finite = true,
                         .start = e.kinetic + e.height,
                         .reference = e.kinetic + e.height,
                         .height = e.height,
                         .energy = e.kinetic + e.height};
}

static void judge_energy(peers_judge* judge, const peers_state* state, double time) {
    const peers_problem* p = judge->problem;
    energy e = energy_of(p, state);
    judge->energy = e.kinetic + 0.5 * (e.height + judge->height);
    judge->height = e.height;
    // the anchor has just stopped
    bool shifts = p->shift > 0.0, moving = time <= PEERS_SHIFT_SECONDS + 0.5 * p->h;
    double allowed = judge->start + (shifts ? energy_of_shift(p) : 0.0);
    if (shifts && moving)
        judge->reference = fmin(judge->energy, allowed);
    double limit = shifts && moving ? allowed : judge->reference;
    judge->gain = fmax(judge->gain, (judge->energy - limit) / scale_of(p));
}

// What a shift stirs up in light segments does not grow: the first half of the run after it, against
// the last quarter. In a drop a cable that weighs more than its load whips as long as it swings: there
// the bow is told, and not judged.
static void judge_bow(peers_judge* judge, const peers_state* state, double time) {
    const peers_problem* p = judge->problem;
    double now = bow(p, state) / p->length;
    if (time > p->seconds * 0.75)
        judge->bow_late = fmax(judge->bow_late, now);
    else if (time < p->seconds * 0.5 && (p->shift == 0.0 || time > PEERS_SHIFT_SECONDS))
        judge->bow_early = fmax(judge->bow_early, now);
}

void peers_judge_step(peers_judge* judge, const peers_state* state) {
    const peers_problem* p = judge->problem;
    double time = ++judge->steps * p->h;
    if (p->kind == PEERS_HOIST) {
        judge->gap = fmax(judge->gap, openings(p, state) / p->length);
        judge_bow(judge, state, time);
    } else if (p->kind == PEERS_TACKLE) {
        double length = peers_tackle_length(p);
        judge->gap = fmax(judge->gap, (state->path - length) / length);
    }
    judge_energy(judge, state, time);
    for (int i = 0; p->kind == PEERS_THREAD && i < 3; i++) {
        judge->tip[i] = state->tip[i];
        if (time <= 0.9 * p->seconds)
            judge->tip_before[i] = state->tip[i];
    }
    bool sound = isfinite(judge->energy) && isfinite(dot(judge->tip, judge->tip))
                 && (p->kind != PEERS_HOIST || isfinite(openings(p, state)));
    judge->finite = judge->finite && sound && !state->lost;
}

// where its end hangs at rest: Bernoulli's elastica under its own weight
static double tip_error(const peers_judge* judge) {
    const peers_problem* p = judge->problem;
    double beta = p->mass * PEERS_GRAVITY * p->length * p->length / p->EI;
    elastica_tip exact = elastica_find(beta, true);
    double tip[3] = {p->length * (1.0 - exact.shortening), 0.0, -p->length * exact.drop};
    return distance(judge->tip, tip) / p->length;
}

static const char* word_of(const peers_judge* judge, const peers_verdict* v) {
    if (!judge->finite)
        return "not finite";
    if (v->gap > PEERS_GAP_LIMIT)
        return judge->problem->kind == PEERS_TACKLE ? "stretches" : "joints open";
    if (v->gain > PEERS_GAIN_LIMIT)
        return "gains energy";
    if (judge->problem->shift > 0.0
        && v->bow_late > fmax(PEERS_GROWTH_LIMIT * v->bow_early, PEERS_BOW_LIMIT))
        return "motion grows";
    if (v->tip > PEERS_TIP_LIMIT)
        return "tip is off";
    return "stable";
}

peers_verdict peers_judge_end(const peers_judge* judge) {
    const peers_problem* p = judge->problem;
    bool hoist = p->kind == PEERS_HOIST, thread = p->kind == PEERS_THREAD;
    peers_verdict v = {
        .gap = thread ? NAN : judge->gap,
        .gain = thread ? NAN : judge->gain,
        .loss = thread ? NAN : (judge->reference - judge->energy) / scale_of(p),
        .bow_early = hoist ? judge->bow_early : NAN,
        .bow_late = hoist ? judge->bow_late : NAN,
        .tip = thread ? tip_error(judge) : NAN,
        .drift = thread ? distance(judge->tip, judge->tip_before) / p->length : NAN,
    };
    v.word = word_of(judge, &v);
    return v;
}
