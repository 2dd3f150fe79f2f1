// A simulated hand on a simulated device. With M = m + m_d, and the force F and the target's
// velocity w constant over a tick, the state (x, v) relative to the moving target obeys
//   x' = v,  v' = -(k/M) x - ((b + b_d)/M) v + (F - b_d w)/M        x, v: of the handle - target
// which a tick of length h solves exactly (zero-order hold): in y = (x, h v, 1) per tick,
//   y' = Z y,  Z = [0 1 0; -k h^2/M, -(b + b_d) h/M, f h^2/M; 0 0 0],  y(1) = exp(Z) y(0)
// exp by scaling and squaring of the Taylor series (Moler, Van Loan 2003), once per dt. It is
// linear in f, so the matrix is made for f h^2/M = 1.
#include "io/device_track.h"

#include "reeve/math.h"

#include <stdlib.h>
#include <string.h>

enum {
    DELAY_MAX = 64,
    TAYLOR_TERMS = 18, // 0.5^18 / 18! is far below rounding
    HALVINGS_MAX = 60,
};
#define LIMIT 1e9 // of stiffness, damping and masses: keeps everything finite

typedef struct step_matrix {
    double dt;       // for which it was made; 0: none
    double a[2][2];  // of (x, v dt)
    double force[2]; // of f dt^2 / M
} step_matrix;

typedef struct hand {
    rv_device_hand def;
    rv_device_track target;
    step_matrix matrix;
    rv_vec3 position, velocity;
    double time;
    bool begun;                    // the first read was made
    rv_vec3 forces[DELAY_MAX + 1]; // a ring
    int newest;                    // of them
} hand;

