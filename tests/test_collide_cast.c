// Rays against every shape: where a walk along the ray in small steps, by the signed distance or
// what bounds it, first comes inside; and against all triangles of meshes and height fields.
#include "collide/cast.h"
#include "collide/height_field.h"
#include "collide/hull.h"
#include "collide/trimesh.h"
#include "collide_random.h"
#include "test.h"

static rv_placed place_at_random(const rv_geometry* geometry) {
    rv_vec3 position = random_vector(1.0);
    return (rv_placed){geometry, position, random_rotation()};
}

// --- the oracle of shapes with an inside ---------------------------------------------------------

// at most the distance of a local point outside, negative inside; normal: its gradient
static double outside_of(const rv_geometry* g, rv_vec3 p, rv_vec3* normal) {
    double across = sqrt(p.y * p.y + p.z * p.z), most = -INFINITY;
    rv_vec3 side = {0.0, p.y / across, p.z / across};
    rv_vec3 cap = {copysign(1.0, p.x), 0.0, 0.0};
    switch (g->type) {
    case RV_SHAPE_SPHERE:
        *normal = rv_vec3_normalize(p);
        return rv_vec3_length(p) - g->radius;
    case RV_SHAPE_CAPSULE:
        p.x -= fmin(fmax(p.x, -g->half_length), g->half_length);
        *normal = rv_vec3_normalize(p);
        return rv_vec3_length(p) - g->radius;
    case RV_SHAPE_CYLINDER:
        *normal = across - g->radius > fabs(p.x) - g->half_length ? side : cap;
        return fmax(across - g->radius, fabs(p.x) - g->half_length);
    case RV_SHAPE_BOX:
        for (int k = 0; k < 3; k++) {
            double x = k == 0 ? p.x : k == 1 ? p.y : p.z;
            double h = k == 0 ? g->half_extents.x : k == 1 ? g->half_extents.y : g->half_extents.z;
            if (fabs(x) - h > most) {
                most = fabs(x) - h;
                *normal =
                    (rv_vec3){k == 0 ? copysign(1.0, x) : 0.0, k == 1 ? copysign(1.0, x) : 0.0,
                              k == 2 ? copysign(1.0, x) : 0.0};
            }
        }
        return most;
    case RV_SHAPE_HULL:
        for (int k = 0; k < g->hull->faces.count; k++) {
            const rv_hull_face* face = &g->hull->faces.data[k];
            double above = rv_vec3_dot(face->normal, p) - face->offset;
            if (above > most) {
                most = above;
                *normal = face->normal;
            }
        }
        return most;
    default: // plane
        *normal = (rv_vec3){0.0, 0.0, 1.0};
        return p.z;
    }
}

// walks by the distance, which cannot pass the surface; deepest: how far inside it comes after the
// first touch, small for grazing rays
static double walk(const rv_placed* placed, rv_vec3 from, rv_vec3 way, double limit,
                   rv_vec3* normal, double* deepest) {
    double speed = rv_vec3_length(way), t = 0.0, met = INFINITY;
    *deepest = INFINITY;
    rv_vec3 unused;
    for (int k = 0; k < 4000 && t <= limit; k++) {
        rv_vec3 local = rv_placed_to_local(placed, rv_vec3_mul_add(from, t, way));
        double outside = outside_of(placed->geometry, local, met < INFINITY ? &unused : normal);
        *deepest = fmin(*deepest, outside);
        if (outside < 0.0 && t == 0.0)
            return INFINITY;
        if (outside < 1e-10 && met == INFINITY)
            met = t;
        if (met < INFINITY && outside < -1e-3)
            break;
        t += fmax(fabs(outside) * 0.999, 1e-10 + (met < INFINITY ? 1e-5 : 0.0)) / speed;
    }
    return met;
}

static rv_memory memory;
static rv_hull hull;

static rv_geometry random_geometry(rv_shape_type type) {
    rv_geometry g = {.type = type, .hull = &hull};
    g.radius = random_between(0.05, 0.5);
    g.half_length = random_between(0.05, 0.8);
    g.half_extents = rv_vec3_add(random_vector(0.35), (rv_vec3){0.4, 0.4, 0.4});
    return g;
}

