// What a scene file says, as plain data: one struct per kind of object, filled by the tables of
// tables.c. Where an object is one of the engine, its def is filled directly, so that what a file
// leaves out keeps the engine's own default.
#ifndef REEVE_SCENE_DEFINITION_H
#define REEVE_SCENE_DEFINITION_H

#include "scene/problems.h"

#include <jansson.h>

// which keys of an object were given, by their place in its table
typedef uint32_t rv_scene_given;

typedef struct rv_scene_list {
    void* items;
    int count;
    const char* text; // in place of the list, where the field takes either
} rv_scene_list;

// rows of equally many numbers
typedef struct rv_scene_grid {
    double* numbers; // row by row
    int columns, rows;
} rv_scene_grid;

typedef struct rv_scene_material {
    const char* name;
    rv_material material;
} rv_scene_material;

// what happens where two materials touch
typedef struct rv_scene_contact_law {
    rv_scene_given given;
    const char* materials[2];
    rv_contact_law law;
    int surfaces[2]; // labels of the two
} rv_scene_contact_law;

// a plane without end, as a static body
typedef struct rv_scene_ground {
    bool enabled;
    double height;
    const char* material;
} rv_scene_ground;

typedef struct rv_scene_shape {
    rv_scene_given given;
    const char* material;
    double length;         // full length along x; the engine has half of it
    rv_vec3 size;          // full sizes of a box
    rv_scene_list hull;    // rv_vec3, or the name of a file
    const char* mesh;      // name of a file
    double spacing[2];     // of a height field, along x and y; the second NaN: as the first
    rv_scene_grid heights; // of a height field
    rv_vec3 scale;         // of what is read from a file
    int geometry;          // of the scene's; -1: none
    rv_shape_def def;
} rv_scene_shape;

// a hull, a mesh or a height field; shapes made from one file at one scale share it
typedef struct rv_scene_geometry {
    int body, shape;   // where it stands first
    const char* file;  // with its folder; NULL: the numbers stand in the scene
    rv_mesh_data data; // what was read from the file, scaled
} rv_scene_geometry;

typedef struct rv_scene_body {
    rv_scene_given given;
    const char* name;
    const char* material;
    uint32_t group, touches; // of all shapes without their own
    rv_scene_list shapes;    // rv_scene_shape
    rv_body_def def;
} rv_scene_body;

typedef struct rv_scene_joint {
    rv_scene_given given;
    const char* name;
    const char* bodies[2];
    int body_index[2]; // of the scene's bodies, or RV_SCENE_WORLD
    rv_vec3 at, axis;
    rv_vec3 points[2];
    rv_pose frames[2];
    rv_joint_def def;
} rv_scene_joint;

typedef enum rv_scene_chain_kind {
    RV_SCENE_CHAIN_PARTICLES,
    RV_SCENE_CHAIN_SEGMENTS,
} rv_scene_chain_kind;

typedef enum rv_scene_chain_joint {
    RV_SCENE_CHAIN_DISTANCE,
    RV_SCENE_CHAIN_BALL,
    RV_SCENE_CHAIN_LOCK,
} rv_scene_chain_joint;

// `count` equal bodies in a row from one point to another, and the links between them
typedef struct rv_scene_chain {
    rv_scene_given given;
    const char* name;
    rv_vec3 from, to;
    int count;
    rv_scene_chain_kind kind;
    rv_scene_chain_joint joint;
    const char* ends[2]; // what the ends hang on; NULL: free
    int end_index[2];
    double mass, radius;
    const char* material;
    uint32_t group, touches;
    rv_joint_def link; // compliance and damping of every link
    int first_body, first_joint, joint_count;
} rv_scene_chain;

// a node of a cable's path; its eye, pulley or winch goes straight into `def`
typedef struct rv_scene_cable_node {
    rv_scene_given given;
    const char* body; // NULL: the world, or a solid
    int body_index;
    const char* solid; // NULL: none
    int solid_index;
    int side;       // choice: left, auto or right
    double inertia; // of a pulley's own wheel [kg m^2]; 0: it has none
    rv_cable_node def;
} rv_scene_cable_node;

typedef struct rv_scene_bend_law {
    rv_scene_list curve;  // rv_cable_bend_point
    rv_scene_list layers; // rv_cable_bend_layer
} rv_scene_bend_law;

// what a cable that may be made of segments has besides
typedef struct rv_scene_segments {
    rv_scene_bend_law bend_law;
    rv_scene_list shape;      // rv_vec3
    rv_scene_list velocities; // rv_vec3, of the points of the shape
    rv_cable_segments def;
} rv_scene_segments;

// a hole that a thread passes through
typedef struct rv_scene_suture {
    rv_scene_given given;
    const char* body; // NULL: the world, or a solid
    int body_index;
    const char* solid; // NULL: none
    int solid_index;
    int stopped; // choice: none, first, last or both
    rv_suture_def def;
} rv_scene_suture;

typedef struct rv_scene_cable {
    rv_scene_given given;
    const char* name;
    const char* material;
    rv_scene_list path; // rv_scene_cable_node
    rv_scene_segments segments;
    rv_scene_list sutures; // rv_scene_suture
    rv_cable_def def;
    int first_node; // of the scene's
    int first_suture;
    int winches[2]; // nodes of the first and the second winch; -1: none
} rv_scene_cable;