static void multiply(double c[3][3], double a[3][3], double b[3][3]) {
    double product[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            product[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
    memcpy(c, product, sizeof product);
}

// exp(Z) for the step; Z is scaled by 2^-n below 1/2, and its exponential squared n times
static void make_matrix(step_matrix* matrix, const rv_device_hand* d, double dt) {
    double mass = d->mass + d->device_mass;
    double spring = d->stiffness * dt * dt / mass;
    double damper = (d->damping + d->device_damping) * dt / mass;
    double scale = 1.0;
    int halvings = 0;
    while (scale * (1.0 + spring + damper) > 0.5 && halvings < HALVINGS_MAX) {
        scale *= 0.5;
        halvings++;
    }
    double z[3][3] = {
        {0.0, scale, 0.0}, {-spring * scale, -damper * scale, scale}, {0.0, 0.0, 0.0}};
    double sum[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    // Horner: I + Z (I + Z/2 (I + Z/3 (...)))
    for (int n = TAYLOR_TERMS; n >= 1; n--) {
        multiply(sum, z, sum);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                sum[i][j] = sum[i][j] / n + (i == j);
    }
    for (int i = 0; i < halvings; i++)
        multiply(sum, sum, sum);
    *matrix =
        (step_matrix){dt, {{sum[0][0], sum[0][1]}, {sum[1][0], sum[1][1]}}, {sum[0][2], sum[1][2]}};
}

static void move(hand* h, double dt) {
    if (dt != h->matrix.dt)
        make_matrix(&h->matrix, &h->def, dt);
    const step_matrix* m = &h->matrix;
    double mass = h->def.mass + h->def.device_mass;
    rv_haptic_input target = rv_device_track_at(&h->target, h->time);
    rv_vec3 force = h->forces[(h->newest + DELAY_MAX + 1 - h->def.delay) % (DELAY_MAX + 1)];
    force = rv_vec3_mul_add(force, -h->def.device_damping, target.velocity);
    rv_vec3 push = rv_vec3_scale(force, dt * dt / mass);
    rv_vec3 x = rv_vec3_sub(h->position, target.pose.position);
    rv_vec3 v = rv_vec3_scale(rv_vec3_sub(h->velocity, target.velocity), dt);
    rv_vec3 x1 = rv_vec3_mul_add(rv_vec3_mul_add(rv_vec3_scale(x, m->a[0][0]), m->a[0][1], v),
                                 m->force[0], push);
    rv_vec3 v1 = rv_vec3_mul_add(rv_vec3_mul_add(rv_vec3_scale(x, m->a[1][0]), m->a[1][1], v),
                                 m->force[1], push);
    // back from the target, which has moved on
    rv_vec3 end = rv_vec3_mul_add(target.pose.position, dt, target.velocity);
    h->position = rv_vec3_add(end, x1);
    h->velocity = rv_vec3_mul_add(target.velocity, 1.0 / dt, v1);
    h->time += dt;
}

static bool hand_open(void* context, char* error, size_t bytes) {
    (void)error, (void)bytes;
    hand* h = context;
    rv_haptic_input start = rv_device_track_at(&h->target, 0.0);
    h->position = start.pose.position;
    h->velocity = start.velocity;
    h->time = 0.0;
    h->begun = false;
    h->newest = 0;
    memset(h->forces, 0, sizeof h->forces);
    return true;
}

static rv_haptic_input hand_read(void* context, double dt) {
    hand* h = context;
    if (h->begun && dt > 0.0)
        move(h, dt);
    h->begun = true;
    rv_haptic_input input = rv_device_track_at(&h->target, h->time);
    input.pose.position = h->position;
    input.velocity = h->velocity;
    return input;
}

static bool hand_write(void* context, const rv_device_output* output) {
    hand* h = context;
    h->newest = (h->newest + 1) % (DELAY_MAX + 1);
    h->forces[h->newest] = output->force;
    return true;
}

static void hand_close(void* context) {
    (void)context;
}

static void hand_destroy(void* context) {
    hand* h = context;
    rv_device_track_free(&h->target);
    free(h);
}

static rv_device_info hand_info(const void* context) {
    (void)context;
    return (rv_device_info){.name = "simulated hand", .gives_rotation = true};
}

rv_device_hand rv_device_hand_default(void) {
    return (rv_device_hand){.stiffness = 400.0,
                            .damping = 8.0,
                            .mass = 1.0,
                            .device_mass = 0.05,
                            .device_damping = 1.0};
}

static bool number_is_valid(rv_error_text* error, double value, const char* name,
                            const char* unit) {
    return rv_error_check(error, value >= 0.0 && value <= LIMIT,
                          "rv_device_hand.%s = %g %s: must be in [0, 1e9]", name, value, unit);
}

static bool hand_is_valid(rv_error_text* error, const rv_device_hand* d) {
    double mass = d->mass + d->device_mass;
    return number_is_valid(error, d->stiffness, "stiffness", "N/m")
           && number_is_valid(error, d->damping, "damping", "N s/m")
           && number_is_valid(error, d->mass, "mass", "kg")
           && number_is_valid(error, d->device_mass, "device_mass", "kg")
           && number_is_valid(error, d->device_damping, "device_damping", "N s/m")
           && rv_error_check(error, mass >= 1e-6,
                             "rv_device_hand.mass + device_mass = %g kg: must be at least 1e-6",
                             mass)
           && rv_error_check(error, d->delay >= 0 && d->delay <= DELAY_MAX,
                             "rv_device_hand.delay = %d ticks: must be in [0, %d]", d->delay,
                             DELAY_MAX)
           && (d->target.key_count == 0
               || rv_device_script_is_valid(error, &d->target, "rv_device_hand.target"));
}

bool rv_device_simulated_hand(rv_device* device, const rv_device_hand* def, char* error,
                              size_t bytes) {
    static const rv_device_key origin = {.pose.rotation.w = 1.0};
    static const rv_device_script rest = {.keys = &origin, .key_count = 1};
    rv_error_text text;
    *device = (rv_device){0};
    if (!hand_is_valid(&text, def))
        return rv_device_refuse(error, bytes, text.text);
    hand* h = rv_device_allocate(sizeof *h, error, bytes);
    if (h == NULL)
        return false;
    h->def = *def;
    if (!rv_device_track_make(&h->target, def->target.key_count > 0 ? &def->target : &rest)) {
        free(h);
        return rv_device_refuse(error, bytes, "no memory for the keys of rv_device_hand.target");
    }
    *device = (rv_device){.context = h,
                          .open = hand_open,
                          .read = hand_read,
                          .write = hand_write,
                          .close = hand_close,
                          .destroy = hand_destroy,
                          .info = hand_info};
    return true;
}
