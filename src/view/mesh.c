// Triangles for shapes, wheels and cables. Everything round is made of rings, each joined to the
// one before by a band: rings along an axis give spheres, capsules, cylinders and rims, rings along
// a line of points give tubes. Where a surface has a sharp edge the ring is made twice, with the
// normals of either side, so that closed surfaces meet in positions, not in vertices.
#include "view/mesh.h"

#include "view/list.h"

#include <math.h>

// most vertices or triangles of a mesh, so that counts stay far from overflow
static const int MESH_MOST = 1 << 28;
// points nearer than this share of the radius count as one
static const double SAME_POINT = 1e-6;
// bends below this are none; up to the second, one ring at half the bend does [rad]
static const double BEND_LEAST = 1e-7, BEND_SINGLE = 0.3;
// of a wheel: the cable's radius per width as in drawing.c; how far the rim stands out over the
// cable's middle, in cable radii; where pockets lie, as shares of the groove's floor radius; what
// is left of a drum's width in a pocket; how thick the flange of a drum is, as a share of its width
static const double CABLE_PER_PULLEY_WIDTH = 0.25, CABLE_PER_DRUM_WIDTH = 0.0625, RIM_HEIGHT = 1.5;
static const double POCKET_IN = 0.34, POCKET_OUT = 0.8, POCKET_LEFT = 0.45, FLANGE_SHARE = 0.08;
enum { POCKETS = 5, GROOVE_STEPS = 6 };

static bool reserve(rv_mesh* mesh, int vertices, int triangles) {
    if (vertices > MESH_MOST - mesh->vertex_count || triangles > MESH_MOST - mesh->triangle_count)
        return false;
    int need = mesh->vertex_count + vertices;
    int room[2] = {mesh->vertex_capacity, mesh->vertex_capacity};
    if (!RV_LIST_RESERVE(mesh->vertices, room[0], need)
        || !RV_LIST_RESERVE(mesh->normals, room[1], need))
        return false;
    mesh->vertex_capacity = room[0];
    need = mesh->triangle_count + triangles;
    room[0] = room[1] = mesh->triangle_capacity;
    if (!RV_LIST_RESERVE(mesh->triangles, room[0], need)
        || !RV_LIST_RESERVE(mesh->tensions, room[1], need))
        return false;
    mesh->triangle_capacity = room[0];
    return true;
}

// the two below need room made before
static int put_vertex(rv_mesh* mesh, rv_vec3 position, rv_vec3 normal) {
    mesh->vertices[mesh->vertex_count] = position;
    mesh->normals[mesh->vertex_count] = normal;
    return mesh->vertex_count++;
}

static void put_triangle(rv_mesh* mesh, const int corners[3], double tension) {
    for (int i = 0; i < 3; i++)
        mesh->triangles[mesh->triangle_count][i] = corners[i];
    mesh->tensions[mesh->triangle_count++] = tension;
}

// --- rings --------------------------------------------------------------------------------------

// Makes a surface ring by ring. The rings turn right-handed about `along`, from `out` to `side`.
typedef struct turner {
    rv_mesh* mesh;
    int vertex_count, triangle_count; // of the mesh before, to go back to
    int segments;
    int before; // first vertex of the ring before; -1: none
    bool before_is_pole;
    bool good;
    double tension; // for the bands that come
    rv_vec3 along, out, side;
} turner;

static turner turner_begin(rv_mesh* mesh, int segments) {
    return (turner){.mesh = mesh,
                    .vertex_count = mesh->vertex_count,
                    .triangle_count = mesh->triangle_count,
                    .segments = segments < 3 ? 3 : segments,
                    .before = -1,
                    .good = true};
}

static bool turner_end(const turner* t) {
    if (!t->good) {
        t->mesh->vertex_count = t->vertex_count;
        t->mesh->triangle_count = t->triangle_count;
    }
    return t->good;
}

static void turner_face(turner* t, rv_quat rotation) {
    t->along = rv_quat_rotate(rotation, (rv_vec3){1, 0, 0});
    t->out = rv_quat_rotate(rotation, (rv_vec3){0, 1, 0});
    t->side = rv_quat_rotate(rotation, (rv_vec3){0, 0, 1});
}

static rv_vec3 spoke(const turner* t, int segment) {
    double sine, cosine;
    rv_sincos(2.0 * RV_PI * (segment % t->segments) / t->segments, &sine, &cosine);
    return rv_vec3_mul_add(rv_vec3_scale(t->out, cosine), sine, t->side);
}

