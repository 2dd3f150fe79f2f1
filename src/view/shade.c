// See shade.h. Colours are squared to amounts of light, summed, and the root is shown: close to how
// screens work, and free of functions that differ between machines.
#include "view/shade.h"

#include "view/raster.h"

#include <math.h>
#include <stdlib.h>

// direction of the lamp: up, to the left and towards the viewer
static const double LAMP_UP = 1.0, LAMP_LEFT = 0.62, LAMP_NEAR = 0.60;
// the lamp's picture: this many times as many pixels as the still's longer side, in whole tiles;
// sees at most this many times what the still does
enum { MAP_LEAST = 256, MAP_MOST = 4096, MAP_TILE = 16 };
static const double MAP_SHARE = 1.6;
static const double MAP_REACH = 3.0, MAP_ROOM = 1.02;
// the filter is this many pixels of the map wide; a point is lifted off its surface by so many,
// that it may not lie in its own shadow
enum { SOFT = 7 };
static const double LIFT = 3.8, SLACK_HEIGHT = 1.2;
// lines of the grid are this wide [px], and every fifth is stronger; the ground fades over this
// many heights of the picture
static const double GRID_WIDTH = 1.1, GRID_MINOR = 0.45, GROUND_REACH = 1.5;
enum { GRID_MAJOR = 5 };
// light mirrored at a grazing view more than head on
static const double GRAZING = 0.35;
// weak light from the viewer, for sides that the lamp does not reach
static const double FROM_VIEWER = 0.16;
// heights between which a mirror shows ground turn into sky
static const double MIRROR_LOW = -0.35, MIRROR_HIGH = 0.55;

// --- amounts of light ---------------------------------------------------------------------------

static double clamp(double value, double least, double most) {
    return value > least ? (value < most ? value : most) : least; // not a number: least
}

static rv_rgb light_of(rv_rgb c) {
    return (rv_rgb){c.r * c.r, c.g * c.g, c.b * c.b};
}

static rv_rgb color_of(rv_rgb light) {
    return (rv_rgb){sqrt(clamp(light.r, 0.0, 1.0)), sqrt(clamp(light.g, 0.0, 1.0)),
                    sqrt(clamp(light.b, 0.0, 1.0))};
}

static rv_rgb times(rv_rgb a, rv_rgb b) {
    return (rv_rgb){a.r * b.r, a.g * b.g, a.b * b.b};
}

static rv_rgb plus(rv_rgb a, double share, rv_rgb b) {
    return (rv_rgb){a.r + share * b.r, a.g + share * b.g, a.b + share * b.b};
}

