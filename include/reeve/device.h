// Devices that a hand holds, and the thread that serves one 1000 times a second.
// A device is a struct of functions: five come with the library, any other is made by filling one
// in. A loop reads the device, calls its user's tick and writes the force, on a thread of its own.
#ifndef REEVE_DEVICE_H
#define REEVE_DEVICE_H

#include "reeve/haptic.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What the hand feels, in the device's own axes.
typedef struct rv_device_output {
    rv_vec3 force;  ///< [N]
    rv_vec3 torque; ///< about the handle [N m]; devices without rotation pass it over
} rv_device_output;

/// What a device is.
typedef struct rv_device_info {
    char name[96];       ///< what it is and where, for reports
    bool gives_rotation; ///< its input has a rotation
    bool takes_torque;   ///< it can turn the hand
} rv_device_info;

/// What came and went since it was opened. Any thread may ask, at any time.
typedef struct rv_device_report {
    uint64_t received; ///< messages that were used
    uint64_t late;     ///< older than one that was there already: passed over
    uint64_t ignored;  ///< nonsense, or from somebody else: passed over
    uint64_t sent;     ///< forces sent
    uint64_t unsent;   ///< forces that were not, because the way was full
    bool lost;         ///< it is gone, and will not come back without being opened again
    char reason[128];  ///< why it is lost; "": it is not
} rv_device_report;

/// A device. To make one of your own, fill in the functions; `read` and `write` are called by one
/// thread, and must neither wait, lock nor allocate if the loop is to be on time.
typedef struct rv_device {
    void* context; ///< given to all functions
    /// Connects. May wait. False: `error` is a sentence that says why, and nothing is open.
    bool (*open)(void* context, char* error, size_t bytes);
    /// Where the hand is, `dt` seconds after the last call. While that is not known the input is not
    /// valid: the last pose, and velocities zero.
    rv_haptic_input (*read)(void* context, double dt);
    /// Gives the force that acts until the next call. False: it could not, and the device is lost.
    bool (*write)(void* context, const rv_device_output* output);
    /// After a zero force was written. The device may be opened again.
    void (*close)(void* context);
    void (*destroy)(void* context);                  ///< NULL: nothing to free
    rv_device_info (*info)(const void* context);     ///< NULL: nothing to tell
    rv_device_report (*report)(const void* context); ///< NULL: nothing to tell
} rv_device;

/// Frees what a maker made, and empties it; an empty one is allowed. Close it first.
RV_API void rv_device_free(rv_device* device);
/// What it is; all empty if it does not say.
RV_API rv_device_info rv_device_get_info(const rv_device* device);
/// What came and went; all zero if it does not say.
RV_API rv_device_report rv_device_get_report(const rv_device* device);

// Makers. False: `error` (may be NULL with 0 bytes) names the field, its value and what is allowed,
// or says that there is no memory; `device` is empty then. What a def points to is copied.

/// Rests at the origin and feels nothing.
RV_API bool rv_device_null(rv_device* device, char* error, size_t bytes);

/// A place on a way.
typedef struct rv_device_key {
    double time;  ///< since the device was opened [s], >= 0, greater than that of the key before
    rv_pose pose; ///< rotation: any quaternion but zero; it is normalised
} rv_device_key;

/// What comes after the last key of a way.
typedef enum rv_device_end {
    RV_DEVICE_HOLD, ///< stays at the last key (default)
    RV_DEVICE_LOOP, ///< begins again at the first key when the time of the last one has come
} rv_device_end;

/// A way through keys: straight and at constant speed from one to the next, turning about one axis.
typedef struct rv_device_script {
    const rv_device_key* keys; ///< copied
    int key_count;             ///< in [1, 1000000]
    rv_device_end end;         ///< RV_DEVICE_LOOP needs two keys or more
} rv_device_script;

/// Moves as the script says, whatever it feels.
RV_API bool rv_device_scripted(rv_device* device, const rv_device_script* script, char* error,
                               size_t bytes);

