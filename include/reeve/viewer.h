// The viewer: shows a world in a browser while it is stepped, and lets a person drive it. A library
// of its own, libreeve_view; reeve.h does not include this header.
//
//     rv_viewer* viewer = rv_viewer_create(NULL, NULL, 0);
//     rv_viewer_attach(viewer, world, NULL);
//     puts(rv_viewer_address(viewer));
//     while (rv_viewer_update(viewer, dt))
//         rv_world_step(world, dt);
//
// All functions but rv_viewer_stop() are called on one thread, the one that steps the world. Pages
// are served by threads of the viewer's own, which never touch the world: a slow page loses frames
// and never holds up a step after the first.
#ifndef REEVE_VIEWER_H
#define REEVE_VIEWER_H

#include "reeve/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A viewer: its server, its pages, the world that it shows.
typedef struct rv_viewer rv_viewer;

/// One scene of the gallery that the page shows.
typedef struct rv_viewer_scene {
    const char* name;  ///< short, e.g. "07-atwood"
    const char* title; ///< e.g. "Atwood's machine"
    const char* look;  ///< one sentence: what to look at
} rv_viewer_scene;

/// Start from rv_viewer_def_default(): a def made any other way is rejected.
typedef struct rv_viewer_def {
    const char* host;  ///< numeric address to listen on, default "127.0.0.1": this machine only
    int port;          ///< in [0, 65535]; 0 (default): any that is free
    int max_clients;   ///< pages at a time, in [1, 64], default 8
    double frame_rate; ///< pictures per second at most, in [1, 240], default 60
    bool waits;        ///< rv_viewer_update() waits until a step is due; default true
    bool paused;       ///< starts paused; default false
    bool awaits_page;  ///< no step is due before a page has come and shown the first picture;
                       ///< default false: it starts though nobody looks
    double speed; ///< times real time at the start, in [0.01, 100] or INFINITY: as fast as it goes;
                  ///< default 1

    const rv_viewer_scene* gallery; ///< scenes that the page offers; copied
    int gallery_count;              ///< >= 0, default 0
    /// Called from rv_viewer_update() when a person asks for a scene of the gallery; it attaches
    /// another world, after which the one before may be destroyed, or says with rv_viewer_notify()
    /// why it cannot.
    void (*open)(void* context, int scene);
    /// A small PNG picture of a scene: sets *png, which stays valid for good, and returns its size,
    /// 0 if there is none. Called from a thread of the viewer's, one call at a time; may be slow.
    size_t (*thumbnail)(void* context, int scene, const void** png);
    void* context;  ///< given to `open` and `thumbnail`
    uint32_t magic; ///< private
} rv_viewer_def;

/// This machine alone, any port, at real time.
RV_API rv_viewer_def rv_viewer_def_default(void);

/// Starts to serve. `def` may be NULL: every default. NULL on an invalid def, or if the port cannot
/// be had; then `error` (if not NULL, of `error_bytes` bytes) holds the reason.
RV_API rv_viewer* rv_viewer_create(const rv_viewer_def* def, char* error, size_t error_bytes);
/// Ends every connection. The attached world must still exist. NULL is allowed.
RV_API void rv_viewer_destroy(rv_viewer* viewer);
/// What to open in a browser: "http://127.0.0.1:PORT/?token=...". Whoever has it may drive.
RV_API const char* rv_viewer_address(const rv_viewer* viewer);

/// A number that the page plots.
typedef struct rv_viewer_number {
    const char* name; ///< what it is called
    const char* unit; ///< e.g. "N"; "" if it has none
} rv_viewer_number;

/// Something a person may drive, with a slider and with keys.
typedef struct rv_viewer_control {
    const char* label;   ///< what it is called
    const char* keys[2]; ///< as KeyboardEvent.key, lower case, or "space", "up", "down", "left",
                         ///< "right"; the first for position -1 and the second for 1; with keys[1]
                         ///< NULL, the first is for 1
    double range[2];     ///< what positions -1 and 1 mean; with one key, only 1 is reached
    const char* unit;    ///< of the range; "" if it has none
    double released;     ///< what position 0 means, default 0; NAN: it depends
} rv_viewer_control;

