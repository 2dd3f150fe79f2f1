// Triangles to samples: which triangle is seen at each of several points in every pixel, kept as an
// index and a depth. What a triangle looks like is no matter here. Vertices are homogeneous, so
// that nothing has to be clipped (Olano, Greer 1997): the three edge functions of a triangle
//   E_i(x, y) = n_i . (x, y, 1),   n_i = v_j x v_k,   v = (x w, y w, w)
// are all positive inside it, also where part of it lies behind the eye, and divided by their sum
// they are the barycentric coordinates in space. Only + - * / on doubles: the same on any machine.
#ifndef REEVE_VIEW_RASTER_H
#define REEVE_VIEW_RASTER_H

#include <stdbool.h>
#include <stdint.h>

enum { RV_RASTER_SAMPLES_MAX = 8 };
#define RV_RASTER_NONE UINT32_MAX

// A vertex: pixel coordinates times w, from the left and the top; w is the depth along the view for
// a perspective picture and 1 for a parallel one. `key` says which of two triangles is in front,
// the larger: 1 for a perspective picture (then 1/w is compared), any height > 0 for a parallel
// one.
typedef struct rv_raster_vertex {
    double x, y, w, key;
} rv_raster_vertex;

typedef struct rv_raster_triangle {
    double edge[3][3];            // n_i; n_i . (x, y, 1) >= 0 inside
    double key[3];                // the key at a pixel, likewise
    int left, top, right, bottom; // pixels that it may touch; right and bottom are past the last
} rv_raster_triangle;

// A strip of rows [top, top + rows) of a picture. Sample s of a pixel lies at offsets[s] in [0, 1).
typedef struct rv_raster {
    int width, top, rows;
    int sample_count; // 1 or RV_RASTER_SAMPLES_MAX
    const double (*offsets)[2];
    float* keys;      // [row][column][sample]; 0: nothing
    uint32_t* owners; // the triangle; may be NULL
    float key_most;   // what has a larger key is too near to be seen
} rv_raster;

// Prepares a triangle for a picture of this size. False, and an empty triangle, if it cannot be
// seen: it shows its back (its corners go clockwise), lies off the picture or nearer than
// w = `nearest`, or is not finite.
bool rv_raster_prepare(rv_raster_triangle* triangle, const rv_raster_vertex v[3], const int size[2],
                       double nearest);

void rv_raster_clear(rv_raster* raster);
void rv_raster_draw(rv_raster* raster, const rv_raster_triangle* triangle, uint32_t owner);

// Barycentric coordinates of a place on the triangle, in [0, 1] also a little outside of it.
void rv_raster_weights(const rv_raster_triangle* triangle, double x, double y, double weights[3]);
// The key there.
double rv_raster_key(const rv_raster_triangle* triangle, double x, double y);

#endif