// the band between the ring before and the one that starts at vertex `now`
static void join(turner* t, int now, bool now_is_pole) {
    for (int k = 0; k < t->segments && t->before >= 0; k++) {
        int next = (k + 1) % t->segments;
        int a = t->before_is_pole ? t->before : t->before + k;
        int b = t->before_is_pole ? t->before : t->before + next;
        int c = now_is_pole ? now : now + k, d = now_is_pole ? now : now + next;
        if (!t->before_is_pole)
            put_triangle(t->mesh, (int[3]){a, b, c}, t->tension);
        if (!now_is_pole)
            put_triangle(t->mesh, (int[3]){b, d, c}, t->tension);
    }
    t->before = now;
    t->before_is_pole = now_is_pole;
}

// a ring of vertices about `center`; radius 0 makes a pole. `slope` is the sine of the angle that
// the normals lean along the axis.
static void ring(turner* t, rv_vec3 center, double radius, double slope) {
    t->good = t->good && reserve(t->mesh, t->segments, 2 * t->segments);
    if (!t->good)
        return;
    double flat = sqrt(fmax(0.0, 1.0 - slope * slope));
    bool pole = radius == 0.0;
    int first = t->mesh->vertex_count;
    for (int k = 0; k < (pole ? 1 : t->segments); k++) {
        rv_vec3 radial = spoke(t, k);
        rv_vec3 lean = rv_vec3_scale(t->along, slope);
        rv_vec3 normal = pole ? lean : rv_vec3_mul_add(lean, flat, radial);
        put_vertex(t->mesh, rv_vec3_mul_add(center, radius, radial), normal);
    }
    join(t, first, pole);
}

// the next ring is not joined to the last
static void cut(turner* t) {
    t->before = -1;
}

static void flat_quad(turner* t, const rv_vec3 corners[4], rv_vec3 normal) {
    t->good = t->good && reserve(t->mesh, 4, 2);
    if (!t->good)
        return;
    rv_vec3 turn =
        rv_vec3_cross(rv_vec3_sub(corners[1], corners[0]), rv_vec3_sub(corners[2], corners[0]));
    bool left = rv_vec3_dot(turn, normal) >= 0.0;
    int first = t->mesh->vertex_count;
    for (int i = 0; i < 4; i++)
        put_vertex(t->mesh, corners[i], normal);
    int second = first + (left ? 1 : 3), last = first + (left ? 3 : 1);
    put_triangle(t->mesh, (int[3]){first, second, first + 2}, 0.0);
    put_triangle(t->mesh, (int[3]){first, first + 2, last}, 0.0);
}

// --- shapes -------------------------------------------------------------------------------------

static void make_box(turner* t, rv_vec3 center, rv_vec3 half) {
    rv_vec3 axes[3] = {rv_vec3_scale(t->along, half.x), rv_vec3_scale(t->out, half.y),
                       rv_vec3_scale(t->side, half.z)};
    rv_vec3 normals[3] = {t->along, t->out, t->side};
    for (int face = 0; face < 6; face++) {
        int i = face / 2;
        double sign = face % 2 == 0 ? 1.0 : -1.0;
        rv_vec3 middle = rv_vec3_mul_add(center, sign, axes[i]);
        rv_vec3 u = axes[(i + 1) % 3], v = axes[(i + 2) % 3], corners[4];
        for (int k = 0; k < 4; k++)
            corners[k] = rv_vec3_mul_add(rv_vec3_mul_add(middle, k == 0 || k == 3 ? -1.0 : 1.0, u),
                                         k < 2 ? -1.0 : 1.0, v);
        flat_quad(t, corners, rv_vec3_scale(normals[i], sign));
    }
}

// a piece of the plane across the z axis, facing along it
static void make_square(turner* t, rv_vec3 center, rv_vec3 half) {
    rv_vec3 corners[4];
    for (int k = 0; k < 4; k++)
        corners[k] =
            rv_vec3_mul_add(rv_vec3_mul_add(center, k == 0 || k == 3 ? -half.x : half.x, t->along),
                            k < 2 ? -half.y : half.y, t->out);
    flat_quad(t, corners, t->side);
}

