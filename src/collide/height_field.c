// Height fields: the checked copy, and direct access to the cells.
// Cell (i, j) lies between samples (i, j) and (i + 1, j + 1); its triangles are 0: p00 p10 p11 and
// 1: p00 p11 p01, counter-clockwise from above. Boxes and rays go through blocks of cells first,
// whose lowest and highest samples are kept.
#include "collide/height_field.h"

#include "collide/ray_triangle.h"

enum { SAMPLES_MAX = 4096, BLOCK = 16 };

// ---- making -------------------------------------------------------------------------------------

static bool heights_are_valid(const rv_height_field_def* def, rv_error_text* error) {
    if (!rv_error_check(error, def->heights != NULL,
                        "rv_height_field_def.heights = NULL: must point to columns * rows heights"))
        return false;
    for (int i = 0; i < def->columns * def->rows; i++)
        if (!rv_error_check(error, isfinite(def->heights[i]),
                            "rv_height_field_def.heights[%d] = %g m: must be finite", i,
                            def->heights[i]))
            return false;
    return true;
}

static bool def_is_valid(const rv_height_field_def* d, rv_error_text* error) {
    return rv_error_check(error, d->columns >= 2 && d->columns <= SAMPLES_MAX,
                          "rv_height_field_def.columns = %d: must be in [2, %d]", d->columns,
                          (int)SAMPLES_MAX)
           && rv_error_check(error, d->rows >= 2 && d->rows <= SAMPLES_MAX,
                             "rv_height_field_def.rows = %d: must be in [2, %d]", d->rows,
                             (int)SAMPLES_MAX)
           && rv_error_check(error, isfinite(d->spacing_x) && d->spacing_x > 0.0,
                             "rv_height_field_def.spacing_x = %g m: must be finite and > 0",
                             d->spacing_x)
           && rv_error_check(error, isfinite(d->spacing_y) && d->spacing_y > 0.0,
                             "rv_height_field_def.spacing_y = %g m: must be finite and > 0",
                             d->spacing_y)
           && heights_are_valid(d, error);
}

static rv_vec3 sample_at(const rv_height_field* field, int i, int j) {
    return rv_vec3_make((i - 0.5 * (field->columns - 1)) * field->spacing_x,
                        (j - 0.5 * (field->rows - 1)) * field->spacing_y,
                        field->heights.data[j * field->columns + i]);
}

static void fill_blocks(rv_height_field* field) {
    for (int b = 0; b < field->block_lower.count; b++) {
        int i0 = b % field->block_columns * BLOCK, j0 = b / field->block_columns * BLOCK;
        double lower = INFINITY, upper = -INFINITY;
        // a block of cells has one more sample than cells each way
        for (int j = j0; j <= j0 + BLOCK && j < field->rows; j++)
            for (int i = i0; i <= i0 + BLOCK && i < field->columns; i++) {
                double height = field->heights.data[j * field->columns + i];
                lower = fmin(lower, height);
                upper = fmax(upper, height);
            }
        field->block_lower.data[b] = lower;
        field->block_upper.data[b] = upper;
        field->lower = fmin(field->lower, lower);
        field->upper = fmax(field->upper, upper);
    }
}

bool rv_height_field_make(rv_memory* memory, rv_height_field* field, const rv_height_field_def* def,
                          rv_error_text* error) {
    *field = (rv_height_field){0};
    if (!def_is_valid(def, error))
        return false;
    rv_height_field made = {.columns = def->columns,
                            .rows = def->rows,
                            .spacing_x = def->spacing_x,
                            .spacing_y = def->spacing_y,
                            .block_columns = (def->columns - 2) / BLOCK + 1,
                            .block_rows = (def->rows - 2) / BLOCK + 1,
                            .lower = INFINITY,
                            .upper = -INFINITY};
    int samples = def->columns * def->rows, blocks = made.block_columns * made.block_rows;
    bool room = rv_array_resize(memory, &made.heights, samples)
                && rv_array_resize(memory, &made.block_lower, blocks)
                && rv_array_resize(memory, &made.block_upper, blocks);
    if (!rv_error_check(error, room, "rv_height_field_def: out of memory")) {
        rv_height_field_free(memory, &made);
        return false;
    }
    // -0 becomes 0
    for (int s = 0; s < samples; s++)
        made.heights.data[s] = def->heights[s] + 0.0;
    fill_blocks(&made);
    for (int s = 0; s < samples; s++)
        made.reach =
            fmax(made.reach, rv_vec3_length(sample_at(&made, s % made.columns, s / made.columns)));
    // sx sy / (sx + sy) <= sx sy / sqrt(sx^2 + sy^2)
    made.altitude = 1.0 / (1.0 / made.spacing_x + 1.0 / made.spacing_y);
    *field = made;
    return true;
}

