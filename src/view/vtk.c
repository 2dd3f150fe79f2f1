// Drawings as VTK PolyData: see vtk.h. XML with the numbers in raw form after it ("appended"), each
// array with its length before it, little-endian whatever the machine.
//
// Points are those of the lines, in order, then the corners of the surfaces. Cells are one line for
// each piece of a cable and for each joint that holds or springs over a distance, then the
// triangles of bodies and wheels, in order.
#include "view/vtk.h"

#include "view/bytes.h"
#include "view/mesh.h"
#include "view/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// flat pieces of a full circle
enum { SEGMENTS = 16 };
// radius of the marker of a body without shapes, as a share of the size of all that is drawn
static const double MARKER_SHARE = 0.005;

typedef enum cell_kind { CELL_BODY, CELL_WHEEL, CELL_CABLE, CELL_LINK, CELL_SOLID } cell_kind;

typedef struct line_point {
    rv_vec3 position;
    double tension, twist, radius;
} line_point;

typedef struct line {
    cell_kind kind;
    int index; // of the cable or the joint
    int end;   // points up to its end
} line;

// what a file is made of; triangles of one thing lie together
typedef struct parts {
    const rv_drawing* drawing;
    const rv_world* world;
    line_point* points;
    line* lines;
    int point_count, line_count;
    rv_mesh mesh;
    int* ends; // triangles up to the end of every body, then of every wheel, then of every solid
} parts;

// --- what there is ------------------------------------------------------------------------------

static bool add_body(parts* p, int index, double marker) {
    const rv_drawing* d = p->drawing;
    const rv_drawing_body* body = &d->bodies[index];
    // a scalar has no place
    if (body->kind == RV_BODY_SCALAR)
        return true;
    if (body->shape_count == 0)
        return rv_mesh_add_marker(&p->mesh, d->poses[index].position, marker);
    bool good = true;
    for (int i = body->first_shape; i < body->first_shape + body->shape_count && good; i++) {
        const rv_facets* facets = rv_drawing_facets(d, i);
        rv_pose pose = d->poses[index];
        good = facets != NULL
                   ? rv_mesh_add_facets(&p->mesh, facets, rv_pose_mul(pose, d->shapes[i].local))
                   : rv_mesh_add_shape(&p->mesh, &d->shapes[i], pose, SEGMENTS);
    }
    return good;
}

static bool add_surfaces(parts* p) {
    const rv_drawing* d = p->drawing;
    rv_vec3 size = rv_vec3_sub(d->high, d->low);
    double marker = d->high.x >= d->low.x ? MARKER_SHARE * rv_vec3_length(size) : 0.0;
    bool good = true;
    for (int i = 0; i < d->body_count && good; i++) {
        good = add_body(p, i, marker > 0.0 ? marker : MARKER_SHARE);
        p->ends[i] = p->mesh.triangle_count;
    }
    for (int i = 0; i < d->wheel_count && good; i++) {
        rv_pose pose = rv_drawing_pose(d, d->wheels[i].body);
        good = rv_mesh_add_wheel(&p->mesh, &d->wheels[i], pose, d->wheel_angles[i], SEGMENTS);
        p->ends[d->body_count + i] = p->mesh.triangle_count;
    }
    for (int i = 0; i < d->solid_count && good; i++) {
        good = rv_mesh_add_facets(&p->mesh, &d->solids[i].facets, rv_pose_identity());
        p->ends[d->body_count + d->wheel_count + i] = p->mesh.triangle_count;
    }
    return good;
}

// a cut ends a line, and is no point
static void add_cable(parts* p, int index) {
    const rv_drawing_cable* cable = &p->drawing->cables[index];
    for (int i = 0; i < cable->point_count; i++) {
        const rv_drawing_point* at = &p->drawing->points[cable->first_point + i];
        if (isnan(at->position.x))
            continue;
        p->points[p->point_count++] =
            (line_point){at->position, at->tension, at->twist, cable->radius};
        if (i + 1 == cable->point_count || isnan(at[1].position.x))
            p->lines[p->line_count++] = (line){CELL_CABLE, index, p->point_count};
    }
}