static void check_solid(rv_shape_type type, const char* name) {
    int met = 0, wrong = 0, grazing = 0, inside = 0;
    double worst = 0.0;
    for (int k = 0; k < 1500; k++) {
        rv_geometry geometry = random_geometry(type);
        rv_placed placed = place_at_random(&geometry);
        rv_vec3 from = rv_vec3_add(placed.position, random_vector(k % 3 == 0 ? 0.3 : 2.0));
        rv_vec3 aim = rv_vec3_add(placed.position, random_vector(0.5));
        double stretch = random_between(0.3, 3.0), limit = random_between(0.2, 6.0);
        rv_vec3 way = rv_vec3_scale(rv_vec3_sub(aim, from), stretch), normal, expected_normal;
        double deepest, t = rv_cast_shape(&placed, from, way, limit, &normal);
        double expected = walk(&placed, from, way, limit, &expected_normal, &deepest);
        // rays that touch by less than 1e-6 may count or not
        if (deepest > -1e-6 && deepest < 1e-6) {
            grazing++;
            continue;
        }
        rv_vec3 unused;
        inside += outside_of(&geometry, rv_placed_to_local(&placed, from), &unused) < 0.0;
        if ((t < INFINITY) != (expected < INFINITY)) {
            wrong++;
            continue;
        }
        if (t == INFINITY)
            continue;
        met++;
        rv_vec3 at = rv_placed_to_local(&placed, rv_vec3_mul_add(from, t, way));
        // on the surface, and not later than the walk; 1e-12: rounding at distances of a few m
        double off = outside_of(&geometry, at, &expected_normal);
        worst = fmax(worst, fabs(off));
        wrong += !(t <= limit && t >= 0.0) || fabs(t - expected) > 1e-4 / rv_vec3_length(way);
        rv_vec3 in_world = rv_mat3_apply(placed.R, expected_normal);
        // corners and edges have no normal of their own: then only against the ray
        wrong += rv_vec3_dot(normal, way) > 0.0;
        wrong += fabs(rv_vec3_length(normal) - 1.0) > 1e-12;
        wrong += rv_vec3_length(rv_vec3_sub(normal, in_world)) > 1e-9;
    }
    printf("  %-10s %4d meet, %3d start inside, %d graze, off the surface by %.1e m\n", name, met,
           inside, grazing, worst);
    CHECK(wrong == 0);
    CHECK(worst < 1e-12);
    CHECK(met > 300);
    CHECK(inside > 30);
    CHECK(grazing < 30);
}

TEST(rays_meet_solids_where_a_walk_comes_inside) {
    random_state = 1;
    memory = rv_memory_make((rv_allocator){0});
    rv_vec3 points[40];
    rv_error_text error;
    for (int k = 0; k < 40; k++)
        points[k] = random_vector(0.5);
    hull = (rv_hull){0};
    CHECK(rv_hull_make(&memory, &hull, points, 40, &error));
    check_solid(RV_SHAPE_SPHERE, "sphere");
    check_solid(RV_SHAPE_CAPSULE, "capsule");
    check_solid(RV_SHAPE_CYLINDER, "cylinder");
    check_solid(RV_SHAPE_BOX, "box");
    check_solid(RV_SHAPE_PLANE, "plane");
    check_solid(RV_SHAPE_HULL, "hull");
    rv_hull_free(&memory, &hull);
}

// --- formulas ------------------------------------------------------------------------------------

static double cast(const rv_geometry* g, rv_vec3 from, rv_vec3 way, double limit, rv_vec3* normal) {
    rv_placed placed = {g, {0.0, 0.0, 0.0}, rv_mat3_identity()};
    return rv_cast_shape(&placed, from, way, limit, normal);
}

