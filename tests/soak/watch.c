// What must hold after every step, and what is counted. Trouble, which ends the chunk: a step that
// failed, an energy or a place that is not a number although nothing was frozen, memory without
// bound. Counted, and the scene begins anew: something frozen by the engine, more energy than
// anything could have given, something that has gone far away.
#include "soak.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Kinetic energy that is called a blow-up, in falls of everything through the whole scene. The hand
// pulls with up to 3.5 weights of all that moves, and moves by a diagonal: some tens of pulls one
// after the other, each with all its work kept, stay below.
static const double FALLS = 100.0;
// and in what motors have done, of which not all is counted
static const double WORKS = 10.0;
// how far off something has left the scene, in sizes of it
static const double FAR = 20.0;
// bytes of a world: so many times what it had after the first step, and so many more
static const double MEMORY_RATIO = 16.0, MEMORY_MORE = 64e6;
static const double GRAVITY = 9.81, SIZE_MIN = 1e-3;

typedef struct extent {
    rv_vec3 low, high;
} extent;

static bool is_finite(rv_vec3 p) {
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

static void take_in(extent* e, rv_vec3 p) {
    e->low = (rv_vec3){fmin(e->low.x, p.x), fmin(e->low.y, p.y), fmin(e->low.z, p.z)};
    e->high = (rv_vec3){fmax(e->high.x, p.x), fmax(e->high.y, p.y), fmax(e->high.z, p.z)};
}

int soak_cable_points(soak* s, rv_cable_id cable) {
    static const double ARC = 1.0; // [rad] of a wheel between two points
    int count = rv_cable_points(s->world, cable, ARC, s->points, NULL, s->point_capacity);
    if (count <= s->point_capacity)
        return count;
    free(s->points);
    s->points = malloc((size_t)count * sizeof *s->points);
    s->point_capacity = s->points != NULL ? count : 0;
    return s->points != NULL
               ? rv_cable_points(s->world, cable, ARC, s->points, NULL, s->point_capacity)
               : 0;
}

// --- the start ----------------------------------------------------------------------------------

static void measure_cables(soak* s, extent* e) {
    for (rv_cable_id c = rv_cable_next(s->world, (rv_cable_id){0, 0, 0}); c.slot != 0;
         c = rv_cable_next(s->world, c)) {
        int count = soak_cable_points(s, c);
        for (int i = 0; i < count; i++)
            take_in(e, s->points[i]);
        rv_cable_model model = rv_cable_get_model(s->world, c);
        if (model == RV_CABLE_ROD || model == RV_CABLE_LAYERED)
            s->measure.mass += rv_cable_mass_per_length(s->world, c) * rv_cable_length(s->world, c);
    }
}

static void measure_solids(soak* s, extent* e) {
    for (rv_solid_id d = rv_solid_next(s->world, (rv_solid_id){0, 0, 0}); d.slot != 0;
         d = rv_solid_next(s->world, d)) {
        s->measure.mass += rv_solid_mass(s->world, d);
        for (int i = 0; i < rv_solid_node_count(s->world, d); i++)
            take_in(e, rv_solid_node(s->world, d, i));
    }
}

void soak_measure_begin(soak* s) {
    extent e = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    soak_measure* m = &s->measure;
    measure_cables(s, &e);
    measure_solids(s, &e);
    for (rv_body_id b = rv_body_next(s->world, (rv_body_id){0, 0, 0}); b.slot != 0;
         b = rv_body_next(s->world, b)) {
        if (rv_body_get_kind(s->world, b) == RV_BODY_SCALAR)
            continue;
        if (rv_body_get_type(s->world, b) == RV_BODY_DYNAMIC)
            m->mass += rv_body_mass_properties(s->world, b).mass;
        take_in(&e, rv_body_center(s->world, b));
    }
    for (rv_joint_id j = rv_joint_next(s->world, (rv_joint_id){0, 0, 0}); j.slot != 0;
         j = rv_joint_next(s->world, j))
        take_in(&e, rv_joint_point(s->world, j));
    double gravity = rv_vec3_length(s->gravity);
    m->center = rv_vec3_scale(rv_vec3_add(e.low, e.high), 0.5);
    m->size = fmax(rv_vec3_length(rv_vec3_sub(e.high, e.low)), SIZE_MIN);
    // the hand is as strong without gravity
    m->weight = m->mass * (gravity > 0.0 ? gravity : GRAVITY);
    m->speed = sqrt(2.0 * fmax(gravity, 0.01 * GRAVITY) * m->size);
    m->kinetic = rv_world_energy(s->world).kinetic;
}

// --- after a step -------------------------------------------------------------------------------

static void add_report(soak_counts* c, const rv_report* r) {
    c->steps++;
    c->degraded += r->status == RV_STATUS_DEGRADED;
    c->unsettled += r->bounds_unsettled + r->contacts_unsettled;
    c->residual = fmax(c->residual, r->residual);
    c->contact_residual = fmax(c->contact_residual, r->contact_residual);
    c->contacts = r->contact_count > c->contacts ? r->contact_count : c->contacts;
    c->allocations += r->allocations;
    c->memory_begin = c->memory_begin == 0 ? r->memory : c->memory_begin;
    c->memory_peak = r->memory_peak > c->memory_peak ? r->memory_peak : c->memory_peak;
}

// the farthest that something is from the middle of the scene; fails where it is not a number
static double farthest(soak* s) {
    double far = 0.0;
    rv_vec3 center = s->measure.center;
    for (rv_body_id b = rv_body_next(s->world, (rv_body_id){0, 0, 0}); b.slot != 0;
         b = rv_body_next(s->world, b)) {
        rv_vec3 p = rv_body_center(s->world, b);
        bool good = is_finite(p) && is_finite(rv_body_velocity(s->world, b))
                    && is_finite(rv_body_angular_velocity(s->world, b));
        if (!good && !rv_body_is_frozen(s->world, b))
            soak_fail(s, "the state of a body is not finite, and it is not frozen");
        if (rv_body_get_kind(s->world, b) != RV_BODY_SCALAR && is_finite(p))
            far = fmax(far, rv_vec3_length(rv_vec3_sub(p, center)));
    }
    for (rv_solid_id d = rv_solid_next(s->world, (rv_solid_id){0, 0, 0}); d.slot != 0;
         d = rv_solid_next(s->world, d))
        for (int i = 0; i < rv_solid_node_count(s->world, d); i++) {
            rv_vec3 p = rv_solid_node(s->world, d, i);
            if (!is_finite(p) && !rv_solid_is_frozen(s->world, d))
                soak_fail(s, "node %d of a solid is not finite, and it is not frozen", i);
            far = is_finite(p) ? fmax(far, rv_vec3_length(rv_vec3_sub(p, center))) : far;
        }
    return far;
}

// as far as a cable goes, and its tensions
static double farthest_of_cables(soak* s) {
    double far = 0.0;
    for (rv_cable_id c = rv_cable_next(s->world, (rv_cable_id){0, 0, 0}); c.slot != 0;
         c = rv_cable_next(s->world, c)) {
        int count = soak_cable_points(s, c);
        for (int i = 0; i < count; i++) {
            rv_vec3 p = s->points[i];
            // three of them stand for a cut
            bool cut = isnan(p.x) && isnan(p.y) && isnan(p.z);
            if (!is_finite(p) && !cut)
                soak_fail(s, "point %d of a cable is not finite", i);
            far = cut ? far : fmax(far, rv_vec3_length(rv_vec3_sub(p, s->measure.center)));
        }
        double tension = rv_cable_largest_tension(s->world, c);
        if (!isfinite(tension))
            soak_fail(s, "the largest tension of a cable is %g N", tension);
    }
    return far;
}

static void tell(soak* s, const char* what) {
    rv_energy e = rv_world_energy(s->world);
    printf("  %s seed %llu: at step %lld, %g s after its start: %s (kinetic %g J, work %g J, "
           "weight %g N, size %g m)\n",
           s->path, (unsigned long long)s->seed, s->counts.steps, rv_world_time(s->world), what,
           e.kinetic, e.work, s->measure.weight, s->measure.size);
}

static bool has_frozen(soak* s, const rv_report* r) {
    int more = r->nonfinite_count - s->frozen_now;
    s->frozen_now = r->nonfinite_count;
    if (more <= 0)
        return false;
    char name[128] = "", what[192];
    rv_scene_play_body_name(s->play, r->nonfinite, name, sizeof name);
    snprintf(what, sizeof what, "%d frozen, last '%s'", more, name);
    s->counts.frozen += more;
    tell(s, what);
    return true;
}

static bool has_blown_up(soak* s) {
    rv_energy e = rv_world_energy(s->world);
    if (!isfinite(e.kinetic) || !isfinite(e.total) || !isfinite(e.work))
        soak_fail(s, "the energies are %g J kinetic, %g J in all, %g J of work", e.kinetic, e.total,
                  e.work);
    const soak_measure* m = &s->measure;
    double most = FALLS * (m->weight * m->size + m->kinetic) + WORKS * fabs(e.work);
    if (!(e.kinetic > most))
        return false;
    s->counts.blown_up++;
    tell(s, "blown up");
    return true;
}

void soak_watch(soak* s, rv_status status) {
    rv_report report = rv_world_report(s->world);
    add_report(&s->counts, &report);
    if (status == RV_STATUS_FAILED)
        soak_fail(s, "the step failed: %s", rv_world_error(s->world));
    if (!(report.residual >= 0.0 && isfinite(report.contact_residual)))
        soak_fail(s, "the residuals are %g and %g", report.residual, report.contact_residual);
    if ((double)report.memory > MEMORY_RATIO * (double)s->counts.memory_begin + MEMORY_MORE)
        soak_fail(s, "the world holds %zu bytes, after %zu at first", report.memory,
                  s->counts.memory_begin);
    int events;
    rv_world_cable_events(s->world, &events);
    s->counts.breaks += events;
    rv_world_tie_events(s->world, &events);
    s->counts.breaks += events;

    bool frozen = has_frozen(s, &report);
    bool blown_up = has_blown_up(s);
    bool left = fmax(farthest(s), farthest_of_cables(s)) > FAR * s->measure.size;
    s->counts.left += left && !frozen && !blown_up;
    if ((frozen || blown_up || left) && s->trouble[0] == '\0')
        soak_reset(s);
}
