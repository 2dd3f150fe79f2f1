// Contact scenarios: a stack, and piles as validation builds them. Nothing sleeps: what is timed is
// what contacts cost.
#include "bench/contacts.h"

#include "validation/contact.h"

#include <stdio.h>

static const double H = 1.0 / 60.0;

bool stack_10(bench_context* context) {
    context->h = H;
    context->world = contact_world();
    if (context->world == NULL)
        return false;
    rv_material material = contact_material(0.5, 0.0);
    contact_plane(context->world, rv_quat_identity(), material);
    rv_shape_def box = contact_box((rv_vec3){0.25, 0.25, 0.25}, material);
    for (int i = 0; i < 10; i++)
        contact_body(context->world, &box, contact_at(0, 0, 0.25 + 0.5 * i), 0.0);
    return true;
}

// `steps`: how long it has fallen and settled before the clock runs
static bool pile(bench_context* context, int count, int steps) {
    context->h = H;
    context->world = contact_pile(count, 1, false);
    if (context->world == NULL)
        return false;
    contact_run(context->world, H, steps);
    return true;
}

bool pile_50(bench_context* context) {
    return pile(context, 50, 180);
}

bool pile_500(bench_context* context) {
    return pile(context, 500, 300);
}

bool pile_500_fresh(bench_context* context) {
    return pile(context, 500, 30);
}

void contact_note(const bench_context* context, char* buffer, size_t bytes) {
    rv_report r = rv_world_report(context->world);
    snprintf(buffer, bytes,
             "%d contact points, %d iterations, residual %.0e, %.1f MB held, %llu allocations in "
             "the last step",
             r.contact_count, r.contact_iterations, r.contact_residual, 1e-6 * (double)r.memory,
             (unsigned long long)r.allocations);
}