// circles of latitude of a sphere about the axis: the first, the last, and how many to the pole
static void make_globe(turner* t, rv_vec3 center, double radius, const int steps[3]) {
    for (int i = steps[0]; i <= steps[1]; i++) {
        double sine, cosine;
        rv_sincos(0.5 * RV_PI * i / steps[2], &sine, &cosine);
        bool pole = i == steps[2] || i == -steps[2];
        ring(t, rv_vec3_mul_add(center, radius * sine, t->along), pole ? 0.0 : radius * cosine,
             sine);
    }
}

// a disc that closes an end, facing along `sign`
static void make_disc(turner* t, rv_vec3 center, double radius, double sign) {
    cut(t);
    ring(t, center, sign > 0.0 ? radius : 0.0, sign);
    ring(t, center, sign > 0.0 ? 0.0 : radius, sign);
    cut(t);
}

bool rv_mesh_add_shape(rv_mesh* mesh, const rv_shape_def* shape, rv_pose pose, int segments) {
    turner t = turner_begin(mesh, segments);
    rv_pose placed = rv_pose_mul(pose, shape->local);
    turner_face(&t, placed.rotation);
    rv_vec3 middle = placed.position;
    rv_vec3 low = rv_vec3_mul_add(middle, -shape->half_length, t.along);
    rv_vec3 high = rv_vec3_mul_add(middle, shape->half_length, t.along);
    int quarter = t.segments / 4 < 1 ? 1 : t.segments / 4;
    switch (shape->type) {
    case RV_SHAPE_SPHERE:
        make_globe(&t, middle, shape->radius, (int[3]){-quarter, quarter, quarter});
        break;
    case RV_SHAPE_CAPSULE:
        make_globe(&t, low, shape->radius, (int[3]){-quarter, 0, quarter});
        make_globe(&t, high, shape->radius, (int[3]){0, quarter, quarter});
        break;
    case RV_SHAPE_CYLINDER:
        make_disc(&t, low, shape->radius, -1.0);
        ring(&t, low, shape->radius, 0.0);
        ring(&t, high, shape->radius, 0.0);
        make_disc(&t, high, shape->radius, 1.0);
        break;
    case RV_SHAPE_BOX:
        make_box(&t, middle, shape->half_extents);
        break;
    case RV_SHAPE_PLANE:
        make_square(&t, middle, shape->half_extents);
        break;
    case RV_SHAPE_HULL:
    case RV_SHAPE_MESH:
    case RV_SHAPE_HEIGHT_FIELD:
        break;
    }
    return turner_end(&t);
}

// --- facets -------------------------------------------------------------------------------------

// across a triangle, its length twice the area: (b - a) x (c - a)
static rv_vec3 across(const rv_facets* facets, const int corners[3]) {
    rv_vec3 a = facets->vertices[corners[0]];
    return rv_vec3_cross(rv_vec3_sub(facets->vertices[corners[1]], a),
                         rv_vec3_sub(facets->vertices[corners[2]], a));
}

// every triangle with corners of its own
static void add_flat(rv_mesh* mesh, const rv_facets* facets, rv_pose pose) {
    for (int i = 0; i < facets->triangle_count; i++) {
        const int* corners = facets->triangles[i];
        rv_vec3 normal = rv_quat_rotate(pose.rotation, rv_vec3_normalize(across(facets, corners)));
        int first = mesh->vertex_count;
        for (int k = 0; k < 3; k++)
            put_vertex(mesh, rv_pose_apply(pose, facets->vertices[corners[k]]), normal);
        put_triangle(mesh, (int[3]){first, first + 1, first + 2}, 0.0);
    }
}

// corners shared, each with the mean of the normals round it, weighted by area
static void add_smooth(rv_mesh* mesh, const rv_facets* facets, rv_pose pose) {
    int first = mesh->vertex_count;
    for (int i = 0; i < facets->vertex_count; i++)
        put_vertex(mesh, rv_pose_apply(pose, facets->vertices[i]), (rv_vec3){0, 0, 0});
    for (int i = 0; i < facets->triangle_count; i++) {
        const int* corners = facets->triangles[i];
        rv_vec3 weighted = rv_quat_rotate(pose.rotation, across(facets, corners));
        for (int k = 0; k < 3; k++) {
            rv_vec3* normal = &mesh->normals[first + corners[k]];
            *normal = rv_vec3_add(*normal, weighted);
        }
        put_triangle(mesh, (int[3]){first + corners[0], first + corners[1], first + corners[2]},
                     0.0);
    }
    for (int i = first; i < mesh->vertex_count; i++)
        mesh->normals[i] = rv_vec3_normalize(mesh->normals[i]);
}

