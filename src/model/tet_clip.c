// A clip that snaps onto a tube (Duriez, Andriot, Kheddar 2004; the shape is our own). In the plane
// z = const, with psi from +y towards +x and n(psi) = (sin psi, cos psi), the middle of the wall is
//   arc   R n(psi), R = inner + wall / 2,   psi = (s + 1/2) phi / (arc_cells + 1/2)
//   bend  (R + r) n(phi) - r n(phi - theta),    theta from 0 to the turn (phi - pi/2) + lead_in
//   lip   straight on, along (sin lead_in, -cos lead_in)
// for x > 0, and its mirror image. Half a cell of the arc on either side of +y makes the middle
// column, which is the handle. The wall is built along n.
#include "model/tet_mesh.h"
#include "model/tet_surface.h"

#include "reeve/math.h"

#include <string.h>

rv_clip_shape rv_clip_shape_default(void) {
    return (rv_clip_shape){.inner_radius = 0.0102,
                           .wall = 0.002,
                           .width = 0.01,
                           .half_wrap = 120.0 / 180.0 * RV_PI,
                           .bend_radius = 0.0022,
                           .lead_in = 40.0 / 180.0 * RV_PI,
                           .lip = 0.0015,
                           .wall_cells = 3,
                           .width_cells = 7,
                           .arc_cells = 6,
                           .bend_cells = 2,
                           .lip_cells = 1};
}

// --- rules --------------------------------------------------------------------------------------

static bool lengths_are_valid(rv_tet_mesh* mesh, const rv_clip_shape* s) {
    const struct {
        const char* name;
        double value;
    } lengths[] = {{"inner_radius", s->inner_radius},
                   {"wall", s->wall},
                   {"width", s->width},
                   {"bend_radius", s->bend_radius},
                   {"lip", s->lip}};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        if (!isfinite(lengths[i].value) || !(lengths[i].value > 0.0))
            return rv_tet_mesh_fail(mesh, "rv_clip_shape.%s = %g m: must be finite and > 0",
                                    lengths[i].name, lengths[i].value);
    return true;
}

static bool cells_are_valid(rv_tet_mesh* mesh, const rv_clip_shape* s) {
    const struct {
        const char* name;
        int value;
    } cells[] = {{"wall_cells", s->wall_cells},
                 {"width_cells", s->width_cells},
                 {"arc_cells", s->arc_cells},
                 {"bend_cells", s->bend_cells},
                 {"lip_cells", s->lip_cells}};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        if (cells[i].value < 1 || cells[i].value > 1000)
            return rv_tet_mesh_fail(mesh, "rv_clip_shape.%s = %d: must be in [1, 1000]",
                                    cells[i].name, cells[i].value);
    return true;
}

static bool shape_is_valid(rv_tet_mesh* mesh, const rv_clip_shape* s) {
    if (!lengths_are_valid(mesh, s) || !cells_are_valid(mesh, s))
        return false;
    if (!(s->half_wrap >= 0.1 && s->half_wrap <= 3.0))
        return rv_tet_mesh_fail(mesh, "rv_clip_shape.half_wrap = %g rad: must be in [0.1, 3]",
                                s->half_wrap);
    double straight = 0.5 * RV_PI - s->half_wrap;
    if (!(s->lead_in > straight && s->lead_in <= 0.5 * RV_PI))
        return rv_tet_mesh_fail(mesh, "rv_clip_shape.lead_in = %g rad: must be in (%g, %g]",
                                s->lead_in, straight, 0.5 * RV_PI);
    if (!(s->bend_radius > 0.5 * s->wall))
        return rv_tet_mesh_fail(mesh, "rv_clip_shape.bend_radius = %g m: must be > wall / 2 = %g m",
                                s->bend_radius, 0.5 * s->wall);
    double bend_x = (s->inner_radius + 0.5 * s->wall + s->bend_radius) * rv_sin(s->half_wrap);
    double half_opening = bend_x - s->bend_radius - 0.5 * s->wall;
    if (s->half_wrap > 0.5 * RV_PI && !(half_opening > 0.0))
        return rv_tet_mesh_fail(
            mesh, "rv_clip_shape.half_wrap = %g rad: the ends meet; must be smaller", s->half_wrap);
    return true;
}

