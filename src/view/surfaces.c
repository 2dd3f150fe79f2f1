// See surfaces.h. How finely something round is cut depends on how many pixels it takes.
#include "view/surfaces.h"

#include "view/body_looks.h"

#include "view/list.h"
#include "view/stripe.h"

#include <math.h>
#include <string.h>

// least radius on the screen, of cables and small things and of joints [px]
static const double THIN_RADIUS = 0.65, LINK_RADIUS = 0.6;
// radius of a mark, as a share of the picture's height
static const double MARK_RADIUS = 0.011;
// the camera's near plane, as a share of its distance
static const double NEAREST = 1e-3;
// coordinates farther than this many distances from the eye are left out
static const double FARTHEST = 1e6;
// radius of the fitting at a cable's end: at least [px], and as a share of the cable's
static const double FITTING_RADIUS = 1.6, FITTING_SHARE = 1.7;
// a rod that is thicker than this on the screen has a stripe [px], as thick as this share of it
static const double STRIPED_RADIUS = 1.5, STRIPE_SHARE = 0.4;
// least radius of the marks of ties and holes [px]; a ring is as thick as this share of its radius
static const double TIE_RADIUS = 3.5, HOLE_RADIUS = 5.0, RING_SHARE = 0.28;
enum { RING_SEGMENTS = 8 };
// what a joint that holds a distance is as thick as, as a share of its length
static const double LINK_SHARE = 0.012;
// about how many grid cells there are across the picture's height; a plane has at most this many
// lines each way
static const double GRID_CELLS = 9.0;
enum { PLANE_LINES = 100 };

// --- the view -----------------------------------------------------------------------------------

