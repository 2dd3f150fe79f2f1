// Solids that cables meet (part of stage "adapt"): the nodes that their surfaces make
// (model/cable_press.h). A cable lies on a solid in a plane through where it comes from and where
// it goes to. Of that plane's section with the surface as it is now it takes the bends
// (collide/soft_section.h), anew in each step; what it has bent over stays for some steps more,
// since a static solid comes back at once where it is let go. The plane turns about the line
// between its ends:
//   a = angle from the surface's normal to the way that the cable is pushed,   |a| <= atan(mu)
// so that it slides sideways by what friction does not hold, and without any runs along the
// shortest way, whose plane has the normal in it.
#include "model/cable_press.h"
#include "model/holder.h"
#include "model/solid.h"
#include "step/touch.h"

#include <math.h>

enum { MET_MAX = 16, FREE_STEPS = 3 };  // steps: for which a bend is kept that presses no more
static const double DEPTH_SHARE = 0.05; // of a solid's size: what is deeper has come another way
static const double OUTSIDE = 0.45;  // cosine, of a way off an edge and the normal of its triangles
static const double LEAST_OFF = 0.1; // radii, of a bend that tells which way it is pushed
// of the way to slide sideways in a step: of all of it, of the last one if it goes on or comes
// back, and of radii at least
static const double SLIDING = 0.5, SLIDES_ON = 1.5, SLIDES_BACK = 0.3, LEAST_SLIDE = 1e-3;
static const double LONGER = 5.0; // radii, of a way round another side
static const double LIFTING_TURN =
    0.15; // [rad], of a bend that a cable can lift from within a step
static const double LEAST_WEIGHT = 1e-6; // [rad], of a bend in the mean of all
static const double MOST_PASSED = 0.5;   // of a section, by a bend that moves on

// where a cable lies on a solid
typedef struct bed {
    int32_t solid;
    rv_vec3 ends[2]; // of its way there
    rv_vec3 place, normal;
    double slid; // sideways, in the last step and in this
    // edges that it bends over, and for how many steps they have not pressed
    int32_t kept[RV_SECTION_MAX], free[RV_SECTION_MAX];
    int kept_count;
} bed;

static int32_t free_steps(const bed* b, const rv_soft_bend* bend) {
    int32_t steps = 0;
    for (int k = 0; k < b->kept_count; k++)
        steps = b->kept[k] == bend->edge ? b->free[k] : steps;
    return steps;
}

static const rv_soft_surface* surface_of(const rv_toucher* t, int32_t solid) {
    return &t->world->solid_work.data[solid]->surface;
}

static double friction_on(const rv_toucher* t, int32_t solid) {
    return rv_cable_friction_on(t->world, t->cable, &t->world->solids.data[solid].material);
}

// How far to slide of a way. A groove that the cable has pressed in may be much narrower than that:
// it goes on faster and comes back slower, until it lies in its bottom.
static double slide(const rv_toucher* t, double last, double way) {
    double radius = rv_cable_radius(t->cable);
    double most = last == 0.0 ? radius : (last * way > 0.0 ? SLIDES_ON : SLIDES_BACK) * fabs(last);
    return copysign(fmin(SLIDING * fabs(way), fmax(most, LEAST_SLIDE * radius)), way);
}

// the way that the surface pushes the cable
static rv_vec3 out_of(const rv_toucher* t, bed* b, rv_vec3 x) {
    rv_vec3 n = rv_vec3_normalize(rv_vec3_mul_add(b->normal, -rv_vec3_dot(b->normal, x), x));
    rv_vec3 off = rv_vec3_sub(b->place, b->ends[0]);
    off = rv_vec3_mul_add(off, -rv_vec3_dot(off, x), x);
    double height = rv_vec3_length(off), sine, cosine;
    if (!(rv_vec3_dot(off, n) > LEAST_OFF * rv_cable_radius(t->cable)))
        return n;
    double a = rv_angle_about(x, n, off), held = rv_atan2(friction_on(t, b->solid), 1.0);
    double over = copysign(fmax(fabs(a) - held, 0.0), a);
    b->slid = slide(t, b->slid, -height * over);
    rv_sincos(b->slid / height, &sine, &cosine);
    rv_vec3 e = rv_vec3_scale(off, 1.0 / height);
    return rv_vec3_add(rv_vec3_scale(e, cosine), rv_vec3_scale(rv_vec3_cross(x, e), sine));
}