static void add_link(parts* p, int index) {
    const rv_drawing_joint* joint = &p->drawing->joints[index];
    if (joint->type != RV_JOINT_DISTANCE && joint->type != RV_JOINT_SPRING)
        return;
    double tension = rv_joint_tension(p->world, joint->id);
    for (int i = 0; i < 2; i++) {
        rv_vec3 end =
            rv_pose_apply(rv_drawing_pose(p->drawing, joint->bodies[i]), joint->points[i]);
        p->points[p->point_count++] = (line_point){end, tension, 0.0, 0.0};
    }
    p->lines[p->line_count++] = (line){CELL_LINK, index, p->point_count};
}

// False without memory.
static bool gather(parts* p) {
    const rv_drawing* d = p->drawing;
    size_t bodies = (size_t)d->body_count, wheels = (size_t)d->wheel_count,
           joints = (size_t)d->joint_count, solids = (size_t)d->solid_count;
    p->ends = calloc(bodies + wheels + solids + 1, sizeof *p->ends);
    p->points = calloc((size_t)d->point_count + 2 * joints + 1, sizeof *p->points);
    p->lines = calloc((size_t)d->point_count + joints + 1, sizeof *p->lines);
    if (p->ends == NULL || p->points == NULL || p->lines == NULL)
        return false;
    for (int i = 0; i < d->cable_count; i++)
        add_cable(p, i);
    for (int i = 0; i < d->joint_count; i++)
        add_link(p, i);
    return add_surfaces(p);
}

// --- numbers ------------------------------------------------------------------------------------

static void put_bits(FILE* file, uint64_t bits, int count) {
    uint8_t bytes[8];
    rv_bytes_put(bytes, bits, count);
    fwrite(bytes, 1, (size_t)count, file);
}

static void put_integer(FILE* file, int number) {
    put_bits(file, (uint32_t)number, 4);
}

static void put_number(FILE* file, double number) {
    uint8_t bytes[8];
    rv_bytes_put_f64(bytes, number);
    fwrite(bytes, 1, sizeof bytes, file);
}

static void put_vector(FILE* file, rv_vec3 vector) {
    put_number(file, vector.x);
    put_number(file, vector.y);
    put_number(file, vector.z);
}

// --- points -------------------------------------------------------------------------------------

static int all_points(const parts* p) {
    return p->point_count + p->mesh.vertex_count;
}

static void put_points(FILE* file, const parts* p) {
    for (int i = 0; i < p->point_count; i++)
        put_vector(file, p->points[i].position);
    for (int i = 0; i < p->mesh.vertex_count; i++)
        put_vector(file, p->mesh.vertices[i]);
}

// a number of every point of the lines, and 0 of every corner of a surface
static void put_point_numbers(FILE* file, const parts* p, size_t offset) {
    for (int i = 0; i < p->point_count; i++)
        put_number(file, *(const double*)((const char*)&p->points[i] + offset));
    for (int i = 0; i < p->mesh.vertex_count; i++)
        put_number(file, 0.0);
}

static void put_tension(FILE* file, const parts* p) {
    put_point_numbers(file, p, offsetof(line_point, tension));
}

static void put_twist(FILE* file, const parts* p) {
    put_point_numbers(file, p, offsetof(line_point, twist));
}

static void put_radius(FILE* file, const parts* p) {
    put_point_numbers(file, p, offsetof(line_point, radius));
}

// --- cells --------------------------------------------------------------------------------------

static int all_cells(const parts* p) {
    return p->line_count + p->mesh.triangle_count;
}

static void put_line_points(FILE* file, const parts* p) {
    for (int i = 0; i < p->point_count; i++)
        put_integer(file, i);
}

static void put_line_ends(FILE* file, const parts* p) {
    for (int i = 0; i < p->line_count; i++)
        put_integer(file, p->lines[i].end);
}

static void put_triangle_points(FILE* file, const parts* p) {
    for (int i = 0; i < p->mesh.triangle_count; i++)
        for (int k = 0; k < 3; k++)
            put_integer(file, p->point_count + p->mesh.triangles[i][k]);
}

static void put_triangle_ends(FILE* file, const parts* p) {
    for (int i = 1; i <= p->mesh.triangle_count; i++)
        put_integer(file, 3 * i);
}

