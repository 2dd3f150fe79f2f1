// Draws a still in strips of rows: first which triangle each of eight samples in every pixel sees,
// then, for each triangle that a pixel sees, its colour once, at the middle of the samples that see
// it. So edges are smooth, and light is reckoned about once a pixel.
#include "view/picture.h"

#include "view/label.h"
#include "view/raster.h"
#include "view/shade.h"

#include <math.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE_LEAST = 16, SIDE_MOST = 4096, STRIP_ROWS = 32 };
enum { SAMPLES = RV_RASTER_SAMPLES_MAX };
static const double FIELD_LEAST = 1e-3, FIELD_MOST = 3.0; // [rad]
// the ground hides what lies this much deeper, as a share of the depth
static const double GROUND_SLACK = 1e-4;

// marks are drawn as if they were this many times nearer
static const double MARK_NEARER = 50.0;

// no two samples share a row or a column of eighths
static const double OFFSETS[SAMPLES][2] = {
    {0.0625, 0.1875}, {0.1875, 0.5625}, {0.3125, 0.9375}, {0.4375, 0.3125},
    {0.5625, 0.6875}, {0.6875, 0.0625}, {0.8125, 0.4375}, {0.9375, 0.8125},
};

// everything that a render needs
typedef struct painter {
    rv_surfaces surfaces;
    rv_shade shade;
    rv_raster_triangle* triangles; // as in surfaces.mesh
    rv_raster raster;
    uint8_t* rgb;
} painter;

static void painter_free(painter* p) {
    rv_surfaces_free(&p->surfaces);
    rv_shade_free(&p->shade);
    free(p->triangles);
    free(p->raster.keys);
    free(p->raster.owners);
}

// --- triangles ----------------------------------------------------------------------------------

static rv_raster_vertex from_eye(const rv_view* v, rv_vec3 point) {
    rv_vec3 r = rv_vec3_sub(point, v->eye);
    double depth = rv_vec3_dot(r, v->forward);
    return (rv_raster_vertex){.x = v->focal * rv_vec3_dot(r, v->right) + 0.5 * v->size[0] * depth,
                              .y = 0.5 * v->size[1] * depth - v->focal * rv_vec3_dot(r, v->above),
                              .w = depth,
                              .key = 1.0};
}

static double nearer(const painter* p, int triangle) {
    return p->surfaces.looks[triangle] == RV_LOOK_MARK ? MARK_NEARER : 1.0;
}

static bool prepare(painter* p, const rv_view* view) {
    const rv_mesh* mesh = &p->surfaces.mesh;
    size_t count = mesh->triangle_count > 0 ? (size_t)mesh->triangle_count : 1;
    size_t samples = (size_t)view->size[0] * STRIP_ROWS * SAMPLES;
    p->triangles = malloc(count * sizeof *p->triangles);
    p->raster = (rv_raster){.width = view->size[0],
                            .sample_count = SAMPLES,
                            .offsets = OFFSETS,
                            .keys = malloc(samples * sizeof(float)),
                            .owners = malloc(samples * sizeof(uint32_t)),
                            .key_most = (float)(1.0 / view->nearest)};
    p->rgb = malloc(3 * (size_t)view->size[0] * (size_t)view->size[1]);
    if (p->triangles == NULL || p->raster.keys == NULL || p->raster.owners == NULL
        || p->rgb == NULL)
        return false;
    for (int i = 0; i < mesh->triangle_count; i++) {
        rv_raster_vertex v[3];
        for (int k = 0; k < 3; k++)
            v[k] = from_eye(view, mesh->vertices[mesh->triangles[i][k]]);
        for (int k = 0; k < 3; k++)
            v[k].key = nearer(p, i);
        rv_raster_prepare(&p->triangles[i], v, view->size, view->nearest);
    }
    return true;
}

// --- pixels -------------------------------------------------------------------------------------

// colour of one triangle at a place in the picture, or of the ground if that lies before it
static rv_rgb color_at(const painter* p, uint32_t owner, double x, double y) {
    if (owner == RV_RASTER_NONE)
        return rv_shade_beyond(&p->shade, x, y);
    const rv_raster_triangle* triangle = &p->triangles[owner];
    double depth = nearer(p, (int)owner) / rv_raster_key(triangle, x, y);
    if (rv_shade_ground_depth(&p->shade, x, y) < depth * (1.0 - GROUND_SLACK))
        return rv_shade_beyond(&p->shade, x, y);
    double weights[3];
    rv_raster_weights(triangle, x, y, weights);
    const rv_view* view = &p->shade.view;
    rv_vec3 point = rv_vec3_mul_add(view->eye, depth, rv_view_ray(view, x, y));
    return rv_shade_surface(&p->shade, &p->surfaces, (int)owner, weights, point);
}

// samples from `s` on with the same owner as `s`, as bits
static unsigned same_owner(const uint32_t owners[SAMPLES], int s) {
    unsigned same = 0;
    for (int k = s; k < SAMPLES; k++)
        same |= (unsigned)(owners[k] == owners[s]) << k;
    return same;
}

static rv_rgb pixel_color(const painter* p, const uint32_t owners[SAMPLES], int x, int y) {
    unsigned left = (1u << SAMPLES) - 1, same = same_owner(owners, 0);
    if (same == left)
        return color_at(p, owners[0], x + 0.5, y + 0.5);
    rv_rgb sum = {0, 0, 0};
    for (int s = 0; left != 0; s++) {
        if ((left >> s & 1) == 0)
            continue;
        // all samples with this owner at once
        same = same_owner(owners, s);
        left &= ~same;
        double at[2] = {0.0, 0.0};
        int count = 0;
        for (int k = s; k < SAMPLES; k++) {
            if ((same >> k & 1) == 0)
                continue;
            at[0] += OFFSETS[k][0];
            at[1] += OFFSETS[k][1];
            count++;
        }
        rv_rgb color = color_at(p, owners[s], x + at[0] / count, y + at[1] / count);
        double share = (double)count / SAMPLES;
        sum = (rv_rgb){sum.r + share * color.r, sum.g + share * color.g, sum.b + share * color.b};
    }
    return sum;
}

