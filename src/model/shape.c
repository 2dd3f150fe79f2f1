// Shapes: validation and mass properties of solid shapes.
#include "model/body.h"
#include "model/form.h"

#include <math.h>

rv_material rv_material_default(void) {
    return (rv_material){.density = 7850.0, .young = 2e11, .poisson = 0.3, .friction = 0.4};
}

rv_shape_def rv_shape_def_default(void) {
    return (rv_shape_def){.type = RV_SHAPE_SPHERE,
                          .local = rv_pose_identity(),
                          .radius = 0.5,
                          .half_length = 0.5,
                          .half_extents = {0.5, 0.5, 0.5},
                          .material = rv_material_default(),
                          .group = 1,
                          .mask = UINT32_MAX,
                          .magic = RV_DEF_MAGIC};
}

static bool is_positive(double value) {
    return isfinite(value) && value > 0.0;
}

static bool is_at_least_zero(double value) {
    return isfinite(value) && value >= 0.0;
}

static bool surface_is_valid(rv_error_text* error, const rv_material* m) {
    return rv_error_check(
               error,
               m->static_friction == 0.0
                   || (isfinite(m->static_friction) && m->static_friction >= m->friction),
               "rv_material.static_friction = %g: must be 0 or finite and >= friction = %g",
               m->static_friction, m->friction)
           && rv_error_check(error, is_at_least_zero(m->rolling_friction),
                             "rv_material.rolling_friction = %g m: must be finite and >= 0",
                             m->rolling_friction)
           && rv_error_check(error, is_at_least_zero(m->spinning_friction),
                             "rv_material.spinning_friction = %g m: must be finite and >= 0",
                             m->spinning_friction)
           && rv_error_check(error, is_at_least_zero(m->contact_stiffness),
                             "rv_material.contact_stiffness = %g N/m: must be finite and >= 0",
                             m->contact_stiffness)
           && rv_error_check(error, is_at_least_zero(m->contact_damping),
                             "rv_material.contact_damping = %g s: must be finite and >= 0",
                             m->contact_damping)
           && rv_error_check(error, m->surface >= 0 && m->surface <= RV_SURFACE_MAX,
                             "rv_material.surface = %d: must be in [0, %d]", m->surface,
                             RV_SURFACE_MAX);
}

static bool material_is_valid(rv_error_text* error, const rv_material* m) {
    return rv_error_check(error, is_positive(m->density),
                          "rv_material.density = %g kg/m^3: must be finite and > 0", m->density)
           && rv_error_check(error, is_positive(m->young),
                             "rv_material.young = %g Pa: must be finite and > 0", m->young)
           && rv_error_check(error, m->strength >= 0.0,
                             "rv_material.strength = %g Pa: must be >= 0", m->strength)
           && rv_error_check(error, m->poisson > -1.0 && m->poisson < 0.5,
                             "rv_material.poisson = %g: must be in (-1, 0.5)", m->poisson)
           && rv_error_check(error, isfinite(m->friction) && m->friction >= 0.0,
                             "rv_material.friction = %g: must be finite and >= 0", m->friction)
           && rv_error_check(error, m->restitution >= 0.0 && m->restitution <= 1.0,
                             "rv_material.restitution = %g: must be in [0, 1]", m->restitution)
           && surface_is_valid(error, m);
}

// hulls, meshes and height fields name a geometry of their type
static bool form_is_valid(const rv_world* world, rv_error_text* error, const rv_shape_def* s) {
    if (s->type < RV_SHAPE_HULL)
        return true;
    static const rv_geometry_type TYPES[] = {RV_GEOMETRY_HULL, RV_GEOMETRY_MESH,
                                             RV_GEOMETRY_HEIGHT_FIELD};
    static const char* const NAMES[] = {"hull", "mesh", "height field"};
    const rv_form* form = rv_world_form(world, s->geometry);
    int which = (int)s->type - RV_SHAPE_HULL;
    return rv_error_check(error, form != NULL && form->type == TYPES[which],
                          "rv_shape_def.geometry: must be a living %s of this world", NAMES[which]);
}

// A size whose square is a normal number: areas, volumes and distances take squares.
static bool square_is_normal(double size) {
    return isnormal(size * size);
}