// --- places -------------------------------------------------------------------------------------

// stations of one half: those of the arc, of the bend and of the lip
static int half_stations(const rv_clip_shape* s) {
    return s->arc_cells + 1 + s->bend_cells + s->lip_cells;
}

// the middle of the wall at a station of the half x > 0, and which way out is
static rv_vec3 middle(const rv_clip_shape* s, int station, rv_vec3* outward) {
    double radius = s->inner_radius + 0.5 * s->wall;
    int bent = station - s->arc_cells;
    double psi = (station + 0.5) * s->half_wrap / (s->arc_cells + 0.5);
    if (bent > 0) {
        double turn = s->half_wrap - 0.5 * RV_PI + s->lead_in;
        double share = bent < s->bend_cells ? (double)bent / s->bend_cells : 1.0;
        psi = s->half_wrap - share * turn;
    }
    *outward = rv_vec3_make(rv_sin(psi), rv_cos(psi), 0.0);
    if (bent <= 0)
        return rv_vec3_scale(*outward, radius);
    rv_vec3 at_end = rv_vec3_make(rv_sin(s->half_wrap), rv_cos(s->half_wrap), 0.0);
    rv_vec3 centre = rv_vec3_scale(at_end, radius + s->bend_radius);
    rv_vec3 place = rv_vec3_mul_add(centre, -s->bend_radius, *outward);
    int straight = bent - s->bend_cells;
    if (straight <= 0)
        return place;
    rv_vec3 along = rv_vec3_make(outward->y, -outward->x, 0.0);
    return rv_vec3_mul_add(place, s->lip * ((double)straight / s->lip_cells), along);
}

static rv_vec3 clip_place(const void* context, int a, int b, int c) {
    const rv_clip_shape* s = context;
    int half = half_stations(s);
    rv_vec3 outward;
    rv_vec3 place = middle(s, a >= half ? a - half : half - 1 - a, &outward);
    place = rv_vec3_mul_add(place, s->wall * ((double)b / s->wall_cells - 0.5), outward);
    // the halves are mirror images to the bit
    return rv_vec3_make(a >= half ? place.x : -place.x, place.y,
                        s->width * ((double)c / s->width_cells - 0.5));
}

// --- trimming -----------------------------------------------------------------------------------
// Two tetrahedra (a c b d) and (a b c e) on either side of the face a b c become the three about
// the edge d e, where that edge passes through the face.

enum { FLIPS = 3 };

typedef struct flip {
    int tets[2];
    int32_t corners[3][4];
    double share; // of the smallest of the three in the volume of all
} flip;

static flip flip_of(const rv_tet_mesh* mesh, int face, int other) {
    const int32_t* tet = &mesh->tets[4 * (face / 4)];
    int32_t d = tet[face % 4], e = mesh->tets[other];
    flip result = {.tets = {face / 4, other / 4}};
    double smallest = 0.0, sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const int* corners = rv_tet_face_corners[face % 4];
        const int32_t made[4] = {tet[corners[i]], tet[corners[(i + 1) % 3]], d, e};
        memcpy(result.corners[i], made, sizeof made);
        double volume = rv_tet_volume6(mesh->nodes, made);
        smallest = i == 0 || volume < smallest ? volume : smallest;
        sum += volume;
    }
    result.share = smallest / sum;
    return result;
}

static bool tet_has(const int32_t* tet, int32_t node) {
    return tet[0] == node || tet[1] == node || tet[2] == node || tet[3] == node;
}

// is one of the two tetrahedra gone already?
static bool is_taken(const flip* flips, int count, const flip* next) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < 4; j++)
            if (flips[i].tets[j / 2] == next->tets[j % 2])
                return true;
    return false;
}