static uint8_t byte_of(double value) {
    return (uint8_t)(255.0 * (value > 0.0 ? (value < 1.0 ? value : 1.0) : 0.0) + 0.5);
}

static void paint_strip(painter* p, int top, int rows) {
    p->raster.top = top;
    p->raster.rows = rows;
    rv_raster_clear(&p->raster);
    for (int i = 0; i < p->surfaces.mesh.triangle_count; i++)
        rv_raster_draw(&p->raster, &p->triangles[i], (uint32_t)i);
    size_t width = (size_t)p->raster.width;
    uint8_t* out = p->rgb + 3 * width * (size_t)top;
    const uint32_t* owners = p->raster.owners;
    for (int y = top; y < top + rows; y++) {
        for (int x = 0; x < p->raster.width; x++, out += 3, owners += SAMPLES) {
            rv_rgb color = pixel_color(p, owners, x, y);
            out[0] = byte_of(color.r);
            out[1] = byte_of(color.g);
            out[2] = byte_of(color.b);
        }
    }
}

// --- the whole ----------------------------------------------------------------------------------

static bool paint(painter* p, const rv_drawing* drawing, const rv_picture_def* def,
                  const rv_view* view) {
    if (!rv_surfaces_make(&p->surfaces, drawing, view))
        return false;
    bool given = isfinite(def->tension_full) && def->tension_full > 0.0;
    bool taut = p->surfaces.tension_most > 0.0;
    rv_shade_def shade = {.view = *view,
                          .camera = def->camera,
                          .dark = def->dark,
                          .tension_full = !taut   ? 0.0
                                          : given ? def->tension_full
                                                  : p->surfaces.tension_most};
    if (!rv_shade_make(&p->shade, &shade, &p->surfaces) || !prepare(p, view))
        return false;
    for (int top = 0; top < def->height; top += STRIP_ROWS)
        paint_strip(p, top, def->height - top < STRIP_ROWS ? def->height - top : STRIP_ROWS);
    if (def->title != NULL) {
        rv_canvas canvas = {p->rgb, def->width, def->height, def->dark};
        rv_label_draw(&canvas, &(rv_label_def){.title = def->title,
                                               .time = def->time,
                                               .grid_spacing = p->shade.grid_spacing,
                                               .tension_full = shade.tension_full});
    }
    return true;
}

uint8_t* rv_picture_render(const rv_drawing* drawing, const rv_picture_def* def) {
    bool usable = def->width >= SIDE_LEAST && def->width <= SIDE_MOST && def->height >= SIDE_LEAST
                  && def->height <= SIDE_MOST && def->camera.field >= FIELD_LEAST
                  && def->camera.field <= FIELD_MOST;
    const int size[2] = {def->width, def->height};
    rv_view view;
    if (!usable || !rv_view_make(&view, &def->camera, size))
        return NULL;
    painter p;
    memset(&p, 0, sizeof p);
    bool good = paint(&p, drawing, def, &view);
    painter_free(&p);
    if (!good) {
        free(p.rgb);
        return NULL;
    }
    return p.rgb;
}

// --- PNG ----------------------------------------------------------------------------------------

enum { PNG_LEVEL = 6, PNG_ROOM = 65536 };

typedef struct sink {
    uint8_t* bytes;
    size_t count, capacity;
} sink;

static void sink_write(png_structp png, png_bytep from, size_t count) {
    sink* s = png_get_io_ptr(png);
    if (count > s->capacity - s->count) {
        size_t larger = 2 * s->capacity + count + PNG_ROOM;
        uint8_t* moved = realloc(s->bytes, larger);
        if (moved == NULL)
            png_error(png, "no memory");
        s->bytes = moved;
        s->capacity = larger;
    }
    memcpy(s->bytes + s->count, from, count);
    s->count += count;
}

static void sink_flush(png_structp png) {
    (void)png;
}

static void be_quiet(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

// libpng's own would print
static void give_up(png_structp png, png_const_charp text) {
    (void)text;
    png_longjmp(png, 1);
}

// everything between is skipped if libpng gives up
static bool write_png(png_structp png, png_infop info, const uint8_t* rgb, const int size[2]) {
    if (setjmp(png_jmpbuf(png)) != 0)
        return false;
    png_set_IHDR(png, info, (png_uint_32)size[0], (png_uint_32)size[1], 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, PNG_LEVEL);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB | PNG_FILTER_UP | PNG_FILTER_PAETH);
    png_write_info(png, info);
    for (int y = 0; y < size[1]; y++)
        png_write_row(png, rgb + 3 * (size_t)size[0] * (size_t)y);
    png_write_end(png, info);
    return true;
}

void* rv_picture_png(const uint8_t* rgb, int width, int height, size_t* bytes) {
    *bytes = 0;
    if (rgb == NULL || width < 1 || width > SIDE_MOST || height < 1 || height > SIDE_MOST)
        return NULL;
    sink s = {NULL, 0, 0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, be_quiet);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    const int size[2] = {width, height};
    bool good = false;
    if (info != NULL) {
        png_set_write_fn(png, &s, sink_write, sink_flush);
        good = write_png(png, info, rgb, size);
    }
    png_destroy_write_struct(&png, &info);
    if (!good) {
        free(s.bytes);
        return NULL;
    }
    *bytes = s.count;
    return s.bytes;
}
