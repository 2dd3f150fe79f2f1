// Forms: creation, destruction and reading of the hulls, meshes and height fields of a world.
#include "model/form.h"

#include "model/body.h"

#include <string.h>

rv_hull_def rv_hull_def_default(void) {
    return (rv_hull_def){.magic = RV_DEF_MAGIC};
}

rv_mesh_def rv_mesh_def_default(void) {
    return (rv_mesh_def){.magic = RV_DEF_MAGIC};
}

rv_height_field_def rv_height_field_def_default(void) {
    return (rv_height_field_def){.spacing_x = 1.0, .spacing_y = 1.0, .magic = RV_DEF_MAGIC};
}

rv_form* rv_world_form(const rv_world* world, rv_geometry_id id) {
    int index = rv_id_pool_find(&world->form_ids, (rv_id){id.slot, id.generation, id.world});
    return index < 0 ? NULL : &world->forms.data[index];
}

void rv_form_free(rv_memory* memory, rv_form* form) {
    rv_hull_free(memory, &form->hull);
    rv_trimesh_free(memory, &form->mesh);
    rv_height_field_free(memory, &form->field);
}

rv_geometry rv_shape_geometry(const rv_world* world, const rv_shape_def* s) {
    rv_geometry g = {s->type, s->radius, s->half_length, s->half_extents, NULL, NULL, NULL};
    if (s->type < RV_SHAPE_HULL)
        return g;
    const rv_form* form = rv_world_form(world, s->geometry);
    g.hull = s->type == RV_SHAPE_HULL ? &form->hull : NULL;
    g.mesh = s->type == RV_SHAPE_MESH ? &form->mesh : NULL;
    g.field = s->type == RV_SHAPE_HEIGHT_FIELD ? &form->field : NULL;
    return g;
}

rv_placed rv_shape_placed(const rv_world* world, const rv_shape* s, const rv_geometry* geometry) {
    const rv_body* body = &world->bodies.data[s->body];
    return (rv_placed){.geometry = geometry,
                       .position = rv_body_to_world(body, s->def.local.position),
                       .R = rv_mat3_mul(body->R, rv_quat_to_mat3(s->def.local.rotation))};
}

// room for one more before anything is made
static bool make_room(rv_world* w) {
    bool ok = rv_id_pool_reserve(&w->memory, &w->form_ids, w->form_ids.slots.count + 1)
              && rv_array_reserve(&w->memory, &w->forms, w->form_ids.slots.count + 1);
    return RV_CHECK(w, ok, "rv_geometry: out of memory");
}

static rv_geometry_id add_form(rv_world* w, const rv_form* form) {
    int index = rv_id_pool_add(&w->memory, &w->form_ids);
    w->forms.data[index] = *form;
    if (index >= w->forms.count)
        w->forms.count = index + 1;
    // forms may have moved: what points to them is made anew
    rv_world_touch(w);
    rv_id id = rv_id_pool_id(&w->form_ids, index);
    return (rv_geometry_id){id.slot, id.generation, id.world};
}

rv_geometry_id rv_geometry_create_hull(rv_world* world, const rv_hull_def* def) {
    rv_call_begin(world);
    rv_form form = {.type = RV_GEOMETRY_HULL};
    bool ok =
        RV_CHECK(world, def != NULL && def->magic == RV_DEF_MAGIC,
                 "rv_hull_def: start from rv_hull_def_default()")
        && RV_CHECK(world, !world->stepping, "rv_geometry_create_hull: not callable during a step")
        && RV_CHECK(world, def->points != NULL, "rv_hull_def.points: must not be NULL")
        && RV_CHECK(world, def->point_count >= 4 && def->point_count <= RV_HULL_POINTS_MAX,
                    "rv_hull_def.point_count = %d: must be in [4, %d]", def->point_count,
                    RV_HULL_POINTS_MAX)
        && make_room(world)
        && rv_hull_make(&world->memory, &form.hull, def->points, def->point_count, &world->error);
    return ok ? add_form(world, &form) : (rv_geometry_id){0};
}

rv_geometry_id rv_geometry_create_mesh(rv_world* world, const rv_mesh_def* def) {
    rv_call_begin(world);
    rv_form form = {.type = RV_GEOMETRY_MESH};
    bool ok =
        RV_CHECK(world, def != NULL && def->magic == RV_DEF_MAGIC,
                 "rv_mesh_def: start from rv_mesh_def_default()")
        && RV_CHECK(world, !world->stepping, "rv_geometry_create_mesh: not callable during a step")
        && RV_CHECK(world, def->vertices != NULL && def->vertex_count >= 3,
                    "rv_mesh_def.vertex_count = %d: must be >= 3, with vertices", def->vertex_count)
        && RV_CHECK(world, def->triangles != NULL && def->triangle_count >= 1,
                    "rv_mesh_def.triangle_count = %d: must be >= 1, with triangles",
                    def->triangle_count)
        && make_room(world) && rv_trimesh_make(&world->memory, &form.mesh, def, &world->error);
    return ok ? add_form(world, &form) : (rv_geometry_id){0};
}