void rv_height_field_free(rv_memory* memory, rv_height_field* field) {
    rv_array_free(memory, &field->heights);
    rv_array_free(memory, &field->block_lower);
    rv_array_free(memory, &field->block_upper);
    *field = (rv_height_field){0};
}

// ---- cells --------------------------------------------------------------------------------------

void rv_height_field_samples(const rv_height_field* field, int triangle, int32_t sample[3]) {
    int cell = triangle / 2, cells = field->columns - 1;
    int first = cell / cells * field->columns + cell % cells;
    sample[0] = first;
    sample[1] = triangle % 2 == 0 ? first + 1 : first + field->columns + 1;
    sample[2] = triangle % 2 == 0 ? first + field->columns + 1 : first + field->columns;
}

void rv_height_field_corners(const rv_height_field* field, int triangle, rv_vec3 corner[3]) {
    int cell = triangle / 2, cells = field->columns - 1;
    int j = cell / cells, i = cell - j * cells;
    corner[0] = sample_at(field, i, j);
    corner[1] = triangle % 2 == 0 ? sample_at(field, i + 1, j) : sample_at(field, i + 1, j + 1);
    corner[2] = triangle % 2 == 0 ? sample_at(field, i + 1, j + 1) : sample_at(field, i, j + 1);
}

int rv_height_field_neighbour(const rv_height_field* field, int triangle, int edge) {
    // by half of the cell and edge: the step to the other cell, and the half there
    static const struct {
        int i, j, half;
    } step[2][3] = {{{0, -1, 1}, {1, 0, 1}, {0, 0, 1}}, {{0, 0, 0}, {0, 1, 0}, {-1, 0, 0}}};
    int cell = triangle / 2, half = triangle % 2, cells = field->columns - 1;
    int i = cell % cells + step[half][edge].i, j = cell / cells + step[half][edge].j;
    if (i < 0 || i >= cells || j < 0 || j >= field->rows - 1)
        return -1;
    return 2 * (j * cells + i) + step[half][edge].half;
}

// Two triangles with a common edge are a parallelogram seen from above, so the plane of one has at
// the far corner of the other the height z_0 + z_1 - z_far, with z_0 and z_1 of the edge.
rv_trimesh_edge rv_height_field_edge_kind(const rv_height_field* field, int triangle, int edge) {
    if (rv_height_field_neighbour(field, triangle, edge) < 0)
        return RV_EDGE_OPEN;
    int32_t sample[3];
    rv_height_field_samples(field, triangle, sample);
    int32_t start = sample[edge], end = sample[(edge + 1) % 3], far = sample[(edge + 2) % 3];
    const double* z = field->heights.data;
    double rise = z[start + end - far] - (z[start] + z[end] - z[far]);
    return rise < -RV_EDGE_FLAT * field->altitude ? RV_EDGE_CONVEX : RV_EDGE_INNER;
}

// cell of a coordinate, within [0, cells - 1]
static int cell_of(double coordinate, double spacing, int cells) {
    double place = floor(coordinate / spacing + 0.5 * cells);
    return place >= cells - 1 ? cells - 1 : place >= 0.0 ? (int)place : 0;
}

int rv_height_field_triangle_at(const rv_height_field* field, double x, double y) {
    int cells = field->columns - 1, lines = field->rows - 1;
    double u = x / field->spacing_x + 0.5 * cells, v = y / field->spacing_y + 0.5 * lines;
    if (!(u >= 0.0 && u <= cells && v >= 0.0 && v <= lines))
        return -1;
    int i = cell_of(x, field->spacing_x, cells), j = cell_of(y, field->spacing_y, lines);
    return 2 * (j * cells + i) + (u - i >= v - j ? 0 : 1);
}