TEST(rays_along_the_axes_and_through_corners_are_met) {
    rv_vec3 normal;
    rv_geometry box = {.type = RV_SHAPE_BOX, .half_extents = {1.0, 1.0, 1.0}};
    CHECK(cast(&box, (rv_vec3){-3.0, 0.0, 0.0}, (rv_vec3){2.0, 0.0, 0.0}, 9.0, &normal) == 1.0);
    CHECK(normal.x == -1.0 && normal.y == 0.0 && normal.z == 0.0);
    // along a face, exactly in it; through a corner
    CHECK(cast(&box, (rv_vec3){-3.0, 1.0, 0.0}, (rv_vec3){1.0, 0.0, 0.0}, 9.0, &normal) == 2.0);
    CHECK(cast(&box, (rv_vec3){2.0, 2.0, 2.0}, (rv_vec3){-1.0, -1.0, -1.0}, 9.0, &normal) == 1.0);
    // the ray ends before, at, and is on the way out
    CHECK(cast(&box, (rv_vec3){-3.0, 0.0, 0.0}, (rv_vec3){2.0, 0.0, 0.0}, 0.9, &normal) > 1e300);
    CHECK(cast(&box, (rv_vec3){-3.0, 0.0, 0.0}, (rv_vec3){2.0, 0.0, 0.0}, 1.0, &normal) == 1.0);
    CHECK(cast(&box, (rv_vec3){-3.0, 0.0, 0.0}, (rv_vec3){-2.0, 0.0, 0.0}, 9.0, &normal) > 1e300);
    // from the surface inwards, and from it outwards
    CHECK(cast(&box, (rv_vec3){1.0, 0.0, 0.0}, (rv_vec3){-1.0, 0.0, 0.0}, 9.0, &normal) == 0.0);
    CHECK(cast(&box, (rv_vec3){1.0, 0.0, 0.0}, (rv_vec3){1.0, 0.0, 0.0}, 9.0, &normal) > 1e300);
    // along the axis of a cylinder and of a capsule
    rv_geometry round = {.type = RV_SHAPE_CYLINDER, .radius = 0.5, .half_length = 1.0};
    CHECK(cast(&round, (rv_vec3){4.0, 0.1, 0.0}, (rv_vec3){-1.0, 0.0, 0.0}, 9.0, &normal) == 3.0);
    CHECK(normal.x == 1.0);
    round.type = RV_SHAPE_CAPSULE;
    CHECK_NEAR(cast(&round, (rv_vec3){4.0, 0.3, 0.0}, (rv_vec3){-1.0, 0.0, 0.0}, 9.0, &normal), 2.6,
               1e-15); // 4 - 1 - sqrt(0.5^2 - 0.3^2)
    CHECK_NEAR(normal.x, 0.8, 1e-15);
    CHECK_NEAR(normal.y, 0.6, 1e-15);
}

TEST(a_plane_is_met_from_above_only) {
    rv_vec3 normal;
    rv_geometry plane = {.type = RV_SHAPE_PLANE};
    CHECK(cast(&plane, (rv_vec3){0.0, 0.0, 2.0}, (rv_vec3){1.0, 0.0, -4.0}, 9.0, &normal) == 0.5);
    CHECK(normal.z == 1.0);
    CHECK(cast(&plane, (rv_vec3){0.0, 0.0, -2.0}, (rv_vec3){0.0, 0.0, 4.0}, 9.0, &normal) > 1e300);
    CHECK(cast(&plane, (rv_vec3){0.0, 0.0, -2.0}, (rv_vec3){0.0, 0.0, -4.0}, 9.0, &normal) > 1e300);
    CHECK(cast(&plane, (rv_vec3){0.0, 0.0, 2.0}, (rv_vec3){1.0, 0.0, 0.0}, 9.0, &normal) > 1e300);
}

TEST(a_small_sphere_far_away_is_met_to_the_last_digits) {
    // 1 mm at 1 km: t to within the rounding of the distance, where |o|^2 - r^2 has lost r
    rv_vec3 normal;
    rv_geometry grain = {.type = RV_SHAPE_SPHERE, .radius = 1e-3};
    double t = cast(&grain, (rv_vec3){-1000.0, 6e-4, 0.0}, (rv_vec3){1.0, 0.0, 0.0}, 2e3, &normal);
    CHECK_NEAR(t, 1000.0 - 8e-4, 1e-12);
    CHECK_NEAR(normal.x, -0.8, 1e-9);
    CHECK_NEAR(normal.y, 0.6, 1e-9);
}

// --- triangles -----------------------------------------------------------------------------------

// t of a ray in a triangle by Cramer's rule; least: its least weight
static double cramer(const rv_vec3 corner[3], rv_vec3 from, rv_vec3 way, double* least) {
    rv_vec3 u = rv_vec3_sub(corner[1], corner[0]), v = rv_vec3_sub(corner[2], corner[0]);
    rv_vec3 w = rv_vec3_sub(from, corner[0]), n = rv_vec3_cross(u, v);
    double determinant = -rv_vec3_dot(way, n);
    rv_vec3 moment = rv_vec3_cross(w, way);
    double second = rv_vec3_dot(v, moment) / determinant;
    double third = -rv_vec3_dot(u, moment) / determinant;
    *least = fmin(fmin(second, third), 1.0 - second - third);
    return rv_vec3_dot(w, n) / determinant;
}