// the three that leave the best tetrahedra, the first ones of those that are equal
static int find_flips(const rv_tet_mesh* mesh, const int32_t* neighbour, flip* flips) {
    int32_t last = mesh->node_count - 1;
    for (int count = 0; count < FLIPS; count++) {
        flips[count].share = 0.0;
        for (int face = 0; face < 4 * mesh->tet_count; face++) {
            int other = neighbour[face];
            if (other < face || tet_has(&mesh->tets[4 * (face / 4)], last)
                || tet_has(&mesh->tets[4 * (other / 4)], last))
                continue;
            flip next = flip_of(mesh, face, other);
            // rounding must not choose between mirror images
            if (next.share > flips[count].share + 1e-9 && !is_taken(flips, count, &next))
                flips[count] = next;
        }
        if (!(flips[count].share > 0.0))
            return count;
    }
    return FLIPS;
}

static void trim_into(const rv_tet_mesh* mesh, const flip* flips, rv_tet_mesh* trimmed) {
    memcpy(trimmed->nodes, mesh->nodes, (size_t)trimmed->node_count * sizeof *mesh->nodes);
    int32_t* to = trimmed->tets;
    for (int t = 0; t < mesh->tet_count; t++) {
        const int32_t* tet = &mesh->tets[4 * t];
        bool flipped = false;
        for (int i = 0; i < FLIPS; i++)
            flipped = flipped || flips[i].tets[0] == t || flips[i].tets[1] == t;
        if (flipped || tet_has(tet, mesh->node_count - 1))
            continue;
        memcpy(to, tet, 4 * sizeof *tet);
        to += 4;
    }
    for (int i = 0; i < FLIPS; i++, to += 12)
        memcpy(to, flips[i].corners, sizeof flips[i].corners);
}

// the last node is a corner of the last lip that two tetrahedra hold
static bool trim(rv_tet_mesh* mesh) {
    rv_memory memory = rv_memory_make(mesh->allocator);
    size_t bytes = 4 * (size_t)mesh->tet_count * sizeof(int32_t);
    int32_t* neighbour = rv_memory_allocate(&memory, bytes);
    flip flips[FLIPS];
    bool good =
        neighbour != NULL
        && rv_tet_neighbours(&memory, mesh->tets, mesh->tet_count, mesh->node_count, neighbour);
    int found = good ? find_flips(mesh, neighbour, flips) : 0;
    rv_memory_release(&memory, neighbour, bytes);
    if (!good)
        return rv_tet_mesh_fail(mesh, "not enough memory for %d tetrahedra", mesh->tet_count);
    if (found < FLIPS)
        return rv_tet_mesh_fail(mesh, "rv_clip_shape.trimmed: the grid is too coarse for it");
    rv_tet_mesh trimmed = {.allocator = mesh->allocator};
    if (!rv_tet_mesh_reserve(&trimmed, mesh->node_count - 1, mesh->tet_count - 2 + FLIPS))
        return rv_tet_mesh_fail(mesh, "%s", trimmed.error);
    trim_into(mesh, flips, &trimmed);
    rv_tet_mesh_free(mesh);
    *mesh = trimmed;
    return true;
}

// --- all ----------------------------------------------------------------------------------------

bool rv_tet_mesh_clip(rv_tet_mesh* mesh, const rv_clip_shape* shape) {
    if (!shape_is_valid(mesh, shape))
        return false;
    int half = half_stations(shape);
    rv_tet_grid grid = {{2 * half - 1, shape->wall_cells, shape->width_cells}, false, half};
    return rv_tet_grid_make(mesh, &grid, "rv_clip_shape: cells along, through the wall and across",
                            clip_place, shape)
           && (!shape->trimmed || trim(mesh))
           && rv_tet_grid_set(mesh, &grid, "handle", 0, half - 1, 2);
}