// the bends of a cable on a bed, and the normal of their plane
static int find_bends(const rv_toucher* t, bed* b, rv_soft_bend bends[RV_SECTION_MAX],
                      rv_vec3* axis) {
    rv_vec3 way = rv_vec3_sub(b->ends[1], b->ends[0]);
    double radius = rv_cable_radius(t->cable);
    rv_soft_cut cut = {.from = b->ends[0],
                       .length = rv_vec3_length(way),
                       .radius = radius + t->world->solids.data[b->solid].skin,
                       .near = b->place,
                       .kept = b->kept,
                       .kept_count = b->kept_count};
    if (!(cut.length > t->cable->diameter))
        return 0;
    cut.x = rv_vec3_scale(way, 1.0 / cut.length);
    cut.y = out_of(t, b, cut.x);
    *axis = rv_vec3_cross(cut.x, cut.y);
    if (!(rv_vec3_length(cut.y) > 0.5))
        return 0;
    return rv_soft_section(surface_of(t, b->solid), &cut, bends);
}

// the bend that has all friction: in the middle of the turn
static int middle_of(const rv_soft_bend* bends, int count) {
    double turn = 0.0, half = 0.0;
    for (int k = 0; k < count; k++)
        turn += 0.5 * bends[k].turn;
    int k = 0;
    while (k < count - 1 && (half += bends[k].turn) < turn)
        k++;
    return k;
}

static void make_nodes(const rv_toucher* t, const bed* b, const rv_soft_bend* bends, int count,
                       rv_vec3 axis, rv_path_node* in) {
    for (int k = 0; k < count; k++) {
        in[k] = rv_node_on_solid(t->world, b->solid, &bends[k], axis);
        in[k].slid = b->slid;
        in[k].free = free_steps(b, &bends[k]);
    }
    double friction = friction_on(t, b->solid);
    if (count == 0 || !(friction > 0.0))
        return;
    rv_path_node* middle = &in[middle_of(bends, count)];
    middle->def.friction = friction;
    middle->splits = true;
}

// --- where it lies already ---

// the angle by which the cable turns towards the surface at a node
static double pressing(const rv_path_node* nodes, int i) {
    rv_vec3 before = nodes[rv_path_previous(nodes, i)].span.u;
    return -rv_angle_about(nodes[i].axis, before, nodes[i].span.u);
}

static bed bed_at(const rv_toucher* t, rv_node_range g) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    bed b = {
        .solid = nodes[g.first].holder.solid,
        .slid = nodes[g.first].slid,
        .ends = {nodes[rv_path_previous(nodes, g.first)].span.at[0], nodes[g.end - 1].span.at[1]}};
    double sum = 0.0, turn = 0.0;
    for (int i = g.first; i < g.end; i++) {
        double weight = fmax(nodes[i].wrap, LEAST_WEIGHT);
        rv_vec3 at = rv_vec3_sub(nodes[i].rim.center, nodes[i].off);
        rv_vec3 normal = rv_soft_edge_normal(surface_of(t, b.solid), (int)nodes[i].feature);
        b.place = rv_vec3_mul_add(b.place, weight, at);
        b.normal = rv_vec3_mul_add(b.normal, weight, normal);
        sum += weight;
        // what another bend has taken over may press again once the surface has settled
        int32_t steps = pressing(nodes, i) > 0.0 ? 0 : nodes[i].free + 1;
        turn += pressing(nodes, i);
        if (b.kept_count < RV_SECTION_MAX && steps < FREE_STEPS) {
            b.kept[b.kept_count] = (int32_t)nodes[i].feature;
            b.free[b.kept_count++] = steps;
        }
    }
    // all of it has lifted
    b.kept_count = turn > 0.0 ? b.kept_count : 0;
    b.place = rv_vec3_scale(b.place, 1.0 / sum);
    return b;
}

