// See raster.h. An edge that two triangles share has exactly opposite coefficients in them, and
// every sum is built alike, so a sample on it is inside exactly one: no gaps, nothing twice. A row
// is first cut to the columns that the edges allow, so that long thin triangles cost what they
// cover and not the box round them.
#include "view/raster.h"

#include <float.h>
#include <math.h>
#include <string.h>

// --- preparing ----------------------------------------------------------------------------------

static void cross(const rv_raster_vertex* a, const rv_raster_vertex* b, double n[3]) {
    n[0] = a->y * b->w - a->w * b->y;
    n[1] = a->w * b->x - a->x * b->w;
    n[2] = a->x * b->y - a->y * b->x;
}

static double clamp(double value, double least, double most) {
    return value > least ? (value < most ? value : most) : least; // not a number: least
}

typedef struct bounds {
    double low[2], high[2];
} bounds;

static void include(bounds* b, double x, double y) {
    b->low[0] = fmin(b->low[0], x);
    b->low[1] = fmin(b->low[1], y);
    b->high[0] = fmax(b->high[0], x);
    b->high[1] = fmax(b->high[1], y);
}

// round the part of the triangle with w >= nearest
static bounds bounds_of(const rv_raster_vertex v[3], double nearest) {
    bounds b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int i = 0; i < 3; i++) {
        const rv_raster_vertex *from = &v[i], *to = &v[(i + 1) % 3];
        if (from->w >= nearest)
            include(&b, from->x / from->w, from->y / from->w);
        if ((from->w >= nearest) == (to->w >= nearest))
            continue;
        // the edge passes the near plane
        double share = (nearest - from->w) / (to->w - from->w);
        include(&b, (from->x + share * (to->x - from->x)) / nearest,
                (from->y + share * (to->y - from->y)) / nearest);
    }
    return b;
}

bool rv_raster_prepare(rv_raster_triangle* triangle, const rv_raster_vertex v[3], const int size[2],
                       double nearest) {
    *triangle = (rv_raster_triangle){0};
    for (int i = 0; i < 3; i++)
        cross(&v[(i + 1) % 3], &v[(i + 2) % 3], triangle->edge[i]);
    const double* n = triangle->edge[0];
    double det = v[0].x * n[0] + v[0].y * n[1] + v[0].w * n[2];

    // y goes down: a triangle whose corners go counter-clockwise has a negative determinant
    bounds b = bounds_of(v, nearest);
    if (!(det < 0.0) || !isfinite(det) || !(b.low[0] < size[0]) || !(b.high[0] >= 0.0)
        || !(b.low[1] < size[1]) || !(b.high[1] >= 0.0))
        return false;
    bool finite = true;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) {
            triangle->edge[i][k] = -triangle->edge[i][k];
            triangle->key[k] += v[i].key * triangle->edge[i][k];
        }
        triangle->key[k] /= -det;
        finite = finite && isfinite(triangle->key[k]) && isfinite(triangle->edge[0][k])
                 && isfinite(triangle->edge[1][k]) && isfinite(triangle->edge[2][k]);
    }
    if (!finite)
        return false;
    triangle->left = (int)clamp(b.low[0], 0.0, size[0]);
    triangle->top = (int)clamp(b.low[1], 0.0, size[1]);
    triangle->right = 1 + (int)clamp(b.high[0], 0.0, size[0] - 1);
    triangle->bottom = 1 + (int)clamp(b.high[1], 0.0, size[1] - 1);
    return true;
}

// --- drawing ------------------------------------------------------------------------------------

void rv_raster_clear(rv_raster* raster) {
    size_t samples = (size_t)raster->width * (size_t)raster->rows * (size_t)raster->sample_count;
    for (size_t i = 0; i < samples; i++)
        raster->keys[i] = 0.0f;
    if (raster->owners != NULL)
        memset(raster->owners, 0xff, samples * sizeof *raster->owners); // RV_RASTER_NONE
}

