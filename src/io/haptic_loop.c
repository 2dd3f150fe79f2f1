// The haptic loop: a thread that wakes at fixed times, reads the device, asks the tick for the force
// and writes it. After it has started it takes no lock and no memory; the system is asked to wait,
// for the time and the processor's time, and by the device for what has come.
// Memory is touched and, where that is allowed, locked before the first tick: neither the stack nor
// the tool's numbers are fetched by the system in one.
// Deadlines are absolute, k times the period from the start. Those that have passed when the thread
// wakes are left out and counted; the tick learns of them by its dt. Ticks are never made up for: a
// burst of them would be forces at the wrong time.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "core/error.h"
#include "io/device_private.h"
#include "io/haptic_timing.h"
#include "reeve/math.h"
#include "step/haptic.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

enum { TIMINGS = 3, PRIORITY = 80, NANO = 1000000000, MILLI = 1000000 };
// Systems do what is due every few milliseconds at full ones: the loop keeps away from these. On
// a Linux of 250 Hz ticks at full milliseconds took 25 us longer, one in a hundred.
enum { PHASE = 400000 };        // [ns]
enum { STACK_TOUCHED = 65536 }; // bytes of it that a tick may need
#define HAPTIC_DT_MAX 0.1       // of rv_haptic_tick() [s]

struct rv_haptic_loop {
    rv_haptic_loop_def def;
    bool has_device;
    rv_device device;
    uint64_t period; // [ns]
    bool real_time, memory_locked;
    pthread_t thread;
    atomic_bool stops;

    // of the thread, for everybody to read
    _Atomic uint64_t ticks, missed, invalid_inputs, faults;
    atomic_bool input_valid, device_lost;
    _Atomic double output[6];
    rv_timing timings[TIMINGS];
};

// --- the tick -----------------------------------------------------------------------------------

static uint64_t clock_now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * NANO + (uint64_t)t.tv_nsec;
}

static void sleep_until(uint64_t deadline) {
    struct timespec t = {(time_t)(deadline / NANO), (long)(deadline % NANO)};
    // a signal ends the sleep; the deadline stays
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        ;
}

// false for NaN too
static bool is_within(rv_vec3 v, double most) {
    return rv_vec3_dot(v, v) <= most * most;
}

static rv_haptic_input read_device(rv_haptic_loop* loop, double dt) {
    rv_haptic_input nothing = {.pose.rotation.w = 1.0};
    if (!loop->has_device || atomic_load_explicit(&loop->device_lost, memory_order_relaxed))
        return nothing;
    return loop->device.read(loop->device.context, dt);
}

// what the tool or the tick says
static rv_device_output ask(rv_haptic_loop* loop, const rv_haptic_input* input, double dt) {
    rv_device_output output = {0};
    if (loop->def.haptic != NULL) {
        rv_haptic_output felt =
            rv_haptic_tick(loop->def.haptic, input, dt < HAPTIC_DT_MAX ? dt : HAPTIC_DT_MAX);
        output = (rv_device_output){felt.force, felt.torque};
    } else if (loop->def.tick != NULL) {
        loop->def.tick(loop->def.context, input, dt, &output);
    }
    return output;
}

// the force that is written: zero where only that is safe
static rv_device_output feel(rv_haptic_loop* loop, const rv_haptic_input* input, double dt) {
    rv_device_output output = ask(loop, input, dt);
    bool sound = is_within(output.force, loop->def.max_force)
                 && is_within(output.torque, loop->def.max_torque);
    if (!sound)
        rv_device_count(&loop->faults);
    bool valid = input->valid || !loop->has_device;
    if (!valid)
        rv_device_count(&loop->invalid_inputs);
    atomic_store_explicit(&loop->input_valid, input->valid, memory_order_relaxed);
    return sound && valid ? output : (rv_device_output){0};
}

// a device that is lost is left alone; from the next tick on its input is not valid
static void write_device(rv_haptic_loop* loop, rv_device_output output) {
    bool lost = atomic_load_explicit(&loop->device_lost, memory_order_relaxed);
    if (loop->has_device && !lost && !loop->device.write(loop->device.context, &output))
        atomic_store_explicit(&loop->device_lost, true, memory_order_relaxed);
    double numbers[6];
    rv_vec3_store(numbers, output.force);
    rv_vec3_store(numbers + 3, output.torque);
    for (int i = 0; i < 6; i++)
        atomic_store_explicit(&loop->output[i], numbers[i], memory_order_relaxed);
}

// --- the thread ---------------------------------------------------------------------------------

typedef struct wake {
    uint64_t deadline; // of this tick
    uint64_t time;     // when the thread ran
    double dt;         // from the last deadline to this one [s]
} wake;