/// What the page shows besides the world itself; texts and lists are copied. Start from
/// rv_viewer_content_default(). Functions may be NULL; they are called from rv_viewer_update()
/// (names also from rv_viewer_attach()), and must not call the viewer.
typedef struct rv_viewer_content {
    const char* title;                           ///< default "Reeve"
    const char* look;                            ///< one sentence: what to look at; default ""
    int scene;                                   ///< which of the gallery this is; default -1: none
    const rv_viewer_number* numbers;             ///< that the page plots
    int number_count;                            ///< in [0, 10000]
    void (*read)(void* context, double* values); ///< writes number_count numbers
    const rv_viewer_control* controls;           ///< that the page offers
    int control_count;                           ///< in [0, 1000]
    void (*control)(void* context, int control,
                    double position); ///< position in [-1, 1]; 0: let go
    /// A body that the host moves, like a tool that a hand holds: true if it is one. The person takes
    /// it (`held`), moves it by `offset` [m] from where it was then, and lets it go (not `held`).
    bool (*tool)(void* context, rv_body_id body, bool held, rv_vec3 offset);
    void (*reset)(void* context); ///< after the world went back to how it was when attached
    /// The person changed the world (a control, a grab, a reset): `request` is what the page sent,
    /// as docs/viewer.md says. With it a run can be recorded and played again.
    void (*input)(void* context, const void* request, size_t bytes);
    /// Writes the name of a body; none, or an empty one: "body 3".
    void (*body_name)(void* context, rv_body_id body, char* buffer, size_t bytes);
    void (*cable_name)(void* context, rv_cable_id cable, char* buffer,
                       size_t bytes); ///< of a cable
    void (*solid_name)(void* context, rv_solid_id solid, char* buffer,
                       size_t bytes);                                           ///< of a solid
    void (*tie_name)(void* context, rv_tie_id tie, char* buffer, size_t bytes); ///< of a tie
    void (*suture_name)(void* context, rv_suture_id suture, char* buffer,
                        size_t bytes); ///< of a hole
    void* context;                     ///< given to all of these functions
    uint32_t magic;                    ///< private
} rv_viewer_content;

/// A title and nothing else.
RV_API rv_viewer_content rv_viewer_content_default(void);

/// Shows this world from now on, and takes a snapshot to go back to. The world must live until
/// another is attached, this one is detached (`world` NULL) or the viewer is destroyed. `content`
/// may be NULL. False on invalid content or without memory; rv_viewer_error() says why, and what
/// was shown before stays.
RV_API bool rv_viewer_attach(rv_viewer* viewer, rv_world* world, const rv_viewer_content* content);

/// Shows a text on every page, lines and all, until another world is attached or the text is "" or
/// NULL. False without memory; rv_viewer_error() says so.
RV_API bool rv_viewer_notify(rv_viewer* viewer, const char* text);

/// Call it before every step with the step's length [s], finite, > 0. Shows the world as it stands,
/// does what the person at the page asked for, and returns true when a step is due: at the speed
/// that was chosen, or when a single step was asked for. The first step after rv_viewer_attach()
/// waits until the page that drives has drawn its first picture, if there is one. By default it waits for that, and false
/// means that rv_viewer_stop() was called (or that no world is attached); without `waits` it
/// returns at once, and false means: not now.
RV_API bool rv_viewer_update(rv_viewer* viewer, double dt);
/// Makes rv_viewer_update() return false from now on. From any thread, and from a signal handler.
RV_API void rv_viewer_stop(rv_viewer* viewer);

/// Pages that look at it now.
RV_API int rv_viewer_client_count(const rv_viewer* viewer);
/// True while it is paused, by its def or by the person at the page.
RV_API bool rv_viewer_is_paused(const rv_viewer* viewer);
/// Why the last refused call was refused; "" if none was.
RV_API const char* rv_viewer_error(const rv_viewer* viewer);

#ifdef __cplusplus
}
#endif
#endif
