// Writes the JSON texts of the protocol: see describe.h. Lists that come from the host are turned
// into text once, when they are given; the rest when what there is has changed.
#define _POSIX_C_SOURCE 200809L
#include "view/describe.h"

#include "view/body_looks.h"
#include "view/json.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 160, DIGITS = 9 }; // pages draw in single precision

// --- a text in memory ---------------------------------------------------------------------------

typedef struct text {
    FILE* file;
    char* bytes;
    size_t count;
} text;

static bool text_begin(text* t) {
    t->bytes = NULL;
    t->file = open_memstream(&t->bytes, &t->count);
    return t->file != NULL;
}

static char* text_end(text* t) {
    bool failed = ferror(t->file) != 0;
    if (fclose(t->file) != 0 || failed) {
        free(t->bytes);
        return NULL;
    }
    return t->bytes;
}

static rv_json make_compact(FILE* file) {
    rv_json w = rv_json_make(file);
    w.compact = true;
    w.digits = DIGITS;
    return w;
}

// a list by itself, each element written by `element`
static char* list_text(const void* items, int count, void (*element)(rv_json*, const void*, int)) {
    text t;
    if (!text_begin(&t))
        return NULL;
    rv_json w = make_compact(t.file);
    rv_json_open_list(&w, NULL);
    for (int i = 0; i < count; i++) {
        rv_json_open_object(&w, NULL);
        element(&w, items, i);
        rv_json_close_object(&w);
    }
    rv_json_close_list(&w);
    return text_end(&t);
}

static const char* or_empty(const char* words) {
    return words != NULL ? words : "";
}

// --- what the host says -------------------------------------------------------------------------

static void write_number(rv_json* w, const void* items, int i) {
    const rv_viewer_number* number = (const rv_viewer_number*)items + i;
    rv_json_text(w, "name", or_empty(number->name));
    rv_json_text(w, "unit", or_empty(number->unit));
}

static void write_control(rv_json* w, const void* items, int i) {
    const rv_viewer_control* control = (const rv_viewer_control*)items + i;
    rv_json_text(w, "label", or_empty(control->label));
    rv_json_open_list(w, "keys");
    for (int k = 0; k < 2 && control->keys[k] != NULL; k++)
        rv_json_text(w, NULL, control->keys[k]);
    rv_json_close_list(w);
    rv_json_open_list(w, "range");
    rv_json_number(w, NULL, control->range[0]);
    rv_json_number(w, NULL, control->range[1]);
    rv_json_close_list(w);
    rv_json_text(w, "unit", or_empty(control->unit));
    rv_json_number(w, "released", control->released);
}

static void write_gallery_scene(rv_json* w, const void* items, int i) {
    const rv_viewer_scene* scene = (const rv_viewer_scene*)items + i;
    rv_json_text(w, "name", or_empty(scene->name));
    rv_json_text(w, "title", or_empty(scene->title));
    rv_json_text(w, "look", or_empty(scene->look));
}

char* rv_describe_numbers(const rv_viewer_number* numbers, int count) {
    return list_text(numbers, count, write_number);
}

char* rv_describe_controls(const rv_viewer_control* controls, int count) {
    return list_text(controls, count, write_control);
}

char* rv_describe_gallery(const rv_viewer_scene* scenes, int count) {
    return list_text(scenes, count, write_gallery_scene);
}

char* rv_describe_notice(const char* words) {
    text t;
    if (!text_begin(&t))
        return NULL;
    rv_json w = make_compact(t.file);
    rv_json_open_object(&w, NULL);
    rv_json_text(&w, "type", "notice");
    rv_json_text(&w, "text", or_empty(words));
    rv_json_end(&w);
    return text_end(&t);
}

// --- what the world holds -----------------------------------------------------------------------

// what the host has no name for
static void number_if_empty(char name[NAME_BYTES], const char* kind, int index) {
    if (name[0] == '\0')
        snprintf(name, NAME_BYTES, "%s %d", kind, index);
}

// the sizes that a type of shape has
static void write_sizes(rv_json* w, const rv_drawing* drawing, int index) {
    const rv_shape_def* shape = &drawing->shapes[index];
    switch (shape->type) {
    case RV_SHAPE_SPHERE:
        rv_json_number(w, "radius", shape->radius);
        return;
    case RV_SHAPE_CAPSULE:
    case RV_SHAPE_CYLINDER:
        rv_json_number(w, "radius", shape->radius);
        rv_json_number(w, "half_length", shape->half_length);
        return;
    case RV_SHAPE_BOX:
    case RV_SHAPE_PLANE:
        rv_json_vector(w, "half_extents", shape->half_extents);
        return;
    case RV_SHAPE_HULL:
    case RV_SHAPE_MESH:
    case RV_SHAPE_HEIGHT_FIELD:
        rv_json_integer(w, "geometry", drawing->shape_facets[index]);
        return;
    }
}