// sleeps until the next deadline that has not passed a whole period ago
static void wait_for_tick(rv_haptic_loop* loop, wake* w) {
    uint64_t next = w->deadline + loop->period, before = w->time;
    sleep_until(next);
    w->time = clock_now(CLOCK_MONOTONIC);
    uint64_t late = w->time > next ? w->time - next : 0, passed = late / loop->period;
    uint64_t interval = (1 + passed) * loop->period, since = w->time - before;
    w->deadline += interval;
    w->dt = 1e-9 * (double)interval;
    rv_timing_add(&loop->timings[RV_HAPTIC_TIMING_WAKE], late);
    rv_timing_add(&loop->timings[RV_HAPTIC_TIMING_JITTER],
                  since > loop->period ? since - loop->period : loop->period - since);
    if (passed > 0)
        atomic_fetch_add_explicit(&loop->missed, passed, memory_order_relaxed);
}

// one tick at most per period, until the loop is to stop; returns the last force
static rv_device_output run(rv_haptic_loop* loop, wake* w) {
    rv_device_output output = {0};
    while (!atomic_load_explicit(&loop->stops, memory_order_relaxed)) {
        wait_for_tick(loop, w);
        uint64_t before = clock_now(CLOCK_THREAD_CPUTIME_ID);
        rv_haptic_input input = read_device(loop, w->dt);
        output = feel(loop, &input, w->dt);
        write_device(loop, output);
        rv_timing_add(&loop->timings[RV_HAPTIC_TIMING_CPU],
                      clock_now(CLOCK_THREAD_CPUTIME_ID) - before);
        rv_device_count(&loop->ticks);
    }
    return output;
}

// the last force fades, whatever the tick would say; it ends with zero
static void fade(rv_haptic_loop* loop, wake* w, rv_device_output last) {
    double time = 0.0, share = 1.0;
    while (share > 0.0) {
        wait_for_tick(loop, w);
        time += w->dt;
        rv_haptic_input input = read_device(loop, w->dt);
        bool felt = rv_vec3_dot(last.force, last.force) + rv_vec3_dot(last.torque, last.torque) > 0;
        share = input.valid && felt && time < loop->def.ramp ? 1.0 - time / loop->def.ramp : 0.0;
        write_device(loop, (rv_device_output){rv_vec3_scale(last.force, share),
                                              rv_vec3_scale(last.torque, share)});
    }
}

// a stack grows when it is touched
static void touch_stack(void) {
    volatile char pages[STACK_TOUCHED];
    for (size_t i = 0; i < sizeof pages; i += 1024)
        pages[i] = 0;
}

static void* serve(void* argument) {
    rv_haptic_loop* loop = argument;
    touch_stack();
    uint64_t start = (clock_now(CLOCK_MONOTONIC) / MILLI + 1) * MILLI + PHASE;
    wake w = {.deadline = start, .time = start};
#if defined(__linux__) && defined(PR_SET_TIMERSLACK)
    // without real-time priority the system wakes threads up to 50 us late to save power
    prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
#endif
    rv_device_output last = run(loop, &w);
    fade(loop, &w, last);
    return NULL;
}

// --- memory -------------------------------------------------------------------------------------

static void lock_block(void* context, const void* block, size_t bytes) {
    bool* locked = context;
    *locked = mlock(block, bytes) == 0 && *locked;
}

static void unlock_block(void* context, const void* block, size_t bytes) {
    (void)context;
    (void)munlock(block, bytes);
}

// as much of it as the user may lock
static void lock_memory(rv_haptic_loop* loop) {
    loop->memory_locked = true;
    lock_block(&loop->memory_locked, loop, sizeof *loop);
    if (loop->def.haptic != NULL)
        rv_haptic_blocks(loop->def.haptic, lock_block, &loop->memory_locked);
}

static void unlock_memory(rv_haptic_loop* loop) {
    unlock_block(NULL, loop, sizeof *loop);
    if (loop->def.haptic != NULL)
        rv_haptic_blocks(loop->def.haptic, unlock_block, NULL);
}

// --- starting and stopping ----------------------------------------------------------------------

rv_haptic_loop_def rv_haptic_loop_def_default(void) {
    return (rv_haptic_loop_def){
        .period = 1e-3, .max_force = 100.0, .max_torque = 10.0, .ramp = 0.01, .real_time = true};
}

