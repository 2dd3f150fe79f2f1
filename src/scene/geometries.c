// Hulls, meshes and height fields of shapes: read once with the scene, made once in every world.
// Shapes that name the same file at the same scale
// share what was read. See rules.h and play.h.
#include "scene/names.h"
#include "scene/play.h"
#include "scene/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// points of a hull before the engine leaves out those inside
enum { HULL_POINTS_MAX = 4096 };

static rv_scene_shape* shape_at(const rv_scene* scene, int body, int shape) {
    const rv_scene_body* bodies = scene->bodies.items;
    return (rv_scene_shape*)bodies[body].shapes.items + shape;
}

static bool has_geometry(rv_shape_type type) {
    return type == RV_SHAPE_HULL || type == RV_SHAPE_MESH || type == RV_SHAPE_HEIGHT_FIELD;
}

static const char* file_of(const rv_scene_shape* shape) {
    return shape->def.type == RV_SHAPE_MESH   ? shape->mesh
           : shape->def.type == RV_SHAPE_HULL ? shape->hull.text
                                              : NULL;
}

static const char* key_of(const rv_scene_shape* shape) {
    return rv_scene_shape_table.fields[shape->def.type].key;
}

// --- files --------------------------------------------------------------------------------------

// `others`: triangles of all files before it
static bool file_read(rv_scene_place* place, const rv_scene_shape* shape, const char* path,
                      int64_t others, rv_mesh_data* data) {
    if (!rv_mesh_file_read(path, data)) {
        rv_scene_complain_value(place, key_of(shape), "%s", data->error);
        return false;
    }
    if (shape->def.type == RV_SHAPE_HULL && data->vertex_count > HULL_POINTS_MAX) {
        rv_scene_complain_value(
            place, key_of(shape), "'%s' has %d points; a hull must be made from at most %d",
            rv_scene_quoted(file_of(shape)).text, data->vertex_count, HULL_POINTS_MAX);
        return false;
    }
    if (others + data->triangle_count > RV_SCENE_TRIANGLES_MAX) {
        rv_scene_complain_value(place, key_of(shape),
                                "makes %lld triangles with all files before it; must be at most %d",
                                (long long)(others + data->triangle_count), RV_SCENE_TRIANGLES_MAX);
        return false;
    }
    for (int i = 0; i < data->vertex_count; i++) {
        rv_vec3* v = &data->vertices[i];
        *v = rv_vec3_make(v->x * shape->scale.x, v->y * shape->scale.y, v->z * shape->scale.z);
    }
    return true;
}

// what an earlier shape made of the same file; -1: nothing
static int find_same(const rv_scene* scene, const rv_scene_shape* shape, const char* path) {
    const rv_scene_geometry* known = scene->geometries.items;
    for (int i = 0; i < scene->geometries.count; i++) {
        const rv_scene_shape* other = shape_at(scene, known[i].body, known[i].shape);
        if (known[i].file != NULL && strcmp(known[i].file, path) == 0
            && other->def.type == shape->def.type
            && memcmp(&other->scale, &shape->scale, sizeof shape->scale) == 0)
            return i;
    }
    return -1;
}

// --- with the scene -----------------------------------------------------------------------------

static void find_geometry(rv_scene* scene, rv_scene_place* place, int body, int index) {
    rv_scene_shape* shape = shape_at(scene, body, index);
    rv_scene_geometry* next = (rv_scene_geometry*)scene->geometries.items + scene->geometries.count;
    *next = (rv_scene_geometry){.body = body, .shape = index};
    if (file_of(shape) != NULL) {
        next->file = rv_scene_file_path(scene, place, key_of(shape), file_of(shape));
        if (next->file == NULL)
            return;
        shape->geometry = find_same(scene, shape, next->file);
        if (shape->geometry >= 0)
            return;
    }
    shape->geometry = scene->geometries.count++;
    if (next->file != NULL
        && file_read(place, shape, next->file, scene->triangle_count, &next->data))
        scene->triangle_count += next->data.triangle_count;
}