// What a number of its own does not show: squares that overflow, or that lose their digits.
static bool size_is_valid(rv_error_text* error, const rv_shape_def* s) {
    bool round = s->type <= RV_SHAPE_CYLINDER, is_long = round && s->type != RV_SHAPE_SPHERE;
    rv_vec3 e = s->half_extents, p = s->local.position;
    return rv_error_check(error, !round || square_is_normal(s->radius),
                          "rv_shape_def.radius = %g m: its square must be finite and > 0, too",
                          s->radius)
           && rv_error_check(error, !is_long || square_is_normal(s->half_length),
                             "rv_shape_def.half_length = %g m: its square must be finite and > 0, "
                             "too",
                             s->half_length)
           && rv_error_check(
               error,
               s->type != RV_SHAPE_BOX
                   || (square_is_normal(e.x) && square_is_normal(e.y) && square_is_normal(e.z)),
               "rv_shape_def.half_extents = (%g, %g, %g) m: their squares must be "
               "finite and > 0, too",
               e.x, e.y, e.z)
           && rv_error_check(error, isfinite(rv_vec3_dot(p, p)),
                             "rv_shape_def.local.position = (%g, %g, %g) m: its square must be "
                             "finite, too",
                             p.x, p.y, p.z);
}

bool rv_shape_is_valid(const rv_world* world, rv_error_text* error, const rv_shape_def* s) {
    bool round =
        s->type == RV_SHAPE_SPHERE || s->type == RV_SHAPE_CAPSULE || s->type == RV_SHAPE_CYLINDER;
    bool is_long = s->type == RV_SHAPE_CAPSULE || s->type == RV_SHAPE_CYLINDER;
    rv_vec3 e = s->half_extents;
    return rv_error_check(error, s->magic == RV_DEF_MAGIC,
                          "rv_shape_def: start from rv_shape_def_default()")
           && rv_error_check(error, s->type >= RV_SHAPE_SPHERE && s->type <= RV_SHAPE_HEIGHT_FIELD,
                             "rv_shape_def.type = %d: must be an rv_shape_type", (int)s->type)
           && rv_error_check(error, rv_pose_is_valid(s->local),
                             "rv_shape_def.local: must be finite with a unit quaternion")
           && rv_error_check(error, !round || is_positive(s->radius),
                             "rv_shape_def.radius = %g m: must be finite and > 0", s->radius)
           && rv_error_check(error, !is_long || is_positive(s->half_length),
                             "rv_shape_def.half_length = %g m: must be finite and > 0",
                             s->half_length)
           && rv_error_check(error,
                             s->type != RV_SHAPE_BOX
                                 || (is_positive(e.x) && is_positive(e.y) && is_positive(e.z)),
                             "rv_shape_def.half_extents = (%g, %g, %g) m: must be finite and > 0",
                             e.x, e.y, e.z)
           && size_is_valid(error, s) && form_is_valid(world, error, s)
           && material_is_valid(error, &s->material);
}

// a capsule is a cylinder and two half balls, each half ball 3/8 r beyond the cylinder's end
static rv_mass_properties capsule(double density, double r, double half) {
    double cylinder = density * RV_PI * r * r * 2.0 * half;
    double ball = density * 4.0 / 3.0 * RV_PI * r * r * r;
    double along = 0.5 * cylinder * r * r + 0.4 * ball * r * r;
    double offset = half + 3.0 / 8.0 * r;
    double across = cylinder * (r * r / 4.0 + half * half / 3.0)
                    + ball * (0.4 * r * r - 9.0 / 64.0 * r * r + offset * offset);
    return (rv_mass_properties){.mass = cylinder + ball,
                                .inertia = rv_mat3_diagonal(along, across, across)};
}

// second moment P about the centre: inertia is density (trace P - P)
static rv_mass_properties hull_mass_properties(const rv_hull* hull, double density) {
    rv_mat3 P = hull->second_moment;
    double trace = P.m[0][0] + P.m[1][1] + P.m[2][2];
    rv_mat3 inertia = rv_mat3_sub(rv_mat3_diagonal(trace, trace, trace), P);
    return (rv_mass_properties){density * hull->volume, hull->inside,
                                rv_mat3_scale(inertia, density)};
}

