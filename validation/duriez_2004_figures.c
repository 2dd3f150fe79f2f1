// Suite "duriez_2004", figures 1, 3 and 4: what penalties do where Signorini's conditions hold, and
// the clip itself on its way onto the tube, with the forces of its contacts.
#include "validation/duriez_2004_snap.h"

#include <math.h>
#include <stdio.h>

static const double PEAK_Y = -10.2e-3; // of quadratic elements [m]

// --- figure 1: penalties -------------------------------------------------------------------------

enum { PENALTIES = 8 };

// A penalty k on each node is the same problem with the compliance 1/k in every row:
//   f_i = k max(0, -delta_i)  <=>  0 <= f_i _|_ delta_i + f_i/k >= 0
static bool penalise(const duriez_clip* clip, double k, duriez_snap_state* state) {
    duriez_snap snap;
    bool good = duriez_snap_make(&snap, clip, DURIEZ_TUBE);
    snap.give = k > 0.0 ? 1.0 / k : 0.0;
    for (int n = 0; good && n <= 10; n++) // from where nothing touches
        *state =
            duriez_snap_move(&snap, rv_vec3_make(0.0, -13e-3 + n * (PEAK_Y + 13e-3) / 10, 0.0));
    duriez_snap_free(&snap);
    return good;
}

static void check_penalties(validation* v, const duriez_clip* clip) {
    double k[PENALTIES], depth[PENALTIES], off[PENALTIES];
    duriez_snap_state exact, soft;
    if (!penalise(clip, 0.0, &exact))
        return;
    for (int i = 0; i < PENALTIES; i++) {
        k[i] = 1e2 * pow(10.0, i);
        if (!penalise(clip, k[i], &soft))
            return;
        depth[i] = 1e3 * soft.deepest;
        off[i] = 100.0 * fabs(soft.force.y / exact.force.y - 1.0);
    }
    // the stiffest two: what is left of the second order in 1/k
    validation_check(v, "figure 1: a node within the tube, order in the penalty's stiffness",
                     "f = k depth, and f has a limit: -1", -1.0,
                     log10(depth[PENALTIES - 1] / depth[PENALTIES - 2]), 0.01);
    validation_check(v, "figure 1: what the penalty's force is off by, order in its stiffness",
                     "first order in 1/k", -1.0, log10(off[PENALTIES - 1] / off[PENALTIES - 2]),
                     0.05);
    validation_at_most(v, "figure 1: a node within the tube with Signorini's conditions [m]",
                       "normals iterated to 1e-10 m", 1e-10, exact.deepest);
    char remark[400];
    snprintf(
        remark, sizeof remark,
        "The paper's picture has no numbers. A penalty of %.0e N/m per node leaves %.2g mm and "
        "misses %.2g %% of the force; with Signorini's conditions no node is within the tube "
        "by more than %.0e mm.",
        k[2], depth[2], off[2], fmax(1e3 * exact.deepest, 1e-13));
    validation_series series[] = {
        {"deepest node within the tube [mm]", k, depth, PENALTIES, .points = false},
        {"force off by [%]", k, off, PENALTIES, .points = false}};
    validation_plot(v, &(validation_figure){.item = "Figure 1 (above)",
                                            .title = "constraints that penalties do not hold",
                                            .x_label = "penalty per node [N/m]",
                                            .y_label = "depth [mm], error [%]",
                                            .log_x = true,
                                            .log_y = true,
                                            .series = series,
                                            .series_count = 2,
                                            .remark = remark});
}

// nodes that the free motion brings into the tube
static int count_free(const duriez_clip* clip, double y) {
    int count = 0;
    for (int i = 0; i < clip->count; i++)
        count += hypot(clip->X[i].x, clip->X[i].y - y) < DURIEZ_TUBE;
    return count;
}

static void check_artificial(validation* v, const duriez_clip* clip) {
    enum { PLACES = 80 };
    static double y[PLACES], free[PLACES], carry[PLACES];
    double at_peak = NAN, at_peak_free = NAN;
    duriez_snap snap;
    bool good = duriez_snap_make(&snap, clip, DURIEZ_TUBE);
    for (int n = 0; good && n < PLACES; n++) {
        double place = -13e-3 + 0.15e-3 * n;
        y[n] = 1e3 * place;
        free[n] = count_free(clip, place);
        carry[n] = duriez_snap_move(&snap, rv_vec3_make(0.0, place, 0.0)).contacts;
    }
    if (good) {
        at_peak = duriez_snap_move(&snap, rv_vec3_make(0.0, PEAK_Y, 0.0)).contacts;
        at_peak_free = count_free(clip, PEAK_Y);
    }
    duriez_snap_free(&snap);
    validation_check(v, "figure 1: nodes that carry at the peak", "theory section 3: 16 typical",
                     16.0, at_peak, 0.0);
    char remark[400];
    snprintf(remark, sizeof remark,
             "A penalty on the depth after free motion pushes every node that is then in the tube, "
             "%.0f at the peak; %.0f are in contact once the clip has given way. The paper's "
             "picture has no numbers.",
             at_peak_free, at_peak);
    validation_series series[] = {
        {"in the tube after free motion", y, free, PLACES, .points = false},
        {"that carry", y, carry, PLACES, .points = false}};
    validation_plot(v, &(validation_figure){.item = "Figure 1 (below)",
                                            .title = "artificial forces on nodes not in contact",
                                            .x_label = "tube from the seat [mm]",
                                            .y_label = "nodes",
                                            .series = series,
                                            .series_count = 2,
                                            .remark = remark});
}

