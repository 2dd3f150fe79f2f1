// Strands whose user gives a law for bending (bending.h): two rows per link, as in strand_rows.c,
// with the affine law A about the curvature e that is expected at the end of the substep,
//   phi_i = A_i(k) l/D_i,   compliance l/D_i,   D_i = C_i + sum_j S_j
// k the curvature where the substep begins, l the length that the link stands for: the force of
// such a row is -A_i(k') where phi' = phi + h G v'. What the stepper makes of elastic rows
// (step/rows.c) holds for it as it does for EI. e is k + h k'_t with the speeds before the solve,
// then what the solve has found, until A is the law to within ERROR_MAX of the moments or
// PASSES_MAX times. Energy in the middle of the substep: what curve and layers store at k', less
// half of the moment that has not slipped times how far the force is behind, d = phi' + e_f
// (constraint.h); of EI alone that is -e_f phi'/(2 eps), as of any elastic row.
#include "model/strand.h"

#include <math.h>

static const double ERROR_MAX = 1e-3; // of the moments: what asks for another pass
static const double MISSED = 0.05;    // and what no step that is OK is off by
enum { PASSES_MAX = 8, BEND_ROW = 3 };

static rv_link_bend* bend_of(const rv_world* world, const rv_link* link) {
    return &world->link_bends.data[link - world->links.data];
}

static bool holds(const rv_cable* cable, const rv_link* link) {
    return rv_cable_has_bend_law(cable) && link->holds_bend && !link->broken;
}

static rv_bend2 curvature(const rv_link* link, const rv_link_geometry* g) {
    return (rv_bend2){(g->bend[0] - link->rest[0]) / link->length,
                      (g->bend[1] - link->rest[1]) / link->length};
}

static rv_bend2 after(const rv_link* link, const rv_link_bend* bend, double h,
                      const double speed[2]) {
    double share = h / link->length;
    return (rv_bend2){bend->start.y + share * speed[0], bend->start.z + share * speed[1]};
}

static void put_rows(const rv_link* link, const rv_bend_law* law, const rv_link_bend* bend,
                     double damping, rv_row rows[2]) {
    rv_bend2 A = rv_bend_secant_moment(law, &bend->slid, &bend->secant, bend->start);
    rv_bend2 D = rv_bend_secant_stiffness(law, &bend->secant);
    const double moment[2] = {A.y, A.z}, stiffness[2] = {D.y, D.z};
    for (int i = 0; i < 2; i++) {
        rows[i].compliance = link->length / stiffness[i];
        rows[i].phi = moment[i] * rows[i].compliance;
        rows[i].tau = damping > 0.0 ? damping / stiffness[i] : 0.0;
    }
}

void rv_link_bend_rows(rv_world* world, rv_strand* strand, const rv_link* link,
                       const rv_link_geometry* g, const rv_bend_rows* about, rv_row rows[2]) {
    const rv_bend_law* law = &world->cables.data[strand->cable].bend_law;
    rv_link_bend* bend = bend_of(world, link);
    bend->start = curvature(link, g);
    strand->bend_loss +=
        link->length * rv_bend_relax(law, &bend->slid, bend->start, about->tension);
    bend->secant = rv_bend_secant_at(law, &bend->slid, bend->start,
                                     after(link, bend, about->h, about->speed), about->tension);
    for (int i = 0; i < 2; i++)
        rows[i] = (rv_row){.lower = -INFINITY,
                           .upper = INFINITY,
                           .law = RV_ROW_ELASTIC,
                           .force_before = about->before[i]};
    put_rows(link, law, bend, about->damping, rows);
}

// the speeds of two rows at the end of the substep: a row that holds has G v = b - S Lam
static void speeds_after(const rv_island* island, int first, double speed[2]) {
    const rv_kkt* kkt = &island->kkt;
    for (int i = 0; i < 2; i++)
        speed[i] = kkt->bias.data[first + i]
                   - kkt->sigma.data[first + i] * kkt->impulse.data[first + i]
                   + island->rows.data[first + i].rate;
}

static rv_bend2 found(const rv_island* island, const rv_link* link, const rv_link_bend* bend,
                      int first) {
    double speed[2];
    speeds_after(island, first, speed);
    return after(link, bend, island->h, speed);
}

bool rv_strand_bend_is_unsettled(const rv_world* world, const rv_island* island,
                                 const rv_member* member, int pass) {
    const rv_strand* strand = &world->strands.data[member->index];
    const rv_cable* cable = &world->cables.data[strand->cable];
    if (!rv_cable_has_bend_law(cable) || pass >= PASSES_MAX)
        return false;
    const rv_link* links = rv_strand_links(world, strand);
    int row = island->kkt.row_first.data[member->first_group] + BEND_ROW;
    for (int i = 0; i < strand->link_count; i++, row += RV_LINK_ROWS) {
        const rv_link_bend* bend = bend_of(world, &links[i]);
        if (holds(cable, &links[i])
            && rv_bend_secant_error(&cable->bend_law, &bend->slid, &bend->secant,
                                    found(island, &links[i], bend, row))
                   > ERROR_MAX)
            return true;
    }
    return false;
}

void rv_strand_bend_again(rv_world* world, rv_island* island, const rv_member* member) {
    const rv_strand* strand = &world->strands.data[member->index];
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_link* links = rv_strand_links(world, strand);
    int row = island->kkt.row_first.data[member->first_group] + BEND_ROW;
    for (int i = 0; i < strand->link_count; i++, row += RV_LINK_ROWS) {
        rv_link_bend* bend = bend_of(world, &links[i]);
        if (!holds(cable, &links[i]))
            continue;
        bend->secant = rv_bend_secant_at(&cable->bend_law, &bend->slid, bend->secant.expected,
                                         found(island, &links[i], bend, row), bend->secant.tension);
        put_rows(&links[i], &cable->bend_law, bend, cable->segments.bend_damping,
                 island->rows.data + row);
    }
}

