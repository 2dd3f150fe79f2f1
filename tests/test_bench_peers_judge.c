// bench/peers: what a run of any engine is judged by. States are made here, right ones and wrong ones,
// so that each verdict is shown to be reached, and none without its reason.
#include "bench/peers/judge.c"
#include "bench/peers/problems.c"
#include "test.h"
#include "validation/elastica.c"

enum { STEPS_MAX = 600 };

static peers_problem hoist(bool shift) {
    return (peers_problem){.kind = PEERS_HOIST,
                           .segments = 4,
                           .length = 10.0,
                           .mass = 4.0,
                           .load = 1000.0,
                           .hangs = shift,
                           .shift = shift ? 2.0 : 0.0,
                           .h = 1.0 / 60.0,
                           .seconds = 10.0};
}

// at rest as it starts
static peers_state at_rest(const peers_problem* p) {
    peers_state s = {0};
    for (int i = 0; i <= p->segments; i++) {
        peers_start_place(p, i, s.body[i].place);
        peers_start_turn(p, s.body[i].turn);
    }
    return s;
}

// the whole moves along x, as in a world without gravity, and a joint stands out by `bow`
static void place(const peers_problem* p, peers_state* s, double x, double bow) {
    double start[3];
    for (int i = 0; i <= p->segments; i++) {
        peers_start_place(p, i, start);
        s->body[i].place[0] = start[0] + x;
        s->body[i].place[1] = i == 1 ? bow : 0.0;
    }
    s->anchor[0] = x;
}

static peers_verdict judge_rest(const peers_problem* p, double bow_early, double bow_late) {
    peers_state s = at_rest(p);
    peers_judge j = peers_judge_begin(p, &s);
    for (int n = 0; n < STEPS_MAX; n++) {
        place(p, &s, 0.0, n < STEPS_MAX / 2 ? bow_early : bow_late);
        peers_judge_step(&j, &s);
    }
    return peers_judge_end(&j);
}

TEST(a_hoist_at_rest_is_stable_and_exact) {
    peers_problem drop = hoist(false), shift = hoist(true);
    peers_verdict v = judge_rest(&drop, 0.0, 0.0);
    CHECK_TEXT(v.word, "stable");
    // rounding of sums of 10 m
    CHECK_NEAR(v.gap, 0.0, 1e-14);
    CHECK_NEAR(v.gain, 0.0, 0.0);
    CHECK_NEAR(v.bow_late, 0.0, 1e-14);
    CHECK_TEXT(judge_rest(&shift, 0.0, 0.0).word, "stable");
}

// A segment moved aside by y opens two joints by y each.
TEST(joints_that_open_are_found_and_measured) {
    peers_problem drop = hoist(false);
    peers_verdict v = judge_rest(&drop, 0.2, 0.2);
    CHECK_NEAR(v.gap, 0.04, 1e-12);
    CHECK_NEAR(v.bow_late, 0.02, 1e-12);
    CHECK_TEXT(v.word, "stable");
    CHECK_TEXT(judge_rest(&drop, 0.3, 0.3).word, "joints open");
}

TEST(motion_that_grows_is_found_after_a_shift) {
    peers_problem shift = hoist(true);
    CHECK_TEXT(judge_rest(&shift, 0.0, 0.2).word, "motion grows");
    CHECK_TEXT(judge_rest(&shift, 0.1, 0.16).word, "motion grows");
    // what keeps its energy bows now more, now less
    CHECK_TEXT(judge_rest(&shift, 0.1, 0.14).word, "stable");
    // what is less than a hundredth of the length is not called growth
    CHECK_TEXT(judge_rest(&shift, 0.0, 0.09).word, "stable");
    // in a drop a heavy cable whips as long as it swings
    peers_problem drop = hoist(false);
    CHECK_TEXT(judge_rest(&drop, 0.0, 0.2).word, "stable");
}