// from 0 to 1 between two values, smoothly
static double ease(double value, double low, double high) {
    double t = clamp((value - low) / (high - low), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// --- the lamp's picture -------------------------------------------------------------------------

static rv_raster_vertex from_lamp(const rv_shade* s, rv_vec3 point) {
    rv_vec3 r = rv_vec3_sub(point, s->middle);
    double scale = 0.5 * s->map_size / s->reach;
    return (rv_raster_vertex){.x = 0.5 * s->map_size + scale * rv_vec3_dot(r, s->lamp_x),
                              .y = 0.5 * s->map_size - scale * rv_vec3_dot(r, s->lamp_y),
                              .w = 1.0,
                              .key = 2.0 + rv_vec3_dot(r, s->lamp) / s->reach};
}

static void aim_lamp(rv_shade* s, const rv_camera* camera, const rv_mesh* mesh) {
    const rv_view* v = &s->view;
    rv_vec3 level = rv_vec3_cross(v->right, v->up); // towards the viewer, horizontal
    rv_vec3 lamp = rv_vec3_scale(v->up, LAMP_UP);
    lamp = rv_vec3_mul_add(lamp, -LAMP_LEFT, v->right);
    s->lamp = rv_vec3_normalize(rv_vec3_mul_add(lamp, LAMP_NEAR, level));
    s->lamp_x = rv_vec3_perpendicular(s->lamp);
    s->lamp_y = rv_vec3_cross(s->lamp, s->lamp_x);
    // round about what the camera looks at, as far as there is anything within reason
    double most = MAP_REACH * v->distance * 0.5 * (v->size[0] + v->size[1]) / v->focal;
    double reach = 0.0;
    for (int i = 0; i < mesh->vertex_count; i++) {
        double away = rv_vec3_length(rv_vec3_sub(mesh->vertices[i], camera->target));
        if (away < most)
            reach = fmax(reach, away);
    }
    s->middle = camera->target;
    s->reach = reach > 0.0 ? MAP_ROOM * reach : most;
    int larger = v->size[0] > v->size[1] ? v->size[0] : v->size[1];
    double pixels = clamp(MAP_SHARE * larger, MAP_LEAST, MAP_MOST);
    s->map_size = (int)pixels / MAP_TILE * MAP_TILE;
}

static void draw_map(rv_shade* s, const rv_mesh* mesh) {
    static const double middle[1][2] = {{0.5, 0.5}};
    rv_raster raster = {.width = s->map_size,
                        .rows = s->map_size,
                        .sample_count = 1,
                        .offsets = middle,
                        .keys = s->map,
                        .key_most = INFINITY};
    rv_raster_clear(&raster);
    const int size[2] = {s->map_size, s->map_size};
    for (int i = 0; i < mesh->triangle_count; i++) {
        rv_raster_vertex v[3];
        for (int k = 0; k < 3; k++)
            v[k] = from_lamp(s, mesh->vertices[mesh->triangles[i][k]]);
        rv_raster_triangle triangle;
        if (rv_raster_prepare(&triangle, v, size, 0.5))
            rv_raster_draw(&raster, &triangle, 0);
    }
}

static void fill_tiles(rv_shade* s) {
    int tiles = s->map_size / MAP_TILE;
    for (int i = 0; i < tiles * tiles; i++)
        s->tiles[i] = 0.0f;
    for (int y = 0; y < s->map_size; y++) {
        for (int x = 0; x < s->map_size; x++) {
            float key = s->map[(size_t)y * (size_t)s->map_size + (size_t)x];
            float* tile = &s->tiles[y / MAP_TILE * tiles + x / MAP_TILE];
            *tile = key > *tile ? key : *tile;
        }
    }
}

// is there anything nearer to the lamp than `key` in this part of its picture?
static bool may_shade(const rv_shade* s, int left, int top, float key) {
    int tiles = s->map_size / MAP_TILE;
    for (int ty = top / MAP_TILE; ty <= (top + SOFT) / MAP_TILE; ty++)
        for (int tx = left / MAP_TILE; tx <= (left + SOFT) / MAP_TILE; tx++)
            if (s->tiles[ty * tiles + tx] > key)
                return true;
    return false;
}

// the share of the lamp's light that reaches a point on a surface with this normal
static double lit_share(const rv_shade* s, rv_vec3 point, rv_vec3 normal) {
    double pixel = 2.0 * s->reach / s->map_size;
    rv_raster_vertex at = from_lamp(s, rv_vec3_mul_add(point, LIFT * pixel, normal));
    double most = s->map_size - SOFT - 2.0;
    double x = at.x - 0.5 - 0.5 * (SOFT - 1), y = at.y - 0.5 - 0.5 * (SOFT - 1);
    if (!(x >= 0.0 && y >= 0.0 && x < most && y < most))
        return 1.0;
    int left = (int)x, top = (int)y;
    // what lies deeper than the lamp's picture is shaded by anything in it, but not by its gaps
    float key = (float)fmax(0.0, at.key + SLACK_HEIGHT * pixel / s->reach);
    if (!may_shade(s, left, top, key))
        return 1.0;
    // a square of SOFT pixels that lies between pixels: those at its sides count in part
    double fx = x - left, fy = y - top, lit = 0.0;
    for (int j = 0; j <= SOFT; j++) {
        const float* row = s->map + (size_t)(top + j) * (size_t)s->map_size + left;
        double across = 0.0;
        for (int i = 1; i < SOFT; i++)
            across += row[i] > key ? 0.0 : 1.0;
        across += (row[0] > key ? 0.0 : 1.0 - fx) + (row[SOFT] > key ? 0.0 : fx);
        lit += across * (j == 0 ? 1.0 - fy : j == SOFT ? fy : 1.0);
    }
    return lit / (SOFT * SOFT);
}

// --- making it ----------------------------------------------------------------------------------

static void lay_grid(rv_shade* s, const rv_camera* camera) {
    const rv_view* v = &s->view;
    double height = v->distance * v->size[1] / v->focal; // of what is seen [m]
    // along the world's axes where up is one of them
    rv_vec3 x = fabs(v->up.x) > 0.7 ? (rv_vec3){0, 1, 0} : (rv_vec3){1, 0, 0};
    s->grid[0] = rv_vec3_normalize(rv_vec3_mul_add(x, -rv_vec3_dot(x, v->up), v->up));
    s->grid[1] = rv_vec3_cross(v->up, s->grid[0]);
    s->grid_spacing = rv_view_grid(v);
    s->grid_reach = GROUND_REACH * height;
    s->ground = isfinite(camera->ground) ? camera->ground : 0.0;
    double above = rv_vec3_dot(camera->target, v->up) - s->ground;
    s->grid_origin = rv_vec3_mul_add(camera->target, -above, v->up);
}

bool rv_shade_make(rv_shade* s, const rv_shade_def* def, const rv_surfaces* surfaces) {
    s->view = def->view;
    s->dark = def->dark;
    s->theme = rv_theme_make(def->dark);
    s->tension_full = def->tension_full;
    for (int i = 0; i < 2 * RV_LOOK_KINDS; i++)
        s->looks[i] = rv_look_make(i % RV_LOOK_KINDS, i >= RV_LOOK_KINDS);
    lay_grid(s, &def->camera);
    aim_lamp(s, &def->camera, &surfaces->mesh);
    size_t side = (size_t)s->map_size, tiles = side / MAP_TILE;
    s->map = malloc(side * side * sizeof *s->map);
    s->tiles = malloc(tiles * tiles * sizeof *s->tiles);
    if (s->map == NULL || s->tiles == NULL)
        return false;
    draw_map(s, &surfaces->mesh);
    fill_tiles(s);
    return true;
}

void rv_shade_free(rv_shade* s) {
    free(s->map);
    free(s->tiles);
    *s = (rv_shade){0};
}

// --- surfaces -----------------------------------------------------------------------------------

static rv_vec3 weighted(const rv_vec3* list, const int corners[3], const double weights[3]) {
    rv_vec3 sum = rv_vec3_scale(list[corners[0]], weights[0]);
    sum = rv_vec3_mul_add(sum, weights[1], list[corners[1]]);
    return rv_vec3_mul_add(sum, weights[2], list[corners[2]]);
}

// light that comes from all round onto a surface, from above and from below
static rv_rgb light_round(const rv_shade* s, rv_vec3 normal, double even) {
    double above = 0.5 + 0.5 * rv_vec3_dot(normal, s->view.up);
    rv_rgb round = rv_rgb_mix(light_of(s->theme.earth), light_of(s->theme.sky), above);
    return rv_rgb_mix(round, (rv_rgb){1.0, 1.0, 1.0}, even);
}

// what a mirror would show: a bright sky, darker towards the ground, and the lamp's spot
static rv_rgb mirrored(const rv_shade* s, rv_vec3 way) {
    double above = ease(rv_vec3_dot(way, s->view.up), MIRROR_LOW, MIRROR_HIGH);
    return rv_rgb_mix(light_of(s->theme.earth), (rv_rgb){1.0, 1.0, 1.0}, above);
}

rv_rgb rv_shade_surface(const rv_shade* s, const rv_surfaces* surfaces, int triangle,
                        const double weights[3], rv_vec3 point) {
    const rv_mesh* mesh = &surfaces->mesh;
    const rv_look* look = &s->looks[surfaces->looks[triangle]];
    rv_vec3 normal = rv_vec3_normalize(weighted(mesh->normals, mesh->triangles[triangle], weights));
    rv_vec3 out = rv_vec3_normalize(rv_vec3_sub(s->view.eye, point));
    rv_rgb base = look->color;
    if (surfaces->looks[triangle] == RV_LOOK_CABLE) {
        double tension = fabs(mesh->tensions[triangle]);
        base = rv_look_of_tension(s->tension_full > 0.0 ? tension / s->tension_full : 0.0, s->dark);
    }
    base = light_of(base);

    double facing = rv_vec3_dot(normal, s->lamp);
    double lamp = facing > 0.0 ? lit_share(s, point, normal) : 0.0;
    double head_on = fmax(rv_vec3_dot(normal, out), 0.0), away = 1.0 - head_on;
    rv_rgb key = light_of(s->theme.key);
    rv_rgb round = plus(light_round(s, normal, look->even), FROM_VIEWER * head_on, key);
    rv_rgb light = times(base, plus(round, lamp * fmax(facing, 0.0) * (1.0 - look->even), key));

    // mirrored light, more of it at a grazing view; metals give it their own tint
    double share = look->mirror * (1.0 + GRAZING * away * away * away);
    rv_vec3 way = rv_vec3_sub(rv_vec3_scale(normal, 2.0 * rv_vec3_dot(normal, out)), out);
    rv_rgb tint = rv_rgb_mix(base, (rv_rgb){1.0, 1.0, 1.0}, 0.3);
    light = rv_rgb_mix(light, times(mirrored(s, way), tint), fmin(share, 1.0));
    rv_vec3 half = rv_vec3_normalize(rv_vec3_add(out, s->lamp));
    double spot = fmax(rv_vec3_dot(normal, half), 0.0);
    for (int i = 0; i < look->squarings; i++)
        spot *= spot;
    return color_of(plus(light, look->highlight * spot * lamp, key));
}

// --- ground and background ----------------------------------------------------------------------

double rv_shade_ground_depth(const rv_shade* s, double x, double y) {
    rv_vec3 ray = rv_view_ray(&s->view, x, y);
    double fall = -rv_vec3_dot(ray, s->view.up);
    double height = rv_vec3_dot(s->view.eye, s->view.up) - s->ground;
    return height > 0.0 && fall > 0.0 ? height / fall : INFINITY;
}

// how much of a line lies in the pixel: `at` is the place across the lines in line distances,
// `wide` what a pixel measures there. Where lines crowd, they thin out to nothing.
static double line_cover(double at, double wide) {
    double away = fabs(at - floor(at + 0.5));
    double half = 0.5 * GRID_WIDTH * wide;
    double cover = clamp((half + 0.5 * wide - away) / wide, 0.0, 1.0);
    return cover * (1.0 - ease(wide, 0.08, 0.4));
}

// the grid at a point of the ground; `ray` leads to it, and `depth` times it is how far
static double grid_cover(const rv_shade* s, rv_vec3 point, rv_vec3 ray, double depth) {
    const rv_view* v = &s->view;
    double fall = -rv_vec3_dot(ray, v->up), most = 0.0;
    for (int i = 0; i < 2; i++) {
        rv_vec3 across = s->grid[i];
        // how the place across the lines changes from a pixel to the next, right and up
        double run = rv_vec3_dot(ray, across) / fall;
        double dx = rv_vec3_dot(v->right, across) + run * rv_vec3_dot(v->right, v->up);
        double dy = rv_vec3_dot(v->above, across) + run * rv_vec3_dot(v->above, v->up);
        double wide = depth / v->focal * sqrt(dx * dx + dy * dy) / s->grid_spacing;
        double at = rv_vec3_dot(point, across) / s->grid_spacing;
        if (!(wide > 0.0) || !(fabs(at) < 1e9))
            continue;
        most = fmax(most, GRID_MINOR * line_cover(at, wide));
        most = fmax(most, line_cover(at / GRID_MAJOR, wide / GRID_MAJOR));
    }
    return most;
}

rv_rgb rv_shade_beyond(const rv_shade* s, double x, double y) {
    const rv_theme* t = &s->theme;
    rv_rgb back = rv_rgb_mix(t->top, t->bottom, ease(y / s->view.size[1], 0.0, 1.0));
    double depth = rv_shade_ground_depth(s, x, y);
    if (!isfinite(depth))
        return back;
    rv_vec3 ray = rv_view_ray(&s->view, x, y);
    rv_vec3 point = rv_vec3_mul_add(s->view.eye, depth, ray);
    double away = rv_vec3_length(rv_vec3_sub(point, s->grid_origin)) / s->grid_reach;
    double near = 1.0 / (1.0 + away * away * away);
    if (!(near > 1e-3))
        return back;
    rv_rgb plain = rv_rgb_mix(back, t->ground, near);
    plain = rv_rgb_mix(plain, t->line, near * grid_cover(s, point, ray, depth));
    double shadow = t->shadow * (1.0 - lit_share(s, point, s->view.up));
    return color_of(
        rv_rgb_mix(light_of(plain), light_of(t->shade), shadow * fmin(1.0, 2.0 * near)));
}