double rv_link_bend_settle(rv_world* world, rv_island* island, rv_strand* strand,
                           const rv_link* link, int first_row) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    if (!holds(cable, link))
        return 0.0;
    rv_link_bend* bend = bend_of(world, link);
    int first = first_row + BEND_ROW;
    double speed[2];
    speeds_after(island, first, speed);
    rv_bend2 k = after(link, bend, island->h, speed);
    island->report.solve.unsettled |=
        rv_bend_secant_error(&cable->bend_law, &bend->slid, &bend->secant, k) > MISSED;
    rv_bend_done done = rv_bend_slide(&cable->bend_law, &bend->slid, &bend->secant, k);
    strand->bend_loss += link->length * done.heat;
    const double elastic[2] = {done.elastic.y, done.elastic.z};
    double stored = link->length * rv_bend_energy(&cable->bend_law, &bend->slid, k);
    for (int i = 0; i < 2; i++) {
        const rv_row* row = &island->rows.data[first + i];
        double force = island->kkt.impulse.data[first + i] / island->h;
        double behind =
            row->phi + island->h * speed[i] + row->compliance * force + row->tau * speed[i];
        stored -= 0.5 * elastic[i] * behind;
    }
    return fmax(stored, 0.0);
}

double rv_link_bend_energy(const rv_world* world, const rv_cable* cable, const rv_link* link,
                           const rv_link_geometry* g) {
    return link->length
           * rv_bend_energy(&cable->bend_law, &bend_of(world, link)->slid, curvature(link, g));
}

double rv_link_bend_EI(const rv_world* world, const rv_cable* cable, const rv_link* link) {
    if (!holds(cable, link))
        return cable->segments.EI;
    rv_bend2 D = rv_bend_secant_stiffness(&cable->bend_law, &bend_of(world, link)->secant);
    return fmin(D.y, D.z);
}

bool rv_link_bend_forces(const rv_world* world, const rv_cable* cable, const rv_link* link,
                         const rv_link_geometry* g, double forces[2]) {
    if (!holds(cable, link))
        return false;
    rv_bend2 m = rv_bend_moment(&cable->bend_law, &bend_of(world, link)->slid, curvature(link, g));
    forces[0] = -m.y;
    forces[1] = -m.z;
    return true;
}

void rv_strand_bend_start(rv_world* world, const rv_strand* strand) {
    const rv_cable* cable = &world->cables.data[strand->cable];
    const rv_link* links = rv_strand_links(world, strand);
    for (int i = 0; i < strand->link_count; i++) {
        if (!holds(cable, &links[i]))
            continue;
        rv_link_geometry g = rv_link_geometry_of(world, NULL, &links[i], cable->segments.bend);
        double tension = rv_link_tension(&g, rv_link_forces(world, strand, i));
        rv_bend_relax(&cable->bend_law, &bend_of(world, &links[i])->slid, curvature(&links[i], &g),
                      tension);
    }
}

double rv_cable_bend_loss(const rv_world* world, rv_cable_id id) {
    const rv_cable* cable = rv_world_cable(world, id);
    double sum = cable == NULL ? NAN : cable->bend_loss;
    for (int s = 0; cable != NULL && s < cable->strand_count; s++)
        sum += rv_cable_strands(world, cable)[s].bend_loss;
    return sum;
}

// --- segments that change ---

rv_bend_held rv_link_bend_hold(const rv_world* world, const rv_cable* cable, const rv_link* link) {
    rv_bend_held held = {.is = link != NULL && holds(cable, link)};
    if (!held.is)
        return held;
    rv_link_geometry g = rv_link_geometry_of(world, NULL, link, cable->segments.bend);
    rv_bend2 k = curvature(link, &g);
    for (int j = 0; j < cable->bend_law.layers; j++) {
        rv_bend2 m = rv_bend_layer_moment(&cable->bend_law, &bend_of(world, link)->slid, j, k);
        held.moment[j] = rv_mat3_apply(g.axes[0], (rv_vec3){0.0, m.y, m.z});
    }
    return held;
}

void rv_bend_held_add(rv_bend_held* sum, double share, const rv_bend_held* held) {
    sum->is |= held->is;
    for (int j = 0; held->is && j < RV_BEND_LAYERS; j++)
        sum->moment[j] = rv_vec3_mul_add(sum->moment[j], share, held->moment[j]);
}

void rv_link_bend_put(rv_world* world, const rv_cable* cable, const rv_link* link,
                      const rv_bend_held* held) {
    if (!held->is || link == NULL || !holds(cable, link))
        return;
    rv_link_geometry g = rv_link_geometry_of(world, NULL, link, cable->segments.bend);
    rv_bend2 k = curvature(link, &g);
    for (int j = 0; j < cable->bend_law.layers; j++) {
        // across the joint as it is now, and as large as it was
        rv_vec3 m = rv_mat3_apply_transpose(g.axes[0], held->moment[j]);
        double across = sqrt(m.y * m.y + m.z * m.z);
        if (across > 0.0)
            m = rv_vec3_scale(m, rv_vec3_length(m) / across);
        rv_bend_set_layer_moment(&cable->bend_law, &bend_of(world, link)->slid, j, k,
                                 (rv_bend2){m.y, m.z});
    }
}