// --- the clip, seen along the tube ---------------------------------------------------------------

enum { OUTLINE_MAX = 128, CIRCLE = 73, ARROWS_MAX = 3 * 64 };

// the side of the clip towards -z: stations along the sweep, `across` nodes through the wall each
typedef struct side {
    int node[OUTLINE_MAX]; // of the surface
    int stations, across;
} side;

typedef struct path {
    double x[4 * OUTLINE_MAX], y[4 * OUTLINE_MAX]; // [mm]
    int count;
} path;

static void path_add(path* p, double x, double y) {
    p->x[p->count] = x;
    p->y[p->count++] = y;
}

static side side_of(const duriez_clip* clip) {
    side s = {.across = rv_clip_shape_default().wall_cells + 1};
    int count = 0;
    double lowest = INFINITY;
    for (int i = 0; i < clip->surface_count; i++)
        lowest = fmin(lowest, clip->surface[i].z);
    // the mesh numbers its nodes station by station, through the wall, then along z
    for (int i = 0; i < clip->surface_count && count < OUTLINE_MAX; i++)
        if (clip->surface[i].z < lowest + 1e-9)
            s.node[count++] = i;
    s.stations = count / s.across;
    return s;
}

// along the inside of the clip and back along its outside; u NULL: at rest
static void path_add_clip(path* p, const duriez_clip* clip, const rv_vec3* u, rv_vec3 shift) {
    side s = side_of(clip);
    for (int k = 0; k <= 2 * s.stations; k++) {
        int station = k < s.stations ? k : 2 * s.stations - 1 - k;
        bool closes = k == 2 * s.stations, inside = k < s.stations || closes;
        int node = s.node[closes ? 0 : station * s.across + (inside ? 0 : s.across - 1)];
        rv_vec3 at = clip->surface[node];
        if (u != NULL && clip->free[node] >= 0)
            at = rv_vec3_add(at, u[clip->free[node]]);
        path_add(p, 1e3 * (at.x + shift.x), 1e3 * (at.y + shift.y));
    }
    path_add(p, NAN, NAN);
}

static void path_add_tube(path* p, rv_vec3 at) {
    for (int k = 0; k < CIRCLE; k++) {
        double angle = 2.0 * RV_PI * k / (CIRCLE - 1);
        path_add(p, 1e3 * (at.x + DURIEZ_TUBE * cos(angle)),
                 1e3 * (at.y + DURIEZ_TUBE * sin(angle)));
    }
    path_add(p, NAN, NAN);
}

// --- figure 3: contacts and their force at O -----------------------------------------------------

// the force is the slope of the stored energy, in both directions, beside the middle too
static void check_force_at_handle(validation* v, const duriez_clip* clip) {
    static const double STEP = 1e-5; // [m]
    static const rv_vec3 TUBE = {0.4e-3, -9e-3, 0.0};
    double slope[2] = {NAN, NAN};
    duriez_snap snap;
    duriez_snap_state state = {.force = {NAN, NAN, NAN}};
    if (duriez_snap_make(&snap, clip, DURIEZ_TUBE)) {
        for (int d = 0; d < 2; d++) {
            rv_vec3 step = {d == 0 ? STEP : 0.0, d == 1 ? STEP : 0.0, 0.0};
            double ahead = duriez_snap_move(&snap, rv_vec3_add(TUBE, step)).energy;
            double behind = duriez_snap_move(&snap, rv_vec3_sub(TUBE, step)).energy;
            slope[d] = (ahead - behind) / (2.0 * STEP);
        }
        state = duriez_snap_move(&snap, TUBE);
    }
    duriez_snap_free(&snap);
    // differences over 20 um of a force that changes within millimetres: (20 um/1 mm)^2/6
    double within = 1e-4 * hypot(slope[0], slope[1]);
    validation_check(v, "figure 3: force at O, tube 0.4 mm beside the middle, along x [N]",
                     "slope of the stored energy", slope[0], state.force.x, within);
    validation_check(v, "figure 3: force at O, tube 0.4 mm beside the middle, along y [N]",
                     "slope of the stored energy", slope[1], state.force.y, within);
}