/// A hand on a device without one: the operator is a spring and a damper between where the arm wants
/// to be and the handle, and a mass; the device adds mass and damping.
///     (m + m_d) x'' = F + k (target - x) + b (target' - x') - b_d x'
/// F is the force written `delay` ticks ago, constant within a tick, as target' is; the motion
/// between is exact for any dt. It turns as its target does and feels no torque.
typedef struct rv_device_hand {
    double stiffness;        ///< k of the arm [N/m], >= 0, default 400: relaxed; 1500: tense
    double damping;          ///< b of the arm [N s/m], >= 0, default 8; 30: tense
    double mass;             ///< m of the arm [kg], >= 0, default 1; 1.2: tense
    double device_mass;      ///< m_d [kg], >= 0, default 0.05; m + m_d > 0
    double device_damping;   ///< b_d [N s/m], >= 0, default 1
    int delay;               ///< of the force [ticks], in [0, 64], default 0
    rv_device_script target; ///< of the arm; key_count 0 (default): the origin
} rv_device_hand;

/// A relaxed arm that wants to be at the origin.
RV_API rv_device_hand rv_device_hand_default(void);
/// Makes such a hand; refused where a value is outside its range or m + m_d is 0.
RV_API bool rv_device_simulated_hand(rv_device* device, const rv_device_hand* hand, char* error,
                                     size_t bytes);

/// A program that sends poses and takes forces as datagrams (their bytes: docs/haptics.md). The first
/// who sends a good one is the peer, until it is silent.
typedef struct rv_device_udp_def {
    const char*
        address;    ///< IPv4 address to listen at; NULL (default): 127.0.0.1, this machine only
    int port;       ///< to listen at, in [0, 65535]; 0 (default): any that is free, see info
    double silence; ///< peer that sends nothing for longer is gone [s], in [0.001, 10], default
                    ///< 0.02
} rv_device_udp_def;

/// This machine, any port that is free.
RV_API rv_device_udp_def rv_device_udp_def_default(void);
/// Makes such a device; the socket comes with opening.
RV_API bool rv_device_udp(rv_device* device, const rv_device_udp_def* def, char* error,
                          size_t bytes);

/// How a Haply Inverse service wants the force to be called.
typedef enum rv_device_haply_word {
    RV_DEVICE_HAPLY_VALUES, ///< "values": versions 3.1 to 3.4 (default)
    RV_DEVICE_HAPLY_VECTOR, ///< "vector": 3.5 and later
} rv_device_haply_word;

/// A Haply Inverse3 through its service on this machine: JSON over a WebSocket. Opening waits up to
/// `patience` for the service to list its devices.
typedef struct rv_device_haply_def {
    const char* address;       ///< IPv4 address of the service; NULL (default): 127.0.0.1
    int port;                  ///< in [1, 65535], default 10001
    const char* device_id;     ///< as the service calls it, 1 to 31 of A-Z a-z 0-9 . _ -; NULL
                               ///< (default): the first there is
    rv_device_haply_word word; ///< default RV_DEVICE_HAPLY_VALUES
    double silence;  ///< without a state for longer the input is not valid [s], in [0.001, 10],
                     ///< default 0.02
    double patience; ///< of opening [s], in [0.001, 60], default 1
} rv_device_haply_def;

/// The first device of the service on this machine, at port 10001.
RV_API rv_device_haply_def rv_device_haply_def_default(void);
/// Makes such a device; the connection comes with opening.
RV_API bool rv_device_haply_inverse(rv_device* device, const rv_device_haply_def* def, char* error,
                                    size_t bytes);

/// A device that may come and go: opening never fails and never waits; a thread of its own opens
/// `inside` while it is not there, every so many seconds, in [0.01, 60]. Until then and whenever it is
/// lost the input is not valid, and the report says that it is lost, and why. `inside` is closed; it is
/// taken, and emptied.
RV_API bool rv_device_keep(rv_device* device, rv_device* inside, double every, char* error,
                           size_t bytes);