static bool is_finite(rv_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

bool rv_view_make(rv_view* view, const rv_camera* camera, const int size[2]) {
    rv_vec3 look = rv_vec3_sub(camera->target, camera->eye);
    double distance = rv_vec3_length(look);
    double tangent = rv_sin(0.5 * camera->field) / rv_cos(0.5 * camera->field);
    rv_vec3 up = rv_vec3_normalize(camera->up);
    rv_vec3 forward = rv_vec3_normalize(look), right = rv_vec3_cross(forward, up);
    bool usable = is_finite(camera->eye) && is_finite(camera->up) && isfinite(distance)
                  && distance > 0.0 && camera->field > 0.0 && camera->field < RV_PI
                  && rv_vec3_length(up) > 0.0;
    if (!usable)
        return false;
    // straight down or up: any direction serves as right
    right = rv_vec3_length(right) > 1e-9 ? rv_vec3_normalize(right) : rv_vec3_perpendicular(up);
    *view = (rv_view){.eye = camera->eye,
                      .right = right,
                      .above = rv_vec3_cross(right, forward),
                      .forward = forward,
                      .up = up,
                      .focal = 0.5 * size[1] / tangent,
                      .nearest = NEAREST * distance,
                      .distance = distance,
                      .size = {size[0], size[1]},
                      .camera = *camera};
    return isfinite(view->focal);
}

double rv_view_depth(const rv_view* view, rv_vec3 point) {
    return rv_vec3_dot(rv_vec3_sub(point, view->eye), view->forward);
}

rv_vec3 rv_view_ray(const rv_view* view, double x, double y) {
    rv_vec3 ray =
        rv_vec3_mul_add(view->forward, (x - 0.5 * view->size[0]) / view->focal, view->right);
    return rv_vec3_mul_add(ray, (0.5 * view->size[1] - y) / view->focal, view->above);
}

// the next of 1, 2, 5, 10, ... from `least` on
static double round_spacing(double least) {
    static const double steps[3] = {1.0, 2.0, 5.0};
    double ten = 1.0;
    while (ten > least && ten > 1e-30)
        ten /= 10.0;
    while (10.0 * ten <= least && ten < 1e30)
        ten *= 10.0;
    for (int i = 0; i < 3; i++)
        if (steps[i] * ten >= least)
            return steps[i] * ten;
    return 10.0 * ten;
}

double rv_view_grid(const rv_view* view) {
    return round_spacing(view->distance * view->size[1] / view->focal / GRID_CELLS);
}

// what a pixel measures at a point [m]
static double pixel_at(const rv_view* view, rv_vec3 point) {
    return fmax(rv_view_depth(view, point), view->nearest) / view->focal;
}

static bool in_reach(const rv_view* view, rv_vec3 point) {
    return rv_vec3_length(rv_vec3_sub(point, view->eye)) < FARTHEST * view->distance;
}

// --- triangles ----------------------------------------------------------------------------------

// gives all triangles that have come since the last call their look
static bool mark(rv_surfaces* s, int look) {
    int count = s->mesh.triangle_count;
    if (count == s->look_count)
        return true;
    if (!RV_LIST_RESERVE(s->looks, s->look_capacity, count))
        return false;
    memset(s->looks + s->look_count, look, (size_t)(count - s->look_count));
    s->look_count = count;
    return true;
}

// pieces of a full circle for a radius on the screen; multiples of 20 suit the spokes of wheels
static int segments_for(double pixels) {
    static const struct {
        double pixels;
        int segments;
    } steps[] = {{1.0, 6}, {2.5, 8}, {6.0, 12}, {15.0, 20}, {120.0, 40}};
    int count = (int)(sizeof steps / sizeof *steps), i = 0;
    while (i < count - 1 && !(pixels < steps[i].pixels))
        i++;
    return pixels < steps[i].pixels ? steps[i].segments : 60;
}

static bool add_round(rv_surfaces* s, const rv_view* view, rv_shape_def shape, rv_pose pose) {
    rv_vec3 center = rv_pose_apply(pose, shape.local.position);
    double pixel = pixel_at(view, center), thin = THIN_RADIUS * pixel;
    shape.radius = fmax(shape.radius, thin);
    shape.half_length = fmax(shape.half_length, thin);
    rv_vec3 half = shape.half_extents;
    shape.half_extents = (rv_vec3){fmax(half.x, thin), fmax(half.y, thin), fmax(half.z, thin)};
    return rv_mesh_add_shape(&s->mesh, &shape, pose, segments_for(shape.radius / pixel));
}

static bool add_wheel(rv_surfaces* s, const rv_view* view, const rv_drawing* d, int index) {
    rv_drawing_wheel wheel = d->wheels[index];
    rv_pose pose = rv_drawing_pose(d, wheel.body);
    rv_vec3 center = rv_pose_apply(pose, wheel.center);
    double angle = isfinite(d->wheel_angles[index]) ? d->wheel_angles[index] : 0.0;
    double pixel = pixel_at(view, center);
    if (!in_reach(view, center) || !(wheel.radius > 0.0))
        return true;
    wheel.width = fmax(wheel.width, 2.0 * THIN_RADIUS * pixel);
    return rv_mesh_add_wheel(&s->mesh, &wheel, pose, angle, segments_for(wheel.radius / pixel))
           && mark(s, RV_LOOK_WHEEL);
}

// what a cable's end is made fast with, so that it does not stop in the air
static bool add_fitting(rv_surfaces* s, const rv_view* view, rv_vec3 point, double radius) {
    if (!in_reach(view, point))
        return true;
    double pixel = pixel_at(view, point);
    rv_shape_def ball = rv_shape_def_default();
    ball.radius = fmax(FITTING_SHARE * radius, FITTING_RADIUS * pixel);
    return rv_mesh_add_shape(&s->mesh, &ball, rv_pose_make(point, rv_quat_identity()),
                             segments_for(ball.radius / pixel))
           && mark(s, RV_LOOK_WHEEL);
}

// a tube through points of the drawing, nowhere thinner than can be seen
static bool add_line(rv_surfaces* s, const rv_view* view, const rv_drawing_point* points, int count,
                     const double radius[2]) {
    double* radii = malloc((size_t)(count > 0 ? count : 1) * sizeof *radii);
    if (radii == NULL)
        return false;
    double widest = 0.0;
    int kept = 0;
    bool good = true;
    // points out of reach part the line
    for (int i = 0; i <= count && good; i++) {
        if (i < count && in_reach(view, points[i].position)) {
            double pixel = pixel_at(view, points[i].position);
            radii[kept++] = fmax(radius[0], radius[1] * pixel);
            widest = fmax(widest, radii[kept - 1] / pixel);
            continue;
        }
        int segments = segments_for(widest);
        good = kept < 2
               || rv_mesh_add_cone_tube(&s->mesh, points + (i - kept), kept, radii,
                                        segments < 20 ? segments : 20);
        kept = 0;
    }
    free(radii);
    return good;
}

// lines over the square of a plane, through its middle
static bool add_grid(rv_surfaces* s, const rv_view* view, const rv_shape_def* plane, rv_pose pose) {
    rv_pose placed = rv_pose_mul(pose, plane->local);
    double half = plane->half_extents.x, spacing = rv_view_grid(view);
    int count = (int)fmin(half / spacing, PLANE_LINES);
    const double radius[2] = {0.0, LINK_RADIUS};
    bool good = true;
    for (int i = -count; i <= count && good; i++) {
        for (int way = 0; way < 2 && good; way++) {
            double at = i * spacing;
            rv_vec3 from = way == 0 ? (rv_vec3){at, -half, 0} : (rv_vec3){-half, at, 0};
            rv_vec3 to = way == 0 ? (rv_vec3){at, half, 0} : (rv_vec3){half, at, 0};
            const rv_drawing_point ends[2] = {{.position = rv_pose_apply(placed, from)},
                                              {.position = rv_pose_apply(placed, to)}};
            good = add_line(s, view, ends, 2, radius);
        }
    }
    return good && mark(s, RV_LOOK_LINK);
}

static bool add_shape(rv_surfaces* s, const rv_view* view, const rv_drawing* d, int index,
                      rv_pose pose) {
    const rv_facets* facets = rv_drawing_facets(d, index);
    if (facets != NULL)
        return rv_mesh_add_facets(&s->mesh, facets, rv_pose_mul(pose, d->shapes[index].local));
    return add_round(s, view, d->shapes[index], pose);
}

static bool add_body(rv_surfaces* s, const rv_view* view, const rv_drawing* d, int index,
                     const uint8_t* looks) {
    const rv_drawing_body* body = &d->bodies[index];
    rv_pose pose = d->poses[index];
    if (body->kind == RV_BODY_SCALAR || !in_reach(view, pose.position))
        return true;
    int dull = body->type == RV_BODY_STATIC ? RV_SURFACES_DULL : 0;
    for (int i = body->first_shape; i < body->first_shape + body->shape_count; i++) {
        if (rv_camera_is_ground(&view->camera, d, index, i))
            continue; // drawn beneath everything
        if (!add_shape(s, view, d, i, pose) || !mark(s, looks[i] + dull)
            || (d->shapes[i].type == RV_SHAPE_PLANE && !add_grid(s, view, &d->shapes[i], pose)))
            return false;
    }
    if (body->shape_count > 0)
        return true;
    double radius = MARK_RADIUS * view->size[1] * pixel_at(view, pose.position);
    return rv_mesh_add_marker(&s->mesh, pose.position, radius)
           && mark(s, (int)rv_body_look_bare(body) + dull);
}

// the stripe of a rod, sunk into it by half
static bool add_stripe(rv_surfaces* s, const rv_view* view, const rv_drawing* d,
                       const rv_drawing_cable* cable) {
    const rv_drawing_point* points = d->points + cable->first_point;
    int count = cable->point_count;
    if (!(rv_vec3_dot(cable->across, cable->across) > 0.0)
        || cable->radius < STRIPED_RADIUS * pixel_at(view, points[count / 2].position))
        return true;
    rv_drawing_point* stripe = malloc((size_t)count * sizeof *stripe);
    if (stripe == NULL)
        return false;
    const double radius[2] = {STRIPE_SHARE * cable->radius, 0.0};
    rv_stripe_make(points, count, cable->across, cable->radius - 0.5 * radius[0], stripe);
    bool good = add_line(s, view, stripe, count, radius) && mark(s, RV_LOOK_STRIPE);
    free(stripe);
    return good;
}

static bool add_cable(rv_surfaces* s, const rv_view* view, const rv_drawing* d, int index) {
    const rv_drawing_cable* cable = &d->cables[index];
    const rv_drawing_point* points = d->points + cable->first_point;
    for (int i = 0; i + 1 < cable->point_count; i++)
        if (isfinite(points[i].tension))
            s->tension_most = fmax(s->tension_most, fabs(points[i].tension));
    const double radius[2] = {cable->radius, THIN_RADIUS};
    if (cable->point_count < 2)
        return true;
    bool good = add_line(s, view, points, cable->point_count, radius) && mark(s, RV_LOOK_CABLE)
                && add_stripe(s, view, d, cable);
    for (int end = 0; end < 2 && good; end++)
        good = cable->free[end]
               || add_fitting(s, view, points[end == 0 ? 0 : cable->point_count - 1].position,
                              cable->radius);
    return good;
}

static bool add_rod(rv_surfaces* s, const rv_view* view, rv_vec3 from, rv_vec3 to) {
    const rv_drawing_point ends[2] = {{.position = from}, {.position = to}};
    const double radius[2] = {LINK_SHARE * rv_vec3_length(rv_vec3_sub(to, from)), LINK_RADIUS};
    return add_line(s, view, ends, 2, radius) && mark(s, RV_LOOK_LINK);
}

// joints that hold a distance, and springs, are seen as rods; those at a point as rods from the
// bodies to it, which lie within the bodies unless the point is outside
static bool add_joint(rv_surfaces* s, const rv_view* view, const rv_drawing* d, int index) {
    const rv_drawing_joint* joint = &d->joints[index];
    rv_vec3 at[2];
    for (int i = 0; i < 2; i++)
        at[i] = rv_pose_apply(rv_drawing_pose(d, joint->bodies[i]), joint->points[i]);
    if (joint->type == RV_JOINT_DISTANCE || joint->type == RV_JOINT_SPRING)
        return add_rod(s, view, at[0], at[1]);
    bool good = true;
    for (int i = 0; i < 2 && (joint->type == RV_JOINT_BALL || joint->type == RV_JOINT_HINGE); i++) {
        bool on_body = joint->bodies[i] >= 0 && joint->bodies[i] < d->body_count;
        good = good && (!on_body || add_rod(s, view, d->poses[joint->bodies[i]].position, at[i]));
    }
    return good;
}

// a ring round the thread in a hole
static bool add_ring(rv_surfaces* s, const rv_drawing_mark* mark, double radius, int segments) {
    enum { POINTS = 20 };
    rv_vec3 side = rv_vec3_perpendicular(mark->direction);
    rv_vec3 other = rv_vec3_cross(mark->direction, side);
    rv_drawing_point points[POINTS + 1] = {0};
    for (int i = 0; i <= POINTS; i++) {
        double angle = 2.0 * RV_PI * i / POINTS;
        rv_vec3 at = rv_vec3_mul_add(mark->position, radius * rv_cos(angle), side);
        points[i].position = rv_vec3_mul_add(at, radius * rv_sin(angle), other);
    }
    return rv_mesh_add_tube(&s->mesh, points, POINTS + 1, RING_SHARE * radius, segments);
}

// a ball for a tie
static bool add_mark(rv_surfaces* s, const rv_view* view, const rv_drawing_mark* m) {
    if (!(m->radius > 0.0) || !in_reach(view, m->position))
        return true;
    double pixel = pixel_at(view, m->position);
    rv_shape_def ball = rv_shape_def_default();
    ball.radius = fmax(m->radius, TIE_RADIUS * pixel);
    bool good =
        !RV_ID_IS_NULL(m->tie)
            ? rv_mesh_add_shape(&s->mesh, &ball, rv_pose_make(m->position, rv_quat_identity()),
                                segments_for(ball.radius / pixel))
            : add_ring(s, m, fmax(m->radius, HOLE_RADIUS * pixel), RING_SEGMENTS);
    return good && mark(s, RV_LOOK_MARK);
}

bool rv_surfaces_make(rv_surfaces* surfaces, const rv_drawing* drawing, const rv_view* view) {
    uint8_t* looks = rv_body_looks_make(drawing);
    bool good = looks != NULL;
    for (int i = 0; i < drawing->body_count && good; i++)
        good = add_body(surfaces, view, drawing, i, looks);
    free(looks);
    for (int i = 0; i < drawing->wheel_count && good; i++)
        good = add_wheel(surfaces, view, drawing, i);
    for (int i = 0; i < drawing->joint_count && good; i++)
        good = add_joint(surfaces, view, drawing, i);
    for (int i = 0; i < drawing->cable_count && good; i++)
        good = add_cable(surfaces, view, drawing, i);
    for (int i = 0; i < drawing->solid_count && good; i++)
        good = rv_mesh_add_facets(&surfaces->mesh, &drawing->solids[i].facets, rv_pose_identity())
               && mark(surfaces, RV_LOOK_SOLID);
    for (int i = 0; i < drawing->mark_count && good; i++)
        good = add_mark(surfaces, view, &drawing->marks[i]);
    return good;
}

void rv_surfaces_free(rv_surfaces* surfaces) {
    rv_mesh_free(&surfaces->mesh);
    free(surfaces->looks);
    *surfaces = (rv_surfaces){0};
}