static void write_color(rv_json* w, const char* key, rv_rgb color) {
    char text[RV_RGB_TEXT_BYTES];
    rv_rgb_text(color, text);
    rv_json_text(w, key, text);
}

static void write_look(rv_json* w, rv_look_kind kind, rv_body_type type) {
    static const char* const surfaces[] = {
        [RV_LOOK_METAL] = "metal", [RV_LOOK_PAINTED] = "painted", [RV_LOOK_DULL] = "dull"};
    rv_look look = rv_look_make(kind, type == RV_BODY_STATIC);
    write_color(w, "color", look.color);
    rv_json_text(w, "surface", surfaces[look.surface]);
}

// of what has no material of its own
static void write_colors(rv_json* w) {
    static const struct {
        const char* name;
        rv_look_kind kind;
    } rows[] = {{"wheel", RV_LOOK_WHEEL},
                {"link", RV_LOOK_LINK},
                {"solid", RV_LOOK_SOLID},
                {"mark", RV_LOOK_MARK}};
    int stops;
    const rv_rgb* tension = rv_look_tension_stops(&stops);
    rv_json_open_object(w, "colors");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        write_color(w, rows[i].name, rv_look_make(rows[i].kind, false).color);
    rv_json_open_list(w, "tension");
    for (int i = 0; i < stops; i++)
        write_color(w, NULL, tension[i]);
    rv_json_close_list(w);
    rv_json_open_object(w, "slack");
    write_color(w, "light", rv_look_slack(false));
    write_color(w, "dark", rv_look_slack(true));
    rv_json_close_object(w);
    rv_json_close_object(w);
}

static void write_shape(rv_json* w, const rv_description* d, int body, int index) {
    static const char* const types[] = {
        [RV_SHAPE_SPHERE] = "sphere",     [RV_SHAPE_CAPSULE] = "capsule",
        [RV_SHAPE_CYLINDER] = "cylinder", [RV_SHAPE_BOX] = "box",
        [RV_SHAPE_PLANE] = "plane",       [RV_SHAPE_HULL] = "hull",
        [RV_SHAPE_MESH] = "mesh",         [RV_SHAPE_HEIGHT_FIELD] = "height_field"};
    const rv_shape_def* shape = &d->drawing->shapes[index];
    rv_json_open_object(w, NULL);
    rv_json_text(w, "type", types[shape->type]);
    rv_json_vector(w, "position", shape->local.position);
    rv_json_rotation(w, "rotation", shape->local.rotation);
    write_sizes(w, d->drawing, index);
    if (shape->type == RV_SHAPE_PLANE)
        rv_json_boolean(w, "ground", rv_camera_is_ground(&d->camera, d->drawing, body, index));
    rv_json_number(w, "density", shape->material.density);
    rv_json_number(w, "young", shape->material.young);
    write_look(w, d->looks[index], d->drawing->bodies[body].type);
    rv_json_close_object(w);
}

