// Where the surface of quadratic elements is for what presses on it.
#include "fem_box.h"
#include "model/tet_surface.h"

#include <math.h>

enum { HELD_MAX = 200 };

typedef struct surface {
    fem_box box;
    rv_fem_system system;
    rv_index_list triangles;
    rv_fem_means means;
} surface;

static surface surface_of(int order, double uneven) {
    surface s = {.box = {.cells = {2, 6, 6}, .size = {0.2, 0.6, 0.6}, .order = order}};
    s.box.uneven = uneven;
    box_make(&s.box);
    int32_t held[HELD_MAX];
    int count = box_pick(&s.box, at_start, held);
    CHECK(rv_fem_system_make(&s.box.memory, &s.system, &s.box.fem, held, count));
    int triangles =
        rv_tet_surface(&s.box.memory, s.box.tets, s.box.tet_count, s.box.corners, &s.triangles);
    CHECK(rv_fem_means_make(&s.box.memory, &s.means, &s.box.fem, s.triangles.data, triangles,
                            s.system.unknown.data));
    return s;
}

static void end_surface(surface* s) {
    rv_fem_means_free(&s->box.memory, &s->means);
    rv_array_free(&s->box.memory, &s->triangles);
    rv_fem_system_free(&s->box.memory, &s->system);
    box_free(&s->box);
}

static int terms_of(const surface* s, int corner) {
    return s->means.first.data[corner + 1] - s->means.first.data[corner];
}

// in the face at the end, two cells and more from its rim
static bool is_in_face(const surface* s, rv_vec3 p) {
    return p.x > s->box.size.x - 1e-9 && fabs(p.y - 0.3) < 0.11 && fabs(p.z - 0.3) < 0.11;
}

TEST(corners_of_linear_elements_and_those_inside_or_held_are_themselves) {
    surface linear = surface_of(1, 0.2), quadratic = surface_of(2, 0.2);
    for (int k = 0; k < linear.box.corners; k++) {
        CHECK(terms_of(&linear, k) == 1 && linear.means.node.data[k] == k);
        CHECK(linear.means.weight.data[k] == 1.0);
    }
    int alone = 0, spread = 0;
    for (int k = 0; k < quadratic.box.corners; k++) {
        const int32_t* list = quadratic.triangles.data;
        bool outside = false;
        for (int i = 0; i < quadratic.triangles.count; i++)
            outside |= list[i] == k;
        bool itself = !outside || quadratic.system.unknown.data[k] < 0;
        CHECK((terms_of(&quadratic, k) == 1) == itself);
        alone += itself;
        spread += !itself;
    }
    CHECK(alone > 0 && spread > 0);
    end_surface(&linear);
    end_surface(&quadratic);
}

TEST(a_mean_follows_rigid_motion_and_even_strain_exactly) {
    surface s = surface_of(2, 0.2);
    double farthest = 0.0, sum_off = 0.0;
    for (int k = 0; k < s.box.corners; k++) {
        rv_vec3 at = {0, 0, 0};
        double sum = 0.0;
        for (int i = s.means.first.data[k]; i < s.means.first.data[k + 1]; i++) {
            int node = s.means.node.data[i];
            at = rv_vec3_mul_add(at, s.means.weight.data[i], s.box.fem.rest.data[node]);
            sum += s.means.weight.data[i];
        }
        farthest = fmax(farthest, rv_vec3_length(rv_vec3_sub(at, s.box.fem.rest.data[k])));
        sum_off = fmax(sum_off, fabs(sum - 1.0));
    }
    CHECK(farthest < 1e-15);
    CHECK(sum_off < 1e-15);
    end_surface(&s);
}

// Of an even pressure on a face, a third of each triangle is on its corners; spread by the means
// that is what the elements want: nothing at corners, a third of each triangle at the middles.
TEST(an_even_pressure_is_that_of_quadratic_elements) {
    surface s = surface_of(2, 0.0);
    double* given = box_vector(&s.box);
    int corners = 0, middles = 0;
    for (int i = 0; i < s.triangles.count; i++) {
        const int32_t* t = &s.triangles.data[i - i % 3];
        const rv_vec3* x = s.box.fem.rest.data;
        rv_vec3 area = rv_vec3_scale(
            rv_vec3_cross(rv_vec3_sub(x[t[1]], x[t[0]]), rv_vec3_sub(x[t[2]], x[t[0]])), 0.5);
        int corner = s.triangles.data[i];
        for (int k = s.means.first.data[corner]; k < s.means.first.data[corner + 1]; k++)
            given[3 * s.means.node.data[k]] += s.means.weight.data[k] * area.x / 3.0;
    }
    double cell = 0.5 * 0.1 * 0.1, off_corners = 0.0, off_middles = 0.0;
    for (int k = 0; k < s.box.fem.node_count; k++) {
        if (!is_in_face(&s, s.box.fem.rest.data[k]))
            continue;
        bool corner = k < s.box.corners;
        corners += corner;
        middles += !corner;
        if (corner)
            off_corners = fmax(off_corners, fabs(given[3 * k]));
        else
            off_middles = fmax(off_middles, fabs(given[3 * k] - 2.0 * cell / 3.0));
    }
    CHECK(corners > 0 && middles > 0);
    CHECK(off_corners < 1e-15);
    CHECK(off_middles < 1e-15);
    free(given);
    end_surface(&s);
}
