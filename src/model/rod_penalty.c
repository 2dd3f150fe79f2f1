// Variational rods: contact with themselves, as the continuous penalty force of Wang et al. 2017,
// corrected. For edges a and b, w the way from the nearest point of a to that of b and n = w/|w|, the
// force is the mean of what a penalty gives at the beginning of the step and at its end,
//   F = k_s/2 (max(0, d - |w|) + max(0, d - n.w')) n,   w' = w + h dw/dt
// on the four vertices in shares of 1 - s, s of edge a and 1 - t, t of edge b. Neighbours are left out
// by the list of pairs (rod_contact.c). A point that goes on through the other edge within the step is
// still pushed back. The mean makes it a spring with a damper k_s h/2, so that what hits does not ring.
#include "model/rod.h"

#include <math.h>

double rv_rod_contact_distance(const rv_cable* cable) {
    bool own = cable->rod.contact == RV_CABLE_ROD_PENALTY && !isnan(cable->rod.contact_distance);
    return own ? cable->rod.contact_distance : cable->diameter;
}

// from one place on two edges to the other
static rv_vec3 way(const rv_rod_contact* c, const rv_self_near* near, const rv_vec3* x) {
    rv_vec3 u = rv_vec3_sub(x[c->edge + 1], x[c->edge]);
    rv_vec3 v = rv_vec3_sub(x[c->other + 1], x[c->other]);
    rv_vec3 between = rv_vec3_sub(x[c->other], x[c->edge]);
    return rv_vec3_mul_add(rv_vec3_mul_add(between, near->t, v), -near->s, u);
}

void rv_rod_push_apart(const rv_world* world, const rv_rod* rod, const rv_vec3* x,
                       const rv_vec3* ahead, rv_vec3* force) {
    const rv_cable* cable = &world->cables.data[rod->cable];
    double d = rv_rod_contact_distance(cable), k = 0.5 * cable->rod.contact_stiffness;
    for (int i = 0; i < rod->contact_count; i++) {
        rv_rod_contact* c = &rv_rod_contacts(world, rod)[i];
        rv_self_near near = rv_self_nearest(x + c->edge, x + c->other, 0.0);
        double size = sqrt(near.squared);
        c->touches = false;
        c->force = 0.0;
        if (!(size > 0.0))
            continue;
        rv_vec3 n = rv_vec3_scale(near.apart, 1.0 / size);
        double depth = fmax(0.0, d - size),
               later = fmax(0.0, d - rv_vec3_dot(n, way(c, &near, ahead)));
        if (depth + later == 0.0)
            continue;
        c->touches = true;
        c->force = k * (depth + later);
        c->normal = n;
        c->gap = size - d;
        c->s = near.s;
        c->t = near.t;
        rv_vec3 F = rv_vec3_scale(n, c->force);
        force[c->edge] = rv_vec3_mul_add(force[c->edge], near.s - 1.0, F);
        force[c->edge + 1] = rv_vec3_mul_add(force[c->edge + 1], -near.s, F);
        force[c->other] = rv_vec3_mul_add(force[c->other], 1.0 - near.t, F);
        force[c->other + 1] = rv_vec3_mul_add(force[c->other + 1], near.t, F);
    }
}

double rv_rod_contact_energy(const rv_world* world, const rv_rod* rod, bool between) {
    const rv_cable* cable = &world->cables.data[rod->cable];
    double d = rv_rod_contact_distance(cable), sum = 0.0;
    if (cable->rod.contact != RV_CABLE_ROD_PENALTY)
        return 0.0;
    for (int i = 0; i < rod->contact_count; i++) {
        const rv_rod_contact* c = &rv_rod_contacts(world, rod)[i];
        rv_vec3 a[2], b[2];
        for (int k = 0; k < 2; k++) {
            a[k] = rv_rod_place(world, rod, c->edge + k, between);
            b[k] = rv_rod_place(world, rod, c->other + k, between);
        }
        double depth = fmax(0.0, d - sqrt(rv_self_nearest(a, b, 0.0).squared));
        sum += 0.5 * cable->rod.contact_stiffness * depth * depth;
    }
    return sum;
}
