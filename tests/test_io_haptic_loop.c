// The haptic loop: what it does with forces, devices that go, and time. The machine may be as slow as
// it likes: counts and states are checked, times only printed.
// malloc and the locks of threads are counted, to show that a loop that runs takes none: a program
// may put its own in front of the C library's, but not in front of a sanitizer's.
#define _GNU_SOURCE
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RV_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RV_TEST_SANITIZED 1
#endif
#endif

#include "haply_server.h"
#include "reeve/reeve.h"
#include "test.h"
#include "udp_peer.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <time.h>

enum { KEPT_MAX = 4096 };

// --- a device that the tests look into ----------------------------------------------------------

typedef struct probe {
    atomic_int opens, reads, writes, closes;
    _Atomic double force;      // written last
    _Atomic double dt_sum;     // of the reads
    atomic_bool invalid, dies; // what reads and writes say
    bool refuses;
    int slow_at; // the read that takes 20 ms; 0: none
    _Atomic double largest_dt;
    // forces, and times since the one before, from when it was told to keep them
    atomic_bool keeps;
    atomic_int kept;
    double forces[KEPT_MAX], dts[KEPT_MAX], dt;
} probe;

static bool probe_open(void* context, char* error, size_t bytes) {
    probe* p = context;
    atomic_fetch_add(&p->opens, 1);
    if (p->refuses)
        snprintf(error, bytes, "the probe refuses");
    return !p->refuses;
}

static rv_haptic_input probe_read(void* context, double dt) {
    probe* p = context;
    int reads = atomic_fetch_add(&p->reads, 1) + 1;
    if (reads == p->slow_at)
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    atomic_store(&p->dt_sum, atomic_load(&p->dt_sum) + dt);
    p->dt = dt;
    if (dt > atomic_load(&p->largest_dt))
        atomic_store(&p->largest_dt, dt);
    return (rv_haptic_input){.pose = rv_pose_identity(), .valid = !atomic_load(&p->invalid)};
}

static bool probe_write(void* context, const rv_device_output* output) {
    probe* p = context;
    atomic_store(&p->force, output->force.x);
    int kept = atomic_load(&p->kept);
    if (atomic_load(&p->keeps) && kept < KEPT_MAX) {
        p->forces[kept] = output->force.x;
        p->dts[kept] = p->dt;
        atomic_store(&p->kept, kept + 1);
    }
    atomic_fetch_add(&p->writes, 1);
    return !atomic_load(&p->dies);
}

static void probe_close(void* context) {
    atomic_fetch_add(&((probe*)context)->closes, 1);
}

static rv_device probe_device(probe* p) {
    return (rv_device){.context = p,
                       .open = probe_open,
                       .read = probe_read,
                       .write = probe_write,
                       .close = probe_close};
}

// the force that the tick gives
typedef struct wanted {
    _Atomic double force, torque;
    atomic_int ticks, valid_ticks;
} wanted;

static void wanted_tick(void* context, const rv_haptic_input* input, double dt,
                        rv_device_output* output) {
    wanted* w = context;
    (void)dt;
    output->force.x = atomic_load(&w->force);
    output->torque.z = atomic_load(&w->torque);
    atomic_fetch_add(&w->ticks, 1);
    atomic_fetch_add(&w->valid_ticks, input->valid);
}

static rv_haptic_loop* start(const rv_device* device, wanted* w) {
    rv_haptic_loop_def def = rv_haptic_loop_def_default();
    char error[256] = "";
    def.device = device;
    def.tick = w != NULL ? wanted_tick : NULL;
    def.context = w;
    rv_haptic_loop* loop = rv_haptic_loop_start(&def, error, sizeof error);
    CHECK(loop != NULL);
    CHECK_TEXT(error, "");
    return loop;
}

static void print_times(const char* name, const rv_haptic_loop* loop) {
    static const char* const names[] = {"wake", "cpu", "jitter"};
    rv_haptic_loop_report report = rv_haptic_loop_get_report(loop);
    printf("  %s: %llu ticks, %llu missed, real time %d\n", name, (unsigned long long)report.ticks,
           (unsigned long long)report.missed, report.real_time);
    for (int i = 0; i < 3; i++)
        printf("    %-6s p50 %8.1f  p99 %8.1f  p99.99 %8.1f  max %8.1f us\n", names[i],
               1e6 * rv_haptic_loop_quantile(loop, (rv_haptic_timing)i, 0.5),
               1e6 * rv_haptic_loop_quantile(loop, (rv_haptic_timing)i, 0.99),
               1e6 * rv_haptic_loop_quantile(loop, (rv_haptic_timing)i, 0.9999),
               1e6 * rv_haptic_loop_quantile(loop, (rv_haptic_timing)i, 1.0));
}