// shapes of one body, or how many of them have a geometry
static int each_geometry(rv_scene* scene, rv_scene_place* place, int body, bool find) {
    const rv_scene_body* item = (const rv_scene_body*)scene->bodies.items + body;
    int count = 0;
    for (int i = 0; i < item->shapes.count; i++) {
        if (!has_geometry(shape_at(scene, body, i)->def.type))
            continue;
        count++;
        if (!find)
            continue;
        rv_scene_enter_body(scene, place, body);
        rv_scene_enter_key(place, "shapes");
        rv_scene_enter_index(place, i);
        find_geometry(scene, place, body, i);
        rv_scene_leave(place);
        rv_scene_leave(place);
        rv_scene_leave_body(scene, place, body);
    }
    return count;
}

void rv_scene_rules_geometries(rv_scene* scene, rv_scene_place* place) {
    size_t count = 0;
    for (int i = 0; i < scene->bodies.count; i++)
        count += (size_t)each_geometry(scene, place, i, false);
    scene->geometries.items = rv_scene_allocate(scene, count, sizeof(rv_scene_geometry));
    if (scene->geometries.items == NULL && count > 0) {
        rv_scene_complain(place, "not enough memory for %zu hulls, meshes and height fields",
                          count);
        return;
    }
    for (int i = 0; i < scene->bodies.count; i++)
        each_geometry(scene, place, i, true);
}

// --- in a world ---------------------------------------------------------------------------------

static rv_geometry_id create(rv_world* world, const rv_scene_shape* shape,
                             const rv_mesh_data* data) {
    if (shape->def.type == RV_SHAPE_HULL) {
        rv_hull_def def = rv_hull_def_default();
        def.points = shape->hull.text != NULL ? data->vertices : shape->hull.items;
        def.point_count = shape->hull.text != NULL ? data->vertex_count : shape->hull.count;
        return rv_geometry_create_hull(world, &def);
    }
    if (shape->def.type == RV_SHAPE_MESH) {
        rv_mesh_def def = rv_mesh_def_default();
        def.vertices = data->vertices;
        def.vertex_count = data->vertex_count;
        def.triangles = data->triangles;
        def.triangle_count = data->triangle_count;
        return rv_geometry_create_mesh(world, &def);
    }
    rv_height_field_def def = rv_height_field_def_default();
    def.columns = shape->heights.columns;
    def.rows = shape->heights.rows;
    def.spacing_x = shape->spacing[0];
    def.spacing_y = isnan(shape->spacing[1]) ? shape->spacing[0] : shape->spacing[1];
    def.heights = shape->heights.numbers;
    return rv_geometry_create_height_field(world, &def);
}

// "rv_hull_def.points: must not ..." is told without the name of the def
static void complain_refused(const rv_scene_play* play, rv_scene_place* place,
                             const rv_scene_geometry* geometry) {
    const char* sentence = rv_world_error(play->world);
    const char* dot = strchr(sentence, '.');
    if (strncmp(sentence, "rv_", 3) == 0 && dot != NULL && dot < sentence + strcspn(sentence, " :"))
        sentence = dot + 1;
    rv_scene_enter_body(play->scene, place, geometry->body);
    rv_scene_enter_key(place, "shapes");
    rv_scene_enter_index(place, geometry->shape);
    rv_scene_complain_value(place, key_of(shape_at(play->scene, geometry->body, geometry->shape)),
                            "refused: %s", sentence);
    rv_scene_leave(place);
    rv_scene_leave(place);
    rv_scene_leave_body(play->scene, place, geometry->body);
}

bool rv_scene_geometries_build(rv_scene_play* play, rv_scene_place* place) {
    const rv_scene_geometry* geometries = play->scene->geometries.items;
    bool good = true;
    for (int i = 0; i < play->scene->geometries.count; i++) {
        const rv_scene_shape* shape =
            shape_at(play->scene, geometries[i].body, geometries[i].shape);
        play->geometries[i] = create(play->world, shape, &geometries[i].data);
        if (rv_geometry_is_valid(play->world, play->geometries[i]))
            continue;
        complain_refused(play, place, &geometries[i]);
        good = false;
    }
    return good;
}

rv_shape_def* rv_scene_shapes_placed(const rv_scene_play* play, const rv_scene_body* body) {
    int count = body->shapes.count;
    const rv_scene_shape* shapes = body->shapes.items;
    rv_shape_def* defs = calloc((size_t)count + 1, sizeof *defs);
    for (int i = 0; i < count && defs != NULL; i++) {
        defs[i] = body->def.shapes[i];
        if (shapes[i].geometry >= 0)
            defs[i].geometry = play->geometries[shapes[i].geometry];
    }
    return defs;
}