bool rv_height_field_is_below(const rv_height_field* field, rv_vec3 p) {
    int triangle = rv_height_field_triangle_at(field, p.x, p.y);
    if (triangle < 0)
        return false;
    rv_vec3 c[3];
    rv_height_field_corners(field, triangle, c);
    rv_vec3 up = rv_vec3_cross(rv_vec3_sub(c[1], c[0]), rv_vec3_sub(c[2], c[0]));
    return rv_vec3_dot(rv_vec3_sub(p, c[0]), up) < 0.0;
}

// cells [first, last] x [first, last]
typedef struct cell_range {
    int i0, i1, j0, j1;
} cell_range;

static cell_range clip_to_block(const rv_height_field* field, cell_range range, int block) {
    int i = block % field->block_columns * BLOCK, j = block / field->block_columns * BLOCK;
    return (cell_range){
        range.i0 > i ? range.i0 : i, range.i1 < i + BLOCK - 1 ? range.i1 : i + BLOCK - 1,
        range.j0 > j ? range.j0 : j, range.j1 < j + BLOCK - 1 ? range.j1 : j + BLOCK - 1};
}

// a cell more on each side: rounding, and touching counts
static cell_range range_of(const rv_height_field* field, double x0, double x1, double y0,
                           double y1) {
    int cells = field->columns - 1, lines = field->rows - 1;
    int i0 = cell_of(x0, field->spacing_x, cells) - 1,
        i1 = cell_of(x1, field->spacing_x, cells) + 1;
    int j0 = cell_of(y0, field->spacing_y, lines) - 1,
        j1 = cell_of(y1, field->spacing_y, lines) + 1;
    return (cell_range){i0 > 0 ? i0 : 0, i1 < cells ? i1 : cells - 1, j0 > 0 ? j0 : 0,
                        j1 < lines ? j1 : lines - 1};
}

// ---- boxes --------------------------------------------------------------------------------------

// the bounds of the two triangles are those of their cell, but for the height
static void bounds_in_cell(const rv_height_field* field, int i, int j, rv_aabb bounds[2]) {
    const double* z = &field->heights.data[j * field->columns + i];
    double z00 = z[0], z10 = z[1], z01 = z[field->columns], z11 = z[field->columns + 1];
    rv_vec3 lower = sample_at(field, i, j), upper = sample_at(field, i + 1, j + 1);
    double low = z00 < z11 ? z00 : z11, high = z00 < z11 ? z11 : z00;
    for (int k = 0; k < 2; k++) {
        double third = k == 0 ? z10 : z01;
        bounds[k] = (rv_aabb){lower, upper};
        bounds[k].lower.z = third < low ? third : low;
        bounds[k].upper.z = third > high ? third : high;
    }
}

static bool query_cells(const rv_height_field* field, cell_range cells, const rv_aabb* local,
                        rv_height_field_visit* visit, void* context) {
    for (int j = cells.j0; j <= cells.j1; j++)
        for (int i = cells.i0; i <= cells.i1; i++) {
            rv_aabb bounds[2];
            bounds_in_cell(field, i, j, bounds);
            for (int k = 0; k < 2; k++)
                if (rv_aabb_overlap(&bounds[k], local)
                    && !visit(context, 2 * (j * (field->columns - 1) + i) + k))
                    return false;
        }
    return true;
}

void rv_height_field_query(const rv_height_field* field, const rv_aabb* local,
                           rv_height_field_visit* visit, void* context) {
    if (field->columns < 2)
        return;
    cell_range range =
        range_of(field, local->lower.x, local->upper.x, local->lower.y, local->upper.y);
    for (int bj = range.j0 / BLOCK; bj <= range.j1 / BLOCK; bj++)
        for (int bi = range.i0 / BLOCK; bi <= range.i1 / BLOCK; bi++) {
            int block = bj * field->block_columns + bi;
            if (field->block_upper.data[block] < local->lower.z
                || field->block_lower.data[block] > local->upper.z)
                continue;
            if (!query_cells(field, clip_to_block(field, range, block), local, visit, context))
                return;
        }
}

// ---- rays ---------------------------------------------------------------------------------------

// a ray on its way through the field, and what it has met so far
typedef struct field_ray {
    const rv_height_field* field;
    rv_ray ray;
    double best;
    int triangle;
} field_ray;