// the first of all triangles, and how sure that is: the least |weight| of any
static double first_of_all(const rv_geometry* g, rv_vec3 from, rv_vec3 way, rv_vec3* normal,
                           double* sure) {
    bool is_mesh = g->type == RV_SHAPE_MESH;
    int count =
        is_mesh ? g->mesh->triangles.count / 3 : 2 * (g->field->columns - 1) * (g->field->rows - 1);
    double first = INFINITY;
    *sure = INFINITY;
    for (int k = 0; k < count; k++) {
        rv_vec3 corner[3];
        if (is_mesh)
            for (int i = 0; i < 3; i++)
                corner[i] = g->mesh->vertices.data[g->mesh->triangles.data[3 * k + i]];
        else
            rv_height_field_corners(g->field, k, corner);
        double least, t = cramer(corner, from, way, &least);
        *sure = fmin(*sure, fabs(least));
        if (least >= 0.0 && t >= 0.0 && t < first) {
            first = t;
            *normal = rv_vec3_normalize(rv_vec3_cross(rv_vec3_sub(corner[1], corner[0]),
                                                      rv_vec3_sub(corner[2], corner[0])));
        }
    }
    return first;
}

// from_below: what a ray that comes from the side of the normals' backs should give
static void check_triangles(const rv_geometry* g, bool meets_from_below) {
    int met = 0, below = 0, wrong = 0;
    for (int k = 0; k < 2000; k++) {
        rv_placed placed = place_at_random(g);
        rv_vec3 from = random_vector(2.5), way = rv_vec3_sub(random_vector(1.0), from), normal, n;
        double limit = random_between(0.3, 3.0), sure;
        double expected = first_of_all(g, from, way, &n, &sure);
        if (sure < 1e-9) // through an edge
            continue;
        bool from_below = expected < INFINITY && rv_vec3_dot(n, way) > 0.0;
        below += from_below;
        if (expected > limit || (from_below && !meets_from_below))
            expected = INFINITY;
        rv_vec3 start = rv_placed_to_world(&placed, from);
        double t = rv_cast_shape(&placed, start, rv_mat3_apply(placed.R, way), limit, &normal);
        wrong += expected < INFINITY ? !(fabs(t - expected) <= 1e-12) : t != INFINITY;
        if (!(t < INFINITY))
            continue;
        met++;
        n = rv_mat3_apply(placed.R, from_below ? rv_vec3_neg(n) : n);
        wrong += !(rv_vec3_length(rv_vec3_sub(n, normal)) <= 1e-12);
    }
    CHECK(wrong == 0);
    CHECK(met > 200);
    CHECK(below > 200);
}

TEST(rays_meet_the_first_triangle_of_a_mesh_from_both_sides) {
    random_state = 2;
    memory = rv_memory_make((rv_allocator){0});
    rv_vec3 vertices[60];
    int32_t triangles[180];
    for (int k = 0; k < 60; k++)
        vertices[k] = random_vector(1.0);
    for (int k = 0; k < 180; k++)
        triangles[k] = (k + (k % 3) * (1 + k / 7)) % 60;
    rv_mesh_def def = {
        .vertices = vertices, .vertex_count = 60, .triangles = triangles, .triangle_count = 60};
    rv_error_text error;
    rv_trimesh mesh = {0};
    CHECK(rv_trimesh_make(&memory, &mesh, &def, &error));
    rv_geometry g = {.type = RV_SHAPE_MESH, .mesh = &mesh};
    check_triangles(&g, true);
    rv_trimesh_free(&memory, &mesh);
}

TEST(rays_meet_a_height_field_from_above_only) {
    random_state = 3;
    memory = rv_memory_make((rv_allocator){0});
    double heights[8 * 9];
    for (int k = 0; k < 72; k++)
        heights[k] = random_between(-0.4, 0.4);
    rv_height_field_def def = {
        .columns = 8, .rows = 9, .spacing_x = 0.3, .spacing_y = 0.25, .heights = heights};
    rv_error_text error;
    rv_height_field field = {0};
    CHECK(rv_height_field_make(&memory, &field, &def, &error));
    rv_geometry g = {.type = RV_SHAPE_HEIGHT_FIELD, .field = &field};
    check_triangles(&g, false);
    rv_height_field_free(&memory, &field);
}