// what does not change from pixel to pixel
typedef struct brush {
    double step[4][RV_RASTER_SAMPLES_MAX]; // edges and key: from the pixel's corner to the sample
    double least[3];                       // an edge function is inside from here on
    uint32_t owner;
} brush;

static brush brush_of(const rv_raster* raster, const rv_raster_triangle* t, uint32_t owner) {
    brush b = {.owner = owner};
    for (int i = 0; i < 4; i++) {
        const double* n = i < 3 ? t->edge[i] : t->key;
        for (int s = 0; s < raster->sample_count; s++)
            b.step[i][s] = n[0] * raster->offsets[s][0] + n[1] * raster->offsets[s][1];
        // of two triangles on either side of a sample, the one to its right (or below) has it
        if (i < 3)
            b.least[i] = n[0] > 0.0 || (n[0] == 0.0 && n[1] > 0.0) ? 0.0 : DBL_TRUE_MIN;
    }
    return b;
}

// the columns of a row that can hold a sample of the triangle, a pixel more on either side
static void columns(const rv_raster_triangle* t, int row, int range[2]) {
    double low = t->left, high = t->right;
    for (int i = 0; i < 3; i++) {
        const double* n = t->edge[i];
        // the largest value that this edge has in the row at x, over the height of a pixel
        double rest = n[1] * row + n[2] + fmax(n[1], 0.0);
        if (n[0] > 0.0)
            low = fmax(low, -rest / n[0] - 2.0);
        else if (n[0] < 0.0)
            high = fmin(high, -rest / n[0] + 2.0);
        else if (rest < 0.0)
            high = low;
    }
    range[0] = (int)clamp(low, t->left, t->right);
    range[1] = (int)clamp(high, t->left, t->right);
}

static inline void draw_pixel(const rv_raster* raster, const brush* b, const double at[4],
                              size_t first) {
    for (int s = 0; s < raster->sample_count; s++) {
        bool inside = (at[0] + b->step[0][s] >= b->least[0])
                      & (at[1] + b->step[1][s] >= b->least[1])
                      & (at[2] + b->step[2][s] >= b->least[2]);
        float key = (float)(at[3] + b->step[3][s]);
        if (!(inside & (key > raster->keys[first + (size_t)s]) & (key <= raster->key_most)))
            continue;
        raster->keys[first + (size_t)s] = key;
        if (raster->owners != NULL)
            raster->owners[first + (size_t)s] = b->owner;
    }
}

void rv_raster_draw(rv_raster* raster, const rv_raster_triangle* t, uint32_t owner) {
    int top = t->top > raster->top ? t->top : raster->top;
    int end = raster->top + raster->rows;
    int bottom = t->bottom < end ? t->bottom : end;
    if (top >= bottom || t->left >= t->right)
        return;
    const brush b = brush_of(raster, t, owner);
    const double* n[4] = {t->edge[0], t->edge[1], t->edge[2], t->key};
    for (int row = top; row < bottom; row++) {
        int range[2];
        columns(t, row, range);
        size_t line = (size_t)(row - raster->top) * (size_t)raster->width;
        double rest[4], at[4];
        for (int i = 0; i < 4; i++)
            rest[i] = n[i][1] * row + n[i][2];
        for (int x = range[0]; x < range[1]; x++) {
            for (int i = 0; i < 4; i++)
                at[i] = n[i][0] * x + rest[i];
            draw_pixel(raster, &b, at, (line + (size_t)x) * (size_t)raster->sample_count);
        }
    }
}

// --- reading ------------------------------------------------------------------------------------

static double value_at(const double n[3], double x, double y) {
    return n[0] * x + (n[1] * y + n[2]);
}

void rv_raster_weights(const rv_raster_triangle* triangle, double x, double y, double weights[3]) {
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        weights[i] = fmax(0.0, value_at(triangle->edge[i], x, y));
        sum += weights[i];
    }
    for (int i = 0; i < 3; i++)
        weights[i] = sum > 0.0 ? weights[i] / sum : 1.0 / 3.0;
}

double rv_raster_key(const rv_raster_triangle* triangle, double x, double y) {
    return value_at(triangle->key, x, y);
}