// cells under the part t of the ray
static cell_range cells_under(const field_ray* r, const double t[2]) {
    double x[2], y[2], slack = r->ray.slack;
    for (int k = 0; k < 2; k++) {
        x[k] = r->ray.from.x + t[k] * r->ray.way.x;
        y[k] = r->ray.from.y + t[k] * r->ray.way.y;
    }
    return range_of(r->field, fmin(x[0], x[1]) - slack, fmax(x[0], x[1]) + slack,
                    fmin(y[0], y[1]) - slack, fmax(y[0], y[1]) + slack);
}

static void cast_cell(field_ray* r, int i, int j) {
    for (int k = 0; k < 2; k++) {
        rv_vec3 corner[3];
        int triangle = 2 * (j * (r->field->columns - 1) + i) + k;
        rv_height_field_corners(r->field, triangle, corner);
        double t = rv_ray_triangle(&r->ray, corner, r->best);
        // of two at the same t the one with the smaller index
        if (t < r->best
            || (t == r->best && t < INFINITY && (r->triangle < 0 || triangle < r->triangle))) {
            r->best = t;
            r->triangle = triangle;
        }
    }
}

// the part of [0, best] over samples i0..i1, j0..j1 with heights in [lower, upper]; false: none
static bool part_over(const field_ray* r, cell_range samples, const double heights[2],
                      double t[2]) {
    rv_vec3 low = sample_at(r->field, samples.i0, samples.j0);
    rv_vec3 high = sample_at(r->field, samples.i1, samples.j1);
    const double x[2] = {low.x, high.x}, y[2] = {low.y, high.y};
    t[0] = 0.0;
    t[1] = r->best;
    return rv_ray_slab(&r->ray, 0, x, t) && rv_ray_slab(&r->ray, 1, y, t)
           && rv_ray_slab(&r->ray, 2, heights, t);
}

static void cast_block(field_ray* r, int block) {
    const rv_height_field* f = r->field;
    int i = block % f->block_columns * BLOCK, j = block / f->block_columns * BLOCK;
    cell_range samples = {i, i + BLOCK < f->columns ? i + BLOCK : f->columns - 1, j,
                          j + BLOCK < f->rows ? j + BLOCK : f->rows - 1};
    const double heights[2] = {f->block_lower.data[block], f->block_upper.data[block]};
    double t[2];
    if (!part_over(r, samples, heights, t))
        return;
    cell_range cells = clip_to_block(f, cells_under(r, t), block);
    for (int row = cells.j0; row <= cells.j1; row++) {
        // within the row of cells only those below the ray
        cell_range line = {samples.i0, samples.i1, row, row + 1};
        if (!part_over(r, line, heights, t))
            continue;
        cell_range under = cells_under(r, t);
        int first = under.i0 > cells.i0 ? under.i0 : cells.i0;
        int last = under.i1 < cells.i1 ? under.i1 : cells.i1;
        for (int column = first; column <= last; column++)
            cast_cell(r, column, row);
    }
}

double rv_height_field_cast(const rv_height_field* field, rv_vec3 from, rv_vec3 way, double limit,
                            int* triangle) {
    *triangle = -1;
    if (field->columns < 2 || !(rv_vec3_dot(way, way) > 0.0))
        return INFINITY;
    field_ray r = {field, rv_ray_make(from, way, field->reach), limit, -1};
    const double heights[2] = {field->lower, field->upper};
    double t[2];
    if (part_over(&r, (cell_range){0, field->columns - 1, 0, field->rows - 1}, heights, t)) {
        cell_range range = cells_under(&r, t);
        // rows of blocks in the direction of the ray, so that what is behind a hit is left out
        int first = range.j0 / BLOCK, last = range.j1 / BLOCK;
        for (int n = 0; n <= last - first; n++) {
            int bj = way.y >= 0.0 ? first + n : last - n;
            int j1 = (bj + 1) * BLOCK < field->rows ? (bj + 1) * BLOCK : field->rows - 1;
            if (!part_over(&r, (cell_range){0, field->columns - 1, bj * BLOCK, j1}, heights, t))
                continue;
            cell_range under = cells_under(&r, t);
            for (int bi = under.i0 / BLOCK; bi <= under.i1 / BLOCK; bi++)
                cast_block(&r, bj * field->block_columns + bi);
        }
    }
    *triangle = r.triangle;
    return r.triangle < 0 ? INFINITY : r.best;
}