static int split_in(const rv_path_node* nodes, rv_node_range g) {
    for (int i = g.first; i < g.end; i++)
        if (nodes[i].splits)
            return i;
    return -1;
}

// the bends go on to other places: where two sections meet, the one gets what the other loses
static void follow(rv_toucher* t, const bed* b, rv_node_range g, const rv_soft_bend* bends,
                   rv_vec3 axis) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    int split = split_in(nodes, g);
    rv_vec3 was = nodes[split < 0 ? g.first : split].rim.center;
    for (int i = g.first; i < g.end; i++) {
        rv_node_follow_bend(t->world, &nodes[i], &bends[i - g.first], axis);
        nodes[i].slid = b->slid;
        nodes[i].free = free_steps(b, &bends[i - g.first]);
    }
    if (split < 0)
        return;
    rv_path_node* before = &nodes[rv_section_before(nodes, split)];
    rv_vec3 u = nodes[rv_path_previous(nodes, split)].span.u;
    double moved = rv_vec3_dot(u, rv_vec3_sub(nodes[split].rim.center, was));
    moved = fmin(moved, MOST_PASSED * nodes[split].material);
    moved = fmax(moved, -MOST_PASSED * before->material);
    before->material += moved;
    nodes[split].material -= moved;
}

// material over length of the sections before and after a split node
static void strains_at(const rv_path_node* nodes, int split, double strain[2]) {
    const rv_path_node* section[2] = {&nodes[rv_section_before(nodes, split)], &nodes[split]};
    for (int s = 0; s < 2; s++)
        strain[s] =
            section[s]->geometric > 0.0 ? section[s]->material / section[s]->geometric : 1.0;
}

// Other nodes in the place of those on a solid. Their sections keep their strains, and so the
// tensions.
static void replace(rv_toucher* t, const bed* b, rv_node_range g, const rv_soft_bend* bends,
                    int count, rv_vec3 axis) {
    rv_path_node in[RV_SECTION_MAX];
    const rv_path_node* old = rv_cable_nodes(t->world, t->cable);
    double strain[2] = {1.0, 1.0};
    int split = split_in(old, g);
    make_nodes(t, b, bends, count, axis, in);
    for (int k = 0; k < count; k++) {
        in[k].swept[0] = old[g.first].swept[0];
        in[k].swept[1] = k < count - 1 ? old[g.first].swept[0] : old[g.end - 1].swept[1];
    }
    if (split >= 0)
        strains_at(old, split, strain);
    rv_wrap_change change = {.out = g, .in = in, .count = count, .most = INFINITY};
    if (!rv_touch_change(t, &change) || split < 0)
        return;
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    split = split_in(nodes, (rv_node_range){g.first, g.first + count});
    if (split < 0)
        return;
    rv_path_node* before = &nodes[rv_section_before(nodes, split)];
    double all = before->material + nodes[split].material;
    double first = strain[0] * before->geometric, second = strain[1] * nodes[split].geometric;
    if (first + second > 0.0) {
        before->material = all * first / (first + second);
        nodes[split].material = all - before->material;
    }
}

static void leave(rv_toucher* t, rv_node_range g) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    bool slips = rv_knots_turn(nodes, g.first) > LIFTING_TURN;
    nodes[g.first - 1].swept[1] = nodes[g.end - 1].swept[1];
    rv_touch_change(t, &(rv_wrap_change){.out = g, .slips = slips, .most = INFINITY});
}

// how far the span has moved in the last step, at most
static double moved_by(const rv_path_node* node) {
    double moved = 0.0;
    for (int s = 0; s < 2; s++)
        moved = fmax(moved, rv_vec3_length(rv_vec3_sub(node->span.at[s], node->swept[s])));
    return moved;
}

// how much longer it is than straight
static double detour(const bed* b, const rv_soft_bend* bends, int count) {
    double length = rv_vec3_length(rv_vec3_sub(b->ends[1], b->ends[0])), sum = 0.0;
    for (int k = 0; k <= count; k++) {
        double x = k < count ? bends[k].along : length, y = k < count ? bends[k].height : 0.0;
        x -= k > 0 ? bends[k - 1].along : 0.0;
        y -= k > 0 ? bends[k - 1].height : 0.0;
        sum += sqrt(x * x + y * y);
    }
    return sum - length;
}