// --- forces -------------------------------------------------------------------------------------

TEST(a_loop_reads_ticks_and_writes_in_threads_of_its_own) {
    probe p = {0};
    wanted w = {.force = 2.0, .torque = 0.5};
    rv_device device = probe_device(&p);
    rv_haptic_loop* loop = start(&device, &w);
    WAIT_FOR(rv_haptic_loop_get_report(loop).ticks >= 50);
    rv_haptic_loop_report report = rv_haptic_loop_get_report(loop);
    CHECK(report.output.force.x == 2.0 && report.output.torque.z == 0.5);
    CHECK(report.input_valid && !report.device_lost && report.faults == 0);
    CHECK(report.invalid_inputs == 0);
    CHECK_TEXT(report.status, report.real_time
                                  ? "runs"
                                  : "runs without real-time priority, which was not allowed");
    print_times("probe", loop);
    for (int i = 0; i < 3; i++) {
        double half = rv_haptic_loop_quantile(loop, (rv_haptic_timing)i, 0.5);
        CHECK(half >= 0.0 && half <= rv_haptic_loop_quantile(loop, (rv_haptic_timing)i, 1.0));
    }
    CHECK(isnan(rv_haptic_loop_quantile(loop, (rv_haptic_timing)3, 0.5)));
    rv_haptic_loop_stop(loop);
    CHECK(p.opens == 1 && p.closes == 1 && p.force == 0.0);
    CHECK(p.reads == p.writes && p.reads >= w.ticks);
}

TEST(a_force_that_is_no_number_or_too_big_becomes_zero_in_threads) {
    probe p = {0};
    wanted w = {0};
    rv_device device = probe_device(&p);
    rv_haptic_loop* loop = start(&device, &w);
    static const double bad[] = {NAN, INFINITY, -INFINITY, 101.0, 1e300};
    for (int i = 0; i < 5; i++) {
        atomic_store(&w.force, 1.0);
        WAIT_FOR(atomic_load(&p.force) == 1.0);
        uint64_t before = rv_haptic_loop_get_report(loop).faults;
        atomic_store(&w.force, bad[i]);
        WAIT_FOR(rv_haptic_loop_get_report(loop).faults > before);
        WAIT_FOR(atomic_load(&p.force) == 0.0);
    }
    atomic_store(&w.force, 100.0); // the limit itself is allowed
    WAIT_FOR(atomic_load(&p.force) == 100.0);
    atomic_store(&w.torque, 11.0); // and a torque counts as well
    WAIT_FOR(atomic_load(&p.force) == 0.0);
    rv_haptic_loop_stop(loop);
}

TEST(without_a_valid_input_the_force_is_zero_in_threads) {
    probe p = {0};
    wanted w = {.force = 3.0};
    rv_device device = probe_device(&p);
    rv_haptic_loop* loop = start(&device, &w);
    WAIT_FOR(atomic_load(&p.force) == 3.0);
    atomic_store(&p.invalid, true);
    WAIT_FOR(atomic_load(&p.force) == 0.0);
    WAIT_FOR(rv_haptic_loop_get_report(loop).invalid_inputs > 3);
    CHECK_TEXT(rv_haptic_loop_get_report(loop).status,
               "the device does not tell where the hand is: the force is zero");
    int ticks = atomic_load(&w.ticks);
    WAIT_FOR(atomic_load(&w.ticks) > ticks); // the tick learns of it
    atomic_store(&p.invalid, false);
    WAIT_FOR(atomic_load(&p.force) == 3.0);
    rv_haptic_loop_stop(loop);
}

TEST(a_loop_goes_on_without_force_when_its_device_dies_in_threads) {
    probe p = {0};
    wanted w = {.force = 3.0};
    rv_device device = probe_device(&p);
    rv_haptic_loop* loop = start(&device, &w);
    WAIT_FOR(atomic_load(&p.force) == 3.0);
    atomic_store(&p.dies, true);
    WAIT_FOR(rv_haptic_loop_get_report(loop).device_lost);
    int writes = atomic_load(&p.writes);
    uint64_t ticks = rv_haptic_loop_get_report(loop).ticks;
    WAIT_FOR(rv_haptic_loop_get_report(loop).ticks > ticks + 20);
    rv_haptic_loop_report report = rv_haptic_loop_get_report(loop);
    CHECK(report.output.force.x == 0.0 && !report.input_valid);
    CHECK_TEXT(report.status, "the device is lost: the force is zero");
    CHECK(atomic_load(&p.writes) == writes); // it is left alone
    rv_haptic_loop_stop(loop);
    CHECK(p.closes == 1);
}