// how the tetrahedra of a solid are made; `given` says which of the ways
typedef struct rv_scene_tets {
    rv_scene_given given;
    rv_vec3 size; // of a box or a beam
    double inner_radius, outer_radius, length;
    int cells[3]; // 0: as many as the first
    rv_clip_shape clip;
    const char* file;
    rv_vec3 scale; // of what is read from the file
} rv_scene_tets;

// nodes of a solid that are held, in its own frame; `given` says by what
typedef struct rv_scene_hold {
    rv_scene_given given;
    const char* set; // of the mesh
    rv_vec3 box[2];  // two opposite corners
    rv_vec3 point, direction;
    rv_scene_list nodes; // int
} rv_scene_hold;

typedef struct rv_scene_solid {
    rv_scene_given given;
    const char* name;
    const char* material;
    const char* frame; // NULL: the world
    int frame_index;
    rv_scene_tets tets;
    rv_scene_list hold; // rv_scene_hold, or the name of a set
    rv_solid_def def;
    rv_tet_mesh mesh; // as it was made or read
    int first_node;   // of the scene's
} rv_scene_solid;

// a place of a solid that is fixed to something
typedef struct rv_scene_tie {
    rv_scene_given given;
    const char* name;
    const char* solid;
    const char* body; // NULL, as the two others: the world
    const char* other;
    const char* cable;
    int solid_index, body_index, other_index, cable_index;
    rv_tie_def def;
} rv_scene_tie;

// where a hand is at a time
typedef struct rv_scene_key {
    double at;
    rv_pose pose;
} rv_scene_key;

// what moves a tool; `given` says which
typedef struct rv_scene_device {
    rv_scene_given given;
    rv_device_hand hand;
    rv_scene_list keys; // rv_scene_key: of the hand's target, or of the script
    int end;            // choice: hold or loop
    rv_device_udp_def udp;
    rv_device_haply_def haply;
} rv_scene_device;

typedef struct rv_scene_haptic {
    rv_scene_given given;
    const char* name;
    const char* body; // or
    const char* cable;
    int body_index, cable_index; // the other one: RV_SCENE_UNKNOWN
    int end;                     // choice: of the cable
    rv_scene_device device;
    rv_haptic_def def;
} rv_scene_haptic;

typedef struct rv_scene_control_item {
    const char* keys[2];
    const char* drives[RV_SCENE_DRIVES_MAX]; // NULL after the last
    const char* label;                       // if none was given: what it drives
    double range[2];
    int drive_count;
    int drive_index[RV_SCENE_DRIVES_MAX]; // of the scene's
} rv_scene_control_item;

typedef struct rv_scene_setting {
    const char* drive;
    double value;
} rv_scene_setting;

typedef struct rv_scene_entry {
    double at, over;
    rv_scene_list set; // rv_scene_setting
} rv_scene_entry;

// what may be driven: resolved from texts like "rail.speed"
typedef struct rv_scene_target {
    int quantity;  // in the table of drives.c
    int index;     // of the thing
    int component; // 0 x, 1 y, 2 z
} rv_scene_target;

// one setting of the script, in the order of its time
typedef struct rv_scene_move {
    int drive;
    double at, over, value;
} rv_scene_move;

// a column of numbers: resolved from a probe
typedef struct rv_scene_column {
    int quantity;  // in the table of probes.c
    int index;     // of the thing
    int component; // -1: the quantity is one number
    int probe;     // the probe that asked for it
} rv_scene_column;

typedef struct rv_scene_names rv_scene_names;

struct rv_scene {
    char* text;
    size_t bytes;
    const char* file;        // what the caller called it; copied
    const char* folder;      // of the file, with a slash at the end; NULL: the text is from memory
    const char* mesh_folder; // where files may lie besides; borrowed while loading, NULL: nowhere
    json_t* root;            // owns every text of the definition
    struct rv_scene_block* blocks;

    // as the file says
    int version;
    const char* schema; // for editors
    const char* name;
    const char* look;
    double rate, duration;
    rv_world_def world;
    rv_scene_list materials; // rv_scene_material
    rv_scene_list contacts;  // rv_scene_contact_law
    rv_scene_ground ground;
    rv_scene_list bodies;   // rv_scene_body; the ground comes after those of the file
    rv_scene_list chains;   // rv_scene_chain
    rv_scene_list joints;   // rv_scene_joint
    rv_scene_list cables;   // rv_scene_cable
    rv_scene_list solids;   // rv_scene_solid
    rv_scene_list ties;     // rv_scene_tie
    rv_scene_list haptics;  // rv_scene_haptic
    rv_scene_list controls; // rv_scene_control_item
    rv_scene_list script;   // rv_scene_entry
    rv_scene_list probes;   // const char*

    // as it was resolved
    rv_scene_names* names;
    int body_count, joint_count; // with those of chains
    int ground_index;            // of the bodies; -1: none
    rv_scene_list geometries;    // rv_scene_geometry
    int node_count, wheel_count; // of all cables; of the latter, anchors on solids, too
    int segment_count;           // that cables ask for by number
    int suture_count;            // of all cables
    int solid_node_count;        // of the meshes of all solids
    int64_t solid_all_nodes;     // of all solids, with those of edges
    int triangle_count;          // of all mesh files
    rv_scene_list drives;        // rv_scene_target, each once
    rv_scene_list moves;         // rv_scene_move, in the order of time
    rv_scene_list columns;       // rv_scene_column
};

enum { RV_SCENE_WORLD = -1, RV_SCENE_UNKNOWN = -2 };

// zeroed memory that lives as long as the scene; NULL if there is none (or nothing was asked for)
void* rv_scene_allocate(rv_scene* scene, size_t count, size_t bytes);

#endif