// about its own centre of mass
static rv_mass_properties own_mass_properties(const rv_world* world, const rv_shape_def* s) {
    double density = s->material.density, r = s->radius, half = s->half_length;
    switch (s->type) {
    case RV_SHAPE_SPHERE: {
        double mass = density * 4.0 / 3.0 * RV_PI * r * r * r, i = 0.4 * mass * r * r;
        return (rv_mass_properties){.mass = mass, .inertia = rv_mat3_diagonal(i, i, i)};
    }
    case RV_SHAPE_CAPSULE:
        return capsule(density, r, half);
    case RV_SHAPE_CYLINDER: {
        double mass = density * RV_PI * r * r * 2.0 * half;
        double across = mass * (r * r / 4.0 + half * half / 3.0);
        return (rv_mass_properties){
            .mass = mass, .inertia = rv_mat3_diagonal(0.5 * mass * r * r, across, across)};
    }
    case RV_SHAPE_BOX: {
        rv_vec3 e = s->half_extents;
        double mass = density * 8.0 * e.x * e.y * e.z;
        return (rv_mass_properties){.mass = mass,
                                    .inertia =
                                        rv_mat3_diagonal(mass * (e.y * e.y + e.z * e.z) / 3.0,
                                                         mass * (e.x * e.x + e.z * e.z) / 3.0,
                                                         mass * (e.x * e.x + e.y * e.y) / 3.0)};
    }
    case RV_SHAPE_HULL: {
        const rv_form* form = world == NULL ? NULL : rv_world_form(world, s->geometry);
        return form == NULL ? (rv_mass_properties){0} : hull_mass_properties(&form->hull, density);
    }
    case RV_SHAPE_PLANE:
    case RV_SHAPE_MESH:
    case RV_SHAPE_HEIGHT_FIELD:
        break;
    }
    return (rv_mass_properties){0};
}

// inertia of a point mass at d
static rv_mat3 steiner(double mass, rv_vec3 d) {
    return rv_mat3_scale(
        rv_mat3_sub(rv_mat3_scale(rv_mat3_identity(), rv_vec3_dot(d, d)), rv_mat3_outer(d, d)),
        mass);
}

rv_mass_properties rv_shapes_mass_properties(const rv_world* world, const rv_shape_def* shapes,
                                             int count) {
    rv_mass_properties sum = {0};
    rv_mat3 about_origin = rv_mat3_zero();
    for (int i = 0; i < count; i++) {
        rv_mass_properties own = own_mass_properties(world, &shapes[i]);
        rv_mat3 R = rv_quat_to_mat3(shapes[i].local.rotation);
        rv_vec3 at = rv_vec3_add(shapes[i].local.position, rv_mat3_apply(R, own.center));
        rv_mat3 turned = rv_mat3_mul_transpose(rv_mat3_mul(R, own.inertia), R);
        about_origin = rv_mat3_add(about_origin, rv_mat3_add(turned, steiner(own.mass, at)));
        sum.center = rv_vec3_mul_add(sum.center, own.mass, at);
        sum.mass += own.mass;
    }
    if (sum.mass > 0.0)
        sum.center = rv_vec3_scale(sum.center, 1.0 / sum.mass);
    sum.inertia = rv_mat3_sub(about_origin, steiner(sum.mass, sum.center));
    return sum;
}

static double shape_depth(const rv_shape_def* s, rv_vec3 point) {
    rv_vec3 p = rv_quat_rotate_inverse(s->local.rotation, rv_vec3_sub(point, s->local.position));
    double around = sqrt(p.y * p.y + p.z * p.z), depth = 0.0;
    switch (s->type) {
    case RV_SHAPE_SPHERE:
        depth = s->radius - rv_vec3_length(p);
        break;
    case RV_SHAPE_CAPSULE:
    case RV_SHAPE_CYLINDER:
        depth = fabs(p.x) < s->half_length ? s->radius - around : 0.0;
        break;
    case RV_SHAPE_BOX:
        depth = fmin(s->half_extents.x - fabs(p.x),
                     fmin(s->half_extents.y - fabs(p.y), s->half_extents.z - fabs(p.z)));
        break;
    default:
        break;
    }
    return fmax(depth, 0.0);
}

double rv_body_depth(const rv_world* world, const rv_body* body, rv_vec3 local) {
    double depth = 0.0;
    for (int32_t s = body->first_shape; s >= 0; s = world->shapes.data[s].next)
        depth = fmax(depth, shape_depth(&world->shapes.data[s].def, local));
    return depth;
}