bool rv_mesh_add_facets(rv_mesh* mesh, const rv_facets* facets, rv_pose pose) {
    int triangles = facets->triangle_count;
    if (triangles > MESH_MOST / 3
        || !reserve(mesh, facets->smooth ? facets->vertex_count : 3 * triangles, triangles))
        return false;
    if (facets->smooth)
        add_smooth(mesh, facets, pose);
    else
        add_flat(mesh, facets, pose);
    return true;
}

// --- wheels -------------------------------------------------------------------------------------

// sizes of a wheel [m]
typedef struct wheel_form {
    double half;      // of the width
    double floor;     // radius of the groove's floor
    double rim;       // radius over all
    double lip;       // width of the rim beside the groove
    double in, out;   // radii of the pockets
    double left_half; // of the width in a pocket; 0: a hole
} wheel_form;

static wheel_form form_of(const rv_drawing_wheel* wheel) {
    double half = 0.5 * wheel->width;
    double cable = wheel->width * (wheel->drum ? CABLE_PER_DRUM_WIDTH : CABLE_PER_PULLEY_WIDTH);
    double floor = fmax(wheel->radius - cable, 0.5 * wheel->radius);
    return (wheel_form){.half = half,
                        .floor = floor,
                        .rim = wheel->radius + RIM_HEIGHT * cable,
                        .lip = wheel->drum ? FLANGE_SHARE * wheel->width : 0.25 * half,
                        .in = POCKET_IN * floor,
                        .out = POCKET_OUT * floor,
                        .left_half = wheel->drum ? POCKET_LEFT * half : 0.0};
}

// from the outside of one rim through the groove to the outside of the other
static void make_rim(turner* t, rv_vec3 center, const wheel_form* f, bool drum) {
    double open = f->half - f->lip; // half of the groove's opening
    ring(t, rv_vec3_mul_add(center, -f->half, t->along), f->rim, 0.0);
    ring(t, rv_vec3_mul_add(center, -open, t->along), f->rim, 0.0);
    cut(t);
    if (drum) {
        ring(t, rv_vec3_mul_add(center, -open, t->along), f->rim, 1.0);
        ring(t, rv_vec3_mul_add(center, -open, t->along), f->floor, 1.0);
        cut(t);
        ring(t, rv_vec3_mul_add(center, -open, t->along), f->floor, 0.0);
        ring(t, rv_vec3_mul_add(center, open, t->along), f->floor, 0.0);
        cut(t);
        ring(t, rv_vec3_mul_add(center, open, t->along), f->floor, -1.0);
        ring(t, rv_vec3_mul_add(center, open, t->along), f->rim, -1.0);
    }
    // half an ellipse; its normals point to its middle
    for (int i = 0; i <= GROOVE_STEPS && !drum; i++) {
        double sine, cosine, deep = f->rim - f->floor;
        rv_sincos(RV_PI * (0.5 - (double)i / GROOVE_STEPS), &sine, &cosine);
        bool end = i == 0 || i == GROOVE_STEPS;
        double across = sine * deep, down = cosine * open;
        double slope = across / sqrt(across * across + down * down);
        ring(t, rv_vec3_mul_add(center, -sine * open, t->along),
             end ? f->rim : f->rim - deep * cosine, slope);
    }
    cut(t);
    ring(t, rv_vec3_mul_add(center, open, t->along), f->rim, 0.0);
    ring(t, rv_vec3_mul_add(center, f->half, t->along), f->rim, 0.0);
    cut(t);
}

// pockets between the spokes of a drum, holes between those of a pulley: without them nobody would
// see a wheel turn
static bool in_pocket(const turner* t, int segment) {
    return t->segments >= 4 * POCKETS && (2 * POCKETS * segment / t->segments) % 2 == 1;
}

// corners of the side at a radius and a height along the axis
static rv_vec3 side_corner(const turner* t, rv_vec3 level, double radius, int segment) {
    return rv_vec3_mul_add(level, radius, spoke(t, segment));
}