// --- time ---------------------------------------------------------------------------------------

// periods that reads were told of beyond one for each
static double periods_beyond(const probe* p) {
    double sum = 1e3 * atomic_load(&p->dt_sum);
    return round(sum - atomic_load(&p->reads));
}

TEST(missed_deadlines_are_counted_and_never_made_up_for_in_threads) {
    probe p = {.slow_at = 20};
    rv_device device = probe_device(&p);
    rv_haptic_loop* loop = start(&device, NULL);
    WAIT_FOR(rv_haptic_loop_get_report(loop).ticks >= 60);
    double before = periods_beyond(&p);
    rv_haptic_loop_report report = rv_haptic_loop_get_report(loop);
    // the tick behind the slow one came 20 ms after it, 19 of them too late
    CHECK(rv_haptic_loop_quantile(loop, RV_HAPTIC_TIMING_JITTER, 1.0) >= 0.018999);
    CHECK(rv_haptic_loop_quantile(loop, RV_HAPTIC_TIMING_WAKE, 1.0) >= 0.0185);
    rv_haptic_loop_stop(loop);
    // what was left out is counted, and no more than that; the thread went on meanwhile
    CHECK(report.missed >= 18);
    CHECK(before <= (double)report.missed && (double)report.missed <= periods_beyond(&p));
    // 20 ms in a read: the one behind it is told at once, not in a burst of reads
    CHECK(p.largest_dt >= 0.0195);
}

TEST(a_stopped_loop_fades_to_zero_in_threads) {
    static probe p;
    wanted w = {.force = 10.0};
    rv_device device = probe_device(&p);
    rv_haptic_loop* loop = start(&device, &w);
    WAIT_FOR(atomic_load(&p.force) == 10.0);
    atomic_store(&p.keeps, true);
    int ticks = atomic_load(&w.ticks);
    WAIT_FOR(atomic_load(&w.ticks) > ticks + 2);
    rv_haptic_loop_stop(loop);
    CHECK(p.force == 0.0);
    // evenly within 10 ms of the time that the ticks were told
    int last = p.kept - 1;
    double time = 0.0;
    CHECK(p.kept < KEPT_MAX && p.forces[0] == 10.0 && p.forces[last] == 0.0);
    for (int i = 1; i <= last; i++) {
        time += p.forces[i] < 10.0 ? p.dts[i] : 0.0;
        CHECK_NEAR(p.forces[i], fmax(10.0 * (1.0 - time / 0.01), 0.0), 1e-9);
    }
    CHECK(time >= 0.00999 && time - p.dts[last] < 0.01);
}

static uint64_t tick_tock(const rv_haptic_loop* loop) {
    return rv_haptic_loop_get_report(loop).ticks;
}

TEST(a_loop_without_a_device_and_a_tick_only_keeps_time_in_threads) {
    rv_haptic_loop* loop = start(NULL, NULL);
    WAIT_FOR(tick_tock(loop) >= 50);
    rv_haptic_loop_report report = rv_haptic_loop_get_report(loop);
    CHECK(report.invalid_inputs == 0 && report.faults == 0 && !report.device_lost);
    print_times("nothing", loop);
    rv_haptic_loop_stop(loop);
    rv_haptic_loop_stop(NULL);
}

// --- real devices in it -------------------------------------------------------------------------