static bool def_is_valid(rv_error_text* error, const rv_haptic_loop_def* d) {
    const rv_device* device = d->device;
    bool whole = device == NULL
                 || (device->open != NULL && device->read != NULL && device->write != NULL
                     && device->close != NULL);
    return rv_error_check(error, whole,
                          "rv_haptic_loop_def.device has no functions: must be made by one of "
                          "rv_device_*, or have open, read, write and close")
           && rv_error_check(error, d->haptic == NULL || d->tick == NULL,
                             "rv_haptic_loop_def.haptic and tick are both set: must be one of them")
           && rv_error_check(error, d->period >= 1e-4 && d->period <= 0.1,
                             "rv_haptic_loop_def.period = %g s: must be in [1e-4, 0.1]", d->period)
           && rv_error_check(error, d->max_force > 0.0 && d->max_force <= 1e6,
                             "rv_haptic_loop_def.max_force = %g N: must be in (0, 1e6]",
                             d->max_force)
           && rv_error_check(error, d->max_torque > 0.0 && d->max_torque <= 1e6,
                             "rv_haptic_loop_def.max_torque = %g N m: must be in (0, 1e6]",
                             d->max_torque)
           && rv_error_check(error, d->ramp >= 0.0 && d->ramp <= 0.02,
                             "rv_haptic_loop_def.ramp = %g s: must be in [0, 0.02]", d->ramp);
}

// with SCHED_FIFO if that is wanted and allowed, else as any other thread
static bool start_thread(rv_haptic_loop* loop) {
    pthread_attr_t attributes;
    if (loop->def.real_time && pthread_attr_init(&attributes) == 0) {
        int most = sched_get_priority_max(SCHED_FIFO);
        struct sched_param parameters = {.sched_priority = PRIORITY < most ? PRIORITY : most};
        loop->real_time = pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED) == 0
                          && pthread_attr_setschedpolicy(&attributes, SCHED_FIFO) == 0
                          && pthread_attr_setschedparam(&attributes, &parameters) == 0
                          && pthread_create(&loop->thread, &attributes, serve, loop) == 0;
        pthread_attr_destroy(&attributes);
        if (loop->real_time)
            return true;
    }
    return pthread_create(&loop->thread, NULL, serve, loop) == 0;
}

rv_haptic_loop* rv_haptic_loop_start(const rv_haptic_loop_def* def, char* error, size_t bytes) {
    rv_error_text text;
    if (!def_is_valid(&text, def)) {
        rv_device_refuse(error, bytes, text.text);
        return NULL;
    }
    rv_haptic_loop* loop = rv_device_allocate(sizeof *loop, error, bytes);
    if (loop == NULL)
        return NULL;
    loop->def = *def;
    loop->has_device = def->device != NULL;
    loop->period = (uint64_t)(1e9 * def->period + 0.5);
    if (loop->has_device)
        loop->device = *def->device;
    if (loop->has_device && !loop->device.open(loop->device.context, error, bytes)) {
        free(loop);
        return NULL;
    }
    lock_memory(loop);
    if (start_thread(loop))
        return loop;
    unlock_memory(loop);
    if (loop->has_device)
        loop->device.close(loop->device.context);
    free(loop);
    rv_device_refuse(error, bytes, "no thread for the haptic loop");
    return NULL;
}

void rv_haptic_loop_stop(rv_haptic_loop* loop) {
    if (loop == NULL)
        return;
    atomic_store(&loop->stops, true);
    pthread_join(loop->thread, NULL);
    unlock_memory(loop);
    if (loop->has_device)
        loop->device.close(loop->device.context);
    free(loop);
}

// --- what it tells ------------------------------------------------------------------------------

static const char* status_of(const rv_haptic_loop* loop, const rv_haptic_loop_report* report) {
    if (report->device_lost)
        return "the device is lost: the force is zero";
    if (loop->has_device && report->ticks > 0 && !report->input_valid)
        return "the device does not tell where the hand is: the force is zero";
    if (loop->def.real_time && !loop->real_time)
        return "runs without real-time priority, which was not allowed";
    return "runs";
}

rv_haptic_loop_report rv_haptic_loop_get_report(const rv_haptic_loop* loop) {
    double numbers[6];
    for (int i = 0; i < 6; i++)
        numbers[i] = atomic_load_explicit(&loop->output[i], memory_order_relaxed);
    rv_haptic_loop_report report = {
        .ticks = atomic_load(&loop->ticks),
        .missed = atomic_load(&loop->missed),
        .invalid_inputs = atomic_load(&loop->invalid_inputs),
        .faults = atomic_load(&loop->faults),
        .output = {rv_vec3_load(numbers), rv_vec3_load(numbers + 3)},
        .input_valid = atomic_load(&loop->input_valid),
        .device_lost = atomic_load(&loop->device_lost),
        .real_time = loop->real_time,
        .memory_locked = loop->memory_locked,
    };
    report.status = status_of(loop, &report);
    return report;
}

double rv_haptic_loop_quantile(const rv_haptic_loop* loop, rv_haptic_timing timing, double q) {
    if ((int)timing < 0 || (int)timing >= TIMINGS)
        return NAN;
    return rv_timing_quantile(&loop->timings[timing], q);
}