static void make_pocket_walls(turner* t, const rv_vec3 levels[2], const wheel_form* f, int k) {
    rv_vec3 outward = rv_vec3_normalize(rv_vec3_add(spoke(t, k), spoke(t, k + 1)));
    for (int i = 0; i < 2; i++) {
        double r = i == 0 ? f->in : f->out;
        rv_vec3 wall[4] = {side_corner(t, levels[0], r, k), side_corner(t, levels[0], r, k + 1),
                           side_corner(t, levels[1], r, k + 1), side_corner(t, levels[1], r, k)};
        flat_quad(t, wall, rv_vec3_scale(outward, i == 0 ? 1.0 : -1.0));
    }
}

// one face of the wheel, between hub and rim, on the side `sign`
static void make_side(turner* t, rv_vec3 center, const wheel_form* f, double sign) {
    rv_vec3 levels[2] = {rv_vec3_mul_add(center, sign * f->half, t->along),
                         rv_vec3_mul_add(center, sign * f->left_half, t->along)};
    for (int k = 0; k < t->segments; k++) {
        bool deep = in_pocket(t, k), next_deep = in_pocket(t, (k + 1) % t->segments);
        rv_vec3 level = levels[deep ? 1 : 0];
        rv_vec3 web[4] = {side_corner(t, level, f->in, k), side_corner(t, level, f->in, k + 1),
                          side_corner(t, level, f->out, k + 1), side_corner(t, level, f->out, k)};
        if (!deep || f->left_half > 0.0)
            flat_quad(t, web, rv_vec3_scale(t->along, sign));
        if (deep)
            make_pocket_walls(t, levels, f, k);
        if (deep != next_deep) {
            rv_vec3 wall[4] = {
                side_corner(t, levels[0], f->in, k + 1), side_corner(t, levels[0], f->out, k + 1),
                side_corner(t, levels[1], f->out, k + 1), side_corner(t, levels[1], f->in, k + 1)};
            // it faces the pocket, which comes before or after in the sense of turning
            rv_vec3 turning = rv_vec3_cross(t->along, spoke(t, k + 1));
            flat_quad(t, wall, rv_vec3_scale(turning, deep ? -1.0 : 1.0));
        }
    }
    // hub and rim are flat rings on either side of it
    make_disc(t, levels[0], f->in, sign);
    ring(t, levels[0], sign > 0.0 ? f->rim : f->out, sign);
    ring(t, levels[0], sign > 0.0 ? f->out : f->rim, sign);
    cut(t);
}

bool rv_mesh_add_wheel(rv_mesh* mesh, const rv_drawing_wheel* wheel, rv_pose pose, double angle,
                       int segments) {
    turner t = turner_begin(mesh, segments);
    rv_quat turned = rv_quat_mul(rv_quat_from_x_axis(wheel->axis),
                                 rv_quat_from_axis_angle((rv_vec3){1, 0, 0}, angle));
    turner_face(&t, rv_quat_mul(pose.rotation, turned));
    rv_vec3 center = rv_pose_apply(pose, wheel->center);
    wheel_form form = form_of(wheel);
    make_side(&t, center, &form, -1.0);
    make_rim(&t, center, &form, wheel->drum);
    make_side(&t, center, &form, 1.0);
    return turner_end(&t);
}

// --- tubes --------------------------------------------------------------------------------------