// the same of the nodes that are there
static double detour_of(const rv_path_node* nodes, rv_node_range g, const bed* b) {
    double sum = nodes[rv_path_previous(nodes, g.first)].span.length;
    for (int i = g.first; i < g.end; i++)
        sum += nodes[i].span.length;
    return sum - rv_vec3_length(rv_vec3_sub(b->ends[1], b->ends[0]));
}

// The bends that are found lead another way: round another side, since the surface has been crossed
// or crushed. The cable is longer by what both ends have moved and what it is thick, at most.
static bool leads_elsewhere(const rv_toucher* t, rv_node_range g, const bed* b,
                            const rv_soft_bend* bends, int count) {
    const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    double moved = moved_by(&nodes[rv_path_previous(nodes, g.first)]) + moved_by(&nodes[g.end - 1]);
    return detour(b, bends, count) - detour_of(nodes, g, b)
           > LONGER * rv_cable_radius(t->cable) + 2.0 * moved;
}

static void settle(rv_toucher* t) {
    rv_cable_slide(t->world, t->cable);
    for (int i = 1; i < t->cable->node_count - 1 && t->changes < RV_TOUCH_CHANGES; i++) {
        const rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
        if (!rv_node_is_on_solid(&nodes[i]))
            continue;
        rv_node_range g = rv_knots_at(nodes, i);
        bed b = bed_at(t, g);
        rv_soft_bend bends[RV_SECTION_MAX];
        rv_vec3 axis;
        bool frozen = t->world->solids.data[b.solid].frozen;
        int count = frozen ? 0 : find_bends(t, &b, bends, &axis);
        if (count == 0 || leads_elsewhere(t, g, &b, bends, count)) {
            count = 0;
            leave(t, g);
        } else if (count == g.end - g.first)
            follow(t, &b, g, bends, axis);
        else
            replace(t, &b, g, bends, count, axis);
        i = g.first + count - 1;
        rv_cable_slide(t->world, t->cable);
    }
}

// --- what it meets ---

static bool may_touch(const rv_toucher* t, int span, int32_t solid) {
    const rv_world* world = t->world;
    const rv_solid* s = &world->solids.data[solid];
    const rv_path_node* nodes = rv_cable_nodes(world, t->cable);
    return rv_id_pool_alive(&world->solid_ids, solid) && !s->frozen
           && (s->group & t->cable->touch.mask) && (s->mask & t->cable->touch.group)
           && nodes[span].holder.solid != solid && nodes[span + 1].holder.solid != solid;
}

// the edge between two nodes, -1: none
static int edge_of(const rv_soft_surface* surface, const int node[2]) {
    for (int e = 0; e < surface->edges.count; e++) {
        const int32_t* end = surface->edges.data[e].node;
        if ((end[0] == node[0] && end[1] == node[1]) || (end[0] == node[1] && end[1] == node[0]))
            return e;
    }
    return -1;
}

// Where the span is on the surface after its motion, if it is there. Two edges that are parallel
// may be met from any side: only from outside it counts.
static bool bed_of(const rv_toucher* t, int span, int32_t solid, const rv_soft_touch* met, bed* b) {
    const rv_path_node* node = rv_cable_nodes(t->world, t->cable) + span;
    const rv_soft_surface* surface = surface_of(t, solid);
    *b = (bed){.solid = solid,
               .ends = {node->span.at[0], node->span.at[1]},
               .normal = rv_vec3_neg(met->normal)};
    rv_vec3 at = {0, 0, 0};
    for (int c = 0; c < met->count; c++)
        b->place = rv_vec3_mul_add(b->place, met->weight[c], surface->x_to[met->node[c]]);
    for (int c = 0; c < met->other_count; c++)
        at = rv_vec3_mul_add(at, met->other_weight[c], b->ends[met->other_node[c]]);
    double radius = rv_cable_radius(t->cable) + t->world->solids.data[solid].skin;
    if (rv_vec3_dot(b->normal, rv_vec3_sub(at, b->place)) > radius)
        return false;
    int edge = edge_of(surface, met->node);
    return edge >= 0 && rv_vec3_dot(b->normal, rv_soft_edge_normal(surface, edge)) > OUTSIDE;
}

