// Memory that the steps of a scene will need, reserved once its world is complete, so that a scene
// that plays in real time does not allocate in the middle of it: room for the contacts of shapes,
// of rods, and of cables that run round shapes. The bounds come from the numbers of the scene: they
// are those of heaps and bundles in which everything touches. Where a scene exceeds them, its lists
// grow.
#include "scene/play.h"

// Pairs of shapes that touch, for each that moves: in a heap, as in a wall of bricks, one has six
// neighbours on average, and each pair is of two. Faces that lie on each other touch in four
// points.
enum { PAIRS_PER_SHAPE = 3, POINTS_PER_PAIR = 4 };

// Triangles of the surface of a solid for a point of contact: a surface has twice as many triangles
// as nodes, and what is convex touches it from one side.
enum { TRIANGLES_PER_POINT = 4 };

// Contacts of rods, for each vertex: as many pairs of edges as the systems of rods hold
// (rv_rod_coupled_most in model/rod.h), and a place near a shape.
enum { CONTACTS_PER_VERTEX = 8 + 1 };

// More than this is not played in real time, so that no allocation disturbs it, and memory for all
// of it would be large: heaps of 500 bodies, solids that touch in 1000 points and coils of rods
// with 2000 vertices take longer than a frame of 1/60 s.
enum { MOVING_SHAPES_MAX = 500, SOLID_POINTS_MAX = 1000, ROD_VERTICES_MAX = 2000 };

// shapes that may touch others
typedef struct shape_counts {
    int moving, fixed;
} shape_counts;

static void count_bodies(const rv_scene_play* play, shape_counts* counts) {
    const rv_scene* scene = play->scene;
    const rv_scene_body* bodies = scene->bodies.items;
    const rv_scene_chain* chains = scene->chains.items;
    for (int i = 0; i < scene->bodies.count; i++) {
        if (bodies[i].touches == 0 || bodies[i].group == 0)
            continue;
        int* count = bodies[i].def.type == RV_BODY_DYNAMIC ? &counts->moving : &counts->fixed;
        *count += bodies[i].shapes.count;
    }
    for (int i = 0; i < scene->chains.count; i++)
        if (chains[i].touches != 0 && chains[i].group != 0)
            counts->moving += chains[i].count;
}

static shape_counts count_shapes(const rv_scene_play* play) {
    shape_counts counts = {0, 0};
    const rv_scene_cable* cables = play->scene->cables.items;
    count_bodies(play, &counts);
    for (int i = 0; i < play->scene->cables.count; i++)
        if (cables[i].segments.def.mask != 0 && cables[i].segments.def.group != 0)
            counts.moving += rv_cable_segment_count(play->world, play->cables[i]);
    return counts;
}

static int contact_points(shape_counts shapes) {
    if (shapes.moving > MOVING_SHAPES_MAX)
        return 0;
    int all = shapes.moving * (shapes.moving - 1) / 2 + shapes.moving * shapes.fixed;
    int pairs = PAIRS_PER_SHAPE * shapes.moving;
    return POINTS_PER_PAIR * (all < pairs ? all : pairs);
}

static int solid_points(const rv_scene_play* play) {
    int triangles = 0;
    for (int i = 0; i < play->scene->solids.count; i++)
        triangles += rv_solid_triangle_count(play->world, play->solids[i]);
    int points = triangles / TRIANGLES_PER_POINT;
    return points > SOLID_POINTS_MAX ? 0 : points;
}

static int rod_contacts(const rv_scene_play* play) {
    const rv_scene_cable* cables = play->scene->cables.items;
    int vertices = 0;
    for (int i = 0; i < play->scene->cables.count; i++) {
        const rv_cable_segments* s = &cables[i].segments.def;
        if (rv_cable_get_model(play->world, play->cables[i]) == RV_CABLE_ROD && s->mask != 0
            && s->group != 0)
            vertices += rv_cable_points(play->world, play->cables[i], 1.0, NULL, NULL, 0);
    }
    return vertices > ROD_VERTICES_MAX ? 0 : CONTACTS_PER_VERTEX * vertices;
}

// a cable runs round each shape once
static int cable_wraps(const rv_scene_play* play, shape_counts shapes) {
    const rv_scene_cable* cables = play->scene->cables.items;
    for (int i = 0; i < play->scene->cables.count; i++) {
        rv_cable_model model = rv_cable_get_model(play->world, play->cables[i]);
        if (cables[i].def.touch.enabled && model != RV_CABLE_ROD
            && shapes.moving + shapes.fixed <= MOVING_SHAPES_MAX)
            return shapes.moving + shapes.fixed;
    }
    return 0;
}

bool rv_scene_reserve_contacts(rv_scene_play* play) {
    if (!play->scene->world.contact.enabled)
        return true;
    shape_counts shapes = count_shapes(play);
    rv_capacity capacity = {.contact_points = contact_points(shapes) + solid_points(play),
                            .cable_wraps = cable_wraps(play, shapes),
                            .rod_contacts = rod_contacts(play)};
    return rv_world_reserve(play->world, &capacity);
}