rv_geometry_id rv_geometry_create_height_field(rv_world* world, const rv_height_field_def* def) {
    rv_call_begin(world);
    rv_form form = {.type = RV_GEOMETRY_HEIGHT_FIELD};
    bool ok = RV_CHECK(world, def != NULL && def->magic == RV_DEF_MAGIC,
                       "rv_height_field_def: start from rv_height_field_def_default()")
              && RV_CHECK(world, !world->stepping,
                          "rv_geometry_create_height_field: not callable during a step")
              && make_room(world)
              && rv_height_field_make(&world->memory, &form.field, def, &world->error);
    return ok ? add_form(world, &form) : (rv_geometry_id){0};
}

bool rv_geometry_destroy(rv_world* world, rv_geometry_id id) {
    rv_call_begin(world);
    rv_form* form = rv_world_form(world, id);
    if (!RV_CHECK(world, form != NULL, "rv_geometry_destroy: no such geometry")
        || !RV_CHECK(world, !world->stepping, "rv_geometry_destroy: not callable during a step")
        || !RV_CHECK(world, form->uses == 0, "rv_geometry_destroy: used by %d shape%s", form->uses,
                     form->uses == 1 ? "" : "s"))
        return false;
    rv_form_free(&world->memory, form);
    rv_id_pool_remove(&world->form_ids, (int)(form - world->forms.data));
    world->forms_destroyed++;
    return true;
}

bool rv_geometry_is_valid(const rv_world* world, rv_geometry_id id) {
    return rv_world_form(world, id) != NULL;
}

rv_geometry_id rv_geometry_next(const rv_world* world, rv_geometry_id id) {
    rv_id next = rv_id_pool_next(&world->form_ids, id.slot);
    return (rv_geometry_id){next.slot, next.generation, next.world};
}

int rv_geometry_count(const rv_world* world) {
    return world->form_ids.alive_count;
}

rv_geometry_type rv_geometry_get_type(const rv_world* world, rv_geometry_id id) {
    const rv_form* form = rv_world_form(world, id);
    return form == NULL ? RV_GEOMETRY_HULL : form->type;
}

int rv_geometry_vertex_count(const rv_world* world, rv_geometry_id id) {
    const rv_form* form = rv_world_form(world, id);
    if (form == NULL)
        return 0;
    // only the one of its type is not empty
    return form->hull.corners.count + form->mesh.vertices.count
           + form->field.columns * form->field.rows;
}

rv_vec3 rv_geometry_vertex(const rv_world* world, rv_geometry_id id, int index) {
    const rv_form* form = rv_world_form(world, id);
    if (form == NULL || index < 0 || index >= rv_geometry_vertex_count(world, id))
        return (rv_vec3){0, 0, 0};
    if (form->type == RV_GEOMETRY_HULL)
        return form->hull.corners.data[index];
    if (form->type == RV_GEOMETRY_MESH)
        return form->mesh.vertices.data[index];
    const rv_height_field* f = &form->field;
    return (rv_vec3){(index % f->columns - 0.5 * (f->columns - 1)) * f->spacing_x,
                     (index / f->columns - 0.5 * (f->rows - 1)) * f->spacing_y,
                     f->heights.data[index]};
}

int rv_geometry_triangle_count(const rv_world* world, rv_geometry_id id) {
    const rv_form* form = rv_world_form(world, id);
    if (form == NULL)
        return 0;
    if (form->type == RV_GEOMETRY_HEIGHT_FIELD)
        return 2 * (form->field.columns - 1) * (form->field.rows - 1);
    return (form->hull.triangles.count + form->mesh.triangles.count) / 3;
}

// corners of a cell's half, as rv_height_field_corners has them
static void field_triangle(const rv_height_field* f, int index, int32_t corners[3]) {
    int cell = index / 2, columns = f->columns;
    int lower_left = cell / (columns - 1) * columns + cell % (columns - 1);
    int upper_right = lower_left + columns + 1;
    corners[0] = lower_left;
    corners[1] = index % 2 == 0 ? lower_left + 1 : upper_right;
    corners[2] = index % 2 == 0 ? upper_right : lower_left + columns;
}

void rv_geometry_triangle(const rv_world* world, rv_geometry_id id, int index, int32_t corners[3]) {
    const rv_form* form = rv_world_form(world, id);
    corners[0] = corners[1] = corners[2] = 0;
    if (form == NULL || index < 0 || index >= rv_geometry_triangle_count(world, id))
        return;
    if (form->type == RV_GEOMETRY_HEIGHT_FIELD) {
        field_triangle(&form->field, index, corners);
        return;
    }
    const int32_t* triangles =
        form->type == RV_GEOMETRY_HULL ? form->hull.triangles.data : form->mesh.triangles.data;
    memcpy(corners, triangles + 3 * (size_t)index, 3 * sizeof *corners);
}

int rv_geometry_left_out(const rv_world* world, rv_geometry_id id) {
    const rv_form* form = rv_world_form(world, id);
    return form == NULL ? 0 : form->mesh.left_out;
}

rv_closest rv_shape_closest(const rv_world* world, const rv_shape* shape, rv_vec3 point,
                            double within) {
    rv_geometry geometry = rv_shape_geometry(world, &shape->def);
    rv_placed placed = rv_shape_placed(world, shape, &geometry);
    rv_convex convex = rv_convex_of(&placed);
    rv_convex other = {.core = RV_CORE_POINT, .position = point, .R = rv_mat3_identity()};
    return rv_convex_closest_within(&convex, &other, within);
}
