// Loops over a rod in vectors (rod_lanes.h): the same bits one by one, in vectors of two and of four.
#include "model/rod_lanes.h"
#include "test.h"

#include <string.h>

enum { VERTICES_MAX = 14, VALUES = RV_ROD_MOTION_VALUES * VERTICES_MAX };

typedef struct bench {
    double values[VALUES], length[VERTICES_MAX];
    rv_rod_motion m;
    double worst, response;
} bench;

static double noise(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed / 4294967296.0 - 0.5;
}

// every array of the motion full of numbers; every third vertex is held
static void fill(bench* b, int n) {
    uint32_t seed = 7;
    memset(b, 0, sizeof *b);
    for (int i = 0; i < n; i++)
        b->length[i] = 1.0 + 0.2 * noise(&seed);
    b->m = rv_rod_motion_at(b->values, n, b->length);
    for (int i = 0; i < n; i++) {
        b->m.x[i] = (rv_vec3){i + 0.5 * noise(&seed), noise(&seed), noise(&seed)};
        b->m.before[i] = (rv_vec3){i + 0.5 * noise(&seed), noise(&seed), noise(&seed)};
        b->m.goal[i] = (rv_vec3){i, noise(&seed), noise(&seed)};
        b->m.force[i] = (rv_vec3){noise(&seed), noise(&seed), noise(&seed)};
        b->m.weight[i] = i % 3 == 1 ? 0.0 : 1.0 + noise(&seed);
        b->m.tension[i] = i < n - 1 ? noise(&seed) : 0.0;
    }
}

// what a step calls, in its order
static void run(bench* b, const rv_rod_kernels* k, bool newton) {
    rv_rod_motion* m = &b->m;
    int n = m->line.vertices;
    rv_rod_going going = {0.9, 0.1, {0.0, 0.1, -0.2}};
    k->edges(&m->line, m->x, 0, n - 1);
    k->joints(&m->line, 0.3, 1, n - 1);
    k->stresses(&m->line, 0.7, 0, n - 1);
    k->pull(m->line.stress, m->force, 1, n - 1);
    k->predict(m, &going, 0, n);
    b->response = k->twist_response(m, 1, n - 1);
    k->place(m, 1, n);
    b->worst = k->lengths(m, 0.01, 0, n - 1);
    k->form(m, 0.01, newton, 0, 0, 1);
    k->form(m, 0.01, newton, 1, 1, n - 1);
}

static bool is_same(const bench* a, const bench* b) {
    return memcmp(a->values, b->values, sizeof a->values) == 0
           && memcmp(&a->worst, &b->worst, sizeof a->worst) == 0;
}

TEST(rows_of_any_length_have_the_same_bits_in_all_widths) {
    static bench ones, pairs, fours;
    for (int n = 2; n <= VERTICES_MAX; n++)
        for (int newton = 0; newton < 2; newton++) {
            fill(&ones, n);
            fill(&pairs, n);
            run(&ones, &rv_rod_in_ones, newton);
            run(&pairs, &rv_rod_in_pairs, newton);
            CHECK(is_same(&ones, &pairs));
            // a sum: the same in pairs and fours, and but for rounding one by one
            CHECK_NEAR(pairs.response, ones.response, 1e-15 * n * ones.response);
            fill(&fours, n);
            run(&fours, rv_rod_lanes(), newton);
            CHECK(is_same(&pairs, &fours) && pairs.response == fours.response);
        }
}

TEST(a_position_that_is_no_number_is_told_wherever_it_stands) {
    static bench b;
    for (int n = 2; n <= VERTICES_MAX; n++)
        for (int at = 0; at < n; at++) {
            fill(&b, n);
            // not held: an edge between two vertices that are counts for nothing
            for (int i = 0; i < n; i++)
                b.m.weight[i] = 1.0;
            b.m.x[at].y = NAN;
            run(&b, rv_rod_lanes(), true);
            CHECK(isnan(b.worst));
        }
}

TEST(what_is_measured_is_what_the_equations_say) {
    static bench b;
    fill(&b, VERTICES_MAX);
    run(&b, rv_rod_lanes(), true);
    const rv_rod_motion* m = &b.m;
    for (int i = 1; i < VERTICES_MAX - 1; i++) {
        rv_vec3 before = rv_vec3_normalize(rv_vec3_sub(m->x[i], m->x[i - 1]));
        rv_vec3 after = rv_vec3_normalize(rv_vec3_sub(m->x[i + 1], m->x[i]));
        // kb = 2 t x t'/(1 + c)
        rv_vec3 kb =
            rv_vec3_scale(rv_vec3_cross(before, after), 2.0 / (1.0 + rv_vec3_dot(before, after)));
        CHECK(rv_vec3_length(rv_vec3_sub(kb, m->line.binormal[i])) < 1e-14);
        // where it is held it is where it must be, whatever its tension
        if (m->weight[i] == 0.0)
            CHECK(memcmp(&m->older[i], &m->goal[i], sizeof(rv_vec3)) == 0);
    }
}