static void draw_contact(validation* v, const duriez_clip* clip) {
    static const double ARROW = 4e-3; // of 1 N [m]
    static path rest, bent, tube, arrows, places;
    duriez_snap snap;
    rv_vec3 at = {0.0, PEAK_Y, 0.0}, none = {0.0, 0.0, 0.0};
    rest.count = bent.count = tube.count = arrows.count = places.count = 0;
    if (!duriez_snap_make(&snap, clip, DURIEZ_TUBE))
        return;
    duriez_snap_state state = duriez_snap_move(&snap, at);
    path_add_clip(&rest, clip, NULL, none);
    path_add_clip(&bent, clip, snap.u, none);
    path_add_tube(&tube, at);
    for (int r = 0; r < snap.rows && arrows.count + 3 <= ARROWS_MAX; r++) {
        if (snap.lcp.f[r] <= 0.0)
            continue;
        rv_vec3 from = rv_vec3_add(clip->X[snap.node[r]], snap.u[snap.node[r]]);
        rv_vec3 to = rv_vec3_mul_add(from, ARROW * snap.lcp.f[r], snap.normal[r]);
        path_add(&places, 1e3 * from.x, 1e3 * from.y);
        path_add(&arrows, 1e3 * from.x, 1e3 * from.y);
        path_add(&arrows, 1e3 * to.x, 1e3 * to.y);
        path_add(&arrows, NAN, NAN);
    }
    duriez_snap_free(&snap);
    double O[2] = {0.0, 11.2};
    char remark[400];
    snprintf(
        remark, sizeof remark,
        "The paper's picture is a sketch without numbers. Here: the clip of quadratic elements "
        "at the peak, seen along the tube; %d nodes carry, half of them behind each other on "
        "either side, and push the handle at O away with %.3g N.",
        state.contacts, state.force.y);
    validation_series series[] = {
        {"after free motion", rest.x, rest.y, rest.count, .points = false},
        {"in contact", bent.x, bent.y, bent.count, .points = false},
        {"tube", tube.x, tube.y, tube.count, .points = false},
        {"nodes that carry", places.x, places.y, places.count, .points = true},
        {"their forces, 4 mm = 1 N", arrows.x, arrows.y, arrows.count, .points = false},
        {"O, among the held nodes", O, O + 1, 1, .points = true}};
    validation_plot(v, &(validation_figure){.item = "Figure 3",
                                            .title = "deformable object in contact",
                                            .x_label = "x [mm]",
                                            .y_label = "y [mm]",
                                            .same_scale = true,
                                            .series = series,
                                            .series_count = 6,
                                            .remark = remark});
}

// --- figure 4: the snap-in operation -------------------------------------------------------------

static void draw_snap(validation* v, const duriez_clip* clip) {
    enum { PICTURES = 4 };
    static const double PLACE[PICTURES] = {-14.5e-3, -10.2e-3, -6.9e-3, 0.0}; // [m]
    static const double APART = 33e-3;
    static path clips, tubes;
    duriez_snap snap;
    clips.count = tubes.count = 0;
    if (!duriez_snap_make(&snap, clip, DURIEZ_TUBE))
        return;
    double force[PICTURES];
    for (int n = 0; n < PICTURES; n++) {
        rv_vec3 shift = {n * APART, 0.0, 0.0}, tube = {0.0, PLACE[n], 0.0};
        force[n] = duriez_snap_move(&snap, tube).force.y;
        path_add_clip(&clips, clip, snap.u, shift);
        path_add_tube(&tubes, rv_vec3_add(tube, shift));
    }
    duriez_snap_free(&snap);
    char remark[400];
    snprintf(remark, sizeof remark,
             "The paper has a picture of its clip and no sizes: this clip is ours, of the same "
             "number of nodes. From left to right the tube pushes with %.3g N, %.3g N, %.2g N and "
             "%.2g N. Scene 30 of the gallery shows it moving.",
             force[0], force[1], force[2], force[3]);
    validation_series series[] = {{"clip", clips.x, clips.y, clips.count, .points = false},
                                  {"tube", tubes.x, tubes.y, tubes.count, .points = false}};
    validation_plot(v,
                    &(validation_figure){.item = "Figure 4",
                                         .title = "snap-in operation: before, at the peak, where "
                                                  "it snaps, on the seat",
                                         .x_label = "x [mm], pictures 33 mm apart",
                                         .y_label = "y [mm]",
                                         .same_scale = true,
                                         .series = series,
                                         .series_count = 2,
                                         .remark = remark});
}

void duriez_figures(validation* v, const duriez_clips* clips) {
    check_penalties(v, &clips->quadratic);
    check_artificial(v, &clips->quadratic);
    check_force_at_handle(v, &clips->quadratic);
    draw_contact(v, &clips->quadratic);
    draw_snap(v, &clips->quadratic);
}