// ---- the loop ---------------------------------------------------------------------------------

/// What the hand feels at `input`. Called by the loop's thread alone; `dt` is the time since the
/// last call [s], more than the period if deadlines were missed. `output` is zero when it is called.
typedef void rv_haptic_loop_tick(void* context, const rv_haptic_input* input, double dt,
                                 rv_device_output* output);

/// Start from rv_haptic_loop_def_default().
typedef struct rv_haptic_loop_def {
    const rv_device* device;   ///< closed; the loop opens it, and closes it in the end. It and what
                               ///< is in it must outlive the loop. NULL (default): none
    rv_haptic* haptic;         ///< what is felt, by rv_haptic_tick(); NULL (default): `tick` says
    rv_haptic_loop_tick* tick; ///< NULL (default): none, zero force. A loop without a device and
                               ///< without both is what others are compared with
    void* context;             ///< for `tick`
    double period;             ///< [s], in [1e-4, 0.1], default 1e-3
    double max_force;          ///< what is more is a fault and becomes zero [N], > 0, default 100
    double max_torque;         ///< [N m], > 0, default 10
    double ramp;               ///< how long the force fades when the loop is stopped [s], in
                               ///< [0, 0.02], default 0.01
    bool real_time; ///< ask for SCHED_FIFO, default true; the report says if it was given
} rv_haptic_loop_def;

/// A running loop: its thread, its device, its report.
typedef struct rv_haptic_loop rv_haptic_loop;

/// 1 kHz in real time, without a device and without anything to feel.
RV_API rv_haptic_loop_def rv_haptic_loop_def_default(void);

/// Opens the device and starts the thread. NULL: `error` (may be NULL with 0 bytes) says why, and
/// the device is closed.
RV_API rv_haptic_loop* rv_haptic_loop_start(const rv_haptic_loop_def* def, char* error,
                                            size_t bytes);
/// Lets the force fade, writes zero, ends the thread, closes the device and frees the loop. NULL is
/// allowed. Not to be called by the tick. A process that ends without it leaves the last force to the
/// device, which drops it by itself when no more come.
RV_API void rv_haptic_loop_stop(rv_haptic_loop* loop);

/// How the ticks of a loop went, since it was started.
typedef struct rv_haptic_loop_report {
    uint64_t ticks;          ///< made
    uint64_t missed;         ///< deadlines that had passed before the thread woke: left out
    uint64_t invalid_inputs; ///< ticks without a valid input: force zero
    uint64_t faults;         ///< ticks whose force was not finite or above the limits: force zero
    rv_device_output output; ///< written last; its numbers may be of two neighbouring ticks
    bool input_valid;        ///< in the last tick
    bool device_lost;        ///< since then the force is zero
    bool real_time;          ///< SCHED_FIFO was given
    bool memory_locked;      ///< what its thread and the tool's ticks touch is kept from being
                             ///< swapped out
    const char* status;      ///< all this in a sentence
} rv_haptic_loop_report;

/// Any thread may ask, at any time; it never waits, nor does the loop.
RV_API rv_haptic_loop_report rv_haptic_loop_get_report(const rv_haptic_loop* loop);

/// What the loop measures of every tick.
typedef enum rv_haptic_timing {
    RV_HAPTIC_TIMING_WAKE,   ///< from the deadline until the thread runs
    RV_HAPTIC_TIMING_CPU,    ///< time of the processor that the tick took, device and all
    RV_HAPTIC_TIMING_JITTER, ///< how far the time since the last tick was from the period
} rv_haptic_timing;

/// The time that a share `q` in [0, 1] of the ticks did not exceed [s]: the upper end of a bin that
/// is at most 1/16 of it wide; q = 1: the longest there was, exactly. NaN before the first tick, and
/// for another q or timing.
RV_API double rv_haptic_loop_quantile(const rv_haptic_loop* loop, rv_haptic_timing timing,
                                      double q);

#ifdef __cplusplus
}
#endif
#endif