typedef void cell_put(FILE* file, const parts* p, cell_kind kind, int index);

// something of every cell
static void put_cells(FILE* file, const parts* p, cell_put* put) {
    const rv_drawing* d = p->drawing;
    for (int i = 0; i < p->line_count; i++)
        put(file, p, p->lines[i].kind, p->lines[i].index);
    int triangle = 0;
    static const cell_kind kinds[3] = {CELL_BODY, CELL_WHEEL, CELL_SOLID};
    const int counts[3] = {d->body_count, d->wheel_count, d->solid_count};
    const int* end = p->ends;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < counts[k]; i++, end++)
            for (; triangle < *end; triangle++)
                put(file, p, kinds[k], i);
}

static void cell_kind_put(FILE* file, const parts* p, cell_kind kind, int index) {
    (void)p;
    (void)index;
    put_bits(file, (uint64_t)kind, 1);
}

static void cell_index_put(FILE* file, const parts* p, cell_kind kind, int index) {
    (void)p;
    (void)kind;
    put_integer(file, index);
}

// the body of a cell; -1: none
static int body_of(const parts* p, cell_kind kind, int index) {
    return kind == CELL_BODY ? index : kind == CELL_WHEEL ? p->drawing->wheels[index].body : -1;
}

static void cell_mass_put(FILE* file, const parts* p, cell_kind kind, int index) {
    int body = body_of(p, kind, index);
    double mass = body >= 0 ? p->drawing->bodies[body].mass : 0.0;
    if (kind == CELL_SOLID)
        mass = rv_solid_mass(p->world, p->drawing->solids[index].id);
    put_number(file, mass);
}

// of a body's centre of mass, of a wheel's centre
static void cell_velocity_put(FILE* file, const parts* p, cell_kind kind, int index) {
    const rv_drawing* d = p->drawing;
    int body = body_of(p, kind, index);
    rv_vec3 velocity = {0.0, 0.0, 0.0};
    if (body >= 0 && kind == CELL_BODY)
        velocity = rv_body_velocity(p->world, d->bodies[body].id);
    else if (body >= 0)
        velocity = rv_body_point_velocity(p->world, d->bodies[body].id, d->wheels[index].center);
    put_vector(file, velocity);
}

static void put_kind(FILE* file, const parts* p) {
    put_cells(file, p, cell_kind_put);
}

static void put_index(FILE* file, const parts* p) {
    put_cells(file, p, cell_index_put);
}

static void put_mass(FILE* file, const parts* p) {
    put_cells(file, p, cell_mass_put);
}

static void put_velocity(FILE* file, const parts* p) {
    put_cells(file, p, cell_velocity_put);
}

// --- the file -----------------------------------------------------------------------------------

static int line_points(const parts* p) {
    return p->point_count;
}

static int lines(const parts* p) {
    return p->line_count;
}

static int triangles(const parts* p) {
    return p->mesh.triangle_count;
}

static int corners(const parts* p) {
    return 3 * p->mesh.triangle_count;
}

typedef struct vtk_type {
    const char* name;
    int bytes;
} vtk_type;

static const vtk_type FLOAT64 = {"Float64", 8}, INT32 = {"Int32", 4}, UINT8 = {"UInt8", 1};

// one array: the element that it stands in, and how it is filled
typedef struct vtk_array {
    const char* element;
    const char* name;
    const vtk_type* type;
    int components;
    int (*tuples)(const parts* p);
    void (*put)(FILE* file, const parts* p);
} vtk_array;

static const vtk_array arrays[] = {
    {"PointData", "tension", &FLOAT64, 1, all_points, put_tension},
    {"PointData", "twist", &FLOAT64, 1, all_points, put_twist},
    {"PointData", "radius", &FLOAT64, 1, all_points, put_radius},
    {"CellData", "kind", &UINT8, 1, all_cells, put_kind},
    {"CellData", "index", &INT32, 1, all_cells, put_index},
    {"CellData", "mass", &FLOAT64, 1, all_cells, put_mass},
    {"CellData", "velocity", &FLOAT64, 3, all_cells, put_velocity},
    {"Points", "points", &FLOAT64, 3, all_points, put_points},
    {"Lines", "connectivity", &INT32, 1, line_points, put_line_points},
    {"Lines", "offsets", &INT32, 1, lines, put_line_ends},
    {"Polys", "connectivity", &INT32, 1, corners, put_triangle_points},
    {"Polys", "offsets", &INT32, 1, triangles, put_triangle_ends},
};

