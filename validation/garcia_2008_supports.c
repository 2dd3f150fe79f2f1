// Suite "garcia_2008", figure 5: a cable over supports with a curve in every span (section 3.3 of the
// paper). At rest, frictionless nodes let catenaries share T - w z: all of them hang above one level
// z_0 with T = w (z - z_0), and their lengths make up the cable's.
#include "validation/garcia_2008.h"

#include <math.h>
#include <stdio.h>

enum { SPANS = 4, CELLS = 40, POINTS = SPANS * CELLS + 1 };
static const rv_vec3 SUPPORT[SPANS + 1] = {
    {0, 0, 0}, {12, 0, 2}, {30, 0, 1}, {40, 0, 3}, {54, 0, 0}};
static const rv_vec3 NOWHERE = {0.0, 0.0, 0.0};
static const double DENSITY = 1.2, EA = 1e8;
static const double TENSION = 600.0; // at the first support [N]

// between supports that are dx and dz apart
typedef struct hanging {
    double dx, dz, a; // a = H/w [m]
    double length, end_tension;
} hanging;

static hanging catenary_of(double dx, double dz, double a) {
    const double w = DENSITY * GARCIA_G;
    hanging c = {dx, dz, a, .length = hypot(dz, 2.0 * a * sinh(0.5 * dx / a))};
    // upwards at its second end
    double V = 0.5 * w * (c.length + dz / tanh(0.5 * dx / a));
    c.end_tension = hypot(w * a, V);
    return c;
}

// with a tension at its second end, the tauter of two: bisection in a
static hanging catenary_under(double dx, double dz, double tension) {
    double low = 0.5 * dx, high = 1e3 * dx;
    for (int turn = 0; turn < 100; turn++) {
        double a = 0.5 * (low + high);
        if (catenary_of(dx, dz, a).end_tension < tension)
            low = a;
        else
            high = a;
    }
    return catenary_of(dx, dz, 0.5 * (low + high));
}

// above its first end, `x` from there
static double height_at(const hanging* c, double x) {
    double lowest = 0.5 * c->dx - c->a * asinh(0.5 * c->dz / (c->a * sinh(0.5 * c->dx / c->a)));
    return c->a * (cosh((x - lowest) / c->a) - cosh(lowest / c->a));
}

static double tension_at(int support) {
    return TENSION + DENSITY * GARCIA_G * SUPPORT[support].z;
}

static hanging hanging_in(int span) {
    rv_vec3 d = rv_vec3_sub(SUPPORT[span + 1], SUPPORT[span]);
    return catenary_under(d.x, d.z, tension_at(span + 1));
}

typedef struct line {
    rv_world* world;
    rv_body_id support[SPANS + 1];
    rv_cable_id cable;
} line;

// of the length that the catenaries take
static line hang_line(validation* v) {
    line l = {.world = massless_world(RV_STEPPER_SPOOK, GARCIA_G)};
    rv_cable_node nodes[SPANS + 1];
    double length = 0.0;
    for (int i = 0; i <= SPANS; i++) {
        rv_body_def body = rv_body_def_default();
        body.type = RV_BODY_KINEMATIC;
        body.pose.position = SUPPORT[i];
        l.support[i] = rv_body_create(l.world, &body);
        bool end = i == 0 || i == SPANS;
        nodes[i] = end ? massless_end(l.support[i], NOWHERE) : massless_eye(l.support[i], NOWHERE);
        length += i < SPANS ? hanging_in(i).length : 0.0;
    }
    rv_cable_def def = garcia_cable(nodes, SPANS + 1, EA, DENSITY);
    def.length = garcia_length(length, TENSION, EA);
    def.damping = NAN;
    def.layer.cells = CELLS;
    def.layer.damping = 2.0;
    l.cable = massless_add(v, l.world, &def);
    massless_run(l.world, 1.0 / 60.0, 20 * 60);
    return l;
}