TEST(a_udp_peer_that_is_killed_leaves_force_zero_in_threads) {
    rv_device device;
    rv_device_udp_def def = rv_device_udp_def_default();
    wanted w = {.force = 4.0};
    CHECK(rv_device_udp(&device, &def, NULL, 0));
    rv_haptic_loop* loop = start(&device, &w);
    udp_peer p = udp_peer_of(rv_device_get_info(&device).name);
    CHECK(udp_peer_feels(&p, 4.0));
    CHECK(p.flags == RV_DATAGRAM_FRESH);
    close(p.socket); // killed
    int before = atomic_load(&w.valid_ticks);
    WAIT_FOR(!rv_haptic_loop_get_report(loop).input_valid);
    WAIT_FOR(rv_haptic_loop_get_report(loop).output.force.x == 0.0);
    // by the loop's own clock: at most 20 ticks of 1 ms, and one that the sum of 20 ms is rounded to
    int after = atomic_load(&w.valid_ticks) - before;
    CHECK(after <= 21);
    printf("  zero after %d ticks\n", after);
    WAIT_FOR(rv_haptic_loop_get_report(loop).invalid_inputs > 20);
    CHECK(atomic_load(&w.valid_ticks) - before == after);
    CHECK(rv_haptic_loop_get_report(loop).output.force.x == 0.0);
    CHECK(!rv_haptic_loop_get_report(loop).device_lost);
    rv_haptic_loop_stop(loop);
    rv_device_free(&device);
}

TEST(a_haply_service_that_goes_leaves_force_zero_in_threads) {
    haply_server* server = haply_server_start(HAPLY_DISCONNECTS);
    rv_device device;
    rv_device_haply_def def = rv_device_haply_def_default();
    wanted w = {.force = 4.0};
    def.port = server->port;
    def.patience = 10.0;
    CHECK(rv_device_haply_inverse(&device, &def, NULL, 0));
    rv_haptic_loop* loop = start(&device, &w);
    WAIT_FOR(rv_haptic_loop_get_report(loop).device_lost);
    CHECK(rv_haptic_loop_get_report(loop).output.force.x == 0.0);
    CHECK_TEXT(rv_device_get_report(&device).reason, "the service has hung up");
    rv_haptic_loop_stop(loop);
    rv_device_free(&device);
    haply_server_stop(server);
}

// a wall at z = 0, against which the simulated hand is pushed: the loop works as a whole
static void wall(void* context, const rv_haptic_input* input, double dt, rv_device_output* output) {
    double depth = -input->pose.position.z;
    (void)context, (void)dt;
    if (input->valid && depth > 0.0)
        output->force.z = 500.0 * depth;
}

TEST(a_simulated_hand_leans_on_a_wall_in_threads) {
    const rv_device_key keys[] = {{0.0, {{0, 0, 0.01}, {1, 0, 0, 0}}},
                                  {0.02, {{0, 0, -0.01}, {1, 0, 0, 0}}}};
    rv_device device;
    rv_device_hand hand = rv_device_hand_default();
    rv_haptic_loop_def def = rv_haptic_loop_def_default();
    hand.target = (rv_device_script){keys, 2, RV_DEVICE_HOLD};
    hand.mass = 0.2; // it comes to rest soon: about e^(-60 t)
    hand.damping = 30.0;
    CHECK(rv_device_simulated_hand(&device, &hand, NULL, 0));
    def.device = &device;
    def.tick = wall;
    rv_haptic_loop* loop = rv_haptic_loop_start(&def, NULL, 0);
    CHECK(loop != NULL);
    // in balance: 400 (0.01 - d) = 500 d, the force 500 d
    double balance = 500.0 * 400.0 * 0.01 / 900.0;
    WAIT_FOR(tick_tock(loop) >= 150);
    WAIT_FOR(fabs(rv_haptic_loop_get_report(loop).output.force.z - balance) < 0.01 * balance);
    print_times("hand", loop);
    rv_haptic_loop_stop(loop);
    rv_device_free(&device);
}

// memory of this process that is locked [kB]; -1: the system does not say
static long locked_memory(void) {
    char line[256];
    long kilobytes = -1;
    FILE* status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "VmLck:", 6) == 0)
            kilobytes = strtol(line + 6, NULL, 10);
    if (status != NULL)
        fclose(status);
    return kilobytes;
}