enum { ARRAY_COUNT = sizeof arrays / sizeof arrays[0], LENGTH_BYTES = 8 };

static uint64_t array_bytes(const vtk_array* a, const parts* p) {
    return (uint64_t)a->tuples(p) * (uint64_t)(a->components * a->type->bytes);
}

static void write_arrays(FILE* file, const parts* p) {
    uint64_t offset = 0;
    for (int i = 0; i < ARRAY_COUNT; i++) {
        const vtk_array* a = &arrays[i];
        bool first = i == 0 || strcmp(arrays[i - 1].element, a->element) != 0;
        bool last = i + 1 == ARRAY_COUNT || strcmp(arrays[i + 1].element, a->element) != 0;
        if (first)
            fprintf(file, "      <%s>\n", a->element);
        fprintf(file,
                "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" "
                "format=\"appended\" offset=\"%" PRIu64 "\"/>\n",
                a->type->name, a->name, a->components, offset);
        if (last)
            fprintf(file, "      </%s>\n", a->element);
        offset += LENGTH_BYTES + array_bytes(a, p);
    }
}

static void write_file(FILE* file, const parts* p) {
    char time[RV_NUMBER_BYTES];
    fprintf(file,
            "<?xml version=\"1.0\"?>\n"
            "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
            "header_type=\"UInt64\">\n"
            "  <PolyData>\n"
            "    <FieldData>\n"
            "      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
            "format=\"ascii\">%s</DataArray>\n"
            "    </FieldData>\n"
            "    <Piece NumberOfPoints=\"%d\" NumberOfVerts=\"0\" NumberOfLines=\"%d\" "
            "NumberOfStrips=\"0\" NumberOfPolys=\"%d\">\n",
            rv_number_text(time, RV_NUMBER_DIGITS, rv_world_time(p->world)), all_points(p),
            p->line_count, p->mesh.triangle_count);
    write_arrays(file, p);
    fprintf(file, "    </Piece>\n"
                  "  </PolyData>\n"
                  "  <AppendedData encoding=\"raw\">\n"
                  "_");
    for (int i = 0; i < ARRAY_COUNT; i++) {
        put_bits(file, array_bytes(&arrays[i], p), LENGTH_BYTES);
        arrays[i].put(file, p);
    }
    fprintf(file, "\n  </AppendedData>\n</VTKFile>\n");
}

bool rv_vtk_write(FILE* file, const rv_drawing* drawing, const rv_world* world) {
    parts p = {.drawing = drawing, .world = world};
    bool good = gather(&p);
    if (good)
        write_file(file, &p);
    rv_mesh_free(&p.mesh);
    free(p.ends);
    free(p.points);
    free(p.lines);
    return good && !ferror(file);
}

// --- the list -----------------------------------------------------------------------------------

bool rv_vtk_collection_begin(FILE* file) {
    fprintf(file, "<?xml version=\"1.0\"?>\n"
                  "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\" "
                  "header_type=\"UInt64\">\n"
                  "  <Collection>\n");
    return !ferror(file);
}

// text as an XML attribute
static void write_attribute(FILE* file, const char* text) {
    static const char* const marks[][2] = {
        {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}};
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (i < 4 && marks[i][0][0] != *text)
            i++;
        if (i < 4)
            fputs(marks[i][1], file);
        else
            fputc(*text, file);
    }
}

bool rv_vtk_collection_add(FILE* file, double time, const char* vtp_name) {
    char text[RV_NUMBER_BYTES];
    fprintf(file, "    <DataSet timestep=\"%s\" part=\"0\" file=\"",
            rv_number_text(text, RV_NUMBER_DIGITS, time));
    write_attribute(file, vtp_name);
    fprintf(file, "\"/>\n");
    return !ferror(file);
}

bool rv_vtk_collection_end(FILE* file) {
    fprintf(file, "  </Collection>\n</VTKFile>\n");
    return !ferror(file);
}