// the nodes for what a span has met of a solid, on the shortest way; false: it runs free
static bool meet(rv_toucher* t, int span, int32_t solid) {
    rv_path_node* node = rv_cable_nodes(t->world, t->cable) + span;
    const rv_solid_work* work = t->world->solid_work.data[solid];
    double radius = rv_cable_radius(t->cable) + t->world->solids.data[solid].skin;
    rv_soft_line line = {node->swept, node->span.at, 2, radius};
    rv_soft_limits limits = {radius, fmax(DEPTH_SHARE * work->size, radius), RV_SOFT_EDGES};
    rv_soft_touch met[MET_MAX];
    rv_path_node in[RV_SECTION_MAX];
    int found = rv_soft_touch_line(&work->surface, &line, &limits, met, MET_MAX), count = 0;
    double least = INFINITY;
    for (int k = 0; k < found; k++) {
        bed b;
        rv_soft_bend bends[RV_SECTION_MAX];
        rv_vec3 axis;
        int more = bed_of(t, span, solid, &met[k], &b) ? find_bends(t, &b, bends, &axis) : 0;
        if (more == 0 || !(detour(&b, bends, more) < least))
            continue;
        least = detour(&b, bends, more);
        count = more;
        make_nodes(t, &b, bends, count, axis, in);
    }
    for (int i = 0; i < count; i++) {
        in[i].swept[0] = in[i].rim.center;
        in[i].swept[1] = i < count - 1 ? in[i + 1].rim.center : node->span.at[1];
    }
    double most = RV_TOUCH_FARTHEST * radius + limits.depth + 2.0 * moved_by(node);
    rv_wrap_change change = {.out = {span + 1, span + 1}, .in = in, .count = count, .most = most};
    return count > 0 && rv_touch_change(t, &change);
}

static void meet_all(rv_toucher* t) {
    rv_path_node* nodes = rv_cable_nodes(t->world, t->cable);
    for (int i = 0; i < t->cable->node_count - 1 && !t->cable->swept; i = nodes[i].next)
        for (int s = 0; s < 2; s++)
            nodes[i].swept[s] = nodes[i].span.at[s];
    t->cable->swept = true;
    for (int i = 0; i < t->cable->node_count - 1; i++)
        for (int32_t s = 0; s < t->world->solids.count && t->changes < RV_TOUCH_CHANGES; s++) {
            nodes = rv_cable_nodes(t->world, t->cable);
            if (nodes[i].lifted || nodes[i].next != i + 1 || !may_touch(t, i, s))
                continue;
            if (meet(t, i, s))
                rv_cable_slide(t->world, t->cable);
        }
}

// where surfaces have gone in the last step
static void refit(rv_world* world, double dt) {
    for (int i = 0; i < world->solids.count; i++) {
        const rv_solid* solid = &world->solids.data[i];
        rv_solid_work* work = world->solid_work.data[i];
        if (!rv_id_pool_alive(&world->solid_ids, i) || solid->frozen)
            continue;
        for (int k = 0; k < solid->corners; k++) {
            work->x_to.data[k] = rv_solid_point(world, solid, k);
            work->x.data[k] =
                rv_vec3_mul_add(work->x_to.data[k], -dt, rv_solid_point_velocity(world, solid, k));
        }
        rv_soft_refit(&work->surface, 0.0);
    }
}

void rv_touch_find_solids(rv_world* world, double dt) {
    if (world->solids.count > 0)
        refit(world, dt);
}

void rv_touch_solids(rv_toucher* t) {
    bool lies = t->cable->knot_count > 0;
    if (t->world->solids.count == 0 && !lies)
        return;
    if (lies)
        settle(t);
    if (t->cable->state != RV_CABLE_BROKEN && t->cable->tension != RV_CABLE_TENSION_SPRING)
        meet_all(t);
}
