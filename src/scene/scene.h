// Scene files: read a JSON scene, make a world of it, drive it step by step and read its probes.
// The format is docs/scene.schema.json, explained in docs/scenes.md. Everything here stands on the
// public API of libreeve. Nothing prints, exits or keeps state of its own: problems are returned as
// text, one line each: `file:line:column: path: what is wrong; what would be right`.
#ifndef REEVE_SCENE_SCENE_H
#define REEVE_SCENE_SCENE_H

#include "reeve/reeve.h"

/// How a scene may grow before it is refused.
enum {
    RV_SCENE_BYTES_MAX = 64 * 1024 * 1024, ///< of the file
    RV_SCENE_BODIES_MAX = 100000,          ///< bodies, segments, edges of rods, cells of layers
    RV_SCENE_SOLID_NODES_MAX = 100000,     ///< of all solids together
    RV_SCENE_TRIANGLES_MAX = 10000000,     ///< of all mesh files together
};

enum { RV_SCENE_PROBLEMS_MAX = 20, RV_SCENE_PATH_BYTES = 160, RV_SCENE_MESSAGE_BYTES = 480 };

/// Where in the file, which value, and the sentence. Line 0: about the file as a whole.
typedef struct rv_scene_problem {
    int line, column; ///< from 1; columns count characters
    char path[RV_SCENE_PATH_BYTES];
    char message[RV_SCENE_MESSAGE_BYTES];
} rv_scene_problem;

/// Start from all zero. `count` goes on past RV_SCENE_PROBLEMS_MAX; only the first ones are kept.
typedef struct rv_scene_problems {
    const char* file; ///< borrowed from the caller of load or parse
    int count;
    rv_scene_problem items[RV_SCENE_PROBLEMS_MAX];
} rv_scene_problems;

/// The line of problem `index`, without a newline; the return value is as of snprintf.
int rv_scene_problem_line(const rv_scene_problems* problems, int index, char* buffer, size_t bytes);

/// A scene as it was read: what to build, not the world itself. Never changes.
typedef struct rv_scene rv_scene;

/// NULL if there are problems. Mesh files that the scene names lie in its folder or below, links and
/// ".." followed.
rv_scene* rv_scene_load(const char* file, rv_scene_problems* problems);
/// The same; mesh files may also lie in `mesh_folder` or below ("/": anywhere; NULL: nowhere else).
rv_scene* rv_scene_load_with(const char* file, const char* mesh_folder,
                             rv_scene_problems* problems);
/// From memory; `name` is what problems call it. The text is copied. Its shapes can name no files,
/// which are looked for beside a scene file.
rv_scene* rv_scene_parse(const char* text, size_t bytes, const char* name,
                         rv_scene_problems* problems);
/// The text that it was read from, `*bytes` long; lives as long as the scene.
const char* rv_scene_text(const rv_scene* scene, size_t* bytes);
/// NULL is allowed. Destroy what plays the scene first.
void rv_scene_destroy(rv_scene* scene);

typedef struct rv_scene_summary {
    const char* name;
    const char* look; ///< one sentence: what to look at
    double rate;      ///< steps per second
    double duration;  ///< [s]
    int bodies;       ///< with those of chains
    int joints;       ///< with those of chains
    int cables;
    int solids, haptics;
    int controls, script_entries, probes;
} rv_scene_summary;

rv_scene_summary rv_scene_summarize(const rv_scene* scene);

enum { RV_SCENE_DRIVES_MAX = 4 }; ///< of one control

/// What a user may do while the scene plays.
typedef struct rv_scene_control {
    const char* label;
    const char* keys[2];                     ///< keys[1] is NULL for a control of one key
    double range[2];                         ///< values at positions -1 and 1
    const char* drives[RV_SCENE_DRIVES_MAX]; ///< e.g. "rail.speed"; NULL after the last
    const char* unit; ///< of the range; "" if it has none or not the same for all it drives
    double released;  ///< value at position 0: 0 of speeds; NAN: it depends, as of anything else
} rv_scene_control;

/// All zero for an index out of range.
rv_scene_control rv_scene_control_at(const rv_scene* scene, int index);

/// One world made from a scene, with its script, controls and probes.
typedef struct rv_scene_play rv_scene_play;

typedef struct rv_scene_options {
    int threads;                    ///< 0: one
    double (*clock)(void* context); ///< for the world's stage timers; NULL: none
    void* clock_context;
    const rv_answer_store* store; ///< of answers of static solids (rv_solid_def); NULL: none
    /// Called while such an answer is computed, as of rv_solid_def; NULL: none.
    bool (*progress)(void* context, double share);
    void* progress_context;
} rv_scene_options;

