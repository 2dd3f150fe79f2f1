// See body_looks.h. Bodies are alike if their mass and the type and sizes of their shapes are: so the
// links of a chain have one paint, without a look at names, which a still does not have.
#include "view/body_looks.h"

#include "view/signature.h"

#include <math.h>
#include <stdlib.h>

// kinds of bodies that are told apart; the others get a paint by their signature
enum { KINDS_MAX = 64 };
// by which a mass may differ from what the shapes weigh, relative
static const double WEIGHT_TOLERANCE = 0.01;

// what lies within triangles: a . (b x c) / 6 over all of them
static double volume_within(const rv_facets* facets) {
    double sum = 0.0;
    for (int i = 0; i < facets->triangle_count; i++) {
        const int* corners = facets->triangles[i];
        const rv_vec3* at = facets->vertices;
        sum += rv_vec3_dot(at[corners[0]], rv_vec3_cross(at[corners[1]], at[corners[2]]));
    }
    return sum / 6.0;
}

static double volume_of(const rv_drawing* d, int shape) {
    const rv_shape_def* s = &d->shapes[shape];
    double disc = RV_PI * s->radius * s->radius;
    const rv_facets* facets = rv_drawing_facets(d, shape);
    switch (s->type) {
    case RV_SHAPE_SPHERE:
        return 4.0 / 3.0 * disc * s->radius;
    case RV_SHAPE_CAPSULE:
        return disc * (2.0 * s->half_length + 4.0 / 3.0 * s->radius);
    case RV_SHAPE_CYLINDER:
        return disc * 2.0 * s->half_length;
    case RV_SHAPE_BOX:
        return 8.0 * s->half_extents.x * s->half_extents.y * s->half_extents.z;
    case RV_SHAPE_HULL:
        return facets != NULL ? volume_within(facets) : 0.0;
    default:
        return 0.0; // a surface has no mass
    }
}

// whether the mass was given; what never moves has none
static bool is_painted(const rv_drawing* d, const rv_drawing_body* body) {
    if (body->type != RV_BODY_DYNAMIC || !(body->mass > 0.0) || !isfinite(body->mass))
        return false;
    double weight = 0.0;
    for (int i = body->first_shape; i < body->first_shape + body->shape_count; i++)
        weight += d->shapes[i].material.density * volume_of(d, i);
    return !(fabs(weight - body->mass) < WEIGHT_TOLERANCE * body->mass);
}

static uint64_t signature_of(const rv_drawing* d, const rv_drawing_body* body) {
    uint64_t signature = rv_signature_add_value(RV_SIGNATURE_START, &body->mass);
    for (int i = body->first_shape; i < body->first_shape + body->shape_count; i++) {
        const rv_shape_def* s = &d->shapes[i];
        const double sizes[] = {s->radius, s->half_length, s->half_extents.x, s->half_extents.y,
                                s->half_extents.z};
        signature = rv_signature_add(signature, (uint64_t)s->type);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            signature = rv_signature_add_value(signature, &sizes[k]);
    }
    return signature;
}

// the number of this kind of body, in the order in which they came
static int number_of(uint64_t kinds[KINDS_MAX], int* count, uint64_t signature) {
    for (int i = 0; i < *count; i++)
        if (kinds[i] == signature)
            return i;
    if (*count == KINDS_MAX)
        return (int)(signature % RV_LOOK_PAINTS);
    kinds[*count] = signature;
    return (*count)++;
}

rv_look_kind rv_body_look_bare(const rv_drawing_body* body) {
    return body->type == RV_BODY_KINEMATIC ? RV_LOOK_KINEMATIC : RV_LOOK_MARKER;
}

uint8_t* rv_body_looks_make(const rv_drawing* d) {
    uint8_t* looks = calloc((size_t)d->shape_count + 1, 1);
    uint64_t kinds[KINDS_MAX];
    int count = 0;
    for (int i = 0; i < d->body_count && looks != NULL; i++) {
        const rv_drawing_body* body = &d->bodies[i];
        bool painted = body->shape_count > 0 && is_painted(d, body);
        int paint = painted ? number_of(kinds, &count, signature_of(d, body)) : 0;
        for (int k = body->first_shape; k < body->first_shape + body->shape_count; k++)
            looks[k] = (uint8_t)(body->type == RV_BODY_KINEMATIC ? RV_LOOK_KINEMATIC
                                 : painted ? RV_LOOK_PAINT + paint % RV_LOOK_PAINTS
                                           : (int)rv_look_of_material(&d->shapes[k].material));
    }
    return looks;
}