// a ball on a floor, held by a hand that wants to be 5 mm lower
TEST(a_simulated_hand_feels_the_floor_of_a_world_in_threads) {
    const rv_device_key key = {0.0, {{0, 0, 0.095}, {1, 0, 0, 0}}};
    rv_world_def world_def = rv_world_def_default();
    rv_world* world = rv_world_create(&world_def, NULL, 0);
    rv_shape_def shape = rv_shape_def_default();
    rv_body_def body = rv_body_def_default();
    body.shapes = &shape;
    body.shape_count = 1;
    shape.type = RV_SHAPE_PLANE;
    body.type = RV_BODY_STATIC;
    rv_body_create(world, &body);
    shape.type = RV_SHAPE_SPHERE;
    shape.radius = 0.1;
    body.type = RV_BODY_KINEMATIC;
    body.pose.position.z = 0.095;
    rv_haptic_def haptic_def = rv_haptic_def_default();
    haptic_def.body = rv_body_create(world, &body);
    rv_haptic_id haptic = rv_haptic_create(world, &haptic_def);
    CHECK_TEXT(rv_world_error(world), "");
    rv_device device;
    rv_device_hand hand = rv_device_hand_default();
    hand.mass = 0.2;
    hand.damping = 20.0;
    hand.target = (rv_device_script){&key, 1, RV_DEVICE_HOLD};
    CHECK(rv_device_simulated_hand(&device, &hand, NULL, 0));
    rv_haptic_loop_def def = rv_haptic_loop_def_default();
    def.device = &device;
    def.haptic = rv_haptic_handle(world, haptic);
    rv_haptic_loop* loop = rv_haptic_loop_start(&def, NULL, 0);
    CHECK(loop != NULL);
    // 400 N/m of the hand and 3000 N/m of the coupling share the 5 mm
    double balance = 0.005 / (1.0 / 400.0 + 1.0 / 3000.0), force = 0.0;
    for (int i = 0; i < WAITS_MAX && fabs(force - balance) > 0.02 * balance; i++) {
        rv_world_step(world, 0.005);
        nanosleep(&(struct timespec){0, 5000000}, NULL);
        force = rv_haptic_loop_get_report(loop).output.force.z;
    }
    CHECK_NEAR(force, balance, 0.02 * balance); // while the last of its swing dies away
    print_times("floor", loop);
    bool is_locked = rv_haptic_loop_get_report(loop).memory_locked;
    long locked = locked_memory();
    rv_haptic_loop_stop(loop);
#ifndef RV_TEST_SANITIZED
    // two matrices of 96 x 96 numbers in each of three models, and more
    if (locked >= 0) {
        CHECK(!is_locked || locked > 3 * 2 * 96 * 96 * 8 / 1000);
        CHECK(locked_memory() == 0);
    }
#else
    (void)is_locked, (void)locked;
#endif
    rv_device_free(&device);
    rv_world_destroy(world);
}

// --- starting and ending ------------------------------------------------------------------------

static void check_refused(rv_haptic_loop_def def, const char* sentence) {
    char error[256] = "";
    CHECK(rv_haptic_loop_start(&def, error, sizeof error) == NULL);
    CHECK_TEXT(error, sentence);
    CHECK(rv_haptic_loop_start(&def, NULL, 0) == NULL);
}

TEST(bad_settings_are_refused_with_a_sentence) {
    const rv_haptic_loop_def good = rv_haptic_loop_def_default();
    rv_haptic_loop_def def = good;
    rv_device empty = {0};
    def.device = &empty;
    check_refused(def, "rv_haptic_loop_def.device has no functions: must be made by one of "
                       "rv_device_*, or have open, read, write and close");
    def = good;
    def.tick = wanted_tick;
    def.haptic = (rv_haptic*)&def; // not looked into
    check_refused(def, "rv_haptic_loop_def.haptic and tick are both set: must be one of them");
    def = good;
    def.period = 1e-5;
    check_refused(def, "rv_haptic_loop_def.period = 1e-05 s: must be in [1e-4, 0.1]");
    def = good;
    def.max_force = NAN;
    check_refused(def, "rv_haptic_loop_def.max_force = nan N: must be in (0, 1e6]");
    def = good;
    def.max_torque = 0.0;
    check_refused(def, "rv_haptic_loop_def.max_torque = 0 N m: must be in (0, 1e6]");
    def = good;
    def.ramp = 0.021;
    check_refused(def, "rv_haptic_loop_def.ramp = 0.021 s: must be in [0, 0.02]");
}

TEST(a_device_that_cannot_be_opened_is_told) {
    probe p = {.refuses = true};
    rv_device device = probe_device(&p);
    rv_haptic_loop_def def = rv_haptic_loop_def_default();
    char error[256] = "";
    def.device = &device;
    CHECK(rv_haptic_loop_start(&def, error, sizeof error) == NULL);
    CHECK_TEXT(error, "the probe refuses");
    CHECK(p.opens == 1 && p.reads == 0 && p.closes == 0);
}