/// NULL if the engine refuses something: then `problems` says what and where in the file. `options`
/// may be NULL. The scene must live longer.
rv_scene_play* rv_scene_play_create(const rv_scene* scene, const rv_scene_options* options,
                                    rv_scene_problems* problems);
/// What is allowed in a scene but hardly meant, one problem each: angles of more than a turn, bodies
/// that begin inside each other, cables that begin far stretched or end far outside their body. Makes
/// a short step to find contacts: the play is of no use afterwards.
void rv_scene_play_notes(rv_scene_play* play, rv_scene_problems* notes);
void rv_scene_play_destroy(rv_scene_play* play);
rv_world* rv_scene_play_world(const rv_scene_play* play);

/// Sets what script and controls drive, evaluated in the middle of the step, then steps by 1/rate.
rv_status rv_scene_play_step(rv_scene_play* play);
/// Script and controls back to the beginning, every control let go. The world must have been
/// restored to its start before: then the steps that follow are those of a fresh play, bit by bit.
void rv_scene_play_reset(rv_scene_play* play);
/// Position of a control in [-1, 1]. The first position but 0 ends the script for what the control
/// drives, and for what shares a control with that, until rv_scene_play_reset(). At 0 (released) a
/// speed is 0; anything else is what the script had reached. What several controls of one quantity
/// do adds up. False: bad arguments.
bool rv_scene_play_set_control(rv_scene_play* play, int control, double position);

/// A person takes the tool of a haptic in hand (`held`), moves it by `offset` [m] from where it was
/// then, or lets it go; what its device does is added to, and takes over again. False: no haptic has
/// this body.
bool rv_scene_play_move_tool(rv_scene_play* play, rv_body_id body, bool held, rv_vec3 offset);

/// What the device of a haptic is and how it is, in a sentence, e.g. "hand: udp 127.0.0.1:4000 does not
/// tell where the hand is: the force is zero"; as snprintf. Empty where the device is simulated, and
/// for an index out of range. It changes while the scene plays.
int rv_scene_play_device_status(const rv_scene_play* play, int haptic, char* buffer, size_t bytes);

/// Probes are columns of numbers: "hook.position" is three.
int rv_scene_play_column_count(const rv_scene_play* play);
/// The name of a column, e.g. "hook.position.x"; as snprintf.
int rv_scene_play_column_name(const rv_scene_play* play, int column, char* buffer, size_t bytes);
/// Its unit, e.g. "m", "N m", "rad/s"; "" if it has none or there is no such column.
const char* rv_scene_play_column_unit(const rv_scene_play* play, int column);
/// Writes rv_scene_play_column_count() numbers.
void rv_scene_play_read(const rv_scene_play* play, double* values);

/// Things by the names of the scene ("hook", "chain[3]", "chain.link[3]", "thread.suture[0]"); null if unknown.
rv_body_id rv_scene_play_body(const rv_scene_play* play, const char* name);
rv_joint_id rv_scene_play_joint(const rv_scene_play* play, const char* name);
rv_cable_id rv_scene_play_cable(const rv_scene_play* play, const char* name);
rv_solid_id rv_scene_play_solid(const rv_scene_play* play, const char* name);
rv_tie_id rv_scene_play_tie(const rv_scene_play* play, const char* name);
/// Null too where the cable is no rod, which has no holes.
rv_suture_id rv_scene_play_suture(const rv_scene_play* play, const char* name);
rv_haptic_id rv_scene_play_haptic(const rv_scene_play* play, const char* name);
/// The name of a body, a cable, a solid, a tie or a hole ("thread.suture[0]"); as snprintf. Empty if it is not of this scene.
int rv_scene_play_body_name(const rv_scene_play* play, rv_body_id body, char* buffer, size_t bytes);
int rv_scene_play_cable_name(const rv_scene_play* play, rv_cable_id cable, char* buffer,
                             size_t bytes);
int rv_scene_play_solid_name(const rv_scene_play* play, rv_solid_id solid, char* buffer,
                             size_t bytes);
int rv_scene_play_tie_name(const rv_scene_play* play, rv_tie_id tie, char* buffer, size_t bytes);
int rv_scene_play_suture_name(const rv_scene_play* play, rv_suture_id suture, char* buffer,
                              size_t bytes);

#endif