// A free fall by semi-implicit Euler, v -= g h, z += v h, is neither gain nor loss where energies are
// taken in the middle of the step; faster by a tenth it is a gain of a fifth of what was fallen.
static peers_verdict judge_fall(double faster) {
    peers_problem p = hoist(false);
    p.seconds = 1.0;
    peers_state s = at_rest(&p);
    peers_judge j = peers_judge_begin(&p, &s);
    double v = 0.0;
    for (int n = 0; n < 60; n++) {
        v -= PEERS_GRAVITY * p.h;
        for (int i = 0; i <= p.segments; i++) {
            s.body[i].velocity[2] = v * faster;
            s.body[i].place[2] += v * p.h;
        }
        s.anchor[2] = s.body[0].place[2];
        peers_judge_step(&j, &s);
    }
    return peers_judge_end(&j);
}

TEST(energy_is_that_of_the_middle_of_a_step) {
    peers_verdict v = judge_fall(1.0);
    CHECK_NEAR(v.gain, 0.0, 1e-12);
    CHECK_NEAR(v.loss, 0.0, 1e-12);
    CHECK_TEXT(v.word, "stable");
}

TEST(energy_that_is_gained_is_found) {
    peers_verdict v = judge_fall(1.1);
    // (1.1^2 - 1) (load + mass) g^2 t^2 / 2 over (load + mass / 2) g L, t = 1 s
    CHECK_NEAR(v.gain, 0.21 * 1004.0 * 0.5 * 9.81 / (1002.0 * 10.0), 1e-9);
    CHECK_TEXT(v.word, "gains energy");
}

TEST(what_is_not_finite_or_given_up_ends_a_run) {
    peers_problem p = hoist(false);
    peers_state s = at_rest(&p);
    peers_judge j = peers_judge_begin(&p, &s);
    peers_judge_step(&j, &s);
    CHECK(j.finite);
    s.body[2].velocity[1] = NAN;
    peers_judge_step(&j, &s);
    CHECK(!j.finite);
    CHECK_TEXT(peers_judge_end(&j).word, "not finite");
    s = at_rest(&p);
    j = peers_judge_begin(&p, &s);
    s.lost = true;
    peers_judge_step(&j, &s);
    CHECK_TEXT(peers_judge_end(&j).word, "not finite");
}

TEST(a_line_that_stretches_is_found) {
    peers_problem p = {.kind = PEERS_TACKLE,
                       .length = 10.0,
                       .load = 1000.0,
                       .push = 1.0,
                       .h = 1.0 / 60.0,
                       .seconds = 1.0};
    peers_state s = {.body[0].velocity = {0.0, 1.0, 0.0}};
    peers_judge j = peers_judge_begin(&p, &s);
    s.path = 1.06 * peers_tackle_length(&p);
    peers_judge_step(&j, &s);
    peers_verdict v = peers_judge_end(&j);
    CHECK_NEAR(v.gap, 0.06, 1e-12);
    CHECK_NEAR(v.loss, 0.0, 1e-12);
    CHECK_TEXT(v.word, "stretches");
}

TEST(a_thread_is_judged_by_the_elastica) {
    peers_problem p = {.kind = PEERS_THREAD,
                       .segments = 10,
                       .length = 1.0,
                       .mass = 0.01,
                       .EI = 1e-3,
                       .h = 1e-3,
                       .seconds = 0.1};
    elastica_tip exact = elastica_find(0.01 * PEERS_GRAVITY / 1e-3, true);
    peers_state s = {.tip = {1.0 - exact.shortening, 0.0, -exact.drop}};
    peers_judge j = peers_judge_begin(&p, &s);
    peers_judge_step(&j, &s);
    CHECK_NEAR(peers_judge_end(&j).tip, 0.0, 1e-12);
    CHECK_TEXT(peers_judge_end(&j).word, "stable");
    s.tip[1] = 0.02;
    peers_judge_step(&j, &s);
    CHECK_NEAR(peers_judge_end(&j).tip, 0.02, 1e-12);
    CHECK_TEXT(peers_judge_end(&j).word, "tip is off");
}