static void read_line(const line* l, double x[POINTS], double z[POINTS]) {
    rv_vec3 points[POINTS];
    int count = rv_cable_points(l->world, l->cable, 0.1, points, NULL, POINTS);
    for (int i = 0; i < POINTS; i++) {
        x[i] = count == POINTS ? points[i].x : NAN;
        z[i] = count == POINTS ? points[i].z : NAN;
    }
}

static void check_line(validation* v, const line* l, const double* x, const double* z) {
    for (int i = 0; i < SPANS; i++) {
        hanging c = hanging_in(i);
        double worst = 0.0;
        for (int j = i * CELLS; j <= (i + 1) * CELLS; j++) {
            double off = fabs(SUPPORT[i].z + height_at(&c, x[j] - SUPPORT[i].x) - z[j]);
            worst = off <= worst ? worst : off;
        }
        char name[120];
        snprintf(name, sizeof name, "four spans, span %d: off the catenary, of its sag", i + 1);
        // One tension per span, where a share e more and less is at its ends; a curve that is set
        // across the chord is skewed by e of the sag at most, by a quarter of it halfway up
        double e = 0.5 * DENSITY * GARCIA_G * fabs(c.dz) / TENSION;
        double sag = rv_cable_sag(l->world, l->cable, i);
        validation_at_most(v, name, "catenaries that share T - w z", e + 2e-3, worst / sag);
        snprintf(name, sizeof name, "four spans, span %d: tension at its upper end [N]", i + 1);
        int upper = c.dz > 0.0 ? i + 1 : i;
        rv_cable_contact at = rv_cable_get_contact(l->world, l->cable, upper);
        massless_check(v, name, "w (z - z_0)", tension_at(upper),
                       upper == i ? at.tension_out : at.tension_in, 2e-3);
    }
}

static void plot_line(validation* v, const double* x, const double* z, const double* swung_x,
                      const double* swung_z) {
    enum { PER_SPAN = 7, DOTS = SPANS * PER_SPAN };
    double at[DOTS], height[DOTS];
    for (int i = 0; i < DOTS; i++) {
        int span = i / PER_SPAN;
        hanging c = hanging_in(span);
        double along = c.dx * (i % PER_SPAN + 1.0) / (PER_SPAN + 1.0);
        at[i] = SUPPORT[span].x + along;
        height[i] = SUPPORT[span].z + height_at(&c, along);
    }
    const validation_series series[] = {
        {"at rest", x, z, POINTS, .points = false},
        {"catenaries that share T - w z", at, height, DOTS, .points = true},
        {"0.4 s after the third support was lowered by 0.5 m", swung_x, swung_z, POINTS,
         .points = false}};
    validation_plot(
        v, &(validation_figure){
               .item = "Figure 5",
               .title = "one cable over five supports, a curve in every span",
               .x_label = "x [m]",
               .y_label = "z [m]",
               .series = series,
               .series_count = 3,
               .remark = "The figure is a scheme without numbers; places are chosen here, with a "
                         "cable of 1.2 kg/m under 600 N. All spans share one length, as in the "
                         "paper. There they share one tension and pull along straight lines, too; "
                         "here tension grows by w z with the height and pulls along the ends of "
                         "the curves, so that supports carry the weight."});
}

void garcia_supports(validation* v) {
    static double x[POINTS], z[POINTS], swung_x[POINTS], swung_z[POINTS];
    line l = hang_line(v);
    read_line(&l, x, z);
    check_line(v, &l, x, z);
    const double h = 1.0 / 240.0;
    rv_body_set_velocity(l.world, l.support[2], (rv_vec3){0, 0, -5});
    massless_run(l.world, h, 24);
    rv_body_set_velocity(l.world, l.support[2], NOWHERE);
    massless_run(l.world, h, 96);
    read_line(&l, swung_x, swung_z);
    rv_world_destroy(l.world);
    plot_line(v, x, z, swung_x, swung_z);
}