static void write_triangles(rv_json* w, const rv_facets* facets) {
    rv_json_open_list(w, "triangles");
    for (int i = 0; i < facets->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            rv_json_integer(w, NULL, facets->triangles[i][k]);
    rv_json_close_list(w);
}

// numbers one after the other: there may be hundreds of thousands
static void write_geometry(rv_json* w, const rv_facets* facets) {
    rv_json_open_object(w, NULL);
    rv_json_boolean(w, "smooth", facets->smooth);
    rv_json_boolean(w, "stands_in", facets->stands_in);
    rv_json_open_list(w, "vertices");
    for (int i = 0; i < facets->vertex_count; i++) {
        rv_vec3 at = facets->vertices[i];
        rv_json_number(w, NULL, at.x);
        rv_json_number(w, NULL, at.y);
        rv_json_number(w, NULL, at.z);
    }
    rv_json_close_list(w);
    write_triangles(w, facets);
    rv_json_close_object(w);
}

static void write_body(rv_json* w, const rv_description* d, int index) {
    static const char* const types[] = {[RV_BODY_DYNAMIC] = "dynamic",
                                        [RV_BODY_STATIC] = "static",
                                        [RV_BODY_KINEMATIC] = "kinematic"};
    static const char* const kinds[] = {
        [RV_BODY_RIGID] = "rigid", [RV_BODY_PARTICLE] = "particle", [RV_BODY_SCALAR] = "scalar"};
    const rv_drawing_body* body = &d->drawing->bodies[index];
    char name[NAME_BYTES] = "";
    if (d->content->body_name != NULL)
        d->content->body_name(d->content->context, body->id, name, sizeof name);
    number_if_empty(name, "body", index);
    rv_json_open_object(w, NULL);
    rv_json_text(w, "name", name);
    rv_json_text(w, "type", types[body->type]);
    rv_json_text(w, "kind", kinds[body->kind]);
    bool tool = d->content->tool != NULL
                && d->content->tool(d->content->context, body->id, false, (rv_vec3){0, 0, 0});
    rv_json_boolean(w, "tool", tool);
    rv_json_number(w, "mass", body->mass);
    if (body->shape_count == 0)
        write_look(w, rv_body_look_bare(body), body->type);
    rv_json_open_list(w, "shapes");
    for (int i = 0; i < body->shape_count; i++)
        write_shape(w, d, index, body->first_shape + i);
    rv_json_close_list(w);
    rv_json_close_object(w);
}

static void write_wheel(rv_json* w, const rv_drawing_wheel* wheel) {
    rv_json_open_object(w, NULL);
    rv_json_integer(w, "body", wheel->body);
    rv_json_integer(w, "cable", wheel->cable);
    rv_json_vector(w, "center", wheel->center);
    rv_json_vector(w, "axis", wheel->axis);
    rv_json_number(w, "radius", wheel->radius);
    rv_json_number(w, "width", wheel->width);
    rv_json_boolean(w, "drum", wheel->drum);
    rv_json_close_object(w);
}

static void write_cable(rv_json* w, const rv_description* d, int index) {
    const rv_drawing_cable* cable = &d->drawing->cables[index];
    char name[NAME_BYTES] = "";
    if (d->content->cable_name != NULL)
        d->content->cable_name(d->content->context, cable->id, name, sizeof name);
    number_if_empty(name, "cable", index);
    rv_json_open_object(w, NULL);
    rv_json_text(w, "name", name);
    rv_json_number(w, "radius", cable->radius);
    rv_json_number(w, "breaking_load", rv_cable_breaking_load(d->world, cable->id));
    rv_json_open_list(w, "free");
    rv_json_boolean(w, NULL, cable->free[0]);
    rv_json_boolean(w, NULL, cable->free[1]);
    rv_json_close_list(w);
    rv_json_close_object(w);
}

// its corners come with every frame
static void write_solid(rv_json* w, const rv_description* d, int index) {
    const rv_skin* solid = &d->drawing->solids[index];
    char name[NAME_BYTES] = "";
    if (d->content->solid_name != NULL)
        d->content->solid_name(d->content->context, solid->id, name, sizeof name);
    number_if_empty(name, "solid", index);
    rv_json_open_object(w, NULL);
    rv_json_text(w, "name", name);
    rv_json_number(w, "mass", rv_solid_mass(d->world, solid->id));
    rv_json_integer(w, "vertices", solid->facets.vertex_count);
    write_triangles(w, &solid->facets);
    rv_json_close_object(w);
}

static void write_joint(rv_json* w, const rv_drawing_joint* joint) {
    static const char* const types[] = {
        [RV_JOINT_BALL] = "ball",    [RV_JOINT_HINGE] = "hinge",       [RV_JOINT_SLIDER] = "slider",
        [RV_JOINT_LOCK] = "lock",    [RV_JOINT_DISTANCE] = "distance", [RV_JOINT_ANGLE] = "angle",
        [RV_JOINT_SPRING] = "spring"};
    rv_json_open_object(w, NULL);
    rv_json_text(w, "type", types[joint->type]);
    rv_json_open_list(w, "bodies");
    rv_json_integer(w, NULL, joint->bodies[0]);
    rv_json_integer(w, NULL, joint->bodies[1]);
    rv_json_close_list(w);
    rv_json_open_list(w, "points");
    rv_json_vector(w, NULL, joint->points[0]);
    rv_json_vector(w, NULL, joint->points[1]);
    rv_json_close_list(w);
    rv_json_close_object(w);
}

static void write_mark(rv_json* w, const rv_description* d, int index) {
    const rv_drawing_mark* mark = &d->drawing->marks[index];
    const rv_viewer_content* content = d->content;
    bool is_tie = !RV_ID_IS_NULL(mark->tie);
    const char* kind = is_tie ? "tie" : "hole";
    char name[NAME_BYTES] = "";
    if (is_tie && content->tie_name != NULL)
        content->tie_name(content->context, mark->tie, name, sizeof name);
    if (!is_tie && content->suture_name != NULL)
        content->suture_name(content->context, mark->hole, name, sizeof name);
    number_if_empty(name, kind, index);
    rv_json_open_object(w, NULL);
    rv_json_text(w, "kind", kind);
    rv_json_text(w, "name", name);
    rv_json_close_object(w);
}

static void write_camera(rv_json* w, const rv_camera* camera) {
    rv_json_open_object(w, "camera");
    rv_json_vector(w, "eye", camera->eye);
    rv_json_vector(w, "target", camera->target);
    rv_json_vector(w, "up", camera->up);
    rv_json_number(w, "field", camera->field);
    rv_json_number(w, "ground", camera->ground);
    rv_json_boolean(w, "ground_holds", camera->ground_holds);
    rv_json_close_object(w);
}

static void write_stages(rv_json* w, const rv_world* world) {
    rv_json_open_list(w, "stages");
    for (int i = 0; i < rv_world_stage_count(world); i++) {
        rv_stage_info stage = rv_world_stage(world, i);
        rv_json_open_object(w, NULL);
        rv_json_text(w, "name", stage.name);
        rv_json_text(w, "does", stage.does);
        rv_json_close_object(w);
    }
    rv_json_close_list(w);
}

static void write_things(rv_json* w, const rv_description* d) {
    rv_json_open_list(w, "bodies");
    for (int i = 0; i < d->drawing->body_count; i++)
        write_body(w, d, i);
    rv_json_close_list(w);
    rv_json_open_list(w, "geometries");
    for (int i = 0; i < d->drawing->facets_count; i++)
        write_geometry(w, &d->drawing->facets[i]);
    rv_json_close_list(w);
    rv_json_open_list(w, "wheels");
    for (int i = 0; i < d->drawing->wheel_count; i++)
        write_wheel(w, &d->drawing->wheels[i]);
    rv_json_close_list(w);
    rv_json_open_list(w, "joints");
    for (int i = 0; i < d->drawing->joint_count; i++)
        write_joint(w, &d->drawing->joints[i]);
    rv_json_close_list(w);
    rv_json_open_list(w, "cables");
    for (int i = 0; i < d->drawing->cable_count; i++)
        write_cable(w, d, i);
    rv_json_close_list(w);
    rv_json_open_list(w, "solids");
    for (int i = 0; i < d->drawing->solid_count; i++)
        write_solid(w, d, i);
    rv_json_close_list(w);
    rv_json_open_list(w, "marks");
    for (int i = 0; i < d->drawing->mark_count; i++)
        write_mark(w, d, i);
    rv_json_close_list(w);
    write_stages(w, d->world);
}

char* rv_describe_scene(const rv_description* d) {
    uint8_t* looks = rv_body_looks_make(d->drawing);
    rv_description looked = *d;
    looked.looks = looks;
    text t;
    if (looks == NULL || !text_begin(&t)) {
        free(looks);
        return NULL;
    }
    rv_json w = make_compact(t.file);
    rv_json_open_object(&w, NULL);
    rv_json_text(&w, "title", or_empty(d->content->title));
    rv_json_text(&w, "look", or_empty(d->content->look));
    rv_json_integer(&w, "current", d->content->scene);
    rv_json_vector(&w, "gravity", rv_world_gravity(d->world));
    write_camera(&w, &d->camera);
    write_colors(&w);
    write_things(&w, &looked);
    rv_json_raw(&w, "numbers", d->numbers != NULL ? d->numbers : "[]");
    rv_json_raw(&w, "controls", d->controls != NULL ? d->controls : "[]");
    rv_json_raw(&w, "gallery", d->gallery != NULL ? d->gallery : "[]");
    rv_json_end(&w);
    free(looks);
    return text_end(&t);
}

char* rv_describe_message(const char* scene, uint32_t number) {
    static const char head[] = "{ \"type\": \"scene\", \"scene\": %u,";
    text t;
    if (!text_begin(&t))
        return NULL;
    fprintf(t.file, head, (unsigned)number);
    fputs(scene + 1, t.file); // without its own opening brace
    return text_end(&t);
}