static bool is_finite(rv_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

// the next point that is finite and does not coincide with point `from`; `count` if there is none
static int next_point(const rv_drawing_point* points, int count, int from, double radius) {
    int i = from + 1;
    while (i < count
           && !(is_finite(points[i].position)
                && rv_vec3_length(rv_vec3_sub(points[i].position, points[from].position))
                       > SAME_POINT * radius))
        i++;
    return i;
}

// turns the ring's frame about a unit axis
static void turn_frame(turner* t, rv_vec3 axis, double angle) {
    rv_quat q = rv_quat_from_axis_angle(axis, angle);
    t->along = rv_quat_rotate(q, t->along);
    t->out = rv_quat_rotate(q, t->out);
    t->side = rv_quat_rotate(q, t->side);
}

// makes the frame exact again, along the unit vector
static void align_frame(turner* t, rv_vec3 along) {
    t->along = along;
    t->out = rv_vec3_normalize(rv_vec3_mul_add(t->out, -rv_vec3_dot(t->out, along), along));
    t->side = rv_vec3_cross(along, t->out);
}

// The joint at a point where the tube turns to the unit vector `to`: the ring turns about its own
// diameter, which sweeps a piece of a sphere.
static void make_joint(turner* t, rv_vec3 point, double radius, rv_vec3 to, double tension) {
    rv_vec3 axis = rv_vec3_cross(t->along, to);
    double sine = rv_vec3_length(axis);
    double angle = rv_atan2(sine, rv_vec3_dot(t->along, to));
    axis = sine > BEND_LEAST ? rv_vec3_scale(axis, 1.0 / sine) : t->out;
    double before = t->tension;
    if (!(angle > BEND_LEAST)) {
        ring(t, point, radius, 0.0);
    } else if (angle <= BEND_SINGLE) {
        turn_frame(t, axis, 0.5 * angle);
        ring(t, point, radius, 0.0);
        turn_frame(t, axis, 0.5 * angle);
    } else {
        int steps = 1 + (int)(angle * t->segments / (2.0 * RV_PI));
        ring(t, point, radius, 0.0);
        t->tension = 0.5 * (before + tension);
        for (int i = 0; i < steps; i++) {
            turn_frame(t, axis, angle / steps);
            ring(t, point, radius, 0.0);
        }
    }
    align_frame(t, to);
    t->tension = tension;
}

static rv_vec3 direction(const rv_drawing_point* points, int from, int to) {
    return rv_vec3_normalize(rv_vec3_sub(points[to].position, points[from].position));
}

bool rv_mesh_add_cone_tube(rv_mesh* mesh, const rv_drawing_point* points, int count,
                           const double* radii, int segments) {
    turner t = turner_begin(mesh, segments);
    int here = 0;
    while (here < count && !is_finite(points[here].position))
        here++;
    int next = here < count ? next_point(points, count, here, radii[here]) : count;
    if (next == count)
        return true; // no length, no tube
    turner_face(&t, rv_quat_from_x_axis(direction(points, here, next)));
    t.tension = points[next - 1].tension;
    make_disc(&t, points[here].position, radii[here], -1.0);
    ring(&t, points[here].position, radii[here], 0.0);
    while (next < count) {
        int after = next_point(points, count, next, radii[next]);
        if (after < count)
            make_joint(&t, points[next].position, radii[next], direction(points, next, after),
                       points[after - 1].tension);
        else
            ring(&t, points[next].position, radii[next], 0.0);
        here = next;
        next = after;
    }
    make_disc(&t, points[here].position, radii[here], 1.0);
    return turner_end(&t);
}

bool rv_mesh_add_tube(rv_mesh* mesh, const rv_drawing_point* points, int count, double radius,
                      int segments) {
    double* radii = count > 0 ? malloc((size_t)count * sizeof *radii) : NULL;
    if (radii == NULL)
        return count <= 0;
    for (int i = 0; i < count; i++)
        radii[i] = radius;
    bool good = rv_mesh_add_cone_tube(mesh, points, count, radii, segments);
    free(radii);
    return good;
}

// ------------------------------------------------------------------------------------------------

bool rv_mesh_add_marker(rv_mesh* mesh, rv_vec3 center, double radius) {
    const rv_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double lean = 0.57735026918962573; // 1 / sqrt(3)
    if (!reserve(mesh, 24, 8))
        return false;
    for (int octant = 0; octant < 8; octant++) {
        double sign[3] = {octant & 1 ? -1.0 : 1.0, octant & 2 ? -1.0 : 1.0,
                          octant & 4 ? -1.0 : 1.0};
        rv_vec3 normal = {lean * sign[0], lean * sign[1], lean * sign[2]};
        int first = mesh->vertex_count;
        for (int i = 0; i < 3; i++)
            put_vertex(mesh, rv_vec3_mul_add(center, radius * sign[i], axes[i]), normal);
        // a mirrored corner turns the other way round
        bool left = sign[0] * sign[1] * sign[2] > 0.0;
        put_triangle(mesh, (int[3]){first, first + (left ? 1 : 2), first + (left ? 2 : 1)}, 0.0);
    }
    return true;
}

void rv_mesh_clear(rv_mesh* mesh) {
    mesh->vertex_count = mesh->triangle_count = 0;
}

void rv_mesh_free(rv_mesh* mesh) {
    free(mesh->vertices);
    free(mesh->normals);
    free(mesh->triangles);
    free(mesh->tensions);
    *mesh = (rv_mesh){0};
}
