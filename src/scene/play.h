// One world made from a scene: what play.c (building and stepping), drives.c (script and controls),
// probes.c (reading), reserve.c, geometries.c, chains.c, cables.c, solids.c, ties.c, haptics.c and
// refusal.c share. A play refers to its scene and changes nothing in it; several plays of one scene
// can live side by side.
#ifndef REEVE_SCENE_PLAY_H
#define REEVE_SCENE_PLAY_H

#include "scene/tables.h"

// a driven quantity: a ramp between two values, and what controls add to it (see drives.c)
typedef struct rv_scene_drive_state {
    double from, to;
    double start, end; // [s]
    double applied;    // what the world was last told
    bool taken;        // by a control: the script has ended for it, the ramp is the released value

    // of the step that comes
    double value;  // of the ramp
    double added;  // by the controls that are held
    double lowest; // of the ramp's value and of the ends that these controls lead to
    bool held;     // by any control
} rv_scene_drive_state;

// a node of a cable
typedef struct rv_scene_node_place {
    rv_cable_id cable;
    int node;
} rv_scene_node_place;

// a node of a solid
typedef struct rv_scene_corner {
    rv_solid_id solid;
    int node;
} rv_scene_corner;

// a tool and what moves it
typedef struct rv_scene_hand {
    rv_haptic_id id;
    rv_device device;
    rv_haptic_loop* loop;    // that serves a device of real time; NULL: ticks are between the steps
    rv_haptic_input input;   // of the last tick
    rv_haptic_output output; // of the last tick
    bool held;               // by a person
    rv_vec3 taken_at;        // where the device was then, as all that follows in its frame
    rv_vec3 offset;          // how far it was moved since
    rv_vec3 place;           // where it is held now
    rv_vec3 shift;           // from the device to there; fades when it is let go
} rv_scene_hand;

struct rv_scene_play {
    const rv_scene* scene;
    rv_scene_options options; // while it is built
    rv_world* world;
    rv_geometry_id* geometries;
    rv_body_id* bodies;
    rv_joint_id* joints;
    rv_cable_id* cables;
    rv_scene_node_place* nodes; // of all cables
    rv_solid_id* solids;
    rv_scene_corner* corners; // of all solids
    rv_suture_id* sutures;    // of all cables; null: of one that is no rod
    rv_tie_id* ties;
    rv_scene_hand* hands; // of the haptics
    rv_scene_drive_state* drives;
    double* positions; // of the controls, in [-1, 1]; 0: released
    int next_move;     // of the script
};

// What the engine keeps with a thing of the scene as its user_data: which one it is, counted from 1, so
// that what has none, like a wheel or a segment of a cable, is none of the scene's.
static inline void* rv_scene_mark(int index) {
    return (void*)((uintptr_t)index + 1);
}
// the index, -1: none of the scene's
static inline int rv_scene_marked(const void* user_data) {
    return (int)(uintptr_t)user_data - 1;
}

// Values before the first step; the world must be complete.
void rv_scene_drives_begin(rv_scene_play* play);
// A control was touched: ends the script for what it drives, see drives.c.
void rv_scene_drives_take(rv_scene_play* play, int control);
// Tells the world what script and controls want in the middle of the step that comes.
void rv_scene_drives_apply(rv_scene_play* play, double dt);

// Tells what the engine refused at the current path, followed as far as its sentence names keys of
// `table`: "rv_body_def.mass = -1 kg: must be > 0" becomes "bodies[0].mass: is -1 kg; must be > 0".
// In refusal.c.
void rv_scene_complain_refused(rv_scene_place* place, const rv_scene_table* table,
                               const char* sentence);

// Adds the hulls, meshes and height fields of all shapes. False after complaining. In geometries.c.
bool rv_scene_geometries_build(rv_scene_play* play, rv_scene_place* place);
// The shapes of a body with the geometries of this world, to be freed; NULL without memory.
rv_shape_def* rv_scene_shapes_placed(const rv_scene_play* play, const rv_scene_body* body);

// Adds the bodies of a chain, or its links. False after complaining. In chains.c.
bool rv_scene_chain_bodies(rv_scene_play* play, rv_scene_place* place, const rv_scene_chain* chain);
bool rv_scene_chain_links(rv_scene_play* play, rv_scene_place* place, const rv_scene_chain* chain);

// Adds a cable and the wheels of its pulleys. False after complaining. In cables.c.
bool rv_scene_cable_build(rv_scene_play* play, rv_scene_place* place, int index);
// rv_scene_complain_refused for what the engine says of cables: values that scenes write otherwise
void rv_scene_complain_of_cable(rv_scene_place* place, const rv_scene_table* table,
                                const char* sentence);

// Makes the holes that the cable passes through. False after complaining. In sutures.c.
bool rv_scene_sutures_build(rv_scene_play* play, rv_scene_place* place, int index);

// Adds a solid. False after complaining. In solids.c.
bool rv_scene_solid_build(rv_scene_play* play, rv_scene_place* place, int index);

// Ties a solid to something. False after complaining. In ties.c.
bool rv_scene_tie_build(rv_scene_play* play, rv_scene_place* place, int index);

// Adds a haptic and opens its device. False after complaining. In haptics.c.
bool rv_scene_haptic_build(rv_scene_play* play, rv_scene_place* place, int index);
// The ticks of all hands in the step that comes, in lock-step with it.
void rv_scene_haptics_tick(rv_scene_play* play, double dt);
// Back to how they began.
void rv_scene_haptics_reset(rv_scene_play* play);
void rv_scene_haptics_free(rv_scene_play* play);

// Makes room for what the steps of a complete world need. False without memory. In reserve.c.
bool rv_scene_reserve_contacts(rv_scene_play* play);

// the body at an index of the scene, null for RV_SCENE_WORLD
rv_body_id rv_scene_play_body_at(const rv_scene_play* play, int index);

#endif