TEST(a_process_may_end_while_a_loop_runs) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        static probe p;
        static wanted w = {.force = 1.0};
        rv_device device = probe_device(&p);
        rv_haptic_loop* loop = start(&device, &w);
        while (tick_tock(loop) < 5)
            rest();
        exit(test_failures == 0 ? 7 : 1); // with all that is registered for the end
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

// --- no memory, no lock -------------------------------------------------------------------------

#ifndef RV_TEST_SANITIZED

static _Thread_local bool watched;
static atomic_int watched_calls;

static void* c_library(const char* name) {
    return dlsym(RTLD_NEXT, name);
}

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void __libc_free(void*);

static void note(void) {
    if (watched)
        atomic_fetch_add(&watched_calls, 1);
}

void* malloc(size_t bytes) {
    note();
    return __libc_malloc(bytes);
}

void* calloc(size_t count, size_t bytes) {
    note();
    return __libc_calloc(count, bytes);
}

void* realloc(void* block, size_t bytes) {
    note();
    return __libc_realloc(block, bytes);
}

void free(void* block) {
    note();
    __libc_free(block);
}

int pthread_mutex_lock(pthread_mutex_t* mutex) {
    static int (*lock)(pthread_mutex_t*);
    if (lock == NULL)
        *(void**)&lock = c_library("pthread_mutex_lock");
    note();
    return lock(mutex);
}

// A device around another that watches the thread of the loop from its first read on, all that it
// does between two reads too.
typedef struct watcher {
    rv_device inside;
    bool disturbs; // takes memory and a lock, to show that it would be seen
    atomic_int reads;
} watcher;

static bool watcher_open(void* context, char* error, size_t bytes) {
    watcher* w = context;
    return w->inside.open(w->inside.context, error, bytes);
}

static rv_haptic_input watcher_read(void* context, double dt) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    watcher* w = context;
    watched = true;
    atomic_fetch_add(&w->reads, 1);
    if (w->disturbs) {
        void* volatile block = malloc(10); // or the compiler would leave out both
        free(block);
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    return w->inside.read(w->inside.context, dt);
}

static bool watcher_write(void* context, const rv_device_output* output) {
    watcher* w = context;
    return w->inside.write(w->inside.context, output);
}

static void watcher_close(void* context) {
    watcher* w = context;
    w->inside.close(w->inside.context);
}

// calls of malloc, free and lock in the thread of a loop, by the time of its 60th read
static int calls_in_loop(rv_device inside, bool disturbs, udp_peer* peer) {
    watcher w = {.inside = inside, .disturbs = disturbs};
    rv_device device = {.context = &w,
                        .open = watcher_open,
                        .read = watcher_read,
                        .write = watcher_write,
                        .close = watcher_close};
    wanted force = {.force = 1.25};
    atomic_store(&watched_calls, 0);
    rv_haptic_loop* loop = start(&device, &force);
    if (peer != NULL) {
        *peer = udp_peer_of(rv_device_get_info(&inside).name);
        CHECK(udp_peer_feels(peer, 1.25));
    }
    WAIT_FOR(atomic_load(&w.reads) >= 60);
    int calls = atomic_load(&watched_calls);
    rv_haptic_loop_stop(loop);
    rv_device_free(&inside);
    return calls;
}

TEST(a_loop_that_runs_takes_no_memory_and_no_lock) {
    rv_device device;
    CHECK(rv_device_null(&device, NULL, 0));
    CHECK(calls_in_loop(device, true, NULL) >= 3 * 59); // what is done would be seen
    CHECK(rv_device_null(&device, NULL, 0));
    CHECK(calls_in_loop(device, false, NULL) == 0);
    rv_device_hand hand = rv_device_hand_default();
    CHECK(rv_device_simulated_hand(&device, &hand, NULL, 0));
    CHECK(calls_in_loop(device, false, NULL) == 0);
    rv_device_udp_def udp = rv_device_udp_def_default();
    udp_peer peer;
    CHECK(rv_device_udp(&device, &udp, NULL, 0));
    CHECK(calls_in_loop(device, false, &peer) == 0);
    close(peer.socket);
    haply_server* server = haply_server_start(HAPLY_GOOD);
    rv_device_haply_def haply = rv_device_haply_def_default();
    haply.port = server->port;
    haply.patience = 10.0;
    CHECK(rv_device_haply_inverse(&device, &haply, NULL, 0));
    CHECK(calls_in_loop(device, false, NULL) == 0);
    CHECK(atomic_load(&server->commands) > 10);
    haply_server_stop(server);
}

#endif
